"""A map as the list of all assignments: the last one that covers a position counts."""

from __future__ import annotations


class ModelIntervalMap:
    def __init__(self) -> None:
        self._assignments: list[tuple[range, int | None]] = []

    def get(self, position: int) -> int | None:
        return next((value for covered, value in reversed(self._assignments) if position in covered), None)

    def assign(self, start: int, end: int, value: int | None) -> None:
        self._assignments.append((range(start, end), value))
