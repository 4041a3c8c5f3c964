"""The answer log: what the last steps did that the next depends on, in memory that all workers of a run share.

The next run of a function that was given generated functions follows from what the last one asked of them. A worker
that takes over from one that died has to know that, and a worker that repeats steps has to know it of those before.
"""

from __future__ import annotations

from dataclasses import dataclass

from refute.run.system.memory import SharedMemory

SLOTS = 4096  # steps that are known; a worker goes back less than that, as it settles every `BETWEEN` steps
BETWEEN = 1_000
MOST = 32  # pairs of a step that are kept, if nothing else is said; nobody may add more
_HEAD = 6
_UNFINISHED = 256


@dataclass(frozen=True)
class Record:
    """One step: the base it is about, and pairs that were added while it ran."""

    base: int
    pairs: tuple[tuple[int, int], ...]
    ended: bool
    new: bool  # whether it was not in an earlier run, as far as is known
    building: bool  # whether it was not the code under test that ran last


class AnswerLog:
    """Made before workers are started."""

    def __init__(self, memory: SharedMemory | None = None, most: int = MOST) -> None:
        """`memory` is that of the process which made it; `most`: pairs of a step."""
        self._most = most
        self._width = _HEAD + 2 * most
        self._memory = memory or SharedMemory(8 * self._width * (SLOTS + _UNFINISHED))
        self._cells = memoryview(self._memory.map).cast("q")
        self._at = 0

    def __reduce__(self) -> tuple[type[AnswerLog], tuple[SharedMemory, int]]:
        return AnswerLog, (self._memory, self._most)

    def __repr__(self) -> str:
        index = self._cells[self._at] - 1
        return f"<AnswerLog at {index:,}: {self[index]}>" if index >= 0 else "<AnswerLog, empty>"

    def close(self) -> None:
        """In this process; others that share it may go on."""
        self._cells.release()
        self._memory.close()

    def begin(self, index: int, base: int, new: bool) -> None:
        at = self._at = index % SLOTS * self._width
        cells = self._cells
        cells[at] = 0
        cells[at + 1], cells[at + 2], cells[at + 3], cells[at + 4], cells[at + 5] = 0, base, 0, new, 0
        cells[at] = index + 1

    def is_new(self, new: bool) -> None:
        """What is known by now of the step that runs."""
        self._cells[self._at + 4] = new

    @property
    def new(self) -> bool:
        """What was said of it."""
        return bool(self._cells[self._at + 4])

    def add(self, pair: tuple[int, int]) -> None:
        """Raises ValueError where there is no room for it: the next step's record begins there."""
        cells, at = self._cells, self._at
        held = cells[at + 3]
        if held >= self._most:
            raise ValueError(f"a step has room for {self._most} pairs")
        place = at + _HEAD + 2 * held
        cells[place], cells[place + 1] = pair
        cells[at + 3] = held + 1

    def is_building(self, begins: bool) -> None:
        """Whether what runs now is of refute."""
        self._cells[self._at + 5] = begins

    def end(self) -> None:
        self._cells[self._at + 1] = 1

    def keep_unfinished(self, index: int) -> None:
        """Keep what is known of a step that did not end."""
        cells, at = self._cells, index % SLOTS * self._width
        for place in range(SLOTS, SLOTS + _UNFINISHED):
            slot = place * self._width
            if cells[slot] in (0, index + 1):
                cells[slot : slot + self._width] = cells[at : at + self._width]
                return

    def __getitem__(self, index: int) -> Record:
        at = self._found(index)
        cells = self._cells
        first = at + _HEAD
        numbers = cells[first : first + 2 * cells[at + 3]].tolist()
        pairs = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        ended, new, building = (bool(cells[at + place]) for place in (1, 4, 5))
        return Record(cells[at + 2], pairs, ended, new, building)

    def _found(self, index: int) -> int:
        at = index % SLOTS * self._width
        if self._cells[at] == index + 1:
            return at
        for place in range(SLOTS, SLOTS + _UNFINISHED):
            if self._cells[place * self._width] == index + 1:
                return place * self._width
        raise KeyError(index)


class SharedMessage:
    """The last bytes that a worker left for its parent."""

    def __init__(self, most: int = 1 << 20, memory: SharedMemory | None = None) -> None:
        """`memory` is that of the process which made it."""
        self._shared = memory or SharedMemory(most)
        self._memory = self._shared.map
        self._most = most - 8

    def __reduce__(self) -> tuple[type[SharedMessage], tuple[int, SharedMemory]]:
        return SharedMessage, (self._most + 8, self._shared)

    def close(self) -> None:
        """In this process; others that share it may go on."""
        self._shared.close()

    def write(self, data: bytes) -> None:
        """What is too long is not kept."""
        if len(data) <= self._most:
            self._memory[:8] = bytes(8)
            self._memory[8 : 8 + len(data)] = data
            self._memory[:8] = len(data).to_bytes(8, "little")

    def read(self) -> bytes:
        return self._memory[8 : 8 + int.from_bytes(self._memory[:8], "little")]
