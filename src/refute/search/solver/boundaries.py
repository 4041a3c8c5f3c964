"""Boundary values: models at the minimum and the maximum of a variable, and just inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import z3

from refute.logic.smt.literals import integer_of, operand
from refute.search.solver.models import DEFAULT_LIMITS, QueryLimits, SolverSession

_QUERY = 250  # milliseconds; boundaries are extra, so what is not found quickly is given up
_NEAR = Fraction(1, 1000)  # distance from a bound that a real variable approaches without reaching it
_LONGEST = 1 << 8  # characters; the maximum length of longer texts is not determined
_MOST_TOGETHER = 3  # numbers of which two at a time are taken to their bounds
_BITS = (8, 16, 32, 64)
_UNANSWERED = 2  # queries about a length, after which its search stops


def cornered(
    session: SolverSession, conditions: Sequence[Any], corners: Sequence[Any], limits: QueryLimits = DEFAULT_LIMITS
) -> Iterator[z3.ModelRef]:
    """A model in each corner case that is possible."""
    stop = session.unknown + limits.unanswered
    for corner in corners:
        if session.unknown >= stop:
            return
        model = session.model(session.solver([*conditions, corner]), limits.milliseconds)
        if model is not None:
            yield model


def edges(session: SolverSession, conditions: Sequence[Any], variables: Sequence[Any]) -> Iterator[z3.ModelRef]:
    """Models at the bounds of each number and of the length of each text, then of two numbers at once, and between."""
    before = session.unknown
    numbers = [variable for variable in variables if z3.is_arith(variable)]
    ends: dict[tuple[int, bool], Any] = {}
    for position, variable in enumerate(variables):
        for upward in (False, True):
            for model in _near_edge(session, conditions, variable, upward):
                ends.setdefault((position, upward), model.eval(variable, model_completion=True))
                yield model
    if len(numbers) <= _MOST_TOGETHER:
        for (position, _), value in ends.items():
            for other in numbers:
                if z3.is_arith(value) and not z3.eq(other, variables[position]):
                    for upward in (False, True):
                        yield from _optimum(session, [*conditions, variables[position] == value], other, upward)
        for position, variable in enumerate(variables):
            if z3.is_int(variable):
                low, high = ends.get((position, False)), ends.get((position, True))
                yield from _between(session, conditions, variable, low, high)
    session.unknown = before  # boundaries are extra: an unanswered query leaves nothing out


def _between(
    session: SolverSession, conditions: Sequence[Any], variable: Any, low: Any, high: Any
) -> Iterator[z3.ModelRef]:
    """Models at quarters between two bounds; beyond 8, 16, 32 and 64 bits where one is missing."""
    if low is not None and high is not None:
        a, b = integer_of(low), integer_of(high)
        targets = [variable >= operand(a + (b - a) * quarter // 4) for quarter in (1, 2, 3)]
    elif low is not None:
        targets = [variable >= low + 2**bits for bits in _BITS]
    elif high is not None:
        targets = [variable <= high - 2**bits for bits in _BITS]
    else:
        targets = [beyond for bits in _BITS for beyond in (variable >= 2**bits, variable <= -(2**bits))]
    for target in targets:
        model = session.model(session.solver([*conditions, target]), _QUERY)
        if model is not None:
            yield model


def _near_edge(session: SolverSession, conditions: Sequence[Any], variable: Any, upward: bool) -> Iterator[z3.ModelRef]:
    """The model at a bound, if there is one, and one just inside."""
    if z3.is_string(variable):
        yield from _shortest_or_longest(session, conditions, z3.Length(variable), upward)
    elif z3.is_arith(variable):
        for edge in _optimum(session, conditions, variable, upward):
            yield edge
            value = edge.eval(variable, model_completion=True)
            inside = variable < value if upward else variable > value
            yield from _optimum(session, [*conditions, inside], variable, upward)


def _optimum(session: SolverSession, conditions: Sequence[Any], variable: Any, upward: bool) -> Iterator[z3.ModelRef]:
    """The model in which a number is smallest or largest; near the bound, if a real number does not reach it."""
    optimizer = z3.Optimize()
    optimizer.add(*conditions)
    goal = optimizer.maximize(variable) if upward else optimizer.minimize(variable)
    model = session.model(optimizer, _QUERY)
    if model is None:
        return
    # The bound is infinite * ∞ + bound + beside * ε.
    infinite, bound, beside = goal.upper_values() if upward else goal.lower_values()
    if not z3.is_rational_value(infinite) and not z3.is_int_value(infinite):
        return
    if integer_of(infinite) != 0 or not (z3.is_int_value(bound) or z3.is_rational_value(bound)):
        return
    if z3.is_real(variable) and not z3.eq(z3.simplify(beside == 0), z3.BoolVal(True)):
        near = variable > bound - z3.RealVal(_NEAR) if upward else variable < bound + z3.RealVal(_NEAR)
        model = session.model(session.solver([*conditions, near]), _QUERY)
    if model is not None:
        yield model


def _shortest_or_longest(
    session: SolverSession, conditions: Sequence[Any], length: Any, upward: bool
) -> Iterator[z3.ModelRef]:
    """Galloping search for the bound of a length, because Z3 does not optimise lengths."""
    sign = 1 if upward else -1
    best = session.model(session.solver(conditions), _QUERY)
    if best is None:
        return
    before = session.unknown
    known = best.eval(length, model_completion=True).as_long()
    step, growing = 1, True
    while step and session.unknown < before + _UNANSWERED and known < _LONGEST:
        beyond = length >= known + step if upward else length <= known - step
        further = session.model(session.solver([*conditions, beyond]), _QUERY)
        if further is not None:
            best, known = further, further.eval(length, model_completion=True).as_long()
        growing = growing and further is not None
        step = 2 * step if growing else step // 2
    yield best
    inside = session.model(session.solver([*conditions, length == known - sign]), _QUERY)
    if inside is not None:
        yield inside
