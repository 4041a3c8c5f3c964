"""Finds: calls that have reached lines which none before them had, from whose arguments others are varied.

They are kept as text in the log, so that a worker which takes over from another goes on from the same ones.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from refute.programs.pools.constants import Place, Verbatim
from refute.programs.pools.instances import Given, Instance

_LONGEST = 10_000  # letters of a find


class Memory(Protocol):
    """Where lines are kept, each of which begins with the index of its call."""

    @property
    def finds(self) -> bytes: ...

    @property
    def found_bytes(self) -> int: ...

    def find(self, line: bytes) -> None: ...


@dataclass(frozen=True)
class Find:
    """A call by its variant, and what each of its leaves was given."""

    index: int
    variant: int
    given: tuple[Place | None, ...]  # None for an instance


@dataclass(frozen=True)
class Lost:
    """A call that came to no end, by its variant."""

    index: int
    variant: int


class Finds:
    """Those of a log, in the order of their calls."""

    def __init__(self, log: Memory) -> None:
        self._log = log
        self._known: list[Find] = []
        self._lost: list[Lost] = []
        self._read = 0  # bytes

    def __repr__(self) -> str:
        return f"<Finds: {len(self._known)}>"

    def add(self, index: int, variant: int, given: Sequence[Given]) -> None:
        told = [one.text if isinstance(one, Verbatim) else None if isinstance(one, Instance) else one for one in given]
        line = f"{index} {json.dumps([variant, told])}\n".encode()
        if len(line) <= _LONGEST:
            self._log.find(line)

    def lose(self, index: int, variant: int) -> None:
        """A call came to no end."""
        self._log.find(f"{index} {variant}\n".encode())

    def lost_before(self, index: int) -> Counter[int]:
        """How many earlier calls of each variant came to no end."""
        self._read_all()
        return Counter(lost.variant for lost in self._lost if lost.index < index)

    def before(self, index: int) -> Sequence[Find]:
        """Those of earlier calls: what comes next depends on nothing else, whenever it is made again."""
        self._read_all()
        if not self._known or self._known[-1].index < index:
            return self._known
        return self._known[: bisect_left(self._known, index, key=lambda find: find.index)]

    def _read_all(self) -> None:
        if self._log.found_bytes != self._read:
            lines = self._log.finds
            found = [_read(line) for line in lines.splitlines()]
            self._known = [one for one in found if isinstance(one, Find)]
            self._lost = [one for one in found if isinstance(one, Lost)]
            self._read = len(lines)


def _read(line: bytes) -> Find | Lost:
    index, _, rest = line.partition(b" ")
    said = json.loads(rest)
    if isinstance(said, int):
        return Lost(int(index), said)
    variant, told = said
    return Find(int(index), variant, tuple(Verbatim(one) if isinstance(one, str) else one for one in told))
