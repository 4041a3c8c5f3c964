"""Lines of text in pieces, each with a style by its name, and made safe to print."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

Line = list[tuple[str, str]]  # text and style; no style is ""


def plain(lines: Iterable[Line]) -> str:
    """Lines without their styles, and without blanks at their ends."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def lines_of(text: str, style: str, indent: str) -> Iterator[Line]:
    """The lines of a text, which may come from the code under test, all indented alike."""
    if text:
        for line in visible(text).split("\n"):
            yield [(f"{indent}{line}", style)]


def visible(text: str) -> str:
    """A text in which characters that steer a terminal, or that cannot be written, are spelled as in Python."""
    if text.isprintable():
        return text
    return "".join(map(_visible, text.replace("\r\n", "\n")))


def _visible(character: str) -> str:
    steers = character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    return repr(character)[1:-1] if steers else character
