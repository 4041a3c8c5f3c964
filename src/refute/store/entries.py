"""Entries: kept failures as text, each a call of the function with what the call needs.

    # size 3, violation: returned [0, 0]
    #   `len(v) < 2` is false: v = [0, 0], len(v) = 2
    from shop import keep
    def test(x): return True
    keep(test=test, xs=[0, 0])

Comments, the imports that its arguments need, the functions among them, what makes objects that are several of them, or
that point at each other, and the call. Here they are only parsed: nothing is imported, looked up or run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from refute.store.syntax import NotPlain, dotted_name, items_of, parsed

PASSED = "# passed once"
_FIRST = re.compile(r"# size (\d{1,9}), ")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
# What entries are made of. The exact forms of values and functions are checked when they are built.
_VALUES = (
    *(ast.Call, ast.keyword, ast.Name, ast.Attribute, ast.Constant, ast.Load),
    *(ast.List, ast.Tuple, ast.Set, ast.Dict, ast.GeneratorExp, ast.comprehension, ast.Store),
    *(ast.UnaryOp, ast.USub, ast.UAdd, ast.BinOp, ast.BitOr, ast.Add, ast.Sub),
)
_FUNCTIONS = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.arguments, ast.arg, ast.If, ast.Return, ast.Raise),
    *(ast.Compare, ast.Eq, ast.NotEq, ast.In, ast.BoolOp, ast.And),
)
_OBJECTS = (*_VALUES, ast.Assign)


@dataclass(frozen=True)
class Entry:
    """One failure. Two of the same text are one."""

    call: str  # Python text
    imports: tuple[str, ...]
    comments: tuple[str, ...]  # the lines above it, each with its `#`
    passed: bool = False  # on the run before
    line: int = 0
    definitions: tuple[str, ...] = ()  # of the functions and objects among the arguments

    @property
    def text(self) -> str:
        return "\n".join([*self.definitions, self.call])

    @property
    def size(self) -> int:
        found = _FIRST.match(self.comments[0]) if self.comments else None
        return int(found[1]) if found else 0

    @property
    def whole_text(self) -> str:
        """The entry as it stands in a file."""
        marks = (PASSED,) if self.passed else ()
        return "\n".join([*self.comments, *marks, *self.imports, self.text, ""])


class Foreign(Exception):
    """A file that the store has not written, with what it has instead."""


def comments_of(size: int, kind: str, outcome: str, explanation: str) -> tuple[str, ...]:
    first, *more = f"size {size}, {kind}: {outcome}".splitlines()
    lines = [f"# {first}", *(f"#   {line}".rstrip() for line in (*more, *explanation.splitlines()))]
    return tuple(_CONTROL.sub(lambda found: ascii(found[0])[1:-1], line) for line in lines)


def entries_in(text: str, name: str) -> Iterator[Entry]:
    """The entries of a file whose calls are of a function of that name. Raises Foreign."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        body = parsed(text)
    except NotPlain as error:
        raise _foreign(name, error.line, error.reason) from None
    lines = text.split("\n")
    imports: list[str] = []
    definitions: list[str] = []
    begin, end = 0, 0  # lines before those of this entry, and of its last statement
    for node in body:
        match node:
            case ast.Import() | ast.ImportFrom(level=0) if not _has_star(node):
                imports.append(ast.unparse(node))
            case ast.FunctionDef() | ast.AsyncFunctionDef() if _consists_of(node, *_VALUES, *_FUNCTIONS):
                definitions.append("\n".join(lines[node.lineno - 1 : node.end_lineno]))
            case ast.Assign(targets=[ast.Name() | ast.Attribute(value=ast.Name())]) if _consists_of(node, *_OBJECTS):
                definitions.append("\n".join(lines[node.lineno - 1 : node.end_lineno]))
            case ast.Expr(value=ast.Call() as call) if _consists_of(call, *_VALUES) and dotted_name(call.func) == name:
                comments = _comments(lines[begin : node.lineno - 1])
                own = tuple(line for line in comments if line != PASSED)
                marked = PASSED in comments
                yield Entry(_text(call, name), tuple(imports), own, marked, node.lineno, tuple(definitions))
                imports.clear()
                definitions.clear()
                begin = node.end_lineno or node.lineno
            case _:
                raise _foreign(name, node.lineno)
        end = node.lineno
    if imports or definitions:
        raise Foreign(f"line {end}: there is no call after {'this definition' if definitions else 'the import'}")


def _foreign(name: str, line: int, reason: str = "") -> Foreign:
    reason = reason or f"it is neither an import nor a call of {name} with plain values"
    return Foreign(f"line {line}: {reason}" if line else reason)


def _text(call: ast.Call, name: str) -> str:
    """A call in the form that is the same for all that mean the same."""
    try:
        return ast.unparse(call)
    except RecursionError:
        raise _foreign(name, call.lineno, "it nests too deeply") from None


def _comments(lines: list[str]) -> list[str]:
    """Those of an entry: what stands before its last empty line is not about it."""
    kept: list[str] = []
    for line in lines:
        if not line.strip():
            kept.clear()
        elif line.startswith("#"):
            kept.append(line.rstrip())
    return kept


def _has_star(node: ast.Import | ast.ImportFrom) -> bool:
    return any(alias.name == "*" for alias in node.names)


def _consists_of(root: ast.AST, *kinds: type[ast.AST]) -> bool:
    nodes = list(ast.walk(root))
    return all(isinstance(node, kinds) and _is_plain(node) for node in nodes)


def _is_plain(node: ast.AST) -> bool:
    match node:
        case ast.keyword(arg=name):
            return name is not None
        case ast.GeneratorExp():
            return items_of(node) is not None
    return True
