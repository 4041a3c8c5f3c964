"""Search trees with insertion, deletion and a union in which the left tree wins."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Generic, TypeVar

from refute import where

K = TypeVar("K")


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Node(Generic[K]):
    key: K
    value: bool
    left: Tree[Annotated[K, where(lambda v, key: v < key)]]
    right: Tree[Annotated[K, where(lambda v, key: v > key)]]


Tree = Leaf | Node[K]


def find(k: int, t: Tree[int]) -> bool | None:
    while isinstance(t, Node):
        if k == t.key:
            return t.value
        t = t.left if k < t.key else t.right
    return None


def insert(k: int, v: bool, t: Tree[int]) -> Tree[int]:
    if isinstance(t, Leaf):
        return Node(k, v, Leaf(), Leaf())
    if k < t.key:
        return Node(t.key, t.value, insert(k, v, t.left), t.right)
    if k > t.key:
        return Node(t.key, t.value, t.left, insert(k, v, t.right))
    return Node(t.key, v, t.left, t.right)


def delete(k: int, t: Tree[int]) -> Tree[int]:
    if isinstance(t, Leaf):
        return t
    if k < t.key:
        return Node(t.key, t.value, delete(k, t.left), t.right)
    if k > t.key:
        return Node(t.key, t.value, t.left, delete(k, t.right))
    return join(t.left, t.right)


def join(t: Tree[int], u: Tree[int]) -> Tree[int]:
    """Both trees in one, where all keys of the first are less than those of the second."""
    if isinstance(t, Leaf):
        return u
    if isinstance(u, Leaf):
        return t
    return Node(t.key, t.value, t.left, Node(u.key, u.value, join(t.right, u.left), u.right))


def union(t: Tree[int], u: Tree[int]) -> Tree[int]:
    """All keys of both trees; where both have one, the value is that of the first tree."""
    if isinstance(t, Leaf):
        return u
    if isinstance(u, Leaf):
        return t
    return Node(t.key, t.value, union(t.left, below(t.key, u)), union(t.right, above(t.key, u)))


def below(k: int, t: Tree[int]) -> Tree[int]:
    """What has smaller keys."""
    if isinstance(t, Leaf):
        return t
    if k <= t.key:
        return below(k, t.left)
    return Node(t.key, t.value, t.left, below(k, t.right))


def above(k: int, t: Tree[int]) -> Tree[int]:
    """What has larger keys."""
    if isinstance(t, Leaf):
        return t
    if k >= t.key:
        return above(k, t.right)
    return Node(t.key, t.value, above(k, t.left), t.right)


def pairs(t: Tree[int]) -> list[tuple[int, bool]]:
    """Keys and values from left to right."""
    if isinstance(t, Leaf):
        return []
    return [*pairs(t.left), (t.key, t.value), *pairs(t.right)]


def is_search_tree(t: Tree[int]) -> bool:
    return all(a < b for (a, _), (b, _) in pairwise(pairs(t)))
