"""Enumeration of models by splitting the search space, instead of blocking one model after the other.

A blocking clause for each model makes every further query harder. Splitting does not: the values below, at and above
the one that a model gives to a variable are three smaller queries, which no longer know of one another. For a variable
x in 0..9 and a first model x = 4, the queries are x < 4 and x > 4, and each is split again by its own model:

    x in 0..9  →  4
      x in 0..3  →  2
        x in 0..1  →  0     …
      x in 5..9  →  7       …

Only where few values are left are they blocked one by one.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar

import z3

from refute.logic.smt.literals import integer_of, operand

# Z3 has one context for the process, which only one thread may use at a time.
CONTEXT = threading.RLock()
_T = TypeVar("_T")
_QUERY = 1_000  # milliseconds for one query
_FEW = 32  # values that are blocked one by one: half the queries of splitting, and short ones


def one_at_a_time(items: Generator[_T]) -> Iterator[_T]:
    """The items of a generator that uses Z3, each computed while no other thread uses it."""
    try:
        while True:
            with CONTEXT:
                found = list(islice(items, 1))
            if not found:
                return
            yield found[0]
    finally:
        with CONTEXT:
            items.close()


@dataclass(frozen=True)
class QueryLimits:
    """Timeout of one query in milliseconds, and the number of unanswered queries after which to stop.

    With `fresh`, each query goes to a new solver. Bit vectors are solved quicker that way: what one query learns is of
    no use to the next.
    """

    milliseconds: int
    unanswered: float = math.inf
    fresh: bool = False


DEFAULT_LIMITS = QueryLimits(_QUERY)


class SolverSession:
    """Queries under a common deadline. `unknown` counts those that were not answered."""

    def __init__(self, deadline: float | None = None, now: Callable[[], float] = time.monotonic) -> None:
        self.deadline = deadline
        self._now = now
        self.unknown = 0

    def solver(self, conditions: Sequence[Any] = ()) -> z3.Solver:
        solver = z3.Solver()
        solver.set("timeout", _QUERY)
        solver.add(*conditions)
        return solver

    def model(self, solver: z3.Solver | z3.Optimize, milliseconds: int = _QUERY) -> z3.ModelRef | None:
        """A model; None if there is none, or none is found in time."""
        if self.is_over():
            self.unknown += 1
            return None
        if self.deadline is not None:
            milliseconds = min(milliseconds, int(1000 * (self.deadline - self._now())))
        if milliseconds != _QUERY:
            solver.set("timeout", max(1, milliseconds))
        answer = solver.check()
        if answer == z3.unknown:
            self.unknown += 1
        return solver.model() if answer == z3.sat else None

    def is_possible(self, solver: z3.Solver) -> bool:
        """Whether the solver does not refute its assertions."""
        return bool(solver.check() != z3.unsat)

    def is_over(self) -> bool:
        return self.deadline is not None and self._now() >= self.deadline


@contextmanager
def _assuming(solver: z3.Solver, *conditions: Any) -> Iterator[None]:
    """Asserts conditions until the block ends, also if a generator is closed inside it."""
    solver.push()
    try:
        solver.add(*conditions)
        yield
    finally:
        solver.pop()


def integers(
    session: SolverSession, solver: z3.Solver, variables: Sequence[Any], domains: Sequence[tuple[int, ...]]
) -> Iterator[tuple[int, ...]]:
    """Every assignment of integers, from domains in ascending order, that satisfies a solver's assertions."""
    equal = lru_cache(maxsize=None)(lambda position, value: variables[position] == operand(value))
    differs = lru_cache(maxsize=None)(lambda position, value: variables[position] != operand(value))

    def solved(known: tuple[int, ...]) -> tuple[int, ...] | None:
        """A model that agrees with the known values of the first variables."""
        model = session.model(solver)
        if model is None:
            return None
        others = variables[len(known) :]
        return (*known, *(integer_of(model.eval(variable, model_completion=True)) for variable in others))

    def below(position: int, known: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All models that agree with a known one before a position."""
        variable, domain, before = variables[position], domains[position], known[:position]
        gaps: deque[tuple[int, int, tuple[int, ...] | None]] = deque([(0, len(domain), known)])
        while gaps:
            low, high, found = gaps.popleft()
            bounds = () if high - low == len(domain) else _between(variable, domain[low], domain[high - 1])
            with _assuming(solver, *bounds):
                found = found or solved(before)
                while found is not None and high - low <= _FEW:
                    yield from at(position, found)
                    solver.add(differs(position, found[position]))
                    found = solved(before)
            if found is not None:
                yield from at(position, found)
                middle = domain.index(found[position], low, high)
                gaps.extend((a, b, None) for a, b in ((low, middle), (middle + 1, high)) if a < b)

    def at(position: int, found: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All models that agree with a known one up to and including a position."""
        if position + 1 == len(variables):
            yield found
        else:
            with _assuming(solver, equal(position, found[position])):
                yield from below(position + 1, found)

    first = solved(())
    if first is not None:
        yield from below(0, first)


def among(variable: Any, domain: Sequence[int]) -> Any:
    """Membership in a domain in ascending order, as a disjunction of intervals.

    >>> among(z3.Int("x"), [0, 1, 2, 7])
    Or(And(x >= 0, x <= 2), And(x >= 7, x <= 7))
    """
    runs: list[list[int]] = []
    for number in domain:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return z3.Or(*[z3.And(*_between(variable, low, high)) for low, high in runs])


def _between(variable: Any, low: int, high: int) -> tuple[Any, Any]:
    return variable >= operand(low), variable <= operand(high)


def spread(
    session: SolverSession, conditions: Sequence[Any], variables: Sequence[Any], limits: QueryLimits = DEFAULT_LIMITS
) -> Iterator[z3.ModelRef]:
    """Models without end, breadth first: one of every part of a split, then one of every part of each."""
    stop = session.unknown + limits.unanswered
    solver = session.solver(conditions)
    regions: deque[tuple[Any, ...]] = deque([()])
    while regions and session.unknown < stop and not session.is_over():
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
    """The other values of a variable, in parts that do not overlap.

    >>> x = z3.Int("x")
    >>> _sides(x, z3.IntVal(4))
    [(4 > x,), (4 < x,)]
    """
    if z3.is_string(value):
        same = z3.Length(variable) == z3.Length(value)
        return [(same, variable != value), (z3.Not(same),)]
    if z3.is_fp(value) and value.isNaN():
        return [(z3.Not(z3.fpIsNaN(variable)),)]
    return [(variable < value,), (variable > value,)]
