"""Smaller versions of values are smaller, and of the same kind."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

import pytest

from refute.judge.shrinking import Shrinker
from refute.types.context import Context
from refute.types.read import Reader


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Node:
    key: int
    left: Node | Leaf
    right: Node | Leaf


@dataclass(frozen=True)
class Even:
    value: int

    def __post_init__(self) -> None:
        if self.value % 2:
            raise ValueError("odd")


def shrinker() -> Shrinker:
    reader = Reader()
    reader.read_whole(Node | Even, Context("the type", globals()))
    return Shrinker(reader.constructors)


@pytest.mark.parametrize(
    ("value", "smaller"),
    [
        (0, []),
        (1, [0, 0]),
        (-6, [0, 6, -3, -5]),
        (False, []),
        (True, [False]),
        ("", []),
        ("ab", ["", "b", "a"]),
        ([1], [[], [0], [0]]),
        ((True, False), [(False,), (True,), (False, False)]),
        (deque([True]), [deque(), deque([False])]),
        ({True}, [set(), {False}]),
        ({"a": 1}, [{}, {"a": 0}, {"a": 0}]),
        (None, []),
        (Node(0, Leaf(), Leaf()), [Leaf(), Leaf(), Leaf()]),
    ],
    ids=repr,
)
def test_smaller_versions(value: Any, smaller: list[Any]) -> None:
    assert list(shrinker().smaller(value)) == smaller


def test_a_subtree_takes_the_place_of_a_tree() -> None:
    inner = Node(0, Leaf(), Leaf())
    assert inner in list(shrinker().smaller(Node(5, inner, Leaf())))


def test_one_argument_at_a_time_becomes_smaller() -> None:
    assert list(shrinker().argument_lists((1, True))) == [(0, True), (0, True), (1, False)]


def test_what_a_constructor_refuses_is_left_out() -> None:
    assert list(shrinker().smaller(Even(6))) == [Leaf(), Even(0)]
