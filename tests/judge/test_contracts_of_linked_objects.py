"""Conformance of objects that point at each other: each is judged once, however many ways lead to it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypedDict

import pytest
from judging import read

from refute import Pos
from refute.conform.compiled import contract_of
from refute.conform.walk import mismatch_of
from refute.types.membership import inhabits


@dataclass(eq=False)
class Joint:
    size: Pos
    next: Joint | None = None
    prev: Joint | None = None
    far: Joint | int | None = None


@dataclass(eq=False)
class Ball(Joint):
    mate: Ball | None = None
    radius: int = 0


class Checked(TypedDict):
    way: Way | None
    mark: bool


class Named(TypedDict):
    way: Way | None
    mark: str


class Way(TypedDict):
    back: Checked | None


def joints(number: int) -> list[Joint]:
    """A list with links both ways, and others across."""
    found = [Joint(1) for _ in range(number)]
    for one, other in pairwise(found):
        one.next, other.prev = other, one
    for place, one in enumerate(found):
        one.far = found[place * 7 % number]
    return found


@pytest.mark.parametrize("number", [1, 2, 60])
def test_linked_objects_are_of_their_type(number: int) -> None:
    first = joints(number)[0]
    assert contract_of(read(Joint)).accepts(first, {})
    assert mismatch_of(read(Joint), first, {}) is None
    assert inhabits(read(Joint), first)


@pytest.mark.parametrize("wrong", [0, 7, 59])
def test_what_is_wrong_with_one_of_them_is_found(wrong: int) -> None:
    found = joints(60)
    found[wrong].size = 0
    contract = contract_of(read(Joint))
    assert not contract.holds(found[0], {})
    assert not inhabits(read(Joint), found[0])
    mismatch = mismatch_of(read(Joint), found[0], {})
    assert mismatch is not None
    assert mismatch.value == 0
    found[wrong].size = 1
    assert contract.holds(found[0], {})


def test_an_object_that_failed_once_is_not_taken_for_right_later() -> None:
    first, second = joints(2)
    second.size = 0
    value: Any = [second, first, second]
    assert not contract_of(read(list[Joint])).holds(value, {})
    assert not contract_of(read(list[int] | list[Joint])).holds(value, {})


def test_an_object_is_judged_by_each_class_that_it_is_to_be_of() -> None:
    wrong: Any = Ball(1, radius="wide")  # type: ignore[arg-type]
    for annotation in (tuple[Joint, Ball], tuple[Ball, Joint]):
        assert not contract_of(read(annotation)).holds((wrong, wrong), {})
        assert contract_of(read(annotation)).accepts((fine := Ball(1), fine), {})


def test_what_was_accepted_because_of_an_object_is_judged_anew_if_that_fails() -> None:
    way: Any = {"back": None}
    way["back"] = named = {"way": way, "mark": "a name"}
    tp = read(tuple[Checked | Named, Way])
    assert not inhabits(read(Way), way)
    assert not inhabits(tp, (named, way))
    assert not contract_of(tp).holds((named, way), {})
    named["mark"] = True
    assert inhabits(tp, (named, way))
