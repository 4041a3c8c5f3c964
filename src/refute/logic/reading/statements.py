"""Takes a text apart into the statements at its left margin, so that one is read without the others.

Only the margin is looked at: a line in brackets or in a string may stand there as well. Who reads a statement reads the
whole text where that fails.
"""

import functools
import re
from bisect import bisect_right
from collections.abc import Iterator

# A line that begins with one of these goes on with the statement before it, or says nothing.
_NO_BEGINNING = frozenset(" \t\f\n#)]}")

_NAMED = re.compile(r"(?:(?:async\s+def|class|def|type)\s+)?([^\W\d]\w*)")


def statement_at(text: str, line: int) -> str:
    """The statement that a line belongs to, with empty lines before it such that every line has its number."""
    beginnings = _beginnings(text)
    place = bisect_right(beginnings, line - 1) - 1
    if place < 0:
        return ""
    first = beginnings[place]
    offsets = _offsets(text)
    end = offsets[beginnings[place + 1]] if place + 1 < len(beginnings) else len(text)
    return "\n" * first + text[offsets[first] : end]


def statements_of(text: str, name: str) -> Iterator[str]:
    """The statements that begin with a name, or with a definition of it."""
    return (statement_at(text, line) for line in _lines_by_name(text).get(name, ()))


@functools.lru_cache(maxsize=64)
def _offsets(text: str) -> tuple[int, ...]:
    """Where each line begins."""
    found = [0]
    for line in text.split("\n"):
        found.append(found[-1] + len(line) + 1)
    return tuple(found[:-1])


@functools.lru_cache(maxsize=64)
def _beginnings(text: str) -> tuple[int, ...]:
    """The lines, counted from 0, that statements begin on. What is decorated goes with its decorators."""
    found = []
    decorated = False
    for number, line in enumerate(text.split("\n")):
        if line and line[0] not in _NO_BEGINNING:
            if not decorated:
                found.append(number)
            decorated = line[0] == "@"
    return tuple(found)


@functools.lru_cache(maxsize=64)
def _lines_by_name(text: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if named := _NAMED.match(line):
            found.setdefault(named[1], []).append(number)
    return found
