"""Predicates with loops, as people write them."""

# ruff: noqa: SIM110  # `all` and `any` would say the same

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any


@dataclass(frozen=True)
class Rose:
    label: int
    children: list[Rose]

    def is_heap(self) -> bool:
        for child in self.children:
            if child.label < self.label or not child.is_heap():
                return False
        return True


@dataclass(frozen=True)
class Tree:
    key: int
    left: Tree | None
    right: Tree | None


def none_negative(xs: list[int]) -> bool:
    for x in xs:
        if x < 0:
            return False
    return True


def total(xs: list[int]) -> int:
    found = 0
    for x in xs:
        found += x
    return found


def evens(xs: list[int]) -> int:
    count = 0
    for x in xs:
        if x % 2:
            continue
        count += 1
    return count


def grand_total(rows: list[list[int]]) -> int:
    found = 0
    for row in rows:
        for x in row:
            found += x
    return found


def total_of_floats(xs: list[float]) -> float:
    """By `+=`, which is not what `sum` does."""
    found = 0.0
    for x in xs:
        found += x
    return found


def climbs(xs: list[int]) -> bool:
    last = None
    for x in xs:
        if last is not None and x < last:
            return False
        last = x
    return True


def largest(xs: list[int]) -> int:
    found = -10
    for x in xs:
        if x > found:
            found = x
    return found


def has_zero(xs: list[int]) -> bool:
    for x in xs:
        if x == 0:
            break
    else:
        return False
    return True


def first_positive(xs: list[int]) -> int:
    for x in xs:
        if x > 0:
            return x
    return -1


def is_balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        depth += 1 if letter == "(" else -1
        if depth < 0:
            return False
    return depth == 0


def no_zero_inside(rows: list[list[int]]) -> bool:
    for row in rows:
        for x in row:
            if x == 0:
                return False
    return True


def is_smooth(xs: list[int]) -> bool:
    for a, b in pairwise(xs):
        if abs(a - b) > 1:
            return False
    return True


def is_above_its_place(xs: tuple[int, ...]) -> bool:
    for place, x in enumerate(xs):
        if x < place:
            return False
    return True


def is_heap(tree: Tree | None) -> bool:
    """Recursion inside a loop over parts that are written there."""
    if tree is None:
        return True
    for child in (tree.left, tree.right):
        if child is not None and child.key < tree.key:
            return False
        if not is_heap(child):
            return False
    return True


def size(rose: Rose) -> int:
    found = 1
    for child in rose.children:
        found += size(child)
    return found


def set_is_small(xs: frozenset[int]) -> bool:
    found = 0
    for x in xs:
        found += x
    return found <= 2


def is_mapped_upwards(table: dict[int, int]) -> bool:
    for key, value in table.items():
        if value <= key:
            return False
    return True


CONDITIONS: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "none_negative": (list[int], none_negative),
    "total": (list[int], lambda xs: total(xs) == 2),
    "evens": (list[int], lambda xs: evens(xs) == 2),
    "grand_total": (list[list[int]], lambda rows: grand_total(rows) == 2),
    "total_of_floats": (list[float], lambda xs: total_of_floats(xs) == 0.5),
    "climbs": (list[int], climbs),
    "largest": (list[int], lambda xs: largest(xs) == 1),
    "has_zero": (list[int], has_zero),
    "first_positive": (list[int], lambda xs: first_positive(xs) == 2),
    "is_balanced": (str, is_balanced),
    "no_zero_inside": (list[list[int]], no_zero_inside),
    "is_smooth": (list[int], is_smooth),
    "is_above_its_place": (tuple[int, ...], is_above_its_place),
    "is_heap": (Tree | None, is_heap),
    "a method": (Rose, Rose.is_heap),
    "size": (Rose, lambda rose: size(rose) == 2),
    "set_is_small": (frozenset[int], set_is_small),
    "is_mapped_upwards": (dict[int, int], is_mapped_upwards),
}


def is_prime(n: int) -> bool:
    for divisor in range(2, n):
        if n % divisor == 0:
            return False
    return n > 1


def one_more(xs: list[int]) -> bool:
    """Changes what it is given."""
    grown = xs
    for x in (1,):
        grown += [x]
    return len(xs) == 2


def left_over(xs: list[int]) -> bool:
    x = 1
    for x in xs:  # noqa: B007
        pass
    return x == 1


RUN: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "is_prime": (int, is_prime),
    "left_over": (list[int], left_over),
}


def divides(xs: list[int]) -> bool:
    for x in xs:
        if 2 // x > 1:
            return False
    return True
