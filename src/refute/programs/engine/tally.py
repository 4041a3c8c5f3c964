"""Tallies: what came of the calls of each operation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refute.judge.findings import Failure
from refute.programs.calls.leaving import Done
from refute.programs.interface.operation import Operation
from refute.run.steps.marks import DISCARDED, NO_INPUT, REFUSED

# Calls, those refused, those that failed, new instances, calls that changed an argument; whether it is idle.
PER_OPERATION = 6
_CALLS, _REFUSED, _FAILED, _NEW, _CHANGING, _IDLE = range(PER_OPERATION)
_MANY = 50  # calls of an operation that neither made nor changed anything, after which it is idle


class Tally:
    """Counts by operation."""

    def __init__(self, operations: Sequence[Operation], numbers: Sequence[int]) -> None:
        """`numbers` are those of all operations so far."""
        parts = (numbers[first : first + PER_OPERATION] for first in range(0, len(numbers), PER_OPERATION))
        self._numbers = {one: list(part) for one, part in zip(operations, parts, strict=True)}

    def __iter__(self) -> Iterator[int]:
        """All numbers, in order."""
        for numbers in self._numbers.values():
            yield from numbers

    def calls_of(self, operation: Operation) -> int:
        return self._numbers[operation][_CALLS]

    def count(self, operation: Operation, done: Done) -> None:
        """A call."""
        if done.verdict in (NO_INPUT, DISCARDED):
            return
        numbers = self._numbers[operation]
        numbers[_CALLS] += 1
        if isinstance(done.verdict, int) and done.verdict >= REFUSED:
            numbers[_REFUSED] += 1
        elif isinstance(done.verdict, Failure):
            numbers[_FAILED] += 1
        numbers[_NEW] += len(done.new)
        numbers[_CHANGING] += done.changed

    def add(self, operation: Operation, calls: int, new: int) -> None:
        """Calls of which nothing is wrong, and that changed nothing."""
        numbers = self._numbers[operation]
        numbers[_CALLS] += calls
        numbers[_NEW] += new

    @property
    def changing(self) -> list[Operation]:
        """The operations that were seen to change an argument."""
        return [one for one, numbers in self._numbers.items() if numbers[_CHANGING]]

    @property
    def idle(self) -> set[Operation]:
        """The operations that neither made nor changed anything when this was asked last."""
        return {one for one, numbers in self._numbers.items() if numbers[_IDLE]}

    def ask_who_is_idle(self) -> None:
        for numbers in self._numbers.values():
            numbers[_IDLE] = numbers[_CALLS] >= _MANY and not numbers[_NEW] and not numbers[_CHANGING]
