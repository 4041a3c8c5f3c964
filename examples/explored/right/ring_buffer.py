"""A queue of integers in a list of fixed length, of which the end is followed by the beginning."""

from __future__ import annotations


class RingBuffer:
    def __init__(self, capacity: int) -> None:
        if not 1 <= capacity <= 1024:
            raise ValueError("a ring has room for 1 to 1024 items")
        self._slots = [0] * capacity
        self._start = 0
        self._size = 0

    def append(self, item: int) -> None:
        """Add an item at the end.

        Raises:
            OverflowError: if there is no room.
        """
        self.extend([item])

    def extend(self, items: list[int]) -> None:
        """Add items at the end: as many as fit behind the last one, and the others at the beginning of the list.

        Raises:
            OverflowError: if there is no room for all of them, and none is added.
        """
        capacity = len(self._slots)
        if self._size + len(items) > capacity:
            raise OverflowError(f"{len(items)} more than the {self._size} of {capacity} items")
        end = (self._start + self._size) % capacity
        fitting = min(len(items), capacity - end)
        self._slots[end : end + fitting] = items[:fitting]
        self._slots[: len(items) - fitting] = items[fitting:]
        self._size += len(items)

    def popleft(self) -> int:
        """Remove the first item.

        Raises:
            IndexError: if there is none.
        """
        if not self._size:
            raise IndexError("no item in the ring")
        item = self._slots[self._start]
        self._start = (self._start + 1) % len(self._slots)
        self._size -= 1
        return item

    def items(self) -> list[int]:
        """All items, the first one first."""
        return [self._slots[(self._start + i) % len(self._slots)] for i in range(self._size)]

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        return f"<RingBuffer {self.items()} of {len(self._slots)}>"
