"""The ways values come about: listed, as members of a union, from cells, by a constructor, by selection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from refute.logic.terms.term import Constant, Rank, Term
from refute.spaces.ground.mutability import container, is_mutable
from refute.spaces.ground.types import (
    Cells,
    Closed,
    Collected,
    Either,
    Made,
    Mapped,
    Remaining,
    Scalars,
    Sequenced,
    Text,
)
from refute.spaces.narrowing.constructors import constructed_way, is_constructed
from refute.spaces.narrowing.opaque import narrowed_way
from refute.spaces.nodes.derived import Flat
from refute.spaces.nodes.node import Built, Choice, Product
from refute.spaces.productions.constructors import shapes_of
from refute.spaces.productions.sets_and_dicts import ways_of_selection
from refute.spaces.residuals.classes import Production, ProductQuery, State
from refute.spaces.residuals.elimination import RAISED, Observation, Residual
from refute.spaces.residuals.fixpoint import UNLIMITED
from refute.spaces.residuals.planner import case_split, containers, order_of_choice
from refute.spaces.residuals.slot import Shape
from refute.spaces.scope import Bound


def productions_of(state: State) -> list[Production]:
    narrowed = narrowed_way(state) or constructed_way(state)
    if narrowed is not None:
        return [narrowed]
    match state.type:
        case Scalars():
            return [ByListing(state, state.type.values)]
        case Either(members=members):
            return [way for member in members for way in _productions_of_member(state, member)]
        case Sequenced(kind=kind, element=element):
            return [ByCells(state, kind, Cells(kind, element), flat=False)]
        case Text(kind=kind, alphabet=alphabet, landmarks=landmarks):
            return [ByCells(state, kind, Cells(kind, alphabet), flat=True), ByListing(state, landmarks)]
        case Collected() | Mapped() | Remaining():
            return ways_of_selection(state)
    return [_production_of(state, shape) for shape in _shapes(state, state.type)]


def _productions_of_member(state: State, member: Closed) -> list[Production]:
    if isinstance(member, Made) and not is_constructed(state, member):
        return [_production_of(state, shape) for shape in _shapes(state, member)]
    return [ByMember(state, member)]


def _shapes(state: State, tp: Closed) -> list[Shape]:
    builder, bound = state.builder, state.bound
    shapes: list[Shape] = builder.shared((tp, bound), lambda: shapes_of(builder, tp, bound))
    return shapes


def _production_of(state: State, shape: Shape) -> Production:
    places = containers(state.builder, shape)
    return ByCases(state, shape, places) if places else ByShape(state, shape)


class ByListing(Production):
    """Scalars: each is looked at."""

    def __init__(self, state: State, values: Sequence[Constant]) -> None:
        self.state = state
        self.values = values
        self.found: dict[Observation, list[Any]] = {}
        self._done = self._is_collected = False

    def extend(self, size: int) -> None:
        if self._done:
            return
        values, conditions = self.state.builder.closer.compared(self.values, self.state.required)
        # ranks may turn out to be touched
        looked = [(constant, self._look(constant, conditions)) for constant in values]
        self._done = True
        for constant, seen in looked:
            if seen is not None:
                self.found.setdefault(seen, []).append(constant.value)

    def collect(self, size: int) -> None:
        if self._is_collected:
            return
        self._is_collected = True
        for seen, listed in self.found.items():
            ranks = {value.place for value in listed if type(value) is Rank}
            # a class that is one rank is ordered among the others by what the rank stands for
            only = ranks.pop() if len(listed) == 1 and ranks else None
            node = self.state.into(seen)
            node.rank_of_all = only if not node.parts else None
            node.add(Choice(tuple(listed)), only)

    def _look(self, constant: Constant, conditions: Sequence[Term]) -> Observation | None:
        state, r = self.state, self.state.builder.reducer
        state.builder.look()
        binding = state.builder.closer.value_is(constant, state.type.sort)
        for condition in conditions:
            decided = r.substitute(condition, binding)
            if decided is r.false:
                return None
            if decided.op == "raise":
                return RAISED
        return state.builder.eliminations.observation(tuple([r.substitute(term, binding) for term in state.seen]))


class ByMember(Production):
    """A member of a union: the same question about it."""

    def __init__(self, state: State, member: Closed) -> None:
        self.state = state
        self.asked = state.builder.ask(member, state.required, state.seen, state.bound)
        self._collected: set[Observation] = set()

    def extend(self, size: int) -> None:
        self.asked.extend(size)

    def collect(self, size: int) -> None:
        for seen, node in self.asked.order:
            if seen not in self._collected and node.min_size <= size:
                self._collected.add(seen)
                self.state.into(seen).add(self.asked.node(node))


class ByCells(Production):
    """A container of any length, made from its cells. A text is made so, too, but counts as a scalar."""

    def __init__(self, state: State, kind: str, cells: Cells, *, flat: bool) -> None:
        self.state = state
        self.kind = kind
        self.flat = flat
        builder = state.builder
        bound = builder.rules.container(state.bound)
        if flat:
            assert isinstance(state.type, Text)
            length = max(state.bound.depth or 0, 0) if builder.rules.scope.by_smallcheck else state.type.length
            bound = Bound(length, length)
        self.asked = builder.ask(builder.closer.intern(cells), state.required, state.seen, bound)
        self.construction = container(kind, is_mutable(builder.closer, cells.element))
        self._collected: set[Observation] = set()

    def extend(self, size: int) -> None:
        self.asked.extend(UNLIMITED if self.flat else size)

    def collect(self, size: int) -> None:
        for seen, node in self.asked.order:
            if seen not in self._collected and (self.flat or node.min_size <= size):
                self._collected.add(seen)
                built = Built(self.construction, Product((self.asked.node(node),)), 0)
                self.state.into(seen).add(Flat(built) if self.flat else built)


class ByShape(Production):
    """A constructor: a product of fields, with the conditions unfolded over them once there is room for it."""

    def __init__(self, state: State, shape: Shape) -> None:
        self.state = state
        self.shape = shape
        self.least = shape.cost + sum([slot.least for slot in shape.slots])
        self.problem: ProductQuery | None = None
        self._opened = False
        self._collected: set[Observation] = set()

    def _open(self) -> None:
        self._opened = True
        state, shape = self.state, self.shape
        builder = state.builder
        key = (shape.term, state.required, state.seen, shape.clauses)
        rest, order = builder.shared(key, self._unfolded)
        self.problem = builder.problem(rest, tuple([shape.slots[place] for place in order]))
        self.construction = shape.construction.reordered(order)

    def _unfolded(self) -> tuple[Residual | None, tuple[int, ...]]:
        """The question about the value, as one about its fields, and the order to take them in."""
        state, shape, r = self.state, self.shape, self.state.builder.reducer
        values = state.builder.closer.value_as(shape.term, state.type.sort)
        clauses = _clauses(state, shape)
        seen = tuple([r.substitute(term, values) for term in state.seen])
        in_sequence = isinstance(state.type, Cells)  # what is left of a list is asked about after its head
        order = tuple(range(len(shape.slots))) if in_sequence else order_of_choice(shape.slots, clauses)
        variables = tuple(shape.slots[place].variable for place in order)
        return state.builder.eliminations.rest(variables, clauses, seen), order

    def extend(self, size: int) -> None:
        if size < self.least:
            return
        if not self._opened:
            self._open()
        if self.problem is not None:
            self.problem.extend(size - self.shape.cost)

    def collect(self, size: int) -> None:
        if self.problem is None:
            return
        for seen, node in self.problem.order:
            if seen not in self._collected and node.min_size + self.shape.cost <= size:
                self._collected.add(seen)
                self.state.into(seen).add(Built(self.construction, node, self.shape.cost))


def _clauses(state: State, shape: Shape) -> list[Term]:
    """What a state wants of a value, as conditions on the fields of a shape."""
    values = state.builder.closer.value_as(shape.term, state.type.sort)
    return [*shape.clauses, *(state.builder.reducer.substitute(term, values) for term in state.required)]


class ByCases(Production):
    """A constructor with containers at some places, which are told apart by whether they are empty."""

    def __init__(self, state: State, shape: Shape, places: list[int]) -> None:
        self.state = state
        self.shape = shape
        self.places = places
        self.least = shape.cost + sum([slot.least for slot in shape.slots])
        self._ways: list[ByShape] = []

    def extend(self, size: int) -> None:
        if size < self.least:
            return
        if not self._ways:
            clauses = _clauses(self.state, self.shape)
            cases = case_split(self.state.builder, self.shape, self.places, clauses)
            self._ways = [ByShape(self.state, case) for case in cases]
        for way in self._ways:
            way.extend(size)

    def collect(self, size: int) -> None:
        for way in self._ways:
            way.collect(size)
