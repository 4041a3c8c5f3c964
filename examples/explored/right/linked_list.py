"""A list of integers with links in both directions."""

from __future__ import annotations

from collections.abc import Iterator

from refute import invariant


class _Node:
    def __init__(self, item: int, prev: _Node | None, next: _Node | None) -> None:
        self.item = item
        self.prev = prev
        self.next = next


class LinkedList:
    def __init__(self) -> None:
        self._first: _Node | None = None
        self._last: _Node | None = None
        self._size = 0

    @invariant
    def is_linked(self) -> bool:
        """Whether the links back are those forth turned round, and the length is right."""
        before: _Node | None = None
        node, count = self._first, 0
        while node is not None and node.prev is before:
            before, node, count = node, node.next, count + 1
        return node is None and before is self._last and count == self._size

    def prepend(self, item: int) -> None:
        node = _Node(item, None, self._first)
        if self._first is None:
            self._last = node
        else:
            self._first.prev = node
        self._first = node
        self._size += 1

    def append(self, item: int) -> None:
        node = _Node(item, self._last, None)
        if self._last is None:
            self._first = node
        else:
            self._last.next = node
        self._last = node
        self._size += 1

    def remove_first(self) -> int | None:
        """Remove the first item and return it; None if there is none."""
        node = self._first
        if node is None:
            return None
        self._first = node.next
        if node.next is None:
            self._last = None
        else:
            node.next.prev = None
        self._size -= 1
        return node.item

    def remove_last(self) -> int | None:
        """Remove the last item and return it; None if there is none."""
        node = self._last
        if node is None:
            return None
        self._last = node.prev
        if node.prev is None:
            self._first = None
        else:
            node.prev.next = None
        self._size -= 1
        return node.item

    def __iter__(self) -> Iterator[int]:
        node = self._first
        while node is not None:
            yield node.item
            node = node.next

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        return f"<LinkedList {[*self]}>"
