"""Smaller versions of values are smaller, and of the same kind."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from linked_functions import DList
from linked_functions import Node as LinkedNode
from refute import Scope, inhabitants
from refute.minimise.candidates import Shrinker
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Node:
    key: int
    left: Node | Leaf
    right: Node | Leaf


def shrinker() -> Shrinker:
    reader = Reader()
    reader.read_whole(Node, Context("the type", globals()))
    return Shrinker(reader.constructors)


@pytest.mark.parametrize(
    ("value", "smaller"),
    [
        (0, []),
        (1, [0]),
        (-6, [0, 6, -3, 3, -5, 5]),
        (False, []),
        (True, [False]),
        ("", []),
        ("ab", ["", "b", "a", "aa", "00", "aa", "a0", "a "]),
        ("é", ["", "a", "0", " ", "A", "-", "\n", "u", "¯", "Ì", "Û", "â", "æ", "è"]),
        (b"\xff", [b"", *(bytes([code]) for code in b"a0 A-\n\xc0\xe0\xf0\xf8\xfc\xfe")]),
        (
            [[1], [2]],
            [
                [],
                [[2]],
                [[1]],
                [[1, 2]],
                [[], [2]],
                [[], [2]],
                [[0], [2]],
                [[1], []],
                [[1], []],
                [[1], [0]],
                [[1], [1]],
                [[1], [-1]],
            ],
        ),
        ([1], [[], [], [0]]),
        ((True, False), [(), (False,), (True,), (False, False)]),
        ([9, 1], [[], [1], [9], [0], [8], [10], [0, 1], [5, 1], [-5, 1], [7, 1], [-7, 1], [8, 1], [-8, 1], [9, 0]]),
        (deque([True]), [deque(), deque([False])]),
        ({True}, [set(), {False}]),
        ({"a": 1}, [{}, {"a": 0}, {"": 1}]),
        ({"b": 0}, [{}, {"": 0}, {"a": 0}, {"0": 0}, {" ": 0}]),
        ({"a": 0, "b": 0}, [{}, {"b": 0}, {"a": 0}, {"": 0, "b": 0}, *({"a": 0, key: 0} for key in ("", "0", " "))]),
        (None, []),
        (Node(0, Leaf(), Leaf()), [0, Leaf(), Leaf(), Leaf()]),
    ],
    ids=repr,
)
def test_smaller_versions(value: Any, smaller: list[Any]) -> None:
    assert list(shrinker().smaller(value)) == smaller


def test_a_subtree_takes_the_place_of_a_tree() -> None:
    inner = Node(0, Leaf(), Leaf())
    assert inner in list(shrinker().smaller(Node(5, inner, Leaf())))


def test_one_argument_at_a_time_becomes_smaller() -> None:
    assert list(shrinker().argument_lists((1, True))) == [(0, True), (1, False)]


def test_all_numbers_are_moved_alike_where_that_brings_them_nearer_to_zero() -> None:
    found = shrinker().argument_lists(([-2, -1], Node(-2, Leaf(), Node(0, Leaf(), Leaf()))))
    assert ([0, 1], Node(0, Leaf(), Node(2, Leaf(), Leaf()))) in list(found)


@dataclass(frozen=True)
class Even:
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise SystemExit("odd")


def test_what_a_constructor_refuses_is_left_out() -> None:
    reader = Reader()
    reader.read_whole(Even, Context("the type", globals()))
    assert list(Shrinker(reader.constructors).smaller(Even(4))) == [4, Even(0), Even(2), Even(-2)]


@pytest.mark.parametrize(
    "number",
    [
        Decimal("NaN"),
        Decimal("sNaN"),
        Decimal("-Infinity"),
        Decimal("1e999999"),
        Decimal("123456789012345678901234567890.123456789"),
        Decimal("-sNaN"),
        Fraction(10**400, 3),
        Fraction(-(10**5000), 3),
        math.nan,
        -math.inf,
        -0.0,
        5e-324,
        1.7e308,
        10**5000,
    ],
    ids=lambda number: type(number).__name__,
)
def test_odd_numbers_have_smaller_versions_or_none(number: Any) -> None:
    own = shrinker()
    assert all(own.weight(other) < own.weight((number,)) for other in own.argument_lists((number,)))


def test_heaps_become_smaller_heaps_and_are_not_changed_themselves() -> None:
    reader = Reader()
    reader.read_whole(DList, Context("the type", {}))
    heap = next(one for one in inhabitants(DList, Scope(size=4)) if one.values() == [3, 0, -2])
    shrinker = Shrinker(reader.constructors)
    found = [smaller for (smaller,) in shrinker.argument_lists((heap,))]
    assert heap.values() == [3, 0, -2]
    assert all(shrinker.weight(one) < shrinker.weight(heap) for one in found)
    values = [one.values() for one in found if one.is_linked()]
    assert [0, 0] in values  # fewer nodes
    assert [0, 0, -2] in values  # a smaller value
    assert [3, 0, 2] in values


def test_equal_values_in_a_heap_and_beside_it_become_smaller_together() -> None:
    reader = Reader()
    reader.read_whole(DList, Context("the type", {}))
    heap = DList(LinkedNode(700), 1)
    found = Shrinker(reader.constructors).argument_lists((heap, 700))
    assert any(one.values() == [0] and number == 0 for one, number in found)


@pytest.mark.parametrize(
    ("values", "smaller"),
    [
        (({"": 16, "a": 16},), ({"": 0, "a": 0},)),
        (({16: [16]}, 1), ({0: [0]}, 1)),
        (({5, 7}, 5), ({0, 7}, 0)),
        (({"ab": 1}, "ab"), ({"": 1}, "")),
    ],
)
def test_equal_values_in_sets_and_dicts_become_smaller_together(values: tuple[Any, ...], smaller: Any) -> None:
    assert smaller in shrinker().argument_lists(values)


def test_copies_share_data_that_cannot_change_and_nothing_else() -> None:
    leaf, pair = Leaf(), (1, "a")
    value = ([Node(1, leaf, leaf), pair], {"a": [2]}, {pair}, deque([leaf]))
    made = shrinker().fresh(value)
    assert made == value
    assert made[0][0] is value[0][0]
    assert made[0][1] is pair
    for own, other in zip(made, value, strict=True):
        assert own is not other
    assert made[1]["a"] is not value[1]["a"]


def test_one_list_in_two_places_is_one_list_in_a_copy() -> None:
    one = [1]
    first, second = shrinker().fresh([one, one])
    assert first is second is not one


def test_two_items_go_together_where_neither_can_go_alone() -> None:
    versions = list(shrinker().argument_lists(([3, 1, 2],)))
    assert ([1],) in versions
    assert ([3],) in versions


def test_parts_that_are_made_when_they_are_looked_at_are_weighed_by_what_they_are() -> None:
    """Lists that are gone leave their identity to others."""
    space = inhabitants(npt.NDArray[np.uint8], Scope(size=2, ints=(0, 255), landmarks=False))
    reader = Reader()
    reader.read_whole(npt.NDArray[np.uint8], Context("the type", globals()))
    shrinker, array = Shrinker(reader.constructors), np.array([246, 200], dtype=np.uint8)
    assert array in space
    own = shrinker.weight((array,))
    versions = [smaller for _ in range(20) for smaller in shrinker.argument_lists((array,))]
    assert len(versions) % 20 == 0
    assert all(shrinker.weight(smaller) < own for smaller in versions)
    assert [str(one) for one in versions] == [str(one) for one in versions[: len(versions) // 20]] * 20
