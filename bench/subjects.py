"""What `bench/check.py` checks: functions with their types, and beside each the test an expert would write by hand.

A test by hand asks what the types ask: the classes of the parts, their order, balance, stored sizes, and the keys.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
sys.path.insert(0, str(Path(__file__).parent.parent / "examples" / "correct_code"))

from map_delete import delete
from maps import Bin, Tip
from ordered import Cons, Nil, Ordered
from redblack import Colour, Leaf, Node, add

from refute import where

EXAMPLES = Path(__file__).parent.parent / "examples"
Increasing = Annotated[list[int], where(lambda v: all(a < b for a, b in pairwise(v)))]


@dataclass(frozen=True)
class Subject:
    name: str
    function: Callable[..., Any]
    depth: int
    by_hand: Callable[[list[Any]], None]  # calls the function with each input and tests the result


# ------------------------------------------------------------------------------------------------- red-black trees


def black_height(t: Any, low: int, high: int) -> int:
    """The black height of a valid tree, or -1."""
    if isinstance(t, Leaf):
        return 0
    if not isinstance(t, Node) or not isinstance(t.key, int) or not low < t.key < high:
        return -1
    left, right = black_height(t.left, low, t.key), black_height(t.right, t.key, high)
    if left < 0 or left != right:
        return -1
    if t.colour is Colour.RED:
        for child in (t.left, t.right):
            if isinstance(child, Node) and child.colour is Colour.RED:
                return -1
        return left
    return left + 1 if t.colour is Colour.BLACK else -1


def add_by_hand(inputs: list[Any]) -> None:
    for x, t in inputs:
        assert black_height(add(x, t), -1, 1 << 30) >= 0


# ---------------------------------------------------------------------------------------------------------- lists


def insert_cell(x: int, xs: Ordered[int]) -> Ordered[int]:
    match xs:
        case Cons(head, tail) if head < x:
            return Cons(head, insert_cell(x, tail))
        case Cons(head) if head == x:
            return xs
    return Cons(x, xs)


def is_ordered(xs: Any) -> bool:
    low = None
    while isinstance(xs, Cons):
        head = xs.head
        if not isinstance(head, int) or (low is not None and head <= low):
            return False
        low, xs = head, xs.tail
    return isinstance(xs, Nil)


def cells_by_hand(inputs: list[Any]) -> None:
    for x, xs in inputs:
        assert is_ordered(insert_cell(x, xs))


def insert(x: int, xs: Increasing) -> Increasing:
    for i, y in enumerate(xs):
        if x == y:
            return xs
        if x < y:
            return [*xs[:i], x, *xs[i:]]
    return [*xs, x]


def list_by_hand(inputs: list[Any]) -> None:
    for x, xs in inputs:
        found = insert(x, xs)
        assert isinstance(found, list)
        assert all(isinstance(y, int) for y in found)
        assert all(a < b for a, b in pairwise(found))


# ----------------------------------------------------------------------------------------------------------- maps


def size(m: Any, low: int, high: int, keys: set[int]) -> int:
    """The size of a valid map, or -1; its keys are added to those that are given."""
    if isinstance(m, Tip):
        return 0
    if not isinstance(m, Bin) or not isinstance(m.key, int) or not low < m.key < high or m.value is not None:
        return -1
    a, b = size(m.left, low, m.key, keys), size(m.right, m.key, high, keys)
    if a < 0 or b < 0 or m.size != 1 + a + b or not (a + b <= 1 or (a <= 3 * b and b <= 3 * a)):
        return -1
    keys.add(m.key)
    return 1 + a + b


def add_keys(m: Any, keys: set[int]) -> None:
    if isinstance(m, Bin):
        keys.add(m.key)
        add_keys(m.left, keys)
        add_keys(m.right, keys)


def delete_by_hand(inputs: list[Any]) -> None:
    for key, m in inputs:
        before: set[int] = set()
        after: set[int] = set()
        add_keys(m, before)
        assert size(delete(key, m), -1, 1 << 30, after) >= 0
        assert after == before - {key}


SUBJECTS = (
    Subject("red-black add", add, 12, add_by_hand),
    Subject("list insert, cells", insert_cell, 12, cells_by_hand),
    Subject("list insert", insert, 12, list_by_hand),
    Subject("map delete, keys compared", delete, 10, delete_by_hand),
)
