"""Encoding of attributes and methods of dates, times and time deltas."""

from __future__ import annotations

from typing import Any

import z3

from refute.logic.smt.encoder import Encoder, EncodingRule
from refute.logic.smt.moments import Day, Moment, Span, TimeOfDay, Zone, seconds_in, weekday
from refute.logic.smt.strings.encoding import Untranslatable
from refute.logic.terms.term import Term

_OF_DAYS = frozenset({"year", "month", "day"})
_OF_CLOCKS = frozenset({"hour", "minute", "second", "microsecond"})
_OF_SPANS = frozenset({"days", "seconds", "microseconds"})


def attribute(t: Encoder, term: Term) -> Any:
    value, name = t.expression(term.args[0]), str(term.data)
    match value:
        case Day() if name in _OF_DAYS:
            return getattr(value, name)
        case Moment() if name in _OF_DAYS:
            return getattr(value.date, name)
        case Moment() if name in _OF_CLOCKS:
            return getattr(value.time, name)
        case TimeOfDay() if name in _OF_CLOCKS:
            return getattr(value, name)
        case TimeOfDay() | Moment() if name == "tzinfo":
            return Zone(value.aware)
        case Span() if name in _OF_SPANS:
            return getattr(value, name)
    if name in ("real", "numerator") and z3.is_int(value):
        return value
    raise Untranslatable(f"the attribute {name}")


def of_time(t: Encoder, name: str, value: Any) -> Any:
    """A method without arguments of a date, a time or a time delta."""
    match value, name:
        case Moment(), "date":
            return value.date
        case Moment(), "time":
            return TimeOfDay(*value.time.parts)
        case Moment(), _:
            return of_time(t, name, value.date)
        case Day(), "toordinal":
            return value.number
        case Day(), "weekday":
            return weekday(value)
        case Day(), "isoweekday":
            return weekday(value) + 1
        case Span(), "total_seconds":
            t.exact = False
            return seconds_in(value)
    raise Untranslatable(f"the method {name}")


DATES: dict[str, EncodingRule] = {
    "attr": attribute,
}
