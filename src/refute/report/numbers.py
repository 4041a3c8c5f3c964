"""Numbers as people read them: thousands apart, powers of ten beside the long ones, bars for comparison."""

from __future__ import annotations

import math
from collections.abc import Mapping

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
# Counts further apart than this are compared by their number of digits.
_WIDE = 2_000


def grouped(number: int) -> str:
    """`1234567` as `1,234,567`, and a very long one with its magnitude."""
    text = f"{number:,}"
    return text if number < 10**12 else f"{text} (about {magnitude(number)})"


def magnitude(number: int) -> str:
    """A large number as `1.04·10²⁶`."""
    exponent = len(str(number)) - 1
    hundredths = (number * 100 + 10**exponent // 2) // 10**exponent
    if hundredths == 1000:
        hundredths, exponent = 100, exponent + 1
    return f"{hundredths / 100:.2f}·10{str(exponent).translate(_SUPERSCRIPTS)}"


def plural(count: int, noun: str) -> str:
    return f"{grouped(count)} {noun if count == 1 else noun + 's'}"


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
