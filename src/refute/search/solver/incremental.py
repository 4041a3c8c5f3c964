"""An incremental solver for constraints that mostly share a prefix."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction
from typing import Any

import z3

from refute.logic.reduction.reducer import Reducer
from refute.logic.smt.encoder import width
from refute.logic.smt.floats import AFFORDABLE
from refute.logic.smt.strings.any_length import Texts
from refute.logic.smt.strings.encoding import Untranslatable
from refute.logic.smt.translator import Translator
from refute.logic.terms.term import Term, constant_value, subterms
from refute.search.solver.constraints import Constraints
from refute.search.solver.spellings import Spelling
from refute.search.solver.unknowns import Unknown, corners_of, variable_of, within

_BITWISE = frozenset({"bitand", "bitor", "bitxor", "shift_left", "shift_right"})
_WORD = 64  # bits, if conditions mention no larger numbers


class IncrementalSolver:
    """Asserts constraints, popping only to the common prefix of one set and the next.

    With a `spelling`, texts have a given length and are encoded character by character. With `ieee`, floats are not
    encoded as reals. With `words`, integers have that many bits. `left_out` collects the reasons why conditions have no
    encoding; these are not asserted.
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
        self._encoded: dict[Unknown | Term, list[Any]] = {}
        self._efforts: dict[Term, int] = {}
        self._asserted: list[Unknown | Term] = []

    def variable(self, unknown: Unknown) -> Any:
        if unknown not in self._variables:
            if self._spelling is not None and unknown.name in self._spelling.lengths:
                self._variables[unknown] = self._spelling.variable(unknown)
            else:
                self._variables[unknown] = variable_of(unknown, ieee=self._ieee, words=self._words)
        return self._variables[unknown]

    def asserting(self, constraints: Constraints) -> z3.Solver:
        """The solver with exactly these constraints asserted."""
        shared = 0
        for old, new in zip(self._asserted, constraints.facts, strict=False):
            if old is not new and old != new:
                break
            shared += 1
        self._solver.pop(len(self._asserted) - shared)
        del self._asserted[shared:]
        for fact in constraints.facts[shared:]:
            self._solver.push()
            self._solver.add(*self.encoded(fact))
            self._asserted.append(fact)
        return self._solver

    def encoded(self, fact: Unknown | Term) -> list[Any]:
        """A fact as conditions of Z3; none if it has no encoding."""
        if isinstance(fact, Unknown):
            variable = self._introduced(fact)
            if self._spelling is not None and fact.name in self._spelling.lengths:
                return self._spelling.possible(variable)
            return within(fact, variable)
        if fact not in self._encoded:
            self._translator.effort = 0
            try:
                condition = self._translator.condition(fact)
                self._encoded[fact] = [condition, *self._translator.definitions(fact)]
            except Untranslatable as error:
                self._left_out[str(error)] = None
                self._encoded[fact] = []
            self._efforts[fact] = self._translator.effort
        return self._encoded[fact]

    def _introduced(self, unknown: Unknown) -> Any:
        """The variable of an unknown, which conditions may mention from now on."""
        self._named[unknown.name] = variable = self.variable(unknown)
        if unknown.kind == "decimal":
            self._decimals.add(unknown.name)
        return variable

    def leaves_out(self, constraints: Constraints) -> bool:
        """Whether a condition has no encoding."""
        for unknown in constraints.unknowns:
            self._introduced(unknown)
        return not all(map(self.encoded, constraints.conditions))

    def is_refuted(self, constraints: Constraints) -> bool:
        """Whether a condition simplifies to false; languages, which take long to encode, come last."""
        for unknown in constraints.unknowns:
            self._introduced(unknown)
        conditions = sorted(constraints.conditions, key=lambda condition: condition.op == "match")
        return any(z3.is_false(z3.simplify(part)) for condition in conditions for part in self.encoded(condition)[:1])

    def is_affordable(self, constraints: Constraints) -> bool:
        """Whether a query is likely to be answered at all, by the operations on floats in it."""
        for fact in constraints.facts:
            self.encoded(fact)
        return sum(self._efforts[condition] for condition in constraints.conditions) <= AFFORDABLE

    def corners(self, constraints: Constraints) -> list[Any]:
        """Corner cases of all unknowns. Before those of floats, which take long, comes any model at all."""
        marks = {mark for condition in constraints.conditions for mark in _marks(condition)} if self._ieee else set()
        variables = [self.variable(unknown) for unknown in constraints.unknowns]
        found = [corner for variable in variables for corner in corners_of(variable, marks)]
        if self._spelling is not None:
            return [z3.And(*map(self._spelling.is_plain, variables)), *found]
        return [z3.BoolVal(True), *found] if self._ieee else found

    def __repr__(self) -> str:
        return f"<IncrementalSolver {Constraints(tuple(self._asserted))!r}>"


def words_for(constraints: Constraints) -> int | None:
    """Bits that hold the numbers of conditions, if these combine unknowns bit by bit."""
    parts = [part for condition in constraints.conditions for part in subterms(condition)]
    if not any(part.op in _BITWISE and not any(arg.value for arg in part.args[-2:]) for part in parts):
        return None
    return max(_WORD, *(width(part) + 2 for part in parts))


def _marks(condition: Term) -> list[float]:
    """The floats that a condition mentions."""
    found = []
    for part in subterms(condition):
        value = constant_value(part) if part.op == "const" else None
        if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
            with suppress(OverflowError):
                found.append(float(value))
    return [mark for mark in found if math.isfinite(mark)]
