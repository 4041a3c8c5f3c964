"""A search tree: removing a key keeps the order and all other keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from refute import measure, where

K = TypeVar("K")


@dataclass(frozen=True)
class Node(Generic[K]):
    key: K
    left: Tree[Annotated[K, where(lambda v, key: v < key)]]
    right: Tree[Annotated[K, where(lambda v, key: v > key)]]


Tree = None | Node[K]


@measure
def keys(t: Tree[int]) -> frozenset[int]:
    return frozenset() if t is None else keys(t.left) | {t.key} | keys(t.right)


def largest(t):
    return t.key if t.right is None else largest(t.right)


def remove(key: int, t: Tree[int]) -> Annotated[Tree[int], where(lambda v, key, t: keys(v) == keys(t) - {key})]:
    if t is None:
        return None
    if key < t.key:
        return Node(t.key, remove(key, t.left), t.right)
    if key > t.key:
        return Node(t.key, t.left, remove(key, t.right))
    if t.left is None:
        return t.right
    top = largest(t.left)
    return Node(top, remove(top, t.left), t.right)
