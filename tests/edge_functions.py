"""Functions that are wrong at one place each: at an edge that a refinement implies, or just inside."""

import datetime
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from refute import where

Wide = Annotated[int, where(lambda v: 0 <= v < 10**12)]
Far = Annotated[int, where(lambda v: v > 10**9)]
Third = Annotated[int, where(lambda v: v % 7 == 3 and v > 10**6)]
Low = Annotated[int, where(lambda v: v >= 5000)]
Above = Annotated[int, where(lambda v, low: low < v <= 10**9)]
Twice = Annotated[int, where(lambda v, low: v > 2 * low)]
Name = Annotated[str, where(lambda s: 10 <= len(s) <= 20)]
Title = Annotated[str, where(lambda s: len(s) <= 20)]
Share = Annotated[Fraction, where(lambda f: 1000 <= f < 2000)]
Money = Annotated[Decimal, where(lambda d: d.is_finite() and Decimal("1000.00") <= d <= Decimal("9999.99"))]
Heat = Annotated[float, where(lambda t: 1000.0 <= t < 99999.5)]
Leap = Annotated[datetime.date, where(lambda d: d.year == 2096)]
Term = Annotated[datetime.date, where(lambda d: datetime.date(2040, 1, 1) <= d <= datetime.date(2050, 5, 17))]
Cents = Annotated[int, where(lambda v: 1000 <= v <= 999_999)]


@dataclass(frozen=True)
class Price:
    cents: Cents


def smallest(v: Wide) -> None:
    assert v != 0


def largest(v: Wide) -> None:
    assert v != 10**12 - 1


def inside_the_largest(v: Wide) -> None:
    assert v != 10**12 - 2


def just_above(v: Far) -> None:
    assert v != 10**9 + 1


def second_above(v: Far) -> None:
    assert v != 10**9 + 2


def beyond_a_word(v: Far) -> None:
    assert v < 2**64


def first_of_its_class(v: Third) -> None:
    assert v != 1_000_002


def second_of_its_class(v: Third) -> None:
    assert v != 1_000_009


def next_to_each_other(low: Low, high: Above) -> None:
    assert high != low + 1


def far_apart(low: Low, high: Above) -> None:
    assert not (low == 5000 and high == 10**9)


def no_room_at_all(low: Low, high: Twice) -> None:
    assert high != 2 * low + 1


def shortest(s: Name) -> None:
    assert len(s) != 10


def longest(s: Name) -> None:
    assert len(s) != 20


def one_less(s: Name) -> None:
    assert len(s) != 19


def longest_title(s: Title) -> None:
    assert len(s) != 20


def closed_end(f: Share) -> None:
    assert f != 1000


def open_end(f: Share) -> None:
    assert f < Fraction(19_999, 10)


def most_money(d: Money) -> None:
    assert d != Decimal("9999.99")


def coldest(t: Heat) -> None:
    assert t != 1000.0


def hottest(t: Heat) -> None:
    assert t < 99999.4


def leap_day(d: Leap) -> None:
    assert (d.month, d.day) != (2, 29)


def last_day_of_the_year(d: Leap) -> None:
    assert (d.month, d.day) != (12, 31)


def last_day(d: Term) -> None:
    assert d != datetime.date(2050, 5, 17)


def highest_field(p: Price) -> None:
    assert p.cents != 999_999


def lowest_element(xs: list[Cents]) -> None:
    assert 1000 not in xs


def second_element(xs: list[Cents]) -> None:
    assert len(xs) < 2 or xs[1] != 999_999
