"""Marks for what is not to be checked: comments `# refute: skip` or `# refute: skip: why`, and `@refute.skip("why")`.

A comment belongs to the `def` or `class` that it stands beside, or directly above. Among the first comments of a file,
or of those below its docstring, with a blank line or another statement below them, it is for the whole file.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar, overload

_Marked = TypeVar("_Marked")
_MARK = "__refute_skip__"
_COMMENT = re.compile(r"#\s*refute:\s*skip\s*(?:(?::|--)\s*(?P<why>.*))?")
_UNSAID = "marked so"
_INNER = ("__func__", "fget", "func")  # the functions in static and class methods, properties, cached properties


@overload
def skip(why: str = ..., /) -> Callable[[_Marked], _Marked]: ...


@overload
def skip(marked: _Marked, /) -> _Marked: ...


def skip(given: Any = _UNSAID, /) -> Any:
    """Decorator: a function, method or class that is not checked unless it is named.

    `@skip`, `@skip("needs a database")`
    """
    if isinstance(given, str):
        return lambda marked: _mark(marked, given)
    return _mark(given, _UNSAID)


def _mark(marked: Any, why: str) -> Any:
    inner = None if isinstance(marked, type) else next((n for n in _INNER if callable(getattr(marked, n, None))), None)
    setattr(marked if inner is None else getattr(marked, inner), _MARK, why)
    return marked


def mark_among(names: object) -> str | None:
    """Why a function or class is skipped that has these names as its own."""
    why = names.get(_MARK) if isinstance(names, dict | MappingProxyType) else None
    return why if type(why) is str else None


# -- comments ----------------------------------------------------------------------------------------------------------


@dataclass
class Marks:
    """What the comments of a file skip, with why."""

    whole: str | None = None  # the file itself
    names: dict[str, str] = field(default_factory=dict)  # functions and classes, by qualified name
    definitions: dict[tuple[str, int], str | None] = field(default_factory=dict, compare=False)  # and the first line
    idle: list[int] = field(default_factory=list, compare=False)  # lines of comments that skip nothing

    def why(self, name: str, line: int = 0, within: str = "") -> str | None:
        """Why a function is skipped, or a class that it is in and that is inside another one, or the file.

        The line tells the function from others of its name, as in the branches of an `if`.
        """
        parts = name.split(".")
        names = [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
        of_names = {**self.names, name: self.definitions.get((name, line), self.names.get(name))}
        marked = (why for one in names if (why := of_names.get(one)) is not None and len(one) > len(within))
        return next(marked, None if within else self.whole)


@dataclass
class _Line:
    """A logical line, or a blank one, with the reasons in the comments beside and above it."""

    words: list[str] = field(default_factory=list)
    column: int = 0
    beside: str | None = None
    above: str | None = None
    first: int = 0  # its number
    marked: int = 0  # the number of the comment

    @property
    def why(self) -> str | None:
        return self.above if self.beside is None else self.beside


@lru_cache(maxsize=16)
def marks_in(text: str) -> Marks:
    """The marks of a source text. Of one that is no Python, those that come before what is wrong with it."""
    found = Marks()
    if "refute" not in text:
        return found
    around: list[tuple[int, str]] = []  # columns and names of the definitions that a line is in
    decorator: _Line | None = None  # the first of those above
    decorated: str | None = None  # the reason at them
    at_top = True
    for line in _lines(text):
        why = decorated if line.why is None else line.why
        is_used, first = True, line.first if decorator is None else decorator.first
        decorated = None
        while line.words and around and around[-1][0] >= line.column:
            around.pop()
        match line.words:
            case ["@", *_]:
                decorator, decorated = decorator or line, why
                continue
            case ["def" | "class", name, *_] | ["async", "def", name, *_]:
                around.append((line.column, name))
                qualified = ".".join(name for _, name in around)
                found.definitions[qualified, first] = why
                if why is not None:
                    found.names[qualified] = why
            case _ if at_top and line.above is not None:
                found.whole = line.above
            case _:
                is_used = line.why is None
        if not is_used:
            found.idle.append(line.marked)
        decorator = None
        at_top = at_top and (not line.words or (len(line.words) == 1 and line.words[0][-1] in "'\""))
    return found


def _lines(text: str) -> Iterator[_Line]:
    line, is_blank = _Line(), True
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            match token.type:
                case tokenize.COMMENT:
                    why, is_blank = _reason(token.string), False
                    line.marked = token.start[0] if why is not None else line.marked
                    if line.words:
                        line.beside = why if line.beside is None else line.beside
                    else:
                        line.above = why if line.above is None else line.above
                case tokenize.NL:
                    if is_blank and not line.words:
                        yield line
                        line = _Line()
                    is_blank = True
                case tokenize.NEWLINE | tokenize.ENDMARKER:
                    yield line
                    line, is_blank = _Line(), True
                case tokenize.INDENT | tokenize.DEDENT:
                    pass
                case _:
                    if not line.words:
                        line.first, line.column = token.start
                    line.words.append(token.string)
    except (tokenize.TokenError, SyntaxError):  # told when it is imported
        return


def _reason(comment: str) -> str | None:
    found = _COMMENT.fullmatch(comment)
    return None if found is None else (found["why"] or _UNSAID).strip()
