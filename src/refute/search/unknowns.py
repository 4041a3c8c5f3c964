"""Unknown scalars as a solver has them: variables, what holds of them, and back to Python values."""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import z3

from refute.logic.reducer import Reducer
from refute.logic.smt import Translator
from refute.logic.smt_dates import Day
from refute.logic.smt_text import Untranslatable, common_text, text_of
from refute.logic.terms import Term
from refute.search.models import among
from refute.search.skeletons import Open, Unknown


class Trail:
    """Tells a solver what is left open, going back only as far as two of them differ.

    `common` asks for texts of common characters.
    """

    def __init__(self, solver: z3.Solver, reducer: Reducer, left_out: dict[str, None], *, common: bool) -> None:
        self._solver = solver
        self._common = common
        self._left_out = left_out
        self._variables: dict[Unknown, Any] = {}
        self._named: dict[str, Any] = {}
        self._translator = Translator(reducer, self._named, narrow=True)
        self._told: dict[Unknown | Term, list[Any]] = {}
        self._facts: list[Unknown | Term] = []

    def variable(self, unknown: Unknown) -> Any:
        if unknown not in self._variables:
            self._variables[unknown] = variable_of(unknown)
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
            common = [z3.InRe(variable, common_text())] if self._common and fact.kind == "str" else []
            return [*within(fact, variable), *common]
        if fact not in self._told:
            try:
                self._told[fact] = [self._translator.condition(fact)]
            except Untranslatable as error:
                self._left_out[str(error)] = None
                self._told[fact] = []
        return self._told[fact]


def variable_of(unknown: Unknown) -> Any:
    match unknown.kind:
        case "int":
            return z3.Int(unknown.name)
        case "str":
            return z3.String(unknown.name)
        case "date":
            return Day(*(z3.Int(f"{unknown.name}.{part}") for part in ("year", "month", "day")))
    return z3.Real(unknown.name)


def parts_of(variable: Any) -> list[Any]:
    """What of an unknown tells one choice from another."""
    return [variable.year, variable.month, variable.day] if isinstance(variable, Day) else [variable]


def corners_of(variable: Any) -> list[Any]:
    """Where mistakes are made: of dates, leap days and the ends of a year."""
    if not isinstance(variable, Day):
        return []
    return [z3.And(variable.month == month, variable.day == day) for month, day in ((2, 29), (12, 31), (1, 1))]


def within(unknown: Unknown, variable: Any) -> list[Any]:
    """What holds of every scalar of a kind."""
    if unknown.domain is not None:
        return [among(variable, unknown.domain)]
    if isinstance(variable, Day):
        months = [(2, 28), *((month, 30) for month in (4, 6, 9, 11))]
        leap = z3.And(variable.year % 4 == 0, z3.Or(variable.year % 100 != 0, variable.year % 400 == 0))
        longest = [
            z3.Or(variable.month != month, variable.day <= (days + z3.If(leap, 1, 0) if month == 2 else days))
            for month, days in months
        ]
        years = z3.And(variable.year >= datetime.MINYEAR, variable.year <= datetime.MAXYEAR)
        return [years, variable.month >= 1, variable.month <= 12, variable.day >= 1, variable.day <= 31, *longest]
    return []


def decoded(unknown: Unknown, variable: Any, model: z3.ModelRef) -> Any:
    numbers = [model.eval(part, model_completion=True) for part in parts_of(variable)]
    match unknown.kind:
        case "int":
            return numbers[0].as_long()
        case "str":
            return text_of(numbers[0])
        case "date":
            return datetime.date(*(number.as_long() for number in numbers))
    exact = _fraction(numbers[0])
    match unknown.kind:
        case "fraction":
            return exact
        case "decimal":
            return Decimal(exact.numerator) / Decimal(exact.denominator)
    return float(exact)


def _fraction(number: Any) -> Fraction:
    if z3.is_algebraic_value(number):
        number = number.approx(30)
    return Fraction(number.numerator_as_long(), number.denominator_as_long())
