"""Marks: `⟦0⟧`, `⟦1⟧`, … in a script, in the places of its constants."""

from __future__ import annotations

import re
from collections.abc import Sequence

MARK = re.compile(r"⟦(\d+)⟧")


def mark(number: int) -> str:
    return f"⟦{number}⟧"


def marks_in(*texts: str) -> list[int]:
    """The numbers of the constants that texts have marks for."""
    return sorted({int(number) for text in texts for number in MARK.findall(text)})


def filled(text: str, texts: Sequence[str]) -> str:
    """A text with others in the places of its marks."""
    return MARK.sub(lambda found: texts[int(found[1])], text)
