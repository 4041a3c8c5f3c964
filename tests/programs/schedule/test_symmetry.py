"""Programs up to an exchange of values, or up to their order: one of each kind is tried, and no kind is missing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from refute import Interface
from refute.programs.engine.exploration import Exploring
from refute.programs.hosting.explored import Explored
from refute.run.inside import Inside
from refute.run.limits import Limits

MADE: list[tuple[int, ...]] = []  # the items of bags that were added to, and what was added


class Bag:
    """Carries items, and compares them."""

    def __init__(self) -> None:
        self.items: tuple[int, ...] = ()

    def add(self, item: int) -> None:
        MADE.append((*self.items, item))
        self.items = (*self.items, item)


def explored(values: Sequence[int], calls: int, **how: bool) -> set[tuple[int, ...]]:
    """All sequences of items that were added."""
    del MADE[:]
    interface = Interface.of(Bag)
    interface.fresh(int, values, **how)
    exploration = Explored(interface, __name__, Exploring("deepening", calls), Limits(), Inside())
    try:
        for _ in exploration.run(0, None):
            pass
    finally:
        exploration.close()
    return {*MADE}


def first_met(items: tuple[int, ...]) -> tuple[int, ...]:
    """Items renamed in the order in which they are met."""
    names: dict[int, int] = {}
    return tuple(names.setdefault(item, len(names)) for item in items)


def ranks(items: tuple[int, ...]) -> tuple[int, ...]:
    """Items by their order."""
    order = sorted(set(items))
    return tuple(map(order.index, items))


def sequences(values: Sequence[int], most: int) -> set[tuple[int, ...]]:
    return {one for length in range(1, most + 1) for one in product(values, repeat=length)}


@pytest.mark.parametrize("length", range(1, 5))
def test_of_programs_that_differ_by_names_one_is_tried(length: int) -> None:
    made = explored(range(length), length + 1, symmetric=True)
    assert {first_met(one) for one in made} == {first_met(one) for one in sequences(range(length), length)}
    assert len(made) == len({first_met(one) for one in made})


@pytest.mark.parametrize("length", range(1, 5))
def test_of_programs_whose_values_are_in_the_same_order_one_is_tried(length: int) -> None:
    made = explored(range(2**length - 1), length + 1, ordered=True)
    assert {ranks(one) for one in made} == {ranks(one) for one in sequences(range(length), length)}
    assert len(made) == len({ranks(one) for one in made})


def test_too_few_values_to_stand_for_all_orders_are_told() -> None:
    interface = Interface.of(Bag)
    interface.fresh(int, range(3), ordered=True)
    body: Any = Explored(interface, __name__, Exploring("deepening", 4), Limits(), Inside()).body()
    for _ in Inside().run(body, 0, 1 << 60):
        pass
    assert body._exploration.is_cut


def test_without_symmetry_all_are_tried() -> None:
    assert explored(range(3), 4) == sequences(range(3), 3)
