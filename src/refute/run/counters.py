"""A number that workers add to and their parent reads."""

from __future__ import annotations

import mmap


class SharedCounter:
    """Made before workers are forked; each of them adds to the same number. A step that is repeated adds again."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 8)
        self._numbers = memoryview(self._memory).cast("Q")

    def add(self) -> None:
        self._numbers[0] += 1

    @property
    def value(self) -> int:
        return self._numbers[0]
