"""Sets of indices, as ranges that do not touch."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator


class Ranges:
    """A set of integers from 0 on, however many.

    >>> ranges = Ranges([(0, 3), (5, 8)])
    >>> ranges.add(3, 5)
    >>> ranges, ranges.count, ranges.gaps(10)
    (0..7, 8, [(8, 10)])
    """

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self._starts: list[int] = []
        self._stops: list[int] = []
        self.count = 0
        for first, stop in ranges:
            self.add(first, stop)

    def copy(self) -> Ranges:
        found = Ranges()
        found._starts, found._stops, found.count = self._starts[:], self._stops[:], self.count
        return found

    def add(self, first: int, stop: int) -> None:
        """Add the integers from one to before another."""
        if first >= stop:
            return
        begin = bisect_left(self._stops, first)
        end = bisect_right(self._starts, stop)
        if begin < end:
            first, stop = min(first, self._starts[begin]), max(stop, self._stops[end - 1])
            self.count -= sum(self._stops[place] - self._starts[place] for place in range(begin, end))
        self.count += stop - first
        self._starts[begin:end] = [first]
        self._stops[begin:end] = [stop]

    def remove(self, first: int, stop: int) -> None:
        """Remove the integers from one to before another."""
        if first >= stop:
            return
        begin, end = bisect_right(self._stops, first), bisect_left(self._starts, stop)
        if begin >= end:
            return
        left, right = (self._starts[begin], first), (stop, self._stops[end - 1])
        self.count -= sum(self._stops[place] - self._starts[place] for place in range(begin, end))
        kept = [(a, b) for a, b in (left, right) if a < b]
        self.count += sum(b - a for a, b in kept)
        self._starts[begin:end] = [a for a, _ in kept]
        self._stops[begin:end] = [b for _, b in kept]

    def gaps(self, total: int) -> list[tuple[int, int]]:
        """The ranges of the integers below a total that are not here."""
        found, at = [], 0
        for start, stop in self:
            if at < min(start, total):
                found.append((at, min(start, total)))
            at = max(at, stop)
        if at < total:
            found.append((at, total))
        return found

    def __contains__(self, index: int) -> bool:
        place = bisect_right(self._starts, index) - 1
        return place >= 0 and index < self._stops[place]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(list(zip(self._starts, self._stops, strict=True)))

    def __bool__(self) -> bool:
        return bool(self._starts)

    def __or__(self, other: Ranges) -> Ranges:
        return Ranges([*self, *other])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranges) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return ", ".join(f"{a}..{b - 1}" if b - a > 1 else f"{a}" for a, b in self) or "none"
