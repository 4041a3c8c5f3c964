"""A balanced map: deletion keeps order, balance and stored sizes, and takes away just the key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from refute import Nat, measure, where

K = TypeVar("K")


@dataclass(frozen=True)
class Bin(Generic[K]):
    size: int
    key: K
    left: Map[Annotated[K, where(lambda v, key: v < key)]]
    right: Map[Annotated[K, where(lambda v, key: v > key)]]


Map = None | Bin[K]


@measure
def size(m: Map[int]) -> int:
    return 0 if m is None else m.size


@measure
def valid(m: Map[int]) -> bool:
    if m is None:
        return True
    a, b = size(m.left), size(m.right)
    fair = a + b <= 1 or (a <= 3 * b and b <= 3 * a)
    return m.size == 1 + a + b and fair and valid(m.left) and valid(m.right)


@measure
def keys(m: Map[int]) -> frozenset[int]:
    return frozenset() if m is None else keys(m.left) | {m.key} | keys(m.right)


Valid = Annotated[Map[Nat], where(lambda m: valid(m))]


def _bin(key, left, right):
    return Bin(1 + size(left) + size(right), key, left, right)


def _balance(key, left, right):
    a, b = size(left), size(right)
    if a + b > 1 and b > 3 * a:
        if size(right.left) < 2 * size(right.right):
            return _bin(right.key, _bin(key, left, right.left), right.right)
        middle = right.left
        return _bin(middle.key, _bin(key, left, middle.left), _bin(right.key, middle.right, right.right))
    if a + b > 1 and a > 3 * b:
        if size(left.right) < 2 * size(left.left):
            return _bin(left.key, left.left, _bin(key, left.right, right))
        middle = left.right
        return _bin(middle.key, _bin(left.key, left.left, middle.left), _bin(key, middle.right, right))
    return _bin(key, left, right)


def _pop_smallest(m):
    if m.left is None:
        return m.key, m.right
    smallest, rest = _pop_smallest(m.left)
    return smallest, _balance(m.key, rest, m.right)


def delete(key: Nat, m: Valid) -> Annotated[Valid, where(lambda v, key, m: keys(v) == keys(m) - {key})]:
    if m is None:
        return None
    if key < m.key:
        return _balance(m.key, delete(key, m.left), m.right)
    if key > m.key:
        return _balance(m.key, m.left, delete(key, m.right))
    if m.right is None:
        return m.left
    smallest, rest = _pop_smallest(m.right)
    return _balance(smallest, m.left, rest)
