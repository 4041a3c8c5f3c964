"""Sets and dicts: elements and keys are selected, never repeated, in one canonical order.

The elements are partitioned into *cells*: elements of one size with the same observation. A set is a selection of a
number of elements from each cell, cells in order. From a cell of n elements, j can be chosen in comb(n, j) ways,
whatever the conditions of the set are, as these do not distinguish them. A set of elements of which nothing is observed
has one cell for each size, and its subsets are counted without listing them. A dict selects its keys in this way and
then chooses a value for each.

The terms observed of an element are found by unfolding the conditions over one of them. If a later residual depends on
more than they tell, the selection is started again with every element a cell of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from refute.logic.reading.predicates import VALUE
from refute.logic.reduction.rewriter import Binding
from refute.logic.terms.term import Container, Term, var
from refute.spaces.ground.equality import first_of_equals, may_be_equal
from refute.spaces.ground.mutability import container, is_mutable
from refute.spaces.ground.types import Collected, Ground, Mapped, Remaining
from refute.spaces.nodes.construction import END
from refute.spaces.nodes.derived import Distinct, Selected, Subset
from refute.spaces.nodes.enumerate import listing
from refute.spaces.nodes.node import Built, Node, Product
from refute.spaces.nodes.recipes import thaw
from refute.spaces.residuals.classes import Builder, Production, ProductQuery, Query, State
from refute.spaces.residuals.elimination import RAISING, Observation
from refute.spaces.residuals.fixpoint import is_unlimited
from refute.spaces.residuals.queries import observable_parts
from refute.spaces.residuals.slot import Slot
from refute.spaces.scope import Bound

_ITEM, _REST = "·item", "·rest"


class TooCoarse(Exception):
    """A condition depends on more of an element than the observation of its cell."""


class Selection:
    """The cells of the elements of one type."""

    def __init__(self, builder: Builder, tp: Collected | Mapped, observed: tuple[Term, ...], bound: Bound) -> None:
        self.type = tp
        self._builder = builder
        self.observed = observed  # over the variable of an item
        self.variable = item_variable(builder, tp)
        r = builder.reducer
        to_value = Binding([(self.variable, r.intern(var(VALUE, self.variable.sort)))])
        of_value = tuple(r.substitute(term, to_value) for term in observed)
        self.query: Query = builder.ask(element_of(tp), (), of_value, bound)
        self.cells: list[tuple[Observation, Node, int]] = []
        self._found: set[tuple[Observation, int]] = set()
        self._loose = may_be_equal(builder.grounder, element_of(tp))
        self._met: set[Any] = set()

    def extend(self, size: int) -> None:
        """Find the cells of elements up to a size. Cells are in the order of size."""
        if size < 0:
            return
        self.query.extend(size)
        classes = self.query.classes
        max_size = max((node.max_size() for node in classes.values()), default=-1) if is_unlimited(size) else size
        for element_size in range(max_size + 1):
            for observation, node in self.query.order:
                cell = (observation, element_size)
                if cell not in self._found and node.min_size <= element_size and node.count(element_size):
                    self._found.add(cell)
                    inner = self.query.node(node)
                    elements = self._distinct(inner, element_size) if self._loose else inner
                    self.cells.append((observation, elements, element_size))

    def _distinct(self, node: Node, size: int) -> Node:
        """The elements of a cell that equal none before them, by listing all: equality is up to their classes."""
        self._builder.spend(node.count(size))
        values = list(chain.from_iterable(listing(node, size)))
        places = first_of_equals(values, self._met, element_of(self.type), self._builder.check_time)
        return node if len(places) == len(values) else Distinct(node, size, places)


def element_of(tp: Collected | Mapped) -> Ground:
    return tp.keys if isinstance(tp, Mapped) else tp.element


def item_variable(builder: Builder, tp: Collected | Mapped) -> Term:
    return builder.reducer.intern(var(_ITEM, element_of(tp).sort))


def productions_of_selection(state: State) -> list[Production]:
    if isinstance(state.type, Remaining):
        return [Ended(state), *([Selecting(state)] if state.builder.rules.more(state.bound) else [])]
    assert isinstance(state.type, Collected | Mapped)
    return [BySelection(state, state.type)]


def _opened(
    builder: Builder, tp: Collected | Mapped, items: Sequence[Term], values: Sequence[Term], rest: Term
) -> Term:
    """The term of a set or dict that consists of these items and others."""
    r = builder.reducer
    if isinstance(tp, Mapped):
        flat = [part for pair in zip(items, values, strict=True) for part in pair]
        return r.make("dict", (*flat, rest), Container("dict", True))
    return r.make("set", (*items, rest), Container(tp.kind, True))


class BySelection(Production):
    """A set or a dict as a selection from its cells."""

    def __init__(self, state: State, tp: Collected | Mapped) -> None:
        self.state = state
        self.type = tp
        kind = "dict" if isinstance(tp, Mapped) else tp.kind
        grounder = state.builder.grounder
        self.construction = container(kind, mutable=any(is_mutable(grounder, part) for part in tp.parts))
        self._collected: set[Observation] = set()
        self._start(self._observed_of_element())

    def _observed_of_element(self) -> tuple[Term, ...]:
        """The terms observed of an element, by unfolding the conditions over one."""
        state, builder = self.state, self.state.builder
        r = builder.reducer
        item = item_variable(builder, self.type)
        rest = r.intern(var(_REST, self.type.sort))
        value = r.intern(var("·value0", self.type.item.sort)) if isinstance(self.type, Mapped) else r.none
        term = _opened(builder, self.type, [item], [value], rest)
        values = Binding([(r.intern(var(VALUE, self.type.sort)), term), (r.intern(var(VALUE)), term)])
        terms = [r.substitute(t, values) for t in (*state.required, *state.observed)]
        return tuple(observable_parts(_ITEM, terms))

    def _start(self, observed: tuple[Term, ...]) -> None:
        state, builder = self.state, self.state.builder
        bound = builder.rules.selection(state.bound)
        inside = builder.rules.inside(bound)
        key = (Selection, self.type, observed, inside)
        self.selection = builder.shared(key, lambda: Selection(builder, self.type, observed, inside))
        remaining = builder.grounder.intern(Remaining(self.selection, 0, self.type))
        self.query = builder.ask(remaining, state.required, state.observed, bound)

    def extend(self, size: int) -> None:
        try:
            self.query.extend(size)
        except TooCoarse:
            self._start((self.selection.variable,))
            self.query.extend(size)

    def collect(self, size: int) -> None:
        for observation, node in self.query.order:
            if observation not in self._collected and node.min_size <= size:
                self._collected.add(observation)
                self.state.into(observation).add(Built(self.construction, Product((self.query.node(node),)), 0))


class Ended(Production):
    """The empty selection."""

    def __init__(self, state: State) -> None:
        self.state = state
        assert isinstance(state.type, Remaining)
        tp = state.type.of
        builder, r = state.builder, state.builder.reducer
        empty = (
            r.make("dict", (), Container("dict")) if isinstance(tp, Mapped) else r.make("set", (), Container(_kind(tp)))
        )
        values = Binding([(r.intern(var(VALUE, tp.sort)), empty), (r.intern(var(VALUE)), empty)])
        clauses = [r.substitute(term, values) for term in state.required]
        observed = tuple(r.substitute(term, values) for term in state.observed)
        self.product = builder.product(builder.eliminations.residual((), clauses, observed), ())
        self._collected = False

    def extend(self, size: int) -> None:
        return

    def collect(self, size: int) -> None:
        if self.product is not None and not self._collected:
            self._collected = True
            for observation, node in self.product.order:
                self.state.into(observation).add(Built(END, node, 0))


def _kind(tp: Ground) -> str:
    assert isinstance(tp, Collected)
    return tp.kind


class Selecting(Production):
    """A number of elements from one cell, and a selection from later cells."""

    def __init__(self, state: State) -> None:
        self.state = state
        assert isinstance(state.type, Remaining)
        self.type = state.type.of
        selection = state.type.selection
        assert isinstance(selection, Selection)
        self.selection = selection
        self.start = state.type.start
        self.products: dict[tuple[int, int], ProductQuery | None] = {}
        self._collected: set[tuple[int, int, Observation]] = set()

    def _choices(self, size: int) -> list[tuple[int, int]]:
        """Pairs of a cell and the number of elements taken from it, within a size."""
        room = self.state.bound.room
        found = []
        for cell in range(self.start, len(self.selection.cells)):
            observation, node, element_size = self.selection.cells[cell]
            if observation is RAISING:
                for value in next(iter(listing(node, element_size)), ()):
                    thaw(value)  # raises the error of the constructor
                continue
            available = node.count(element_size)
            if room is not None:
                available = min(available, room)
            for chosen in range(1, available + 1):
                if chosen * (element_size + 1) > size:
                    break
                found.append((cell, chosen))
        return found

    def extend(self, size: int) -> None:
        self.selection.extend(size - 1)
        for cell, chosen in self._choices(size):
            if (cell, chosen) not in self.products:
                self.products[cell, chosen] = self._product(cell, chosen)
            product = self.products[cell, chosen]
            if product is not None:
                product.extend(size - chosen * (self.selection.cells[cell][2] + 1))

    def _product(self, cell: int, chosen: int) -> ProductQuery | None:
        """The product of the values of the keys and the later cells, once elements of a cell are chosen."""
        state, builder, r = self.state, self.state.builder, self.state.builder.reducer
        tp = self.type
        assert isinstance(tp, Collected | Mapped)
        observation, _, _ = self.selection.cells[cell]
        element = element_of(tp)
        items = [r.intern(var(f"{_ITEM}{place}", element.sort)) for place in range(chosen)]
        rest = r.intern(var(_REST, tp.sort))
        slots: list[Slot] = []
        if isinstance(tp, Mapped):
            inside = builder.rules.inside(state.bound)
            slots = [
                builder.slot(r.intern(var(f"·value{place}", tp.item.sort)), tp.item, inside) for place in range(chosen)
            ]
        term = _opened(builder, tp, items, [slot.variable for slot in slots] or items, rest)
        values = Binding([(r.intern(var(VALUE, tp.sort)), term), (r.intern(var(VALUE)), term)])
        terms = [r.substitute(t, values) for t in (*state.required, *state.observed)]
        for item in items:
            of_item = [r.replace(term, self.selection.variable, item) for term in self.selection.observed]
            known = Binding(zip(of_item, observation.terms, strict=True))
            terms = [r.substitute(t, known) for t in terms]
        if any(name.startswith(_ITEM) for t in terms for name in t.free):
            raise TooCoarse
        clauses, observed = terms[: len(state.required)], tuple(terms[len(state.required) :])
        remaining = builder.grounder.intern(Remaining(self.selection, cell + 1, tp))
        slots.append(builder.slot(rest, remaining, builder.rules.after(state.bound, chosen)))
        residual = builder.eliminations.residual(tuple(slot.variable for slot in slots), clauses, observed)
        return builder.product(residual, tuple(slots))

    def collect(self, size: int) -> None:
        for (cell, chosen), product in list(self.products.items()):
            if product is None:
                continue
            _, node, element_size = self.selection.cells[cell]
            picked = Subset(node, element_size, chosen)
            for observation, behind in product.order:
                if (cell, chosen, observation) not in self._collected and picked.min_size + behind.min_size <= size:
                    self._collected.add((cell, chosen, observation))
                    selected = Selected(Product((picked,), behind), of_items=isinstance(self.type, Mapped))
                    self.state.into(observation).add(selected)
                    self.state.builder.spend(1)
