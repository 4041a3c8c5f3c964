"""A queue as a list that is not to grow too long."""

from __future__ import annotations


class ModelRingBuffer:
    def __init__(self, capacity: int) -> None:
        if capacity not in range(1, 1025):
            raise ValueError(capacity)
        self._capacity = capacity
        self._items: list[int] = []

    def append(self, item: int) -> None:
        self.extend([item])

    def extend(self, items: list[int]) -> None:
        if len(self._items) + len(items) > self._capacity:
            raise OverflowError(len(items))
        self._items += items

    def popleft(self) -> int:
        return self._items.pop(0)

    def items(self) -> list[int]:
        return list(self._items)

    def __len__(self) -> int:
        return len(self._items)
