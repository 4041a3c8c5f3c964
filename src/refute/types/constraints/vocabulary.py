"""Constraints that several libraries have in common: bounds, lengths, patterns, time zones, functions."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from refute.errors import ConstraintError, Place
from refute.logic.reading.names import of_value
from refute.logic.reading.predicates import VALUE, Conjunct, Predicate, read_predicate
from refute.logic.regular.pattern import How, NotRegularError, language
from refute.logic.terms.numerals import represented
from refute.logic.terms.opaque import Run
from refute.logic.terms.term import Term, const, var

_V = var(VALUE)
_ORDER: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "gt": (operator.gt, ">"),
    "ge": (operator.ge, ">="),
    "lt": (operator.lt, "<"),
    "le": (operator.le, "<="),
}


def predicate(run: Callable[[Any], Any], text: str, term: Term, place: Place | None, reason: str = "") -> Predicate:
    """A predicate of one conjunct on the value alone."""
    return Predicate(run, (), (Conjunct(text, term, reason),), text, place)


def opaque(run: Callable[[Any], Any], text: str, place: Place | None, reason: str) -> Predicate:
    """An opaque predicate on the value, and why it is opaque."""
    return predicate(run, text, Term("truth", (Term("opaque", (_V,), Run(run)),)), place, reason)


@dataclass(frozen=True, eq=False)
class Comparison(Predicate):
    """A declared comparison with a limit. Values that cannot be compared do not satisfy it."""

    limit: Any = None


def bound(how: str, limit: Any, place: Place | None) -> Predicate:
    """A bound on the value; `how` is gt, ge, lt or le."""
    compare, sign = _ORDER[how]
    edge = of_value(limit)
    op = "lt" if how in ("gt", "lt") else "le"
    term = Term(op, (edge, _V) if how in ("gt", "ge") else (_V, edge))
    text = f"v {sign} {represented(limit)}"
    return Comparison(lambda value: compare(value, limit), (), (Conjunct(text, term),), text, place, limit)


def multiple_of(step: Any, place: Place | None) -> Predicate:
    """`v % step == 0`."""
    term = Term("eq", (Term("mod", (_V, of_value(step))), const(0)))
    text = f"v % {represented(step)} == 0"
    return Comparison(lambda value: value % step == 0, (), (Conjunct(text, term),), text, place, step)


def where_defined(condition: Predicate, kind: str) -> Predicate:
    """A comparison guarded against operands that raise: NaN and Infinity for Decimals, times with and without zone."""
    if not isinstance(condition, Comparison):
        return condition
    limit, place = condition.limit, condition.place
    if kind == "decimal":
        defined = _asked("is_finite", True) if condition.term.op == "eq" else _asked("is_nan", False)
    elif kind in ("datetime", "time") and hasattr(limit, "tzinfo"):
        defined = timezone(None if limit.tzinfo is None else ..., place)
    else:
        return condition
    conjuncts = (*defined.conjuncts, *condition.conjuncts)
    return Predicate(lambda value: defined.run(value) and condition.run(value), (), conjuncts, condition.text, place)


def _asked(method: str, answer: bool) -> Predicate:
    """The condition that a method of the value, called without arguments, returns a given Boolean."""
    asked = Term("truth", (Term("method", (_V,), method),))
    text = f"v.{method}()" if answer else f"not v.{method}()"
    run = lambda value: getattr(value, method)() is answer  # noqa: E731
    return predicate(run, text, asked if answer else Term("not", (asked,)), None)


def length(how: str, limit: int, place: Place | None) -> Predicate:
    """A bound on the length; `how` is ge or le."""
    compare, sign = _ORDER[how]
    size = Term("len", (_V,))
    term = Term("le", (const(limit), size) if how == "ge" else (size, const(limit)))
    return predicate(lambda value: compare(len(value), limit), f"len(v) {sign} {represented(limit)}", term, place)


def pattern(regex: str | re.Pattern[str], place: Place | None, how: How = "search") -> Predicate:
    """The condition that `re.search` (or `re.match`, `re.fullmatch`) finds a pattern."""
    try:
        compiled = re.compile(regex)
    except (re.error, OverflowError, RecursionError) as error:
        raise ConstraintError(
            f"{regex!r} is not a pattern of re: {error}",
            place=place,
            remedy="Write a regular expression as the module re reads it.",
        ) from None
    run: Callable[[Any], Any] = getattr(compiled, how)
    return described(run, f"re.{how}({compiled.pattern!r}, v)", compiled, place, how)


def described(
    run: Callable[[Any], Any], text: str, regex: re.Pattern[str], place: Place | None, how: How = "fullmatch"
) -> Predicate:
    """A condition on a text that is equivalent to finding a pattern of `re`."""
    try:
        term = Term("match", (_V,), language(regex.pattern, regex.flags, how))
    except NotRegularError as error:
        return opaque(run, text, place, str(error.problem))
    return predicate(run, text, term, place)


def timezone(zone: Any, place: Place | None) -> Predicate:
    """A condition on the time zone. None: naive; `...`: aware; a string or tzinfo: that zone."""

    def fits(value: Any) -> bool:
        own = value.tzinfo
        if zone is None or zone is ...:
            return (own is None) == (zone is None)
        if isinstance(zone, str):
            return own is not None and zone in (str(own), own.tzname(value), getattr(own, "key", None))
        return bool(own == zone)

    text = "v is naive" if zone is None else "v is aware" if zone is ... else f"v has time zone {zone!s}"
    return predicate(fits, text, Term("truth", (Term("apply", (_V,), fits),)), place)


def function(spec: Callable[..., Any], place: Place | None) -> Predicate:
    """A function of the value as a predicate."""
    found = read_predicate(spec, {}, place)
    if found.names:
        raise ConstraintError(
            f"the predicate `{found.text}` takes {len(found.names) + 1} arguments",
            place=found.place or place,
            remedy="Predicates of this kind see only the value; use where(...) to relate it to others.",
        )
    return found


def instance_of(classes: tuple[type, ...], place: Place | None) -> Predicate:
    names = " | ".join(cls.__name__ for cls in classes)
    term = Term("isinstance", (_V,), classes)
    return predicate(lambda value: isinstance(value, classes), f"isinstance(v, {names})", term, place)


def one_of(options: Any, place: Place | None) -> Predicate:
    term = Term("in", (_V, of_value(options)))
    return predicate(lambda value: value in options, f"v in {represented(options)}", term, place)


def equal(other: Any, place: Place | None) -> Predicate:
    return predicate(
        lambda value: value == other, f"v == {represented(other)}", Term("eq", (_V, of_value(other))), place
    )


def is_none(place: Place | None) -> Predicate:
    return predicate(lambda value: value is None, "v is None", Term("is", (_V, const(None))), place)
