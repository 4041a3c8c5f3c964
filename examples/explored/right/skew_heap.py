"""Persistent skew heaps of integers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from refute import invariant


@dataclass(frozen=True, slots=True)
class _Node:
    item: int
    left: _Node | None = None
    right: _Node | None = None


class SkewHeap:
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

    def __iter__(self) -> Iterator[int]:
        """The items, in no order."""
        return (node.item for node in _nodes(self._root))

    def __repr__(self) -> str:
        return f"<SkewHeap {sorted(self)}>"


def empty() -> SkewHeap:
    return SkewHeap()


def insert(item: int, heap: SkewHeap) -> SkewHeap:
    return _rooted(_merge(heap._root, _Node(item)))


def merge(one: SkewHeap, other: SkewHeap) -> SkewHeap:
    return _rooted(_merge(one._root, other._root))


def find_min(heap: SkewHeap) -> int | None:
    return None if heap._root is None else heap._root.item


def delete_min(heap: SkewHeap) -> SkewHeap:
    root = heap._root
    return heap if root is None else _rooted(_merge(root.left, root.right))


def _rooted(root: _Node | None) -> SkewHeap:
    made = SkewHeap()
    made._root = root
    return made


def _nodes(root: _Node | None) -> Iterator[_Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node is not None:
            yield node
            waiting += (node.left, node.right)


def _merge(one: _Node | None, other: _Node | None) -> _Node | None:
    """The other heap is merged into the right child, and the children change places."""
    if one is None or other is None:
        return one or other
    if other.item < one.item:
        one, other = other, one
    return _Node(one.item, _merge(one.right, other), one.left)
