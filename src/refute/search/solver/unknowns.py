"""Unknown scalars as a solver has them: variables, what holds of them, and back to Python values."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from string import ascii_lowercase, digits
from typing import Any

import z3

from refute.logic.reduction.reducer import Reducer
from refute.logic.smt.encoder import width
from refute.logic.smt.floats import AFFORDABLE, corners, float_of, float_variable
from refute.logic.smt.moments import Day, Moment, Span, Temporal, TimeOfDay, unknown_day
from refute.logic.smt.strings.any_length import Texts
from refute.logic.smt.strings.encoding import Octets, Untranslatable, any_octets, text_of
from refute.logic.smt.strings.letter_by_letter import LetterByLetter, Spelled, unknown_text
from refute.logic.smt.translator import Translator
from refute.logic.terms.term import Term, constant_value, subterms
from refute.search.solver.models import among
from refute.search.solver.skeletons import Constraints, Unknown

_BITWISE = frozenset({"bitand", "bitor", "bitxor", "shift_left", "shift_right"})
_WORD = 64  # bits, if there are no larger numbers
_MOST_DIGITS = 1_000  # of a decimal


class IncrementalSolver:
    """Tells a solver what is left open, going back only as far as two of them differ.

    With a `spelling`, texts are of a given length and letter by letter. With `ieee`, floats are what they are, and not
    reals. With `words`, integers have so many bits.
    """

    def __init__(
        self,
        solver: z3.Solver,
        reducer: Reducer,
        left_out: dict[str, None],
        *,
        spelling: Spelling | None = None,
        ieee: bool = False,
        words: int | None = None,
    ) -> None:
        self._words = words
        self._solver = solver
        self._spelling = spelling
        self._ieee = ieee
        self._left_out = left_out
        self._variables: dict[Unknown, Any] = {}
        self._named: dict[str, Any] = {}
        self._decimals: set[str] = set()
        texts = Texts(narrow=True) if spelling is None else spelling.texts
        self._translator = Translator(
            reducer, self._named, texts=texts, ieee=ieee, words=words, decimals=self._decimals
        )
        self._told: dict[Unknown | Term, list[Any]] = {}
        self._efforts: dict[Term, int] = {}
        self._facts: list[Unknown | Term] = []

    def variable(self, unknown: Unknown) -> Any:
        if unknown not in self._variables:
            if self._spelling is not None and unknown.name in self._spelling.lengths:
                self._variables[unknown] = self._spelling.variable(unknown)
            else:
                self._variables[unknown] = variable_of(unknown, ieee=self._ieee, words=self._words)
        return self._variables[unknown]

    def follow(self, left: Constraints) -> z3.Solver:
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
            variable = self._introduced(fact)
            if self._spelling is not None and fact.name in self._spelling.lengths:
                return self._spelling.possible(variable)
            return within(fact, variable)
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

    def _introduced(self, unknown: Unknown) -> Any:
        """The variable of an unknown, which conditions may mention from now on."""
        self._named[unknown.name] = variable = self.variable(unknown)
        if unknown.kind == "decimal":
            self._decimals.add(unknown.name)
        return variable

    def leaves_out(self, left: Constraints) -> bool:
        """Whether it has no words for a condition."""
        for unknown in left.unknowns:
            self._introduced(unknown)
        return not all(map(self.told, left.conditions))

    def is_refuted(self, left: Constraints) -> bool:
        """Whether a condition is plainly false; those that are quickly told come first."""
        for unknown in left.unknowns:
            self._introduced(unknown)
        conditions = sorted(left.conditions, key=lambda condition: condition.op == "match")
        return any(z3.is_false(z3.simplify(part)) for condition in conditions for part in self.told(condition)[:1])

    def is_affordable(self, left: Constraints) -> bool:
        """Whether the solver may come to an end with it, as it is said here."""
        for fact in left.facts:
            self.told(fact)
        return sum(self._efforts[condition] for condition in left.conditions) <= AFFORDABLE

    def corners(self, left: Constraints) -> list[Any]:
        """Where mistakes are made, for each of the unknowns. As floats take their time, one anywhere comes first."""
        marks = {mark for condition in left.conditions for mark in _marks(condition)} if self._ieee else set()
        variables = [self.variable(unknown) for unknown in left.unknowns]
        found = [corner for variable in variables for corner in _corners(variable, marks)]
        if self._spelling is not None:
            return [z3.And(*map(self._spelling.is_plain, variables)), *found]
        return [z3.BoolVal(True), *found] if self._ieee else found


@dataclass(frozen=True)
class Spelling:
    """How long texts are, by name, and the characters they are made of."""

    lengths: Mapping[str, int]
    texts: LetterByLetter

    def variable(self, unknown: Unknown) -> Any:
        text = unknown_text(unknown.name, self.lengths[unknown.name])
        return Octets(text) if unknown.kind == "bytes" else text

    def possible(self, variable: Any) -> list[Any]:
        """What holds of every text of these characters."""
        octets = isinstance(variable, Octets)
        return self.texts.possible(variable.text if octets else variable, octets=octets)

    def is_plain(self, variable: Any) -> Any:
        """Whether a text is made of letters and digits, which is what is looked at first."""
        text = variable.text if isinstance(variable, Octets) else variable
        return self.texts.all_of(text, ascii_lowercase + digits) if isinstance(text, Spelled) else z3.BoolVal(True)


def variable_of(unknown: Unknown, *, ieee: bool = False, words: int | None = None) -> Any:
    name = unknown.name

    def integers(*parts: str) -> list[Any]:
        return [z3.Int(f"{name}.{part}") for part in parts]

    def clock() -> TimeOfDay:
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
            return clock()
        case "datetime":
            return Moment(unknown_day(name), clock())
        case "timedelta":
            return Span(*integers("days", "seconds", "microseconds"))
        case "float" if ieee:
            return float_variable(name)
    return z3.Real(name)


def words_for(left: Constraints) -> int | None:
    """Bits that are enough for the numbers of conditions, if unknowns are combined bit by bit."""
    parts = [part for condition in left.conditions for part in subterms(condition)]
    if not any(part.op in _BITWISE and not any(arg.value for arg in part.args[-2:]) for part in parts):
        return None
    return max(_WORD, *(width(part) + 2 for part in parts))


def parts_of(variable: Any) -> list[Any]:
    """What of an unknown tells one choice from another."""
    match variable:
        case Octets():
            return parts_of(variable.text)
        case Spelled():
            return list(variable.codes)
        case _ if isinstance(variable, Temporal):
            return variable.parts
    return [variable]


def edged_of(variable: Any) -> list[Any]:
    """Numbers and texts whose edges matter: not numbers that only stand for letters."""
    if isinstance(variable, Octets | Spelled):
        return []
    return [part for part in parts_of(variable) if z3.is_arith(part) or z3.is_string(part)]


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
    if z3.is_bv(variable):  # with room to add some of them
        room = 1 << (variable.size() - 3)
        return [-room <= variable, variable < room]
    return [z3.InRe(variable.text, any_octets())] if isinstance(variable, Octets) else []


def decoded(unknown: Unknown, variable: Any, model: z3.ModelRef) -> Any:
    """The value that a model gives to an unknown. Raises ValueError or OverflowError if there is none."""
    values = [model.eval(part, model_completion=True) for part in parts_of(variable)]
    match unknown.kind:
        case "int":
            return values[0].as_signed_long() if z3.is_bv(values[0]) else values[0].as_long()
        case "str":
            return _text(variable, values)
        case "bytes":
            return _text(variable.text, values).encode("latin-1")
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


def _text(variable: Any, values: list[Any]) -> str:
    return "".join(chr(value.as_long()) for value in values) if isinstance(variable, Spelled) else text_of(values[0])


def _moment(variable: Any, parts: list[int], model: z3.ModelRef) -> Any:
    if isinstance(variable, Span):
        return datetime.timedelta(*parts)
    if isinstance(variable, Day):
        return datetime.date(*parts)
    zone = datetime.UTC if z3.is_true(model.eval(variable.aware)) else None
    kind: Any = datetime.time if isinstance(variable, TimeOfDay) else datetime.datetime
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
