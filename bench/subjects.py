"""What `bench/check.py` checks: functions with their types, and beside each the test an expert would write by hand.

A test by hand asks what the types ask: the classes of the parts, their order, balance, stored sizes, and the keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from depths.balanced_maps import MAPS
from depths.lists import LISTS
from depths.red_black import RED_BLACK
from ordered import Cons, Nil, Ordered

EXAMPLES = Path(__file__).parent.parent / "examples"


@dataclass(frozen=True)
class Subject:
    name: str
    function: Callable[..., Any]
    depth: int
    by_hand: Callable[[Iterable[Any]], int]  # calls the function with each input, tests the result, and counts


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


def cells_by_hand(inputs: Iterable[Any]) -> int:
    count = 0
    for x, xs in inputs:
        assert is_ordered(insert_cell(x, xs))
        count += 1
    return count


SUBJECTS = (
    Subject("red-black add", RED_BLACK.function, 12, RED_BLACK.by_hand),
    Subject("list insert, cells", insert_cell, 12, cells_by_hand),
    Subject("list insert", LISTS.function, 12, LISTS.by_hand),
    Subject("map delete, keys compared", MAPS.function, 10, MAPS.by_hand),
)
