"""Samples that draw skeletons first: values of the space, and shapes alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest
from brute_force import fingerprint
from zoo import ENTRIES, Entry

from refute import Scope, inhabitants
from refute.errors import ScopeError
from sampling import some_of


@dataclass
class Item:
    name: str
    tags: list[str]


@pytest.mark.parametrize("entry", some_of(ENTRIES, ENTRIES[::3].__contains__), ids=str)
def test_what_is_drawn_is_a_value_of_the_size(entry: Entry) -> None:
    space = entry.space()
    for size in space.tiers:
        for value in space.sample_skeletons(5, seed=size, size=size):
            index = space.index(value)
            assert space.size_of(index) == size
            assert fingerprint(space[index]) == fingerprint(value)


def test_shapes_are_alike_however_many_texts_they_have() -> None:
    space = inhabitants(list[Item], Scope(size=6))
    by_value = Counter(map(len, space.sample(200, size=6)))
    by_skeleton = Counter(map(len, space.sample_skeletons(200, seed=0, size=6)))
    assert by_value[3] == 0
    assert by_skeleton[3] == pytest.approx(200 / 5, abs=20)  # one with four tags, three of two with two, one of three
    assert set(by_skeleton) == {1, 2, 3}


def test_texts_are_of_any_length() -> None:
    lengths = Counter(map(len, inhabitants(str, Scope(size=8)).sample_skeletons(300, seed=0, size=0)))
    assert set(lengths) == set(range(9))


def test_optionals_are_there_as_often_as_not() -> None:
    found = inhabitants(int | None, Scope(size=50)).sample_skeletons(200, seed=0, size=0)
    assert 60 < found.count(None) < 140


def test_the_same_seed_gives_the_same_sample() -> None:
    space = inhabitants(list[set[str]], Scope(size=5))
    assert space.sample_skeletons(20, seed=3, size=5) == space.sample_skeletons(20, seed=3, size=5)


def test_there_is_nothing_to_draw_of_a_size_without_values() -> None:
    with pytest.raises(ScopeError, match="size 9"):
        inhabitants(bool, Scope(size=2)).sample_skeletons(1, seed=0, size=9)
