"""The productions of each type: scalars, unions, sequences, constructors; for sets and dicts see `sets_and_dicts`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from refute.logic.terms.term import Constant, Rank, Term
from refute.spaces.ground.mutability import container, is_mutable
from refute.spaces.ground.types import (
    Cells,
    Collected,
    Either,
    Ground,
    Made,
    Mapped,
    Remaining,
    Scalars,
    Sequenced,
    Text,
)
from refute.spaces.narrowing.constructors import constructed_production, is_constructed
from refute.spaces.narrowing.heaps.production import heap_production
from refute.spaces.narrowing.heaps.sharing import is_heap
from refute.spaces.narrowing.opaque import has_arrays, narrowed_production
from refute.spaces.narrowing.tried import tried_production
from refute.spaces.nodes.derived import Flat
from refute.spaces.nodes.node import Built, Choice, Product
from refute.spaces.productions.constructors import shapes_of
from refute.spaces.productions.sets_and_dicts import productions_of_selection
from refute.spaces.residuals.classes import Production, ProductQuery, State
from refute.spaces.residuals.elimination import RAISING, Observation, Residual
from refute.spaces.residuals.fixpoint import UNLIMITED
from refute.spaces.residuals.planner import case_split, containers, order_of_choice
from refute.spaces.residuals.slot import Shape
from refute.spaces.scope import Bound


def productions_of(state: State) -> list[Production]:
    narrowed = (
        heap_production(state) or narrowed_production(state) or constructed_production(state) or tried_production(state)
    )
    if narrowed is not None:
        return [narrowed]
    match state.type:
        case Scalars():
            return [ByListing(state, state.type.values)]
        case Either(members=members):
            return [production for member in members for production in _productions_of_member(state, member)]
        case Sequenced(kind=kind, element=element):
            return [ByCells(state, kind, Cells(kind, element), flat=False)]
        case Text(kind=kind, alphabet=alphabet, landmarks=landmarks):
            return [ByCells(state, kind, Cells(kind, alphabet), flat=True), ByListing(state, landmarks)]
        case Collected() | Mapped() | Remaining():
            return productions_of_selection(state)
    return [_production_of(state, shape) for shape in _shapes(state, state.type)]


def _productions_of_member(state: State, member: Ground) -> list[Production]:
    is_other = isinstance(member, Made) and (is_heap(member.constructor) or has_arrays(member))
    if isinstance(member, Made) and not is_other and not is_constructed(state, member):
        return [_production_of(state, shape) for shape in _shapes(state, member)]
    return [ByMember(state, member)]


def _shapes(state: State, tp: Ground) -> list[Shape]:
    builder, bound = state.builder, state.bound
    shapes: list[Shape] = builder.shared((tp, bound), lambda: shapes_of(builder, tp, bound))
    return shapes


def _production_of(state: State, shape: Shape) -> Production:
    places = containers(state.builder, shape)
    return ByCases(state, shape, places) if places else ByShape(state, shape)


class ByListing(Production):
    """Scalars, each evaluated by itself."""

    def __init__(self, state: State, values: Sequence[Constant]) -> None:
        self.state = state
        self.values = values
        self.found: dict[Observation, list[Any]] = {}
        self._done = self._is_collected = False

    def extend(self, size: int) -> None:
        if self._done:
            return
        values, conditions = self.state.builder.grounder.compared(self.values, self.state.required)
        if values and not conditions and not self.state.observed:  # all are alike: of integers, there may be many
            self._done = True
            alike = self.state.builder.eliminations.observation(())
            self.found[alike] = [constant.value for constant in values]
            return
        # all before any is added: an evaluation may raise RankTouched
        observed = [(constant, self._observed(constant, conditions)) for constant in values]
        self._done = True
        for constant, observation in observed:
            if observation is not None:
                self.found.setdefault(observation, []).append(constant.value)

    def collect(self, size: int) -> None:
        if self._is_collected:
            return
        self._is_collected = True
        for observation, listed in self.found.items():
            ranks = {value.place for value in listed if type(value) is Rank}
            # a class of one rank is ordered among the others by the scalar that the rank stands for
            only = ranks.pop() if len(listed) == 1 and ranks else None
            node = self.state.into(observation)
            node.rank_of_all = only if not node.parts else None
            node.add(Choice(tuple(listed)), only)

    def _observed(self, constant: Constant, conditions: Sequence[Term]) -> Observation | None:
        state, r = self.state, self.state.builder.reducer
        state.builder.check_time()
        binding = state.builder.grounder.value_is(constant, state.type.sort)
        for condition in conditions:
            decided = r.substitute(condition, binding)
            if decided is r.false:
                return None
            if decided.op == "raise":
                return RAISING
        return state.builder.eliminations.observation(tuple([r.substitute(term, binding) for term in state.observed]))


class ByMember(Production):
    """A member of a union, under the same conditions."""

    def __init__(self, state: State, member: Ground) -> None:
        self.state = state
        self.query = state.builder.ask(member, state.required, state.observed, state.bound)
        self._collected: set[Observation] = set()

    def extend(self, size: int) -> None:
        self.query.extend(size)

    def collect(self, size: int) -> None:
        for observation, node in self.query.order:
            if observation not in self._collected and node.min_size <= size:
                self._collected.add(observation)
                self.state.into(observation).add(self.query.node(node))


class ByCells(Production):
    """A container of any length, made from its cells. Texts are made so, too, but have size 0, as scalars."""

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
        self.query = builder.ask(builder.grounder.intern(cells), state.required, state.observed, bound)
        self.construction = container(kind, is_mutable(builder.grounder, cells.element))
        self._collected: set[Observation] = set()

    def extend(self, size: int) -> None:
        self.query.extend(UNLIMITED if self.flat else size)

    def collect(self, size: int) -> None:
        for observation, node in self.query.order:
            if observation not in self._collected and (self.flat or node.min_size <= size):
                self._collected.add(observation)
                built = Built(self.construction, Product((self.query.node(node),)), 0)
                self.state.into(observation).add(Flat(built) if self.flat else built)


class ByShape(Production):
    """A constructor: a product of fields. The conditions are unfolded over the fields when a size is reached."""

    def __init__(self, state: State, shape: Shape) -> None:
        self.state = state
        self.shape = shape
        self.min_size = shape.cost + sum([slot.min_size for slot in shape.slots])
        self.product: ProductQuery | None = None
        self._opened = False
        self._collected: set[Observation] = set()

    def _open(self) -> None:
        self._opened = True
        state, shape = self.state, self.shape
        builder = state.builder
        key = (shape.term, state.required, state.observed, shape.clauses)
        residual, order = builder.shared(key, self._unfolded)
        self.product = builder.product(residual, tuple([shape.slots[place] for place in order]))
        self.construction = shape.construction.reordered(order)

    def _unfolded(self) -> tuple[Residual | None, tuple[int, ...]]:
        """The residual over the fields, and the order in which these are chosen."""
        state, shape, r = self.state, self.shape, self.state.builder.reducer
        values = state.builder.grounder.value_as(shape.term, state.type.sort)
        clauses = _clauses(state, shape)
        observed = tuple([r.substitute(term, values) for term in state.observed])
        in_sequence = isinstance(state.type, Cells)  # the head of a list is chosen before its tail
        order = tuple(range(len(shape.slots))) if in_sequence else order_of_choice(shape.slots, clauses)
        variables = tuple(shape.slots[place].variable for place in order)
        return state.builder.eliminations.residual(variables, clauses, observed), order

    def extend(self, size: int) -> None:
        if size < self.min_size:
            return
        if not self._opened:
            self._open()
        if self.product is not None:
            self.product.extend(size - self.shape.cost)

    def collect(self, size: int) -> None:
        if self.product is None:
            return
        for observation, node in self.product.order:
            if observation not in self._collected and node.min_size + self.shape.cost <= size:
                self._collected.add(observation)
                self.state.into(observation).add(Built(self.construction, node, self.shape.cost))


def _clauses(state: State, shape: Shape) -> list[Term]:
    """The conditions of a state as conditions on the fields of a shape, with those of the shape itself."""
    values = state.builder.grounder.value_as(shape.term, state.type.sort)
    return [*shape.clauses, *(state.builder.reducer.substitute(term, values) for term in state.required)]


class ByCases(Production):
    """A constructor that is split into cases by which of the containers at some places are empty."""

    def __init__(self, state: State, shape: Shape, places: list[int]) -> None:
        self.state = state
        self.shape = shape
        self.places = places
        self.min_size = shape.cost + sum([slot.min_size for slot in shape.slots])
        self._productions: list[ByShape] = []

    def extend(self, size: int) -> None:
        if size < self.min_size:
            return
        if not self._productions:
            clauses = _clauses(self.state, self.shape)
            cases = case_split(self.state.builder, self.shape, self.places, clauses)
            self._productions = [ByShape(self.state, case) for case in cases]
        for production in self._productions:
            production.extend(size)

    def collect(self, size: int) -> None:
        for production in self._productions:
            production.collect(size)
