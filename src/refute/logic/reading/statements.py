"""Top-level statements of a source text, so that one can be parsed without the others.

Statements are found by their indentation alone. A line inside brackets or a string may be unindented as well, so that a
statement may come out wrong: callers then parse the whole text.
"""

import functools
import re
from bisect import bisect_right
from collections.abc import Iterator

# A line that begins with one of these continues a statement, or is blank.
_NO_BEGINNING = frozenset(" \t\f\n#)]}")

_NAMED = re.compile(r"(?:(?:async\s+def|class|def|type)\s+)?([^\W\d]\w*)")


def statement_at(text: str, line: int) -> str:
    """The statement that contains a line, after as many empty lines as keep its line numbers."""
    beginnings = _beginnings(text)
    place = bisect_right(beginnings, line - 1) - 1
    if place < 0:
        return ""
    first = beginnings[place]
    offsets = _offsets(text)
    end = offsets[beginnings[place + 1]] if place + 1 < len(beginnings) else len(text)
    return "\n" * first + text[offsets[first] : end]


def statements_of(text: str, name: str) -> Iterator[str]:
    """The statements that begin with a name or with its definition."""
    return (statement_at(text, line) for line in _lines_by_name(text).get(name, ()))


@functools.lru_cache(maxsize=64)
def _offsets(text: str) -> tuple[int, ...]:
    """The offset of each line."""
    found = [0]
    for line in text.split("\n"):
        found.append(found[-1] + len(line) + 1)
    return tuple(found[:-1])


@functools.lru_cache(maxsize=64)
def _beginnings(text: str) -> tuple[int, ...]:
    """The first lines of statements, counted from 0. A decorated statement begins with its decorators."""
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
