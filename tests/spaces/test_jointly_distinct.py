"""What must not occur twice anywhere in a structure is counted, however many sets of it there are."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, perm
from typing import Annotated

import pytest
from zoo import Nat, Room, items_are_unique, tags_are_unique

from refute.logic.reading.predicates import where
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope

OkRoom = Annotated[Room, where(tags_are_unique), where(items_are_unique)]


@dataclass(frozen=True)
class Halves:
    first: tuple[Nat, ...]
    second: tuple[Nat, ...]


Apart = Annotated[Halves, where(lambda h: len({*h.first, *h.second}) == len([*h.first, *h.second]))]


def count_of_halves(size: int) -> int:
    """Both lists in a row are different numbers; the second begins anywhere."""
    return sum((elements + 1) * perm(size + 1, elements) for elements in range(size))


def count_of_rooms(size: int) -> int:
    """Parcels in a row have different tags, their items in a row are different numbers."""
    return sum(
        (parcels + 1) * perm(size + 1, parcels) * _shared_out(items, parcels) * perm(size + 1, items)
        for parcels in range(size)
        for items in range(size - 2 * parcels)
    )


def _shared_out(items: int, parcels: int) -> int:
    return comb(items + parcels - 1, items) if parcels else int(items == 0)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [1, 4, 10])
def test_lists_without_a_common_element_are_as_many_as_ordered_choices(size: int) -> None:
    assert inhabitants(Apart, Scope(size=size, landmarks=False)).count == count_of_halves(size)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [1, 4, 8])
def test_structures_without_a_common_element_are_as_many_as_ordered_choices(size: int) -> None:
    assert inhabitants(OkRoom, Scope(size=size, landmarks=False)).count == count_of_rooms(size)


@pytest.mark.slow
def test_a_value_of_a_space_of_sets_is_found_by_its_index() -> None:
    space = inhabitants(OkRoom, Scope(size=7))
    places = range(0, space.count, space.count // 50)
    assert [space.index(space[place]) for place in places] == [*places]
