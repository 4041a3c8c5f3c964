"""Lines of text in pieces, each with a style by its name, and made safe to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refute.conform.wording import visible

Line = list[tuple[str, str]]  # text and style; no style is ""


def plain(lines: Iterable[Line]) -> str:
    """Lines without their styles, and without blanks at their ends."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def lines_of(text: str, style: str, indent: str) -> Iterator[Line]:
    """The lines of a text, which may come from the code under test, all indented alike."""
    if text:
        for line in visible(text).split("\n"):
            yield [(f"{indent}{line}", style)]
