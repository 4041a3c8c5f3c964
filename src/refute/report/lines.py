"""Lines of text in pieces, each with a style by its name, and made safe to print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from refute.words import visible

Line = list[tuple[str, str]]  # text and style; no style is ""
_QUOTED = re.compile(r"`[^`]*`")
_LOCATED = re.compile(r"\s*\S+:\d+: ")  # a line of the user's code, with its place
_HANGING = "  "


class Whole(Line):
    """A line that is never broken: it can be pasted."""


def plain(lines: Iterable[Line]) -> str:
    """Lines without their styles, and without blanks at their ends."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def lines_of(text: str, style: str, indent: str, *, whole: bool = False) -> Iterator[Line]:
    """The lines of a text, which may come from the code under test, all indented alike."""
    if text:
        for line in visible(text).split("\n"):
            pieces = [(f"{indent}{line}", style)]
            yield Whole(pieces) if whole or _LOCATED.match(line) else pieces


def wrapped(line: Line, columns: int) -> Iterator[Line]:
    """A line in pieces of at most so many columns, broken between words and hanging. Code in backticks stays whole."""
    text = plain([line])
    if isinstance(line, Whole) or len(text) <= columns:
        yield line
        return
    indent = text[: len(text) - len(text.lstrip())]
    hanging = indent + _HANGING
    start = begin = len(indent)
    for word in _words(text, start):
        room = columns - len(indent if begin == len(indent) else hanging)
        if word.end() - begin > room and start > begin:
            yield [(indent if begin == len(indent) else hanging, ""), *_cut(line, begin, start)]
            begin = word.start()
        start = word.end()
    yield [(indent if begin == len(indent) else hanging, ""), *_cut(line, begin, len(text))]


def _words(text: str, start: int) -> Iterator[re.Match[str]]:
    protected = _QUOTED.sub(lambda found: found[0].replace(" ", "`"), text)
    return re.compile(r"\S+").finditer(protected, start)


def _cut(line: Line, begin: int, end: int) -> Iterator[tuple[str, str]]:
    """What a line has between two columns."""
    place = 0
    for text, style in line:
        piece = text[max(begin - place, 0) : max(end - place, 0)]
        if piece:
            yield piece, style
        place += len(text)
