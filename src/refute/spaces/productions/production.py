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
from refute.spaces.nodes.node import Built, Choice, Making, Node
from refute.spaces.nodes.recast import Converted, Flat
from refute.spaces.productions.case_split import cases_of, containers
from refute.spaces.productions.constructors import Shape, shapes_of
from refute.spaces.productions.field_order import in_order, order_of_choice
from refute.spaces.productions.sets_and_dicts import ways_of_selection
from refute.spaces.residuals.classes import UNLIMITED, NotInside, Problem, State, Way
from refute.spaces.residuals.elimination import RAISED, Rest, View
from refute.spaces.residuals.renaming import Extension
from refute.spaces.scope import Bound


def ways_of(state: State) -> list[Way]:
    narrowed = narrowed_way(state) or constructed_way(state)
    if narrowed is not None:
        return [narrowed]
    match state.type:
        case Scalars():
            return [ByListing(state, state.type.values)]
        case Either(members=members):
            return [way for member in members for way in _ways_of_member(state, member)]
        case Sequenced(kind=kind, element=element):
            return [ByCells(state, kind, Cells(kind, element), flat=False)]
        case Text(kind=kind, alphabet=alphabet, landmarks=landmarks):
            return [ByCells(state, kind, Cells(kind, alphabet), flat=True), ByListing(state, landmarks)]
        case Collected() | Mapped() | Remaining():
            return ways_of_selection(state)
    return [_way_of(state, shape) for shape in _shapes(state, state.type)]


def _ways_of_member(state: State, member: Closed) -> list[Way]:
    if isinstance(member, Made) and not is_constructed(state, member):
        return [_way_of(state, shape) for shape in _shapes(state, member)]
    return [ByMember(state, member)]


def _shapes(state: State, tp: Closed) -> list[Shape]:
    builder, bound = state.builder, state.bound
    shapes: list[Shape] = builder.shared((tp, bound), lambda: shapes_of(builder, tp, bound))
    return shapes


def _way_of(state: State, shape: Shape) -> Way:
    places = containers(state.builder, shape)
    return ByCases(state, shape, places) if places else ByShape(state, shape)


class ByListing(Way):
    """Scalars: each is looked at."""

    def __init__(self, state: State, values: Sequence[Constant]) -> None:
        self.state = state
        self.values = values
        self.found: dict[View, list[Any]] = {}
        self._done = self._collected = False
        self._place: dict[Constant, tuple[View, int]] = {}

    def extend(self, size: int) -> None:
        if self._done:
            return
        values, conditions = self.state.builder.closer.compared(self.values, self.state.wanted)
        # ranks may turn out to be touched
        looked = [(constant, self._look(constant, conditions)) for constant in values]
        self._done = True
        for constant, seen in looked:
            if seen is not None:
                listed = self.found.setdefault(seen, [])
                self._place[constant] = seen, len(listed)
                listed.append(constant.value)

    def collect(self, size: int) -> None:
        if self._collected:
            return
        self._collected = True
        for seen, listed in self.found.items():
            ranks = {value.place for value in listed if type(value) is Rank}
            # a class that is one rank is ordered among the others by what the rank stands for
            only = ranks.pop() if len(listed) == 1 and ranks else None
            node = self.state.into(seen)
            node.rank = only if not node.parts else None
            node.add(Choice(tuple(listed)), only)

    def _look(self, constant: Constant, conditions: Sequence[Term]) -> View | None:
        state, r = self.state, self.state.builder.reducer
        state.builder.look()
        binding = state.builder.closer.value_is(constant, state.type.sort)
        for condition in conditions:
            decided = r.substitute(condition, binding)
            if decided is r.false:
                return None
            if decided.op == "raise":
                return RAISED
        return state.builder.outlines.view(tuple([r.substitute(term, binding) for term in state.seen]))

    def rank(self, value: Any, extension: Extension) -> tuple[View, int, int] | None:
        if extension and isinstance(value, int) and self.values and type(self.values[0].value) is Rank:
            if value not in extension:
                return None
            value = Rank(extension.index(value))
        found = self._place.get(Constant(value))
        if found is None:
            return None
        seen, place = found
        node = self.state.classes[seen]
        part = next(
            i for i, p in enumerate(node.parts) if isinstance(p, Choice) and p.values == tuple(self.found[seen])
        )
        choice = node.parts[part]
        assert isinstance(choice, Choice)
        if choice.ranked:
            place = list(choice.in_order(extension)).index(extension[value.place])
        return seen, 0, node.before(0, part, extension) + place


class ByMember(Way):
    """A member of a union: the same question about it."""

    def __init__(self, state: State, member: Closed) -> None:
        self.state = state
        self.asked = state.builder.ask(member, state.wanted, state.seen, state.bound)
        self._parts: dict[View, int] = {}

    def extend(self, size: int) -> None:
        self.asked.extend(size)

    def collect(self, size: int) -> None:
        for seen, node in self.asked.order:
            if seen not in self._parts and node.least <= size:
                into = self.state.into(seen)
                self._parts[seen] = len(into.parts)
                into.add(self.asked.node(node))

    def rank(self, value: Any, extension: Extension) -> tuple[View, int, int] | None:
        try:
            seen, size, index = self.asked.rank(value, extension)
        except NotInside:
            return None
        return seen, size, self.state.classes[seen].before(size, self._parts[seen], extension) + index


class ByCells(Way):
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
        self.asked = builder.ask(builder.closer.intern(cells), state.wanted, state.seen, bound)
        mutable = is_mutable(builder.closer, cells.element)
        self.build, self.take, self.fresh = container(kind, mutable)
        self.made = Making((kind, mutable), self.build, self.take, (), mapping=False)
        self._parts: dict[View, int] = {}

    def extend(self, size: int) -> None:
        self.asked.extend(UNLIMITED if self.flat else size)

    def collect(self, size: int) -> None:
        for seen, node in self.asked.order:
            if seen not in self._parts and (self.flat or node.least <= size):
                into = self.state.into(seen)
                self._parts[seen] = len(into.parts)
                inner: Node = Converted(self.build, self.asked.node(node), self.fresh, self.made)
                into.add(Flat(inner) if self.flat else inner)

    def rank(self, value: Any, extension: Extension) -> tuple[View, int, int] | None:
        cells = self.take(value)
        if cells is None:
            return None
        try:
            seen, size, index = self.asked.rank(cells, extension)
        except NotInside:
            return None
        node = self.state.classes[seen]
        part = node.parts[self._parts[seen]]
        if isinstance(part, Flat):
            size, index = 0, part.before(size) + index
        return seen, size, node.before(size, self._parts[seen], extension) + index


class ByShape(Way):
    """A constructor: a product of fields, with the conditions unfolded over them once there is room for it."""

    def __init__(self, state: State, shape: Shape) -> None:
        self.state = state
        self.shape = shape
        self.least = shape.cost + sum([slot.least for slot in shape.slots])
        self.problem: Problem | None = None
        self.order: tuple[int, ...] = ()
        self._opened = False
        self._parts: dict[View, int] = {}

    def _open(self) -> None:
        self._opened = True
        state, shape = self.state, self.shape
        builder = state.builder
        key = (shape.term, state.wanted, state.seen, shape.clauses)
        rest, self.order = builder.shared(key, self._unfolded)
        self.problem = builder.problem(rest, tuple([shape.slots[place] for place in self.order]))
        self.build = in_order(shape.build, self.order)
        self.made = Making(shape.key, shape.build, shape.take, self.order, shape.mapping)

    def _unfolded(self) -> tuple[Rest | None, tuple[int, ...]]:
        """The question about the value, as one about its fields, and the order to take them in."""
        state, shape, r = self.state, self.shape, self.state.builder.reducer
        values = state.builder.closer.value_as(shape.term, state.type.sort)
        clauses = _clauses(state, shape)
        seen = tuple([r.substitute(term, values) for term in state.seen])
        in_sequence = isinstance(state.type, Cells)  # what is left of a list is asked about after its head
        order = tuple(range(len(shape.slots))) if in_sequence else order_of_choice(shape.slots, clauses)
        variables = tuple(shape.slots[place].variable for place in order)
        return state.builder.outlines.rest(variables, clauses, seen), order

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
            if seen not in self._parts and node.least + self.shape.cost <= size:
                into = self.state.into(seen)
                self._parts[seen] = len(into.parts)
                into.add(Built(self.build, node, self.shape.cost, self.made))

    def rank(self, value: Any, extension: Extension) -> tuple[View, int, int] | None:
        parts = self.shape.take(value)
        if parts is None or self.problem is None:
            return None
        try:
            seen, size, index = self.problem.rank([parts[place] for place in self.order], extension)
        except NotInside:
            return None
        size += self.shape.cost
        return seen, size, self.state.classes[seen].before(size, self._parts[seen], extension) + index


def _clauses(state: State, shape: Shape) -> list[Term]:
    """What a state wants of a value, as conditions on the fields of a shape."""
    values = state.builder.closer.value_as(shape.term, state.type.sort)
    return [*shape.clauses, *(state.builder.reducer.substitute(term, values) for term in state.wanted)]


class ByCases(Way):
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
            cases = cases_of(self.state.builder, self.shape, self.places, clauses)
            self._ways = [ByShape(self.state, case) for case in cases]
        for way in self._ways:
            way.extend(size)

    def collect(self, size: int) -> None:
        for way in self._ways:
            way.collect(size)

    def rank(self, value: Any, extension: Extension) -> tuple[View, int, int] | None:
        found = (way.rank(value, extension) for way in self._ways)
        return next((place for place in found if place is not None), None)
