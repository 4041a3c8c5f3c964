"""Bars that compare numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping

_EIGHTHS = " ▏▎▍▌▋▊▉█"
# Counts further apart than this are compared by their number of digits.
_WIDE = 2_000


def bars(counts: Mapping[int, int], width: int) -> tuple[list[str], bool]:
    """A bar for each count, the longest `width` columns wide; and whether they are on a logarithmic scale."""
    positive = [count for count in counts.values() if count]
    if not positive:
        return ["" for _ in counts], False
    logarithmic = max(positive) > _WIDE * min(positive)
    most = _length(max(positive), logarithmic)
    return [_bar(_length(count, logarithmic) / most * width) for count in counts.values()], logarithmic


def _length(count: int, logarithmic: bool) -> float:
    return math.log10(count) + 0.2 if logarithmic else float(count)


def _bar(length: float) -> str:
    eighths = max(1, round(length * 8))
    whole, part = divmod(eighths, 8)
    return "█" * whole + (_EIGHTHS[part] if part else "")
