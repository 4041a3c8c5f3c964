"""Generated functions by themselves: which arguments are the same, and what comes next."""

from __future__ import annotations

import enum
from collections import deque
from dataclasses import dataclass
from typing import Any

import pytest

from refute.functions.answers import key_of
from refute.functions.behaviours import Choices, following


class Colour(enum.Enum):
    RED = 1


@dataclass
class Point:
    x: int
    inside: list[int]


class Plain:
    def __init__(self, x: int) -> None:
        self.x = x


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, 1.0),
        (float("nan"), float("nan")),
        ([1, [2]], [1, [2]]),
        ({1: [2]}, {1: [2]}),
        ({1, 2}, frozenset((2, 1))),
        (Point(1, [2]), Point(1, [2])),
        (Plain(1), Plain(1)),
        (Colour.RED, Colour.RED),
        (abs, abs),
    ],
)
def test_arguments_are_the_same_if_they_are_built_alike(one: Any, other: Any) -> None:
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 2),
        (1, "1"),
        ([1], (1,)),
        ([1], deque([1])),
        ((), None),
        ([], ()),
        ({1: 2}, {1: 3}),
        (Point(1, [2]), Point(1, [3])),
        (Plain(1), Plain(2)),
        (Colour.RED, 1),
        (lambda x: x, lambda x: x),
    ],
)
def test_arguments_are_told_apart_if_they_are_not(one: Any, other: Any) -> None:
    assert key_of(one) != key_of(other)


def test_all_paths_through_questions_are_taken_once() -> None:
    def code(choose: Choices) -> tuple[int, ...]:
        first = choose(3)
        return (first, *(choose(2) for _ in range(first)))

    taken = []
    given: tuple[int, ...] | None = ()
    while given is not None:
        asked: list[tuple[int, int]] = []
        taken.append(code(Choices(given, made=asked.append)))
        given = following(asked)
    assert taken == [(0,), (1, 0), (1, 1), (2, 0, 0), (2, 0, 1), (2, 1, 0), (2, 1, 1)]


def test_a_question_that_has_one_answer_is_none() -> None:
    choose = Choices()
    assert choose(1) == 0
    assert choose.made == []
