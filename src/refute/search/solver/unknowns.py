"""Unknown scalars as variables of Z3: their ranges, their corner cases, and their values in a model."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import z3

from refute.logic.smt.floats import corners, float_of, float_variable
from refute.logic.smt.literals import fraction_of, integer_of, word_literal
from refute.logic.smt.moments import Day, Moment, Span, Temporal, TimeOfDay, unknown_day
from refute.logic.smt.strings.encoding import Octets, any_octets, text_of
from refute.logic.smt.strings.letter_by_letter import Spelled
from refute.logic.terms.numerals import represented
from refute.search.solver.models import among

_MOST_DIGITS = 1_000  # of a decimal


@dataclass(frozen=True)
class Unknown:
    """A scalar to be chosen: one of a domain of integers in ascending order, or any of a kind."""

    name: str
    kind: str
    domain: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        if self.domain is None:
            return f"{self.name}: {self.kind}"
        low, high = represented(self.domain[0]), represented(self.domain[-1])
        return f"{self.name}: {low}..{high}" + (f" ({len(self.domain)} of them)" if self._has_gaps() else "")

    def _has_gaps(self) -> bool:
        assert self.domain is not None
        return self.domain[-1] - self.domain[0] >= len(self.domain)


def variable_of(unknown: Unknown, *, ieee: bool = False, words: int | None = None) -> Any:
    """The variable of an unknown. With `ieee`, floats are not reals; with `words`, integers have that many bits."""
    name = unknown.name

    def integers(*parts: str) -> list[Any]:
        return [z3.Int(f"{name}.{part}") for part in parts]

    def time_of_day() -> TimeOfDay:
        hour, minute, second, microsecond = integers("hour", "minute", "second", "microsecond")
        return TimeOfDay(hour, minute, second, microsecond, z3.Bool(f"{name}.aware"))

    match unknown.kind:
        case "int":
            return z3.Int(name) if words is None else z3.BitVec(name, words)
        case "str":
            return z3.String(name)
        case "bytes":
            return Octets(z3.String(name))
        case "date":
            return unknown_day(name)
        case "time":
            return time_of_day()
        case "datetime":
            return Moment(unknown_day(name), time_of_day())
        case "timedelta":
            return Span(*integers("days", "seconds", "microseconds"))
        case "float" if ieee:
            return float_variable(name)
    return z3.Real(name)


def within(unknown: Unknown, variable: Any) -> list[Any]:
    """The range of an unknown, as conditions on its variable."""
    if unknown.domain is not None:
        return [among(variable, unknown.domain)]
    if isinstance(variable, Temporal):
        return variable.limits
    if z3.is_bv(variable):  # with room to add some of them
        room = word_literal(1 << (variable.size() - 3), variable.size())
        return [-room <= variable, variable < room]
    return [z3.InRe(variable.text, any_octets())] if isinstance(variable, Octets) else []


def parts_of(variable: Any) -> list[Any]:
    """The scalars of Z3 that an unknown consists of: two models with equal ones give it the same value."""
    match variable:
        case Octets():
            return parts_of(variable.text)
        case Spelled():
            return list(variable.codes)
        case _ if isinstance(variable, Temporal):
            return variable.parts
    return [variable]


def bounded_parts(variable: Any) -> list[Any]:
    """The numbers and texts of an unknown whose boundaries matter: not the codes of characters."""
    if isinstance(variable, Octets | Spelled):
        return []
    return [part for part in parts_of(variable) if z3.is_arith(part) or z3.is_string(part)]


def corners_of(variable: Any, marks: set[float]) -> list[Any]:
    """Corner cases of an unknown; `marks` are the floats that conditions mention."""
    if isinstance(variable, Temporal):
        return variable.corners
    return corners(variable, marks) if z3.is_fp(variable) else []


def decoded(unknown: Unknown, variable: Any, model: z3.ModelRef) -> Any:
    """The value of an unknown in a model. Raises ValueError or OverflowError if Python has no such value."""
    values = [model.eval(part, model_completion=True) for part in parts_of(variable)]
    match unknown.kind:
        case "int":
            return integer_of(values[0])
        case "str":
            return _text(variable, values)
        case "bytes":
            return _text(variable.text, values).encode("latin-1")
        case "date" | "datetime" | "time" | "timedelta":
            return _moment(variable, list(map(integer_of, values)), model)
    if z3.is_fp(values[0]):
        return float_of(values[0])
    exact = fraction_of(values[0])
    match unknown.kind:
        case "fraction":
            return exact
        case "decimal":
            return _decimal(exact)
    return float(exact)


def _text(variable: Any, values: list[Any]) -> str:
    return "".join(chr(integer_of(value)) for value in values) if isinstance(variable, Spelled) else text_of(values[0])


def _moment(variable: Any, parts: list[int], model: z3.ModelRef) -> Any:
    if isinstance(variable, Span):
        return datetime.timedelta(*parts)
    if isinstance(variable, Day):
        return datetime.date(*parts)
    zone = datetime.UTC if z3.is_true(model.eval(variable.aware)) else None
    kind: Any = datetime.time if isinstance(variable, TimeOfDay) else datetime.datetime
    return kind(*parts, tzinfo=zone)


def _decimal(exact: Fraction) -> Decimal:
    """All digits of a terminating decimal; of others, as many as the context keeps."""
    below = exact.denominator
    for factor in (2, 5):
        while below % factor == 0:
            below //= factor
    if below != 1:
        return Decimal(exact.numerator) / Decimal(exact.denominator)
    with localcontext(prec=_MOST_DIGITS):
        return Decimal(exact.numerator) / Decimal(exact.denominator)
