"""Counts are grouped, long ones have their magnitude, bars are to scale."""

from __future__ import annotations

import pytest

from refute.report.drawings.bars import bars
from refute.words import grouped, magnitude, plural


def test_thousands_are_grouped() -> None:
    assert grouped(0) == "0"
    assert grouped(321009) == "321,009"
    assert grouped(10**12) == "1,000,000,000,000 (about 1.00·10¹²)"


@pytest.mark.parametrize(
    ("number", "text"),
    [(104132720594943794744252416, "1.04·10²⁶"), (9_999_999, "1.00·10⁷"), (1_999_000, "2.00·10⁶"), (1234, "1.23·10³")],
)
def test_magnitudes_are_rounded(number: int, text: str) -> None:
    assert magnitude(number) == text


def test_one_value_is_no_plural() -> None:
    assert [plural(n, "value") for n in (0, 1, 2)] == ["0 values", "1 value", "2 values"]


def test_bars_are_proportional_and_never_empty() -> None:
    drawn, logarithmic = bars({0: 1, 1: 50, 2: 100}, 10)
    assert not logarithmic
    assert drawn == ["▏", "█████", "██████████"]


def test_counts_far_apart_are_compared_by_their_digits() -> None:
    drawn, logarithmic = bars({0: 1, 1: 10**6, 2: 10**12}, 10)
    assert logarithmic
    assert len(drawn[0]) < len(drawn[1]) < len(drawn[2]) == 10


def test_no_counts_no_bars() -> None:
    assert bars({}, 10) == ([], False)
