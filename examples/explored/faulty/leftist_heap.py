"""Persistent leftist heaps of integers.

`_above` changes children only where the left one is missing, though the right one may have become the higher one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from refute import invariant


@dataclass(frozen=True, slots=True)
class _Node:
    rank: int  # the number of nodes on the way down to the right
    item: int
    left: _Node | None
    right: _Node | None


class LeftistHeap:
    """A bag of integers with the least one at hand, never changed."""

    __slots__ = ("_root",)

    def __init__(self) -> None:
        self._root: _Node | None = None

    @invariant
    def is_heap(self) -> bool:
        """Whether no node is above a smaller one."""
        return all(
            child is None or node.item <= child.item for node in _nodes(self._root) for child in (node.left, node.right)
        )

    @invariant
    def is_leftist(self) -> bool:
        """Whether stored ranks are right, and no right child has a higher one than its sibling."""
        return all(node.rank == 1 + _rank(node.right) <= 1 + _rank(node.left) for node in _nodes(self._root))

    def __iter__(self) -> Iterator[int]:
        """The items, in no order."""
        return (node.item for node in _nodes(self._root))

    def __repr__(self) -> str:
        return f"<LeftistHeap {sorted(self)}>"


def empty() -> LeftistHeap:
    return LeftistHeap()


def insert(item: int, heap: LeftistHeap) -> LeftistHeap:
    return _rooted(_merge(_Node(1, item, None, None), heap._root))


def merge(one: LeftistHeap, other: LeftistHeap) -> LeftistHeap:
    return _rooted(_merge(one._root, other._root))


def find_min(heap: LeftistHeap) -> int | None:
    return None if heap._root is None else heap._root.item


def delete_min(heap: LeftistHeap) -> LeftistHeap:
    root = heap._root
    return heap if root is None else _rooted(_merge(root.left, root.right))


def _rooted(root: _Node | None) -> LeftistHeap:
    made = LeftistHeap()
    made._root = root
    return made


def _nodes(root: _Node | None) -> Iterator[_Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node is not None:
            yield node
            waiting += (node.left, node.right)


def _rank(node: _Node | None) -> int:
    return 0 if node is None else node.rank


def _above(item: int, one: _Node | None, other: _Node | None) -> _Node:
    """An item above two heaps, the one of higher rank to the left."""
    if one is None:
        one, other = other, one
    return _Node(1 + _rank(other), item, one, other)


def _merge(one: _Node | None, other: _Node | None) -> _Node | None:
    if one is None or other is None:
        return one or other
    if other.item < one.item:
        one, other = other, one
    return _above(one.item, one.left, _merge(one.right, other))
