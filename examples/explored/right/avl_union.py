"""Persistent sets of integers as AVL trees, with union by splitting and joining.

The heights of two siblings differ by two at most, so that trees are rebalanced less often than in the textbook.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from refute import invariant


@dataclass(frozen=True, slots=True)
class _Node:
    left: _Node | None
    key: int
    right: _Node | None
    height: int


class AvlSet:
    """A set of integers, never changed."""

    __slots__ = ("_root",)

    def __init__(self) -> None:
        self._root: _Node | None = None

    @invariant
    def is_ordered(self) -> bool:
        return all(before < after for before, after in pairwise(self))

    @invariant
    def is_balanced(self) -> bool:
        """Whether stored heights are right, and those of siblings differ by two at most."""
        return _checked_height(self._root) is not None

    def __iter__(self) -> Iterator[int]:
        return _keys(self._root)

    def __repr__(self) -> str:
        return f"<AvlSet {[*self]}>"


def empty() -> AvlSet:
    return AvlSet()


def mem(key: int, items: AvlSet) -> bool:
    node = items._root
    while node is not None and node.key != key:
        node = node.left if key < node.key else node.right
    return node is not None


def add(key: int, items: AvlSet) -> AvlSet:
    return _rooted(_add(key, items._root))


def remove(key: int, items: AvlSet) -> AvlSet:
    return _rooted(_remove(key, items._root))


def union(one: AvlSet, other: AvlSet) -> AvlSet:
    return _rooted(_union(one._root, other._root))


def _rooted(root: _Node | None) -> AvlSet:
    made = AvlSet()
    made._root = root
    return made


def _keys(node: _Node | None) -> Iterator[int]:
    if node is not None:
        yield from _keys(node.left)
        yield node.key
        yield from _keys(node.right)


def _height(node: _Node | None) -> int:
    return 0 if node is None else node.height


def _checked_height(node: _Node | None) -> int | None:
    """The height of a tree, counted; None if a node is out of balance or says something else."""
    if node is None:
        return 0
    left, right = _checked_height(node.left), _checked_height(node.right)
    if left is None or right is None or abs(left - right) > 2 or node.height != 1 + max(left, right):
        return None
    return node.height


def _create(left: _Node | None, key: int, right: _Node | None) -> _Node:
    return _Node(left, key, right, 1 + max(_height(left), _height(right)))


def _balance(left: _Node | None, key: int, right: _Node | None) -> _Node:
    """A tree of two whose heights differ by three at most: one rotation, simple or double, where it is needed."""
    if left is not None and left.height > _height(right) + 2:
        inner = left.right
        if inner is None or _height(left.left) >= inner.height:
            return _create(left.left, left.key, _create(inner, key, right))
        return _create(_create(left.left, left.key, inner.left), inner.key, _create(inner.right, key, right))
    if right is not None and right.height > _height(left) + 2:
        inner = right.left
        if inner is None or _height(right.right) >= inner.height:
            return _create(_create(left, key, inner), right.key, right.right)
        return _create(_create(left, key, inner.left), inner.key, _create(inner.right, right.key, right.right))
    return _create(left, key, right)


def _join(left: _Node | None, key: int, right: _Node | None) -> _Node:
    """A tree of two of any heights: the lower one is hung in where the other is about as high."""
    if left is not None and left.height > _height(right) + 2:
        return _balance(left.left, left.key, _join(left.right, key, right))
    if right is not None and right.height > _height(left) + 2:
        return _balance(_join(left, key, right.left), right.key, right.right)
    return _create(left, key, right)


def _add(key: int, node: _Node | None) -> _Node:
    if node is None:
        return _create(None, key, None)
    if key == node.key:
        return node
    if key < node.key:
        return _balance(_add(key, node.left), node.key, node.right)
    return _balance(node.left, node.key, _add(key, node.right))


def _split(key: int, node: _Node | None) -> tuple[_Node | None, _Node | None]:
    """The keys below a key and those above it."""
    if node is None:
        return None, None
    if key == node.key:
        return node.left, node.right
    if key < node.key:
        below, above = _split(key, node.left)
        return below, _join(above, node.key, node.right)
    below, above = _split(key, node.right)
    return _join(node.left, node.key, below), above


def _union(one: _Node | None, other: _Node | None) -> _Node | None:
    """The lower tree is split by the root of the higher one."""
    if one is None or other is None:
        return one or other
    if one.height < other.height:
        one, other = other, one
    below, above = _split(one.key, other)
    return _join(_union(one.left, below), one.key, _union(one.right, above))


def _remove(key: int, node: _Node | None) -> _Node | None:
    if node is None:
        return None
    if key < node.key:
        return _balance(_remove(key, node.left), node.key, node.right)
    if key > node.key:
        return _balance(node.left, node.key, _remove(key, node.right))
    return _merge(node.left, node.right)


def _merge(left: _Node | None, right: _Node | None) -> _Node | None:
    """A tree of two siblings."""
    if right is None:
        return left
    least = next(_keys(right))
    return _balance(left, least, _remove(least, right))
