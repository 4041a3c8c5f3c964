"""Immutable sorted lists of integers.

`add` puts an item that is larger than all others at the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from refute import invariant


class SortedList:
    """Integers in ascending order. `add` gives a list with one more."""

    __slots__ = ("_items",)

    def __init__(self) -> None:
        self._items: tuple[int, ...] = ()

    @invariant
    def is_sorted(self) -> bool:
        return all(before <= after for before, after in pairwise(self._items))

    def __iter__(self) -> Iterator[int]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SortedList) and self._items == other._items

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        return f"<SortedList {self._items}>"


def empty() -> SortedList:
    return SortedList()


def add(item: int, items: SortedList) -> SortedList:
    """A list with an item before the first one that is not smaller."""
    at = next((i for i, other in enumerate(items) if other >= item), 0)
    added = SortedList()
    added._items = (*items._items[:at], item, *items._items[at:])
    return added
