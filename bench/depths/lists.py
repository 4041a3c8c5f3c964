"""Inserting into an increasing list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Annotated

from depths.subject import Arguments, Subject
from refute import where


def is_increasing(xs: list[int]) -> bool:
    """Told item by item, in a loop: nothing that the logic reads."""
    before = None
    for x in xs:
        if before is not None and x <= before:
            return False
        before = x
    return True


Increasing = Annotated[list[int], where(lambda v: all(a < b for a, b in pairwise(v)))]
Opaque = Annotated[list[int], where(is_increasing)]


def insert(x: int, xs: Increasing) -> Increasing:
    for i, y in enumerate(xs):
        if x == y:
            return xs
        if x < y:
            return [*xs[:i], x, *xs[i:]]
    return [*xs, x]


def insert_opaque(x: int, xs: Opaque) -> Opaque:
    return insert(x, xs)


def increasing_lists(depth: int) -> Iterator[list[int]]:
    """All strictly increasing lists by the rule of SmallCheck."""

    def tails(depth: int, low: int) -> Iterator[list[int]]:
        yield []
        for head in range(max(low, 1 - depth), depth):
            for tail in tails(depth - 1, head + 1):
                yield [head, *tail]

    return tails(depth, -depth)


def inputs(depth: int) -> Iterator[Arguments]:
    for xs in increasing_lists(depth):
        for x in range(-depth, depth + 1):
            yield x, xs


def by_hand(inputs: Iterable[Arguments]) -> int:
    count = 0
    for x, xs in inputs:
        found = insert(x, xs)
        assert isinstance(found, list)
        assert all(isinstance(y, int) for y in found)
        assert all(a < b for a, b in pairwise(found))
        count += 1
    return count


LISTS = Subject(
    "list insert", insert, insert_opaque, inputs, by_hand, lambda x, xs: is_increasing(xs), published={20: 8.6}
)
