"""Unknown scalars as a solver has them: variables, what holds of them, and back to Python values."""

from __future__ import annotations

import datetime
import math
from contextlib import suppress
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import z3

from refute.logic.reducer import Reducer
from refute.logic.smt import Translator
from refute.logic.smt_floats import AFFORDABLE, corners, float_of, float_variable
from refute.logic.smt_moments import Clock, Day, Moment, Span, Temporal, unknown_day
from refute.logic.smt_text import Octets, Untranslatable, any_octets, common_text, text_of
from refute.logic.terms import Term, constant_value, subterms
from refute.search.models import among
from refute.search.skeletons import Open, Unknown

_MOST_DIGITS = 1_000  # of a decimal


class Trail:
    """Tells a solver what is left open, going back only as far as two of them differ.

    `common` asks for texts of common characters. With `ieee`, floats are what they are, and not reals.
    """

    def __init__(
        self, solver: z3.Solver, reducer: Reducer, left_out: dict[str, None], *, common: bool, ieee: bool = False
    ) -> None:
        self._solver = solver
        self._common = common
        self._ieee = ieee
        self._left_out = left_out
        self._variables: dict[Unknown, Any] = {}
        self._named: dict[str, Any] = {}
        self._decimals: set[str] = set()
        self._translator = Translator(reducer, self._named, narrow=True, ieee=ieee, decimals=self._decimals)
        self._told: dict[Unknown | Term, list[Any]] = {}
        self._efforts: dict[Term, int] = {}
        self._facts: list[Unknown | Term] = []

    def variable(self, unknown: Unknown) -> Any:
        if unknown not in self._variables:
            self._variables[unknown] = variable_of(unknown, ieee=self._ieee)
        return self._variables[unknown]

    def follow(self, left: Open) -> z3.Solver:
        """The solver, told all of it and nothing else."""
        shared = 0
        for old, new in zip(self._facts, left.facts, strict=False):
            if old is not new and old != new:
                break
            shared += 1
        self._solver.pop(len(self._facts) - shared)
        del self._facts[shared:]
        for fact in left.facts[shared:]:
            self._solver.push()
            self._solver.add(*self.told(fact))
            self._facts.append(fact)
        return self._solver

    def told(self, fact: Unknown | Term) -> list[Any]:
        """A fact in the solver's words; nothing if it has none for it."""
        if isinstance(fact, Unknown):
            self._named[fact.name] = variable = self.variable(fact)
            if fact.kind == "decimal":
                self._decimals.add(fact.name)
            spelled = fact.kind in ("str", "bytes")
            common = [z3.InRe(*parts_of(variable), common_text())] if self._common and spelled else []
            return [*within(fact, variable), *common]
        if fact not in self._told:
            self._translator.effort = 0
            try:
                condition = self._translator.condition(fact)
                self._told[fact] = [condition, *self._translator.definitions(fact)]
            except Untranslatable as error:
                self._left_out[str(error)] = None
                self._told[fact] = []
            self._efforts[fact] = self._translator.effort
        return self._told[fact]

    def is_affordable(self, left: Open) -> bool:
        """Whether the solver may come to an end with it, as it is said here."""
        for fact in left.facts:
            self.told(fact)
        return sum(self._efforts[condition] for condition in left.conditions) <= AFFORDABLE

    def corners(self, left: Open) -> list[Any]:
        """Where mistakes are made, for each of the unknowns. As floats take their time, one anywhere comes first."""
        marks = {mark for condition in left.conditions for mark in _marks(condition)} if self._ieee else set()
        found = [corner for unknown in left.unknowns for corner in _corners(self.variable(unknown), marks)]
        return [z3.BoolVal(True), *found] if self._ieee else found


def variable_of(unknown: Unknown, *, ieee: bool = False) -> Any:
    name = unknown.name

    def integers(*parts: str) -> list[Any]:
        return [z3.Int(f"{name}.{part}") for part in parts]

    def clock() -> Clock:
        hour, minute, second, microsecond = integers("hour", "minute", "second", "microsecond")
        return Clock(hour, minute, second, microsecond, z3.Bool(f"{name}.aware"))

    match unknown.kind:
        case "int":
            return z3.Int(name)
        case "str":
            return z3.String(name)
        case "bytes":
            return Octets(z3.String(name))
        case "date":
            return unknown_day(name)
        case "time":
            return clock()
        case "datetime":
            return Moment(unknown_day(name), clock())
        case "timedelta":
            return Span(*integers("days", "seconds", "microseconds"))
        case "float" if ieee:
            return float_variable(name)
    return z3.Real(name)


def parts_of(variable: Any) -> list[Any]:
    """What of an unknown tells one choice from another."""
    match variable:
        case Octets():
            return [variable.text]
        case _ if isinstance(variable, Temporal):
            return variable.parts
    return [variable]


def _marks(condition: Term) -> list[float]:
    """The floats that are written in a condition."""
    found = []
    for part in subterms(condition):
        value = constant_value(part) if part.op == "const" else None
        if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
            with suppress(OverflowError):
                found.append(float(value))
    return [mark for mark in found if math.isfinite(mark)]


def _corners(variable: Any, marks: set[float]) -> list[Any]:
    if isinstance(variable, Temporal):
        return variable.corners
    return corners(variable, marks) if z3.is_fp(variable) else []


def within(unknown: Unknown, variable: Any) -> list[Any]:
    """What holds of every scalar of a kind."""
    if unknown.domain is not None:
        return [among(variable, unknown.domain)]
    if isinstance(variable, Temporal):
        return variable.limits
    return [z3.InRe(variable.text, any_octets())] if isinstance(variable, Octets) else []


def decoded(unknown: Unknown, variable: Any, model: z3.ModelRef) -> Any:
    """The value that a model gives to an unknown. Raises ValueError or OverflowError if there is none."""
    values = [model.eval(part, model_completion=True) for part in parts_of(variable)]
    match unknown.kind:
        case "int":
            return values[0].as_long()
        case "str":
            return text_of(values[0])
        case "bytes":
            return text_of(values[0]).encode("latin-1")
        case "date" | "datetime" | "time" | "timedelta":
            return _moment(variable, [value.as_long() for value in values], model)
    if z3.is_fp(values[0]):
        return float_of(values[0])
    exact = _fraction(values[0])
    match unknown.kind:
        case "fraction":
            return exact
        case "decimal":
            return _decimal(exact)
    return float(exact)


def _moment(variable: Any, parts: list[int], model: z3.ModelRef) -> Any:
    if isinstance(variable, Span):
        return datetime.timedelta(*parts)
    if isinstance(variable, Day):
        return datetime.date(*parts)
    zone = datetime.UTC if z3.is_true(model.eval(variable.aware)) else None
    kind: Any = datetime.time if isinstance(variable, Clock) else datetime.datetime
    return kind(*parts, tzinfo=zone)


def _decimal(exact: Fraction) -> Decimal:
    """All digits, where they come to an end; else as many as Python would keep."""
    below = exact.denominator
    for factor in (2, 5):
        while below % factor == 0:
            below //= factor
    if below != 1:
        return Decimal(exact.numerator) / Decimal(exact.denominator)
    with localcontext(prec=_MOST_DIGITS):
        return Decimal(exact.numerator) / Decimal(exact.denominator)


def _fraction(number: Any) -> Fraction:
    if z3.is_algebraic_value(number):
        number = number.approx(30)
    return Fraction(number.numerator_as_long(), number.denominator_as_long())
