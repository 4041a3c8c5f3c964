"""Roman numerals: their value is the number, and no letter stands four times in a row."""

from __future__ import annotations

from typing import Annotated

from refute import Pos, where

NUMERALS = [(50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def value_of(roman):
    digits = [{"I": 1, "V": 5, "X": 10, "L": 50}[letter] for letter in roman]
    return sum(-a if a < b else a for a, b in zip(digits, [*digits[1:], 0], strict=True))


def to_roman(
    n: Annotated[Pos, where(lambda v: v < 90)],
) -> Annotated[str, where(lambda v, n: value_of(v) == n), where(lambda v: not any(c * 4 in v for c in "IXL"))]:
    roman = ""
    for value, letters in NUMERALS:
        times, n = divmod(n, value)
        roman += letters * times
    return roman
