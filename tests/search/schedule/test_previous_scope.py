"""Inputs that an earlier scope had are told by their integers, and told the same as by the earlier space itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal

import pytest

from refute import Scope, exists, where
from refute.search.schedule.previous_scope import PreviousScope
from refute.spaces.arguments import argument_lists
from refute.types.signatures import read_signature


class Side(Enum):
    LEFT = 1
    RIGHT = 7


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Node:
    key: int
    side: Side
    left: Tree
    right: Tree


Tree = Leaf | Node


@dataclass(frozen=True)
class Doubled:
    half: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "half", self.half * 2)


Even = Annotated[int, where(lambda v: exists(lambda half: 2 * half == v, half=int))]


def of_trees(k: int, t: Tree) -> None: ...
def of_pairs(pairs: list[tuple[int, bool]], other: int | None = None) -> None: ...
def marked(k: Annotated[int, where(lambda v: v != 2)], other: int) -> None: ...
def literal(k: Literal[2, 30], other: int) -> None: ...
def text(k: int, word: str) -> None: ...
def made_by_code(k: int, pair: Doubled) -> None: ...


@pytest.mark.parametrize("function", [of_trees, of_pairs, marked, literal, text, made_by_code])
def test_what_is_told_by_integers_is_what_the_earlier_space_says(function: Any) -> None:
    signature = read_signature(function)
    previous = PreviousScope(signature)
    earlier, later = (argument_lists(signature, Scope(size=size)) for size in (1, 2))
    for size, values in ((later.size_of(index), values) for index, values in enumerate(later)):
        if size <= 1:
            assert previous.has(values, 1) in (None, values in earlier), values


@pytest.mark.parametrize("function", [of_trees, of_pairs])
def test_plain_inputs_need_no_look_into_the_earlier_space(function: Any) -> None:
    signature = read_signature(function)
    assert all(
        PreviousScope(signature).has(values, 1) is not None for values in argument_lists(signature, Scope(size=2))
    )


def test_a_landmark_may_have_been_in_any_scope() -> None:
    assert PreviousScope(read_signature(marked)).has((3, 0), 1) is None


def halves(k: Even) -> None: ...


def test_refinements_that_depend_on_the_scope_are_left_to_the_earlier_space() -> None:
    assert PreviousScope(read_signature(halves)).has((0,), 1) is None
