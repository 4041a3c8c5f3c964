"""Maps as balanced search trees that store their size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from refute import Nat, measure, where

K = TypeVar("K")


@dataclass(frozen=True)
class Tip: ...


@dataclass(frozen=True)
class Bin(Generic[K]):
    size: int
    key: K
    value: None
    left: Map[Annotated[K, where(lambda v, key: v < key)]]
    right: Map[Annotated[K, where(lambda v, key: v > key)]]


Map = Tip | Bin[K]


@measure
def size(m: Map[int]) -> int:
    match m:
        case Bin(size):
            return size
    return 0


@measure
def in_balance(m: Map[int]) -> bool:
    match m:
        case Bin(stored, _, _, left, right):
            a, b = size(left), size(right)
            fair = a + b <= 1 or (a <= 3 * b and b <= 3 * a)
            return in_balance(left) and in_balance(right) and stored == 1 + a + b and fair
    return True


@measure
def keys(m: Map[int]) -> frozenset[int]:
    match m:
        case Bin(_, key, _, left, right):
            return keys(left) | {key} | keys(right)
    return frozenset()


OkMap = Annotated[Map[Nat], where(lambda m: in_balance(m))]


Below = Map[Annotated[Nat, where(lambda v, key: v < key)]]
Above = Map[Annotated[Nat, where(lambda v, key: v > key)]]


def branch(key: Nat, left: Below, right: Above) -> Bin[Nat]:
    return Bin(1 + size(left) + size(right), key, None, left, right)


def balanced(
    key: Nat,
    left: Annotated[Below, where(lambda m: in_balance(m))],
    right: Annotated[Above, where(lambda m: in_balance(m))],
) -> Bin[Nat]:
    """As `branch`, but in balance where insertion or deletion put one side out of it."""
    a, b = size(left), size(right)
    if a + b > 1 and b > 3 * a:
        if size(right.left) < 2 * size(right.right):
            return branch(right.key, branch(key, left, right.left), right.right)
        middle = right.left
        return branch(middle.key, branch(key, left, middle.left), branch(right.key, middle.right, right.right))
    if a + b > 1 and a > 3 * b:
        if size(left.right) < 2 * size(left.left):
            return branch(left.key, left.left, branch(key, left.right, right))
        middle = left.right
        return branch(middle.key, branch(left.key, left.left, middle.left), branch(key, middle.right, right))
    return branch(key, left, right)


def without_smallest(m):
    """The smallest key of a map that has one, and the map without it."""
    if isinstance(m.left, Tip):
        return m.key, m.right
    smallest, rest = without_smallest(m.left)
    return smallest, balanced(m.key, rest, m.right)
