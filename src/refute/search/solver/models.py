"""All models of conditions on a few scalars, by splitting the space instead of excluding one model after the other.

A clause for each model found makes every further question harder. Splitting does not: below, at and above the value
that a model gives to a scalar are three smaller questions, which no longer know of one another. Only where few values
are left are they excluded one by one.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import z3

_QUESTION = 1_000  # milliseconds for one question to the solver
_FEW = 32  # values, among which one after the other is excluded: half the questions of splitting, and short ones


@dataclass(frozen=True)
class QueryLimits:
    """How long to wait for an answer, in milliseconds, and after how many questions without one to give up.

    A solver that is asked `anew` each time finds bits quicker: what it learns from one question only it could use.
    """

    milliseconds: int
    unanswered: float = math.inf
    fresh: bool = False


DEFAULT_LIMITS = QueryLimits(_QUESTION)


class SolverSession:
    """A solver under a deadline. `unknown` counts the questions it could not answer."""

    def __init__(self, deadline: float | None = None) -> None:
        self.deadline = deadline
        self.unknown = 0
        self.questions = 0

    def solver(self, conditions: Sequence[Any] = ()) -> z3.Solver:
        solver = z3.Solver()
        solver.set("timeout", _QUESTION)
        solver.add(*conditions)
        return solver

    def model(self, solver: z3.Solver | z3.Optimize, limit: int = _QUESTION) -> z3.ModelRef | None:
        """A model, None if there is none or none can be found."""
        if self.is_over():
            self.unknown += 1
            return None
        self.questions += 1
        if self.deadline is not None:
            limit = min(limit, int(1000 * (self.deadline - time.monotonic())))
        if limit != _QUESTION:
            solver.set("timeout", max(1, limit))
        answer = solver.check()
        if answer == z3.unknown:
            self.unknown += 1
        return solver.model() if answer == z3.sat else None

    def is_possible(self, solver: z3.Solver) -> bool:
        """Whether there may be a model, as far as the solver can tell."""
        self.questions += 1
        return bool(solver.check() != z3.unsat)

    def is_over(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline


@contextmanager
def _assuming(solver: z3.Solver, *conditions: Any) -> Iterator[None]:
    """For a while, also when whoever wants models leaves off in between."""
    solver.push()
    try:
        solver.add(*conditions)
        yield
    finally:
        solver.pop()


def integers(
    session: SolverSession, solver: z3.Solver, variables: Sequence[Any], domains: Sequence[tuple[int, ...]]
) -> Iterator[tuple[int, ...]]:
    """Every choice of integers, from domains in ascending order, that what the solver was told admits."""
    equal = lru_cache(maxsize=None)(lambda place, value: variables[place] == value)
    differs = lru_cache(maxsize=None)(lambda place, value: variables[place] != value)

    def asked(known: tuple[int, ...]) -> tuple[int, ...] | None:
        """A model that agrees with what is known of the first variables."""
        model = session.model(solver)
        if model is None:
            return None
        others = variables[len(known) :]
        return (*known, *(model.eval(variable, model_completion=True).as_long() for variable in others))

    def below(place: int, known: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All models that agree with a known one before a place."""
        variable, domain, before = variables[place], domains[place], known[:place]
        gaps: deque[tuple[int, int, tuple[int, ...] | None]] = deque([(0, len(domain), known)])
        while gaps:
            low, high, found = gaps.popleft()
            bounds = () if high - low == len(domain) else (variable >= domain[low], variable <= domain[high - 1])
            with _assuming(solver, *bounds):
                found = found or asked(before)
                while found is not None and high - low <= _FEW:
                    yield from at(place, found)
                    solver.add(differs(place, found[place]))
                    found = asked(before)
            if found is not None:
                yield from at(place, found)
                middle = domain.index(found[place], low, high)
                gaps.extend((a, b, None) for a, b in ((low, middle), (middle + 1, high)) if a < b)

    def at(place: int, found: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All models that agree with a known one up to a place."""
        if place + 1 == len(variables):
            yield found
        else:
            with _assuming(solver, equal(place, found[place])):
                yield from below(place + 1, found)

    first = asked(())
    if first is not None:
        yield from below(0, first)


def among(variable: Any, domain: Sequence[int]) -> Any:
    """Membership in a domain in ascending order, stretch by stretch."""
    runs: list[list[int]] = []
    for number in domain:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return z3.Or(*[z3.And(low <= variable, variable <= high) for low, high in runs])


def spread(
    session: SolverSession, conditions: Sequence[Any], variables: Sequence[Any], limits: QueryLimits = DEFAULT_LIMITS
) -> Iterator[z3.ModelRef]:
    """Models without end, fairly spread: one of every part of a split."""
    given_up = session.unknown + limits.unanswered
    solver = session.solver(conditions)
    regions: deque[tuple[Any, ...]] = deque([()])
    while regions and session.unknown < given_up and not session.is_over():
        region = regions.popleft()
        if limits.fresh:
            model = session.model(session.solver([*conditions, *region]), limits.milliseconds)
        else:
            with _assuming(solver, *region):
                model = session.model(solver, limits.milliseconds)
        if model is None:
            continue
        yield model
        agreed = region
        for variable in variables:
            value = model.eval(variable, model_completion=True)
            regions.extend((*agreed, *side) for side in _sides(variable, value))
            agreed = (*agreed, variable == value)
    if regions:
        session.unknown += 1


def _sides(variable: Any, value: Any) -> list[tuple[Any, ...]]:
    """What other values a variable may have than the one found, in parts that do not overlap."""
    if z3.is_string(value):
        same = z3.Length(variable) == z3.Length(value)
        return [(same, variable != value), (z3.Not(same),)]
    if z3.is_fp(value) and value.isNaN():
        return [(z3.Not(z3.fpIsNaN(variable)),)]
    return [(variable < value,), (variable > value,)]
