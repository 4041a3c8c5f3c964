"""Production for a class whose constructor can only be run, by needed narrowing of its arguments.

The constructor is called with holes for its arguments. The instance is discarded; only whether the call raises counts.
So `if n < 0: raise ValueError` demands `n` alone, and the arguments with such an `n` are one family. A family of
arguments becomes a family of instances, which predicates on instances can narrow further.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import unwrap
from typing import Any

from refute.logic.reading.predicates import VALUE
from refute.logic.reduction.running import runnable
from refute.logic.terms.term import Term, subterms
from refute.spaces.ground.types import Arguments, Made
from refute.spaces.narrowing.introspection import is_written_out, sees_more
from refute.spaces.narrowing.narrowed import Singles
from refute.spaces.narrowing.opaque import ByNarrowing, calls_in, function_of
from refute.spaces.nodes.construction import Construction
from refute.spaces.nodes.derived import Placed
from refute.spaces.nodes.node import Built, Node, Sum
from refute.spaces.productions.constructors import run_clauses, shapes_of
from refute.spaces.residuals.classes import Production, State
from refute.spaces.residuals.planner import Condition
from refute.spaces.residuals.slot import Shape


def constructed_production(state: State) -> Production | None:
    """The production for a constructor that can only be run; None if the state has none."""
    if not isinstance(state.type, Made) or not is_constructed(state, state.type):
        return None
    shapes = shapes_of(state.builder, state.type, state.bound)
    if len(shapes) != 1 or any(_needs_instance(state, shapes[0], term) for term in state.observed):
        return None
    (shape,) = shapes
    conditions = {clause: runnable(clause, [slot.name for slot in shape.slots]) for clause in run_clauses(shape)}
    for term in state.required:
        if _needs_instance(state, shape, term):
            conditions[term] = _of_instance(state.type, term)
    found = {term: condition for term, condition in conditions.items() if condition is not None}
    return ByConstructing(state, shape, found) if len(found) == len(conditions) else None


def _needs_instance(state: State, shape: Shape, term: Term) -> bool:
    """Whether a term depends on more than the arguments: on an attribute that the constructor computes, say."""
    r = state.builder.reducer
    values = state.builder.grounder.value_as(shape.term, state.type.sort)
    return any(part is shape.term for part in subterms(r.substitute(term, values)))


def _of_instance(tp: Made, term: Term) -> Condition | None:
    """A condition on an instance, as one on its arguments."""
    holds = runnable(term, (VALUE,))
    build = tp.constructor.build
    return None if holds is None else lambda arguments: holds((build(arguments),))


def is_constructed(state: State, tp: Made) -> bool:
    """Whether a type has a constructor that can only be run, and may be run on holes."""
    constructor = tp.constructor
    if not constructor.invariants:
        return False
    if constructor.recursive and state.bound.depth is None:
        return False  # its arguments would be narrowed in turn, without a bound on the depth
    if any(term.op == "var" for term in state.observed) or not is_written_out(constructor.cls):
        return False  # where values are observed as a whole, each is a class of its own
    calls = [call for predicate in constructor.invariants for call in calls_in(predicate.term)]
    return bool(calls) and not any(sees_more(unwrap(function_of(call))) for call in calls)


def _arguments_of(construction: Construction, value: Any) -> tuple[Any] | None:
    parts = None if construction.take is None else construction.take(value)
    return None if parts is None else (tuple(parts),)


class ByConstructing(ByNarrowing):
    """Instances of a class, from the families of arguments that its constructor accepts."""

    careful = True  # an error is an answer

    def __init__(self, state: State, shape: Shape, predicates: dict[Any, Condition]) -> None:
        assert isinstance(state.type, Made)
        super().__init__(state, predicates, state.builder.grounder.intern(Arguments(state.type)))
        self.shape = shape
        self._made: dict[Node, Node] = {}

    @property
    def searched_of(self) -> Callable[[Any], tuple[Any] | None]:
        return partial(_arguments_of, self.shape.construction)

    def made(self, node: Node) -> Node:
        if node not in self._made:
            self._made[node] = self._instances(node)
        return self._made[node]

    def _instances(self, node: Node) -> Node:
        """The instances that a node of arguments makes."""
        match node:
            case Sum(parts=parts, ranks=ranks):
                found = Sum()
                for place, part in enumerate(parts):
                    found.add(self.made(part), ranks.get(place))
                return found
            case Placed(inner=inner, picks=picks):
                return Placed(self.made(inner), picks)
            case Singles():
                return node.under(self.shape.construction)
            case Built(inner=inner, cost=cost):
                return Built(self.shape.construction.reordered(node.construction.order), inner, cost)
        raise AssertionError(node)
