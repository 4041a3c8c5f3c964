"""Making maps of parts: rotations where a side is off by little, and joining maps whatever their sizes."""

from __future__ import annotations

from typing import Annotated

from libraries.maps.trees import (
    DELTA,
    RATIO,
    Above,
    After,
    Below,
    Bin,
    Filled,
    Key,
    Map,
    OkMap,
    Tip,
    Value,
    branch,
    entries,
    fair,
    pairs,
    size,
    was_fair,
)
from refute import where

Joined = Annotated[
    OkMap, where(lambda v, key, value, left, right: entries(v) == {**entries(left), key: value, **entries(right)})
]
Concatenated = Annotated[OkMap, where(lambda v, left, right: entries(v) == {**entries(left), **entries(right)})]


def balance(
    key: Key,
    value: Value,
    left: Below,
    right: Annotated[Above, where(lambda m, left: was_fair(size(left), size(m)))],
) -> Joined:
    """A tree of two sides, one of which has got one more or one less."""
    a, b = size(left), size(right)
    if fair(a, b):
        return branch(key, value, left, right)
    if isinstance(right, Bin) and b > a:
        if size(right.left) < RATIO * size(right.right):
            return branch(right.key, right.value, branch(key, value, left, right.left), right.right)
        middle = right.left
        return branch(
            middle.key,
            middle.value,
            branch(key, value, left, middle.left),
            branch(right.key, right.value, middle.right, right.right),
        )
    if size(left.right) < RATIO * size(left.left):
        return branch(left.key, left.value, left.left, branch(key, value, left.right, right))
    middle = left.right
    return branch(
        middle.key,
        middle.value,
        branch(left.key, left.value, left.left, middle.left),
        branch(key, value, middle.right, right),
    )


def link(key: Key, value: Value, left: Below, right: Above) -> Joined:
    """A tree of two sides of any size."""
    if isinstance(left, Tip):
        return _with_least(key, value, right)
    if isinstance(right, Tip):
        return _with_greatest(key, value, left)
    if DELTA * left.size < right.size:
        return balance(right.key, right.value, link(key, value, left, right.left), right.right)
    if DELTA * right.size < left.size:
        return balance(left.key, left.value, left.left, link(key, value, left.right, right))
    return branch(key, value, left, right)


def _with_least(key: int, value: bool, m: Map[int, bool]) -> Bin[int, bool]:
    if isinstance(m, Tip):
        return branch(key, value, m, m)
    return balance(m.key, m.value, _with_least(key, value, m.left), m.right)


def _with_greatest(key: int, value: bool, m: Map[int, bool]) -> Bin[int, bool]:
    if isinstance(m, Tip):
        return branch(key, value, m, m)
    return balance(m.key, m.value, m.left, _with_greatest(key, value, m.right))


def glue(left: OkMap, right: Annotated[After, where(lambda m, left: fair(size(left), size(m)))]) -> Concatenated:
    """Two maps in balance with each other, one after the other."""
    if isinstance(left, Tip):
        return right
    if isinstance(right, Tip):
        return left
    if left.size > right.size:
        (key, value), rest = find_and_delete_max(left)
        return balance(key, value, rest, right)
    (key, value), rest = find_and_delete_min(right)
    return balance(key, value, left, rest)


def concat(left: OkMap, right: After) -> Concatenated:
    """Two maps of any size, one after the other."""
    if isinstance(left, Tip):
        return right
    if isinstance(right, Tip):
        return left
    if DELTA * left.size < right.size:
        return balance(right.key, right.value, concat(left, right.left), right.right)
    if DELTA * right.size < left.size:
        return balance(left.key, left.value, left.left, concat(left.right, right))
    return glue(left, right)


def find_and_delete_min(
    m: Filled,
) -> Annotated[tuple[tuple[Key, Value], OkMap], where(lambda v, m: [v[0], *pairs(v[1])] == pairs(m))]:
    if isinstance(m.left, Tip):
        return (m.key, m.value), m.right
    least, rest = find_and_delete_min(m.left)
    return least, balance(m.key, m.value, rest, m.right)


def find_and_delete_max(
    m: Filled,
) -> Annotated[tuple[tuple[Key, Value], OkMap], where(lambda v, m: [*pairs(v[1]), v[0]] == pairs(m))]:
    if isinstance(m.right, Tip):
        return (m.key, m.value), m.left
    greatest, rest = find_and_delete_max(m.right)
    return greatest, balance(m.key, m.value, m.left, rest)
