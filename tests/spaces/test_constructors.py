"""Constructors that can only be run are given holes: the laws of spaces, and how often they are run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

import pytest
import zoo_of_constructors
from brute_force import BruteForce, fingerprint
from zoo_of_constructors import CONSTRUCTORS, ONCE

from refute import Scope, inhabitants
from refute.spaces.space import Space

every_entry = pytest.mark.parametrize("name", CONSTRUCTORS)


@cache
def space(name: str) -> Space[Any]:
    return inhabitants(*CONSTRUCTORS[name])


@cache
def built(name: str) -> dict[Any, int]:
    """What can be built, found by building it, with its sizes."""
    tp, scope = CONSTRUCTORS[name]
    return {fingerprint(value): size for value, size in BruteForce(scope).values(tp, vars(zoo_of_constructors))}


@every_entry
def test_the_values_are_those_that_can_be_built(name: str) -> None:
    marks = [fingerprint(value) for value in space(name)]
    assert len(marks) == space(name).count > 0
    assert len(set(marks)) == len(marks)
    assert set(marks) == set(built(name))


@every_entry
def test_sizes_are_counted_and_never_decrease(name: str) -> None:
    sizes = [built(name)[fingerprint(value)] for value in space(name)]
    assert sizes == sorted(sizes)
    assert dict(space(name).tiers) == Counter(sizes)


@every_entry
def test_each_value_is_at_its_index(name: str) -> None:
    values = list(space(name))
    for place in range(0, len(values), 1 + len(values) // 100):
        assert fingerprint(space(name)[place]) == fingerprint(values[place])
        assert space(name).index(values[place]) == place


@every_entry
def test_samples_are_members(name: str) -> None:
    marks = {fingerprint(value) for value in space(name)}
    assert {fingerprint(value) for value in space(name).sample(60, seed=5)} <= marks


def efforts(tp: Any, scope: Scope) -> list[str]:
    return [note.reason for note in inhabitants(tp, scope).notes if note.status == "narrowed"]


class Shelf:
    def __init__(self, items: list[int], room: int) -> None:
        for _ in ONCE:
            if room < 0:
                raise ValueError("room")
        self.items, self.room = items, room


@dataclass(frozen=True)
class Entry:
    items: tuple[int, ...]
    first: int

    def __post_init__(self) -> None:
        for item in self.items:
            if item != self.first:
                raise ValueError("first")
            break


@pytest.mark.parametrize(("cls", "most"), [(Shelf, 700), (Entry, 30_000)])
def test_arguments_that_a_constructor_does_not_look_at_are_a_family(cls: Any, most: int) -> None:
    (effort,) = efforts(cls, Scope(size=14))
    runs, among = effort.replace(",", "").removesuffix(" values").split(" runs for ")
    assert int(runs) < most
    assert int(among) > 10**20
    space = inhabitants(cls, Scope(size=14))
    assert space.index(space[space.count // 3]) == space.count // 3


def test_a_constructor_that_says_type_is_run_on_all_arguments() -> None:
    assert not efforts(*CONSTRUCTORS["asked by `type`"])


def test_what_a_constructor_takes_is_counted_exactly_where_it_cannot_be_listed() -> None:
    rooms, lists = 15, sum(29**length for length in range(14))
    assert inhabitants(Shelf, Scope(size=14)).count == rooms * lists


Item = TypeVar("Item")


class Box(Generic[Item]):
    LABELS: ClassVar[list[str]] = []

    def __init__(self, item: Item) -> None:
        self.labels = list(self.LABELS)  # can only be run
        self.item = item


class Tag(Generic[Item]):
    LABELS: ClassVar[list[str]] = []

    def __init__(self) -> None:
        self.labels = list(self.LABELS)


def test_a_union_of_a_generic_class_with_other_arguments_has_each_value_once() -> None:
    assert [box.item for box in inhabitants(Box[bool] | Box[int], Scope(size=1))] == [False, True, 0, 1, -1]
    assert inhabitants(Tag[int] | Tag[str], Scope(size=1)).count == 1
