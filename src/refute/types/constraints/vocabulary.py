"""The constraints all dialects have in common, as predicates: bounds, lengths, patterns, time zones, functions."""

from __future__ import annotations

import datetime
import operator
import re
from collections.abc import Callable
from typing import Any

from refute.logic.calls import Run
from refute.logic.errors import ConstraintError, Place
from refute.logic.parse import of_value
from refute.logic.predicates import VALUE, Conjunct, Predicate, read_predicate
from refute.logic.regular_parse import NotRegularError, language
from refute.logic.terms import Term, const, var

_V = var(VALUE)
_ORDER: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "gt": (operator.gt, ">"),
    "ge": (operator.ge, ">="),
    "lt": (operator.lt, "<"),
    "le": (operator.le, "<="),
}


def _predicate(run: Callable[[Any], Any], text: str, term: Term, place: Place | None, reason: str = "") -> Predicate:
    return Predicate(run, (), (Conjunct(text, term, reason),), text, place)


def bound(how: str, limit: Any, place: Place | None) -> Predicate:
    """`how` is gt, ge, lt or le."""
    compare, sign = _ORDER[how]
    edge = of_value(limit)
    op = "lt" if how in ("gt", "lt") else "le"
    term = Term(op, (edge, _V) if how in ("gt", "ge") else (_V, edge))
    return _predicate(lambda value: compare(value, limit), f"v {sign} {limit!r}", term, place)


def multiple_of(step: Any, place: Place | None) -> Predicate:
    """By Python's meaning: `v % step == 0`."""
    term = Term("eq", (Term("mod", (_V, of_value(step))), const(0)))
    return _predicate(lambda value: value % step == 0, f"v % {step!r} == 0", term, place)


def length(how: str, limit: int, place: Place | None) -> Predicate:
    """`how` is ge or le."""
    compare, sign = _ORDER[how]
    size = Term("len", (_V,))
    term = Term("le", (const(limit), size) if how == "ge" else (size, const(limit)))
    return _predicate(lambda value: compare(len(value), limit), f"len(v) {sign} {limit}", term, place)


def pattern(regex: str | re.Pattern[str], place: Place | None, *, whole: bool) -> Predicate:
    """A text in which the pattern is found, or that it describes as a whole."""
    compiled = re.compile(regex)
    how = "fullmatch" if whole else "search"
    text = f"re.{how}({compiled.pattern!r}, v)"
    run: Callable[[Any], Any] = compiled.fullmatch if whole else compiled.search
    spelled = compiled.pattern if whole else f"(?s:.*)(?:{compiled.pattern})(?s:.*)"
    try:
        term = Term("match", (_V,), language(spelled, compiled.flags))
    except NotRegularError as error:
        return _predicate(run, text, Term("truth", (Term("opaque", (_V,), Run(run)),)), place, str(error))
    return _predicate(run, text, term, place)


def timezone(zone: Any, place: Place | None) -> Predicate:
    """None: naive; `...`: aware; a string or tzinfo: that very zone."""

    def fits(value: Any) -> bool:
        own = value.tzinfo
        if zone is None or zone is ...:
            return (own is None) == (zone is None)
        if isinstance(zone, str):
            return own is not None and zone in (str(own), own.tzname(value), getattr(own, "key", None))
        return bool(own == zone)

    text = "v is naive" if zone is None else "v is aware" if zone is ... else f"v has time zone {zone!s}"
    return _predicate(fits, text, Term("truth", (Term("apply", (_V,), fits),)), place)


def function(spec: Callable[..., Any], place: Place | None, *, negated: bool = False) -> Predicate:
    """Any function of the value."""
    found = read_predicate(spec, {}, place)
    if found.names:
        raise ConstraintError(
            f"the predicate `{found.text}` takes {len(found.names) + 1} arguments",
            place=found.place or place,
            remedy="Predicates of this kind see only the value; use where(...) to relate it to others.",
        )
    if not negated:
        return found
    term = Term("not", (found.term,))
    reason = next((part.reason for part in found.conjuncts if part.reason), "")
    return _predicate(lambda value: not found.run(value), f"not ({found.text})", term, place, reason)


def zone_named(name: str) -> datetime.tzinfo | None:
    """A time zone by name, if this machine knows it."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return None
