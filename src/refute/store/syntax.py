"""Python text to syntax trees, for text that anybody may have written.

    half(n=3)                    [ast.Expr]
    half(n=[x for x in y])       NotPlain: `for` is in no entry
    half(n=((((…))))             NotPlain: it nests too deeply

`ast.parse` needs half a gigabyte for a megabyte of text, prints warnings, imports `unicodedata` for some escapes and
names, opens the file that an error is in to show its line, and may overflow a small stack. So the text is split into
tokens first, by rules that leave out whatever the store never writes. It is only parsed if there are not too many
tokens, none is too long, and they do not nest too deeply; and each statement as at a prompt, where there is no file.
"""

from __future__ import annotations

import ast
import keyword
import re
import unicodedata  # noqa: F401  # or Python does, from wherever it finds one, for names that are not ASCII
from collections.abc import Collection, Iterator

FILE_NAME = "<kept by refute>"  # of the text, in audit events and tracebacks
MOST_CHARACTERS = 1 << 20
_MOST_TOKENS = 100_000
# Of the tokens that a syntax tree can nest by: those since the last comma, in every bracket that is open.
_DEEPEST = 1000
_MOST_BRACKETS = 200  # in each other; Python itself takes no more
_LONGEST_NUMBER = 4300  # characters; Python itself takes no more digits
_KEYWORDS = {
    "from",
    "import",
    "as",
    "def",
    "async",
    "if",
    "return",
    "raise",
    "in",
    "for",
    "and",
    "None",
    "True",
    "False",
}
_TOKENS = r"""
      (?P<blank>   [ \t\f]+ | \#[^\n\0]* )
    | (?P<line>    \n )
    | (?P<text>    (?:[bB]?[rR]?|[rR][bB]|[uU])
                   (?: '''[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+'''
                     | \"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+\"""
                     | '[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'
                     | "[^"\\\n]*+(?:\\.[^"\\\n]*+)*+" ) )
    | (?P<number>  (?: 0[xX][0-9a-fA-F_]+ | 0[oO][0-7_]+ | 0[bB][01_]+
                     | (?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9][0-9_]*)?[jJ]? )(?!\w) )
    | (?P<name>    [^\W\d]\w*+(?!['"]) )
    | (?P<open>    [(\[{] )
    | (?P<close>   [)\]}] )
    | (?P<sign>    == | != | \*\* | [,:.=|+*SIGNS-] )
    """
_ESCAPE = re.compile(r"\\(.[0-7]{0,2})", re.DOTALL)
_ESCAPES = "\n\\'\"abfnrtv01234567x"
_OTHER_SIGNS = frozenset(";@%&^~<>/\\")


class Grammar:
    """Which words and signs there may be in a text."""

    def __init__(self, keywords: Collection[str] = (), signs: str = "") -> None:
        """Beside those of entries."""
        self.others = frozenset(keyword.kwlist) - _KEYWORDS - frozenset(keywords)
        self.token = re.compile(_TOKENS.replace("SIGNS", re.escape(signs)), re.VERBOSE | re.DOTALL)


ENTRIES = Grammar()
PROGRAMS = Grammar(("with", "del", "lambda", "not", "or", "is"), "/%@&^~<>")  # of calls in any form


class NotPlain(Exception):
    """Text that the store would not write. The reason is empty where its form alone is another one."""

    def __init__(self, line: int, reason: str = "") -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason


def parsed(text: str, grammar: Grammar = ENTRIES) -> list[ast.stmt]:
    """The statements of a text. Raises NotPlain."""
    found: list[ast.stmt] = []
    for line, statement in list(_statements(text, grammar)):
        try:
            tree = compile(f"{statement}\n\n", FILE_NAME, "single", ast.PyCF_ONLY_AST, dont_inherit=True)
        except SyntaxError as error:
            raise NotPlain(line - 1 + (error.lineno or 1), "it is not Python") from None
        except (ValueError, RecursionError, MemoryError):
            raise NotPlain(line, "it is not Python") from None
        assert isinstance(tree, ast.Interactive)
        found += ast.increment_lineno(tree, line - 1).body
    return found


def items_of(node: ast.GeneratorExp) -> ast.List | None:
    """The list of a generator expression `(x for x in […])`; None for any other."""
    match node:
        case ast.GeneratorExp(
            elt=ast.Name(id=name),
            generators=[ast.comprehension(target=ast.Name(id=each), iter=ast.List() as items, ifs=[], is_async=0)],
        ) if name == each:
            return items
    return None


def check_tokens(text: str, grammar: Grammar = ENTRIES) -> None:
    """Raise NotPlain if a text is too large or nests too deeply to be parsed, or has what the store never writes."""
    for _ in _statements(text, grammar):
        pass


def _statements(text: str, grammar: Grammar) -> Iterator[tuple[int, str]]:
    """The statements of a text with their first lines: each begins at the margin, outside of brackets."""
    if len(text) > MOST_CHARACTERS:
        raise NotPlain(0, f"it is longer than {MOST_CHARACTERS:,} characters")
    open_brackets = [0]  # for each, and for the line outside, the tokens since its last comma
    nested = count = 0
    first_line, first = 1, 0  # of the statement
    for line, place, kind, token in _tokens(text, grammar):
        if kind == "line":
            if len(open_brackets) == 1:
                nested = open_brackets[0] = 0
            continue
        if len(open_brackets) == 1 and place and text[place - 1] == "\n":
            if count:
                yield first_line, text[first:place]
            first_line, first = line, place
        if kind == "close" and len(open_brackets) > 1:
            nested -= open_brackets.pop()
        elif token == ",":
            nested -= open_brackets[-1]
            open_brackets[-1] = 0
        else:
            open_brackets[-1] += 1
            nested += 1
            if kind == "open":
                open_brackets.append(0)
        count += 1
        if nested > _DEEPEST or len(open_brackets) > _MOST_BRACKETS:
            raise NotPlain(line, "it nests too deeply")
        if count > _MOST_TOKENS:
            raise NotPlain(line, f"it has more than {_MOST_TOKENS:,} tokens")
    if count:
        yield first_line, text[first:]


def _tokens(text: str, grammar: Grammar) -> Iterator[tuple[int, int, str, str]]:
    """The line, the place, the kind and the text of each token but blanks and comments. Raises NotPlain."""
    place, line = 0, 1
    while place < len(text):
        found = grammar.token.match(text, place)
        if found is None:
            raise NotPlain(line, _reason(text, place))
        kind, token = str(found.lastgroup), found[0]
        if kind == "name" and token in grammar.others:
            raise NotPlain(line)
        if kind == "number" and len(token) > _LONGEST_NUMBER:
            raise NotPlain(line, f"it has a number of {len(token):,} characters")
        if kind == "text" and _has_odd_escape(token):
            raise NotPlain(line, "it has an escape sequence that is not written for any value")
        if kind != "blank":
            yield line, place, kind, token
        line += token.count("\n")
        place = found.end()


def _reason(text: str, place: int) -> str:
    """Why no token begins at a place: none of Python does, or one that is in no entry."""
    return "" if text[place] in _OTHER_SIGNS or text[place].isidentifier() else "it is not Python"


def _has_odd_escape(token: str) -> bool:
    r"""Whether Python would warn about an escape sequence, or import a module for it, as it does for `\N`."""
    prefix = token.partition(token[-1])[0].lower()
    if "r" in prefix or "\\" not in token:
        return False
    known = _ESCAPES if "b" in prefix else _ESCAPES + "uU"
    escapes = _ESCAPE.findall(token)
    return any(escape[0] not in known or (len(escape) == 3 and escape[0] in "4567") for escape in escapes)


def dotted_name(node: ast.expr) -> str:
    """The text of a name or of attributes of one, such as `shop.Price`; empty for all else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(names)]) if isinstance(node, ast.Name) else ""
