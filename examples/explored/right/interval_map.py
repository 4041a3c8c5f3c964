"""A map from integers to integers that is constant over intervals, in canonical form."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise

from refute import invariant


class IntervalMap:
    """Positions at which the value changes, and the values from there on. Before the first one there is no value."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._values: list[int | None] = []

    @invariant
    def is_canonical(self) -> bool:
        """Whether positions ascend, and each one changes the value."""
        ascend = all(before < after for before, after in pairwise(self._starts))
        change = all(before != after for before, after in pairwise([None, *self._values]))
        return ascend and change and len(self._starts) == len(self._values)

    def get(self, position: int) -> int | None:
        return self._value_before(bisect_right(self._starts, position))

    def assign(self, start: int, end: int, value: int | None) -> None:
        """Set the value from a position up to but not including another one; None removes it."""
        if start >= end:
            return
        first, last = bisect_left(self._starts, start), bisect_right(self._starts, end)
        before, after = self._value_before(first), self.get(end)
        changes: list[tuple[int, int | None]] = []
        if before != value:
            changes.append((start, value))
        if value != after:
            changes.append((end, after))
        self._starts[first:last] = [position for position, _ in changes]
        self._values[first:last] = [value for _, value in changes]

    def _value_before(self, index: int) -> int | None:
        return self._values[index - 1] if index else None

    def __repr__(self) -> str:
        return f"<IntervalMap {dict(zip(self._starts, self._values, strict=True))}>"
