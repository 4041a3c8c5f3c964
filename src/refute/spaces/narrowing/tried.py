"""Production for values that are tried one by one: what a condition asks of an array, no part of it tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from refute.errors import ExplosionError
from refute.logic.reading.predicates import VALUE
from refute.logic.reduction.running import runnable
from refute.logic.terms.term import Term
from refute.spaces.ground.types import Made
from refute.spaces.narrowing.opaque import calls_in, has_arrays
from refute.spaces.nodes.derived import Distinct
from refute.spaces.nodes.enumerate import listing
from refute.spaces.nodes.node import Node
from refute.spaces.nodes.normal import normal
from refute.spaces.nodes.recipes import thaw
from refute.spaces.residuals.classes import Production, State
from refute.spaces.residuals.elimination import RAISING, Observation
from refute.spaces.residuals.fixpoint import is_unlimited

_FOR_A_RUN = 15  # what a run costs, in alternatives of a space
Condition = Callable[[Any], Any]


def tried_production(state: State) -> Production | None:
    """The production for arrays with conditions that can only be run; None if the state has none."""
    if not isinstance(state.type, Made) or not has_arrays(state.type):
        return None
    conditions = {term: _condition(term) for term in state.required if calls_in(term)}
    found = {term: condition for term, condition in conditions.items() if condition is not None}
    return ByTrying(state, found) if found else None


def _condition(term: Term) -> Condition | None:
    holds = runnable(term, (VALUE,)) if term.free == {VALUE} else None
    return None if holds is None else lambda value: holds((value,))


class ByTrying(Production):
    """The values that satisfy conditions, among those that satisfy the others."""

    def __init__(self, state: State, conditions: dict[Term, Condition]) -> None:
        self.state = state
        self._conditions = conditions
        others = tuple(term for term in state.required if term not in conditions)
        self._query = state.builder.ask(state.type, others, state.observed, state.bound)
        self._found: list[tuple[Observation, Node]] = []
        self._done = self._collected = False

    def extend(self, size: int) -> None:
        """Try the values of all sizes at once: larger sizes add nothing to smaller ones."""
        if self._done:
            return
        self._query.extend(self.state.builder.limit)
        self._done = True
        for observation, node in self._query.order:
            inner = normal(self._query.node(node))
            if observation is RAISING:
                self._found.append((RAISING, inner))
            else:
                self._found += self._tried(observation, inner)

    def _tried(self, observation: Observation, node: Node) -> Iterator[tuple[Observation, Node]]:
        limit = self.state.builder.limit
        for size in range(node.min_size, (node.max_size() if is_unlimited(limit) else limit) + 1):
            if not node.count(size):
                continue
            places: dict[bool, list[int]] = {True: [], False: []}  # by whether no condition raises
            for place, frozen in enumerate(chain.from_iterable(listing(node, size))):
                answer = self._answer(frozen)
                if answer is not False:
                    places[answer is True].append(place)
            for fine, kept in places.items():
                if kept:
                    yield observation if fine else RAISING, Distinct(node, size, kept)

    def _answer(self, frozen: Any) -> bool | None:
        """Whether all conditions hold; None if one raises."""
        self.state.builder.check_time()
        self._spend()
        try:
            value = thaw(frozen)
            return all(condition(value) for condition in self._conditions.values())
        except Exception:
            return None

    def _spend(self) -> None:
        try:
            self.state.builder.spend(_FOR_A_RUN)
        except ExplosionError:
            known = self.state.builder.grounder.sources.items()
            asked = [source for term, source in known if not self._conditions.keys().isdisjoint((term, *term.args))]
            raise ExplosionError(
                f"`{' and '.join(dict.fromkeys(source.text for source in asked))}` has to be run on too many arrays",
                place=next((source.place for source in asked), None),
                remedy="Use a smaller scope, or give arrays a shape: np.ndarray[tuple[int], np.dtype[np.int64]].",
            ) from None

    def collect(self, size: int) -> None:
        if not self._done or self._collected:
            return
        self._collected = True
        for observation, node in self._found:
            self.state.into(observation).add(node)
