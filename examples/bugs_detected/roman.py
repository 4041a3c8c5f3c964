"""Roman numerals: four is written as IIII."""

from __future__ import annotations

from typing import Annotated

from correct_code.roman import value_of

from refute import Pos, where

NUMERALS = [(50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (1, "I")]


def to_roman(
    n: Annotated[Pos, where(lambda v: v < 90)],
) -> Annotated[str, where(lambda v, n: value_of(v) == n), where(lambda v: not any(c * 4 in v for c in "IXL"))]:
    roman = ""
    for value, letters in NUMERALS:
        times, n = divmod(n, value)
        roman += letters * times
    return roman
