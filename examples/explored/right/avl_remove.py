"""Persistent maps from integers to integers as AVL trees, in which the heights of siblings differ by two at most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from refute import invariant


@dataclass(frozen=True, slots=True)
class _Node:
    left: _Node | None
    key: int
    value: int
    right: _Node | None
    height: int


class AvlMap:
    """A map, never changed."""

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
        return (node.key for node in _nodes(self._root))

    def __repr__(self) -> str:
        return f"<AvlMap { {node.key: node.value for node in _nodes(self._root)} }>"


def empty() -> AvlMap:
    return AvlMap()


def put(key: int, value: int, items: AvlMap) -> AvlMap:
    return _rooted(_put(key, value, items._root))


def get(key: int, items: AvlMap) -> int | None:
    node = items._root
    while node is not None and node.key != key:
        node = node.left if key < node.key else node.right
    return None if node is None else node.value


def remove(key: int, items: AvlMap) -> AvlMap:
    return _rooted(_remove(key, items._root))


def _rooted(root: _Node | None) -> AvlMap:
    made = AvlMap()
    made._root = root
    return made


def _nodes(node: _Node | None) -> Iterator[_Node]:
    if node is not None:
        yield from _nodes(node.left)
        yield node
        yield from _nodes(node.right)


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


def _with(node: _Node, left: _Node | None, right: _Node | None) -> _Node:
    """The entry of a node between two trees."""
    return _Node(left, node.key, node.value, right, 1 + max(_height(left), _height(right)))


def _balance(node: _Node, left: _Node | None, right: _Node | None) -> _Node:
    """The entry of a node between two trees whose heights differ by three at most."""
    if left is not None and left.height > _height(right) + 2:
        inner = left.right
        if inner is None or _height(left.left) >= inner.height:
            return _with(left, left.left, _with(node, inner, right))
        return _with(inner, _with(left, left.left, inner.left), _with(node, inner.right, right))
    if right is not None and right.height > _height(left) + 2:
        inner = right.left
        if inner is None or _height(right.right) >= inner.height:
            return _with(right, _with(node, left, inner), right.right)
        return _with(inner, _with(node, left, inner.left), _with(right, inner.right, right.right))
    return _with(node, left, right)


def _put(key: int, value: int, node: _Node | None) -> _Node:
    if node is None:
        return _Node(None, key, value, None, 1)
    if key == node.key:
        return _Node(node.left, key, value, node.right, node.height)
    if key < node.key:
        return _balance(node, _put(key, value, node.left), node.right)
    return _balance(node, node.left, _put(key, value, node.right))


def _remove(key: int, node: _Node | None) -> _Node | None:
    if node is None:
        return None
    if key < node.key:
        return _balance(node, _remove(key, node.left), node.right)
    if key > node.key:
        return _balance(node, node.left, _remove(key, node.right))
    return _merge(node.left, node.right)


def _merge(left: _Node | None, right: _Node | None) -> _Node | None:
    """A tree of two siblings, with the first entry of the right one at its root."""
    if left is None or right is None:
        return left or right
    first = next(_nodes(right))
    return _balance(first, left, _remove(first.key, right))
