"""Scalars: for each type its order from small to large, and what a scope of n admits.

    int         0, 1, -1, 2, -2, …             [-n, n], or the scope's `ints`
    float       halves: 0.0, 0.5, -0.5, 1.0, …  [-n, n]; landmarks -0.0, the smallest and the largest, inf, nan
    complex     0j, 1, 1j and their negatives   up to n times
    Decimal     halves, as for float            [-n, n]; landmarks -0, 0.10, 1E+9, Infinity, NaN
    Fraction    p/q by the larger of |p|, q     |p| <= n, q <= max(n, 1)
    date        days around 2000-01-01          n days; landmarks: leap days, turns of years, first and last date
    datetime    days and n hours around it      n; landmarks as for dates, one aware in UTC, a fold
    time        hours from midnight             n; landmarks noon, last microsecond
    timedelta   0, 1 s, -1 s, 1 day, -1 day …   n; landmarks a microsecond, the largest, the smallest

Constants that refinements compare a scalar with, and their neighbours, are landmarks of it. Strings and bytes are built
character by character; see `strings`.
"""

from __future__ import annotations

import datetime
import math
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

from refute.logic.terms.term import Constant, identity_key
from refute.spaces.ground.palette import CONSTANTS, Keep, Palette

_EPOCH = datetime.date(2000, 1, 1)
_UTC = datetime.UTC


def scalars(kind: str, reach: int, ints: tuple[int, int] | None, marks: Collection[Constant] | None) -> list[Any]:
    """The values of a scalar type, smallest first. `marks` is None where landmarks are turned off."""
    ordinary, landmarks, near = _KINDS[kind]
    low, high = ints or (-reach, reach)
    if kind == "int" and not marks:  # in the same order, for there may be many
        return sorted(range(high, low - 1, -1), key=abs)
    values = list(ordinary(low, high))
    if marks is not None:
        values += landmarks
        for mark in sorted(marks, key=repr):
            values += near(mark.value)
    distinct = {identity_key(value): value for value in values}
    return sorted(distinct.values(), key=lambda value: smallness(kind, value))


def scalars_of_palette(kind: str, palette: Palette, marks: Iterable[Constant], keep: Keep) -> list[Any]:
    """The scalars of a palette, and what is near constants, smallest first."""
    marked = [mark.value for mark in sorted(marks, key=repr)]
    ordinary, _, near = _KINDS[kind]
    if palette.manner == CONSTANTS:
        values = list(ordinary(-palette.ordinary, palette.ordinary))
    else:
        values = palette.scalars(kind, marked, keep)
    for mark in [*marked, *palette.chosen_constants(_CONSTANTS.get(kind, ()))]:
        values += near(mark)
    distinct = {identity_key(value): value for value in values}
    return sorted(distinct.values(), key=lambda value: smallness(kind, value))


def smallness(kind: str, value: Any) -> Any:
    """The order of a scalar type as a sort key: near zero, or near the epoch, first."""
    match kind:
        case "int":
            return abs(value), value < 0
        case "float":
            awkward = value != value or math.isinf(value) or (value == 0 and math.copysign(1, value) < 0)
            return awkward, 0.0 if value != value else abs(value), value < 0, repr(value)
        case "decimal":
            awkward = not value.is_finite() or (value.is_zero() and value.is_signed())
            return (
                awkward,
                abs(value) if value.is_finite() else Decimal(0),
                value < 0 if value.is_finite() else 0,
                str(value),
            )
        case "fraction":
            return max(abs(value.numerator), value.denominator), value.denominator, value < 0, abs(value)
        case "complex":
            return abs(value), value.real < 0 or value.imag < 0, abs(value.imag), repr(value)
        case "date":
            return abs((value - _EPOCH).days), value < _EPOCH
        case "datetime":
            origin = datetime.datetime(2000, 1, 1)
            away = value.replace(tzinfo=None) - origin
            return value.tzinfo is not None, abs(away), away.days < 0, value.fold
        case "time":
            return value.tzinfo is not None, value.replace(tzinfo=None), value.fold
        case "timedelta":
            return abs(value) if value != datetime.timedelta.min else datetime.timedelta.max, value.days < 0
    raise AssertionError(kind)


def _ints(low: int, high: int) -> Iterator[int]:
    yield from range(low, high + 1)


def _near_int(mark: Any) -> list[int]:
    return [mark - 1, mark, mark + 1]


def _floats(low: int, high: int) -> Iterator[float]:
    for twice in range(2 * low, 2 * high + 1):
        yield twice / 2


_FLOATS = [-0.0, sys.float_info.min, 5e-324, sys.float_info.max, -sys.float_info.max, math.inf, -math.inf, math.nan]


def _near_float(mark: Any) -> list[float]:
    try:
        value = float(mark)
    except OverflowError:
        return []
    if not math.isfinite(value):
        return [value]
    return [value, math.nextafter(value, -math.inf), math.nextafter(value, math.inf)]


def _decimals(low: int, high: int) -> Iterator[Decimal]:
    for twice in range(2 * low, 2 * high + 1):
        yield Decimal(twice // 2) if twice % 2 == 0 else Decimal(twice) / 2


_DECIMALS = [Decimal(text) for text in ("-0", "0.10", "0.01", "1E+9", "Infinity", "-Infinity", "NaN")]


def _near_decimal(mark: Any) -> list[Decimal]:
    value = Decimal(mark)
    return [value, value - Decimal("0.01"), value + Decimal("0.01")] if value.is_finite() else [value]


def _fractions(low: int, high: int) -> Iterator[Fraction]:
    for below in range(1, max(high, 1) + 1):
        for above in range(low, high + 1):
            if math.gcd(above, below) == 1:
                yield Fraction(above, below)


def _near_fraction(mark: Any) -> list[Fraction]:
    value = Fraction(mark)
    return [value, value - 1, value + 1]


def _complexes(low: int, high: int) -> Iterator[complex]:
    for number in range(low, high + 1):
        yield complex(number, 0)
        yield complex(0, number)


def _dates(low: int, high: int) -> Iterator[datetime.date]:
    for days in range(low, high + 1):
        yield _EPOCH + datetime.timedelta(days)


_DATES = [
    datetime.date(*parts)
    for parts in (
        (2000, 2, 29),
        (1999, 12, 31),
        (1970, 1, 1),
        (2023, 2, 28),
        (2024, 2, 29),
        (1900, 3, 1),
        (2100, 2, 28),
    )
] + [datetime.date.min, datetime.date.max]


def _near_date(mark: Any) -> list[datetime.date]:
    if isinstance(mark, datetime.datetime):
        mark = mark.date()
    return [mark + datetime.timedelta(step) for step in (-1, 0, 1) if 1 < (mark.toordinal() + step) < 3652059]


def _datetimes(low: int, high: int) -> Iterator[datetime.datetime]:
    for step in range(low, high + 1):
        start = datetime.datetime(2000, 1, 1)
        yield start + datetime.timedelta(hours=step)
        yield start + datetime.timedelta(days=step)


_DATETIMES = [
    datetime.datetime(2000, 2, 29, 23, 59, 59, 999999),
    datetime.datetime(1970, 1, 1),
    datetime.datetime(2000, 1, 1, tzinfo=_UTC),
    datetime.datetime(2000, 1, 1, 12, tzinfo=datetime.timezone(datetime.timedelta(hours=-8))),
    datetime.datetime(2021, 10, 31, 2, 30, fold=1),
    datetime.datetime.min,
    datetime.datetime.max,
]


def _near_datetime(mark: Any) -> list[datetime.datetime]:
    steps = [datetime.timedelta(0), datetime.timedelta(microseconds=1), datetime.timedelta(days=1)]
    found = []
    for step in [*steps, *(-step for step in steps)]:
        with suppress(OverflowError):
            found.append(mark + step)
    return found


def _times(low: int, high: int) -> Iterator[datetime.time]:
    for hour in range(max(low, 0), min(high, 23) + 1):
        yield datetime.time(hour)


_TIMES = [
    datetime.time(12),
    datetime.time(23, 59, 59, 999999),
    datetime.time(0, 0, 0, 1),
    datetime.time(0, tzinfo=_UTC),
]


def _timedeltas(low: int, high: int) -> Iterator[datetime.timedelta]:
    for step in range(low, high + 1):
        yield datetime.timedelta(seconds=step)
        yield datetime.timedelta(days=step)


_TIMEDELTAS = [datetime.timedelta(microseconds=1), datetime.timedelta.min, datetime.timedelta.max]


def _near_timedelta(mark: Any) -> list[datetime.timedelta]:
    step = datetime.timedelta(microseconds=1)
    inside = datetime.timedelta.min < mark < datetime.timedelta.max
    return [mark - step, mark, mark + step] if inside else [mark]


def _near_complex(mark: Any) -> list[complex]:
    try:
        return [complex(mark)]
    except OverflowError:
        return []


def _itself(mark: Any) -> list[Any]:
    return [mark]


# kind → values between two integers, landmarks, what is near a constant
_KINDS: dict[str, tuple[Callable[[int, int], Iterator[Any]], list[Any], Callable[[Any], list[Any]]]] = {
    "int": (_ints, [], _near_int),
    "float": (_floats, _FLOATS, _near_float),
    "decimal": (_decimals, _DECIMALS, _near_decimal),
    "fraction": (_fractions, [], _near_fraction),
    "complex": (_complexes, [], _near_complex),
    "date": (_dates, _DATES, _near_date),
    "datetime": (_datetimes, _DATETIMES, _near_datetime),
    "time": (_times, _TIMES, _itself),
    "timedelta": (_timedeltas, _TIMEDELTAS, _near_timedelta),
}
# kind → types of constants in code that are of use for it
_CONSTANTS: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "float": (int, float),
    "decimal": (int, Decimal),
    "fraction": (int, Fraction),
    "complex": (int, float, complex),
    "date": (datetime.date,),
    "datetime": (datetime.datetime,),
    "time": (datetime.time,),
    "timedelta": (datetime.timedelta,),
}
