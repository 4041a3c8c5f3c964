"""Encoding of dates, times of day, datetimes and time deltas: an integer for each field."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any

import z3

from refute.logic.smt.strings.encoding import Untranslatable

_SECOND = 10**6  # microseconds
_DAY = 24 * 60 * 60 * _SECOND
_BEFORE_MONTH = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)  # days of a year that is no leap year
_CYCLE = (400, 100, 4, 1)  # years
_CYCLE_DAYS = (146_097, 36_524, 1_461, 365)


@dataclass(frozen=True)
class Day:
    """A date: year, month and day.

    The ordinal of a date involves divisions of its year, which are hard for a solver. So the years before an unknown
    date are represented by a `cycle`: how many times 400, 100, 4 and 1. A date that results from arithmetic is known by
    its ordinal, `counted`, and `facts` define its fields.
    """

    year: Any
    month: Any
    day: Any
    cycle: tuple[Any, ...] = ()
    counted: Any = None
    facts: tuple[Any, ...] = ()

    @property
    def parts(self) -> list[Any]:
        return [self.year, self.month, self.day]

    @property
    def place(self) -> Any:
        """A number that orders dates as they are ordered."""
        return (self.year * 12 + self.month) * 31 + self.day

    @property
    def number(self) -> Any:
        """The ordinal, as `toordinal` returns it."""
        return self.counted if self.counted is not None else self._count()

    def _count(self) -> Any:
        if self.cycle:
            before = sum(days * part for days, part in zip(_CYCLE_DAYS, self.cycle, strict=True))
        else:
            years = self.year - 1
            before = 365 * years + years / 4 - years / 100 + years / 400
        months = z3.IntVal(_BEFORE_MONTH[-1])
        for month in range(len(_BEFORE_MONTH) - 1, 0, -1):
            months = z3.If(self.month == month, _BEFORE_MONTH[month - 1], months)
        return before + months + z3.If(z3.And(self.month > 2, self.is_leap), 1, 0) + self.day

    @property
    def is_leap(self) -> Any:
        if not self.cycle:
            return z3.And(self.year % 4 == 0, z3.Or(self.year % 100 != 0, self.year % 400 == 0))
        _, hundreds, fours, ones = self.cycle
        return z3.And(ones == 3, z3.Or(fours != 24, hundreds == 3))

    @property
    def limits(self) -> list[Any]:
        """The conditions on the fields of a valid date."""
        year, month, day = self.parts
        short = [z3.Or(month != other, day <= 30) for other in (4, 6, 9, 11)]
        february = z3.Or(month != 2, day <= 28 + z3.If(self.is_leap, 1, 0))
        most = zip(self.cycle, (24, 3, 24, 3), strict=True) if self.cycle else ()
        counted = [year - 1 == sum(n * part for n, part in zip(_CYCLE, self.cycle, strict=True))] if self.cycle else []
        return [
            *_between(year, datetime.MINYEAR, datetime.MAXYEAR),
            *_between(month, 1, 12),
            *_between(day, 1, 31),
            *(limit for part, high in most for limit in _between(part, 0, high)),
            *counted,
            *short,
            february,
        ]

    @property
    def corners(self) -> list[Any]:
        """Corner cases: leap days, the first and the last day of a year."""
        return [z3.And(self.month == month, self.day == day) for month, day in ((2, 29), (12, 31), (1, 1))]


@dataclass(frozen=True)
class TimeOfDay:
    """A time of day, naive or in UTC."""

    hour: Any
    minute: Any
    second: Any
    microsecond: Any
    aware: Any = field(default_factory=lambda: z3.BoolVal(False))

    @property
    def parts(self) -> list[Any]:
        return [self.hour, self.minute, self.second, self.microsecond]

    @property
    def place(self) -> Any:
        return ((self.hour * 60 + self.minute) * 60 + self.second) * _SECOND + self.microsecond

    @property
    def limits(self) -> list[Any]:
        largest = (23, 59, 59, _SECOND - 1)
        return [limit for part, most in zip(self.parts, largest, strict=True) for limit in _between(part, 0, most)]

    @property
    def corners(self) -> list[Any]:
        """Corner cases: midnight, and just before it."""
        return [self.place == 0, self.place == _DAY - 1]


@dataclass(frozen=True)
class Moment:
    """A datetime: a date and a time of day."""

    date: Day
    time: TimeOfDay

    @property
    def aware(self) -> Any:
        return self.time.aware

    @property
    def parts(self) -> list[Any]:
        return [*self.date.parts, *self.time.parts]

    @property
    def place(self) -> Any:
        return self.date.place * _DAY + self.time.place

    @property
    def instant(self) -> Any:
        """Microseconds since the day before 0001-01-01."""
        return self.date.number * _DAY + self.time.place

    @property
    def limits(self) -> list[Any]:
        return [*self.date.limits, *self.time.limits]

    @property
    def corners(self) -> list[Any]:
        return [*self.date.corners, *self.time.corners]


@dataclass(frozen=True)
class Span:
    """A `timedelta`: days of any sign, non-negative seconds and microseconds."""

    days: Any
    seconds: Any
    microseconds: Any
    counted: Any = None

    @property
    def parts(self) -> list[Any]:
        return [self.days, self.seconds, self.microseconds]

    @property
    def place(self) -> Any:
        if self.counted is not None:
            return self.counted
        return self.days * _DAY + self.seconds * _SECOND + self.microseconds

    @property
    def limits(self) -> list[Any]:
        most = datetime.timedelta.max.days
        return [
            *_between(self.days, -most, most),
            *_between(self.seconds, 0, _DAY // _SECOND - 1),
            *_between(self.microseconds, 0, _SECOND - 1),
        ]

    @property
    def corners(self) -> list[Any]:
        """Corner cases: zero and its neighbours."""
        return [self.place == 0, self.place == 1, self.place == -1]


@dataclass(frozen=True)
class Zone:
    """The value of a `tzinfo` attribute: None, or UTC if `aware`."""

    aware: Any


Temporal = Day | TimeOfDay | Moment | Span


def moment_value(value: object) -> Temporal | Zone:
    """A constant. Raises Untranslatable if it is none of these, or cannot be converted to UTC."""
    try:
        match value:
            case None | datetime.UTC:
                return Zone(z3.BoolVal(value is not None))
            case datetime.datetime():
                if value.tzinfo is not None:
                    value = value.astimezone(datetime.UTC)
                return Moment(_day(value), _clock(value, value.tzinfo is not None))
            case datetime.date():
                return _day(value)
            case datetime.time() if not value.utcoffset():
                return _clock(value, value.tzinfo is not None)
            case datetime.timedelta():
                return Span(*map(z3.IntVal, (value.days, value.seconds, value.microseconds)))
    except (OverflowError, ValueError):
        pass
    raise Untranslatable(f"{value!r} is no value the solver knows")


def _day(value: datetime.date) -> Day:
    return Day(*map(z3.IntVal, (value.year, value.month, value.day)))


def _clock(value: datetime.datetime | datetime.time, aware: bool) -> TimeOfDay:
    hour, minute, second, microsecond = map(z3.IntVal, (value.hour, value.minute, value.second, value.microsecond))
    return TimeOfDay(hour, minute, second, microsecond, z3.BoolVal(aware))


def _between(part: Any, low: int, high: int) -> list[Any]:
    return [part >= low, part <= high]


def unknown_day(name: str) -> Day:
    year, month, day, *cycle = (z3.Int(f"{name}.{part}") for part in ("year", "month", "day", *_CYCLE))
    return Day(year, month, day, tuple(cycle))


def day_at(number: Any) -> Day:
    """The date with this number."""
    free = unknown_day(str(z3.FreshInt("day")))
    exists = z3.And(*_between(number, 1, datetime.date.max.toordinal()))
    facts = (z3.Implies(exists, z3.And(*free.limits, free.number == number)),)
    return replace(free, counted=number, facts=facts)


def moment_at(instant: Any, aware: Any) -> Moment:
    rest = instant % _DAY
    seconds = rest / _SECOND
    clock = TimeOfDay(seconds / 3600, seconds / 60 % 60, seconds % 60, rest % _SECOND, aware)
    return Moment(day_at(instant / _DAY), clock)


def facts_of(value: object) -> tuple[Any, ...]:
    """The conditions that define the fields of a result of arithmetic."""
    match value:
        case Day():
            return value.facts
        case Moment():
            return value.date.facts
    return ()


def span_of(total: Any) -> Span:
    """The time delta of a number of microseconds."""
    return Span(total / _DAY, total % _DAY / _SECOND, total % _SECOND, total)


def span_of_days(days: Any) -> Span:
    return Span(days, z3.IntVal(0), z3.IntVal(0))


def span_from(days: Any, *smaller: Any) -> Span:
    """The result of `timedelta(days, seconds, microseconds, milliseconds, minutes, hours, weeks)`."""
    sizes = (_SECOND, 1, 1_000, 60 * _SECOND, 3_600 * _SECOND, 7 * _DAY)
    return span_of(days * _DAY + sum(size * part for size, part in zip(sizes, smaller, strict=True)))


def weekday(day: Day) -> Any:
    """Monday is 0."""
    return (day.number + 6) % 7


def seconds_in(span: Span) -> Any:
    return z3.ToReal(span.place) / _SECOND


def same_place(a: Temporal, b: Temporal) -> tuple[Any, Any, Any]:
    """Two values of one type as numbers, and the condition that Python compares them: both are naive, or both aware."""
    match a, b:
        case Day(), Day() if a.counted is not None or b.counted is not None:
            return a.number, b.number, z3.BoolVal(True)
        case Moment(), Moment():
            x, y, _ = same_place(a.date, b.date)
            return x * _DAY + a.time.place, y * _DAY + b.time.place, a.aware == b.aware
        case TimeOfDay(), TimeOfDay():
            return a.place, b.place, a.aware == b.aware
    return a.place, b.place, z3.BoolVal(True)


def added(a: Any, b: Any) -> Any:
    match a, b:
        case Span(), Span():
            return span_of(a.place + b.place)
        case Span(), Day() | Moment():
            return added(b, a)
        case Day(), Span():
            return day_at(a.number + b.days)
        case Moment(), Span():
            return moment_at(a.instant + b.place, a.aware)
    raise Untranslatable("times that cannot be added")


def subtracted(a: Any, b: Any) -> Any:
    match a, b:
        case Span(), Span():
            return span_of(a.place - b.place)
        case Day(), Span():
            return day_at(a.number - b.days)
        case Moment(), Span():
            return moment_at(a.instant - b.place, a.aware)
        case Day(), Day():
            return span_of_days(a.number - b.number)
        case Moment(), Moment():
            return span_of(a.instant - b.instant)
    raise Untranslatable("times that cannot be subtracted")


def multiplied(a: Any, b: Any) -> Any:
    if isinstance(b, Span):
        a, b = b, a
    if isinstance(a, Span) and z3.is_int(b):
        return span_of(a.place * b)
    raise Untranslatable("a time that cannot be multiplied")


def floor_divided(floor: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """Floor division, where `floor` divides integers as Python does."""
    if isinstance(a, Span) and isinstance(b, Span):
        return floor(a.place, b.place)
    if isinstance(a, Span) and z3.is_int(b):
        return span_of(floor(a.place, b))
    raise Untranslatable("a time that cannot be divided")


def negated(a: Any) -> Span:
    if isinstance(a, Span):
        return span_of(-a.place)
    raise Untranslatable("a time that has no sign")


def divided(a: Any, b: Any) -> Any:
    if isinstance(a, Span) and isinstance(b, Span):
        return z3.ToReal(a.place) / z3.ToReal(b.place)
    raise Untranslatable("a time that cannot be divided")


def remaining(floor: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    if isinstance(a, Span) and isinstance(b, Span):
        return span_of(a.place - b.place * floor(a.place, b.place))
    raise Untranslatable("a time that cannot be divided")


def chosen(condition: Any, a: Any, b: Any) -> Any:
    """A choice between two values of one type, field by field."""
    if isinstance(a, Day) and (a.counted is not None or b.counted is not None):
        return day_at(z3.If(condition, a.number, b.number))
    if isinstance(a, Day):
        return Day(*(z3.If(condition, x, y) for x, y in zip(a.parts, b.parts, strict=True)))
    if isinstance(a, Span):
        return span_of(z3.If(condition, a.place, b.place))
    if not isinstance(a, Temporal | Zone):
        return z3.If(condition, a, b)
    return type(a)(*(chosen(condition, getattr(a, part.name), getattr(b, part.name)) for part in fields(a)))
