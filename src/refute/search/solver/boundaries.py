"""Where mistakes are made first: the smallest and the largest that a number can be, and what is just inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import z3

from refute.search.solver.models import DEFAULT_LIMITS, QueryLimits, SolverSession

_QUESTION = 250  # milliseconds for one question: what is not found here may be found without
_NEAR = Fraction(1, 1000)  # of an edge that real numbers only come close to
_LONGEST = 1 << 8  # characters; of texts that may be longer, the longest is not looked for
_MOST_TOGETHER = 3  # numbers of which two at a time are taken to their edges
_BITS = (8, 16, 32, 64)
_UNANSWERED = 2  # questions about a length, after which no further is asked


def cornered(
    session: SolverSession, conditions: Sequence[Any], corners: Sequence[Any], limits: QueryLimits = DEFAULT_LIMITS
) -> Iterator[z3.ModelRef]:
    """A model in each of some corners that there are."""
    given_up = session.unknown + limits.unanswered
    for corner in corners:
        if session.unknown >= given_up:
            return
        model = session.model(session.solver([*conditions, corner]), limits.milliseconds)
        if model is not None:
            yield model


def edges(session: SolverSession, conditions: Sequence[Any], variables: Sequence[Any]) -> Iterator[z3.ModelRef]:
    """Models at the edges of each number and of the length of each text; then at those of two numbers, and between."""
    before = session.unknown
    numbers = [variable for variable in variables if z3.is_arith(variable)]
    ends: dict[tuple[int, bool], Any] = {}
    for place, variable in enumerate(variables):
        for upward in (False, True):
            for model in _near_edge(session, conditions, variable, upward):
                ends.setdefault((place, upward), model.eval(variable, model_completion=True))
                yield model
    if len(numbers) <= _MOST_TOGETHER:
        for (place, _), value in ends.items():
            for other in numbers:
                if z3.is_arith(value) and not z3.eq(other, variables[place]):
                    for upward in (False, True):
                        yield from _optimum(session, [*conditions, variables[place] == value], other, upward)
        for place, variable in enumerate(variables):
            if z3.is_int(variable):
                yield from _between(session, conditions, variable, ends.get((place, False)), ends.get((place, True)))
    session.unknown = before  # what is not found here leaves nothing out


def _between(
    session: SolverSession, conditions: Sequence[Any], variable: Any, low: Any, high: Any
) -> Iterator[z3.ModelRef]:
    """At quarters between two edges; where there is none on a side, as far out as machines count."""
    if low is not None and high is not None:
        a, b = low.as_long(), high.as_long()
        wanted = [variable >= a + (b - a) * quarter // 4 for quarter in (1, 2, 3)]
    elif low is not None:
        wanted = [variable >= low.as_long() + 2**bits for bits in _BITS]
    elif high is not None:
        wanted = [variable <= high.as_long() - 2**bits for bits in _BITS]
    else:
        wanted = [there for bits in _BITS for there in (variable >= 2**bits, variable <= -(2**bits))]
    for there in wanted:
        model = session.model(session.solver([*conditions, there]), _QUESTION)
        if model is not None:
            yield model


def _near_edge(session: SolverSession, conditions: Sequence[Any], variable: Any, upward: bool) -> Iterator[z3.ModelRef]:
    """The model at an edge, if there is one, and one just inside."""
    if z3.is_string(variable):
        yield from _shortest_or_longest(session, conditions, z3.Length(variable), upward)
    elif z3.is_arith(variable):
        for edge in _optimum(session, conditions, variable, upward):
            yield edge
            value = edge.eval(variable, model_completion=True)
            inside = variable < value if upward else variable > value
            yield from _optimum(session, [*conditions, inside], variable, upward)


def _optimum(session: SolverSession, conditions: Sequence[Any], variable: Any, upward: bool) -> Iterator[z3.ModelRef]:
    """The model in which a number is smallest or largest; close to that, where a real number has no such value."""
    optimizer = z3.Optimize()
    optimizer.add(*conditions)
    goal = optimizer.maximize(variable) if upward else optimizer.minimize(variable)
    model = session.model(optimizer, _QUESTION)
    if model is None:
        return
    endless, bound, beside = goal.upper_values() if upward else goal.lower_values()
    if not z3.is_rational_value(endless) and not z3.is_int_value(endless):
        return
    if endless.as_long() != 0 or not (z3.is_int_value(bound) or z3.is_rational_value(bound)):
        return
    if z3.is_real(variable) and not z3.eq(z3.simplify(beside == 0), z3.BoolVal(True)):
        near = variable > bound - z3.RealVal(_NEAR) if upward else variable < bound + z3.RealVal(_NEAR)
        model = session.model(session.solver([*conditions, near]), _QUESTION)
    if model is not None:
        yield model


def _shortest_or_longest(
    session: SolverSession, conditions: Sequence[Any], length: Any, upward: bool
) -> Iterator[z3.ModelRef]:
    """Found by larger and larger steps, then smaller ones: the solver has no way of its own to optimise lengths."""
    sign = 1 if upward else -1
    best = session.model(session.solver(conditions), _QUESTION)
    if best is None:
        return
    before = session.unknown
    known = best.eval(length, model_completion=True).as_long()
    step, growing = 1, True
    while step and session.unknown < before + _UNANSWERED and known < _LONGEST:
        there = length >= known + step if upward else length <= known - step
        further = session.model(session.solver([*conditions, there]), _QUESTION)
        if further is not None:
            best, known = further, further.eval(length, model_completion=True).as_long()
        growing = growing and further is not None
        step = 2 * step if growing else step // 2
    yield best
    inside = session.model(session.solver([*conditions, length == known - sign]), _QUESTION)
    if inside is not None:
        yield inside
