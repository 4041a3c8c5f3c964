"""The classes of a query as a fixed point, computed by size: the smaller before the larger.

The query for a recursive type needs the smaller sizes of itself. Types bounded by depth never recur, and
are extended without limit. For lists of 0 and 1, with their length observed, `extend(2)` discovers

    size 0    length 0: [[]]
    size 1    length 1: [[0], [1]]                     a cell in front of those of size 0
    size 2    length 2: [[0, 0], [0, 1], [1, 0], …]    a cell in front of those of size 1
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from refute.spaces.nodes.node import Sum
from refute.spaces.residuals.elimination import Observation

UNLIMITED = 1 << 60


def is_unlimited(size: int) -> bool:
    """Whether a size is UNLIMITED, or that less the sizes of parts."""
    return size > UNLIMITED >> 1


class Discovery(ABC):
    """Classes, by their observations, discovered by size: the smaller before the larger."""

    __slots__ = ("_busy", "_reached", "classes", "order")

    def __init__(self) -> None:
        self.classes: dict[Observation, Sum] = {}
        self.order: list[tuple[Observation, Sum]] = []  # the classes, as they were discovered
        self._reached = -1
        self._busy = False

    def extend(self, size: int) -> None:
        """Discover all classes that have a value of this size or less."""
        if size <= self._reached or size < 0:
            return
        if self._busy:
            # it depends on itself: one size after another, each from the smaller ones
            for smaller in range(self._reached + 1, size + 1):
                self._discover(smaller)
                self._reached = max(self._reached, smaller)
            return
        self._busy = True
        try:
            self._discover(size)
            self._reached = max(self._reached, size)
        finally:
            self._busy = False

    @abstractmethod
    def _discover(self, size: int) -> None:
        """Add the classes of this size, and of smaller ones that are not there yet."""

    def into(self, observation: Observation) -> Sum:
        """The class of this observation, new if it was not there."""
        node = self.classes.get(observation)
        if node is None:
            node = self.classes[observation] = Sum()
            self.order.append((observation, node))
        return node
