"""The log of an exploration: which calls left something new, in memory that its workers share.

A worker that takes over from one that died makes these calls again, and no others: then its pools are what they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from refute.programs.engine.knowledge import Knowledge, Noted, loaded, noted_in
from refute.run.system.memory import SharedMemory

_HEAD = 1 << 14  # cells in front: the number of entries, then counters; last, where everything began, and how many
_KNOWN = 1 << 13  # bytes of text there are in each of two parts at the end, of so many cells: what is known, and notes
_BEGINNING, _KNOWN_BYTES, _NOTED_BYTES = _HEAD - 1, _HEAD - 2, _HEAD - 3
_FINDS_BYTES = _HEAD - 4
_CALLING = _HEAD - 5
_NUMBERS = _HEAD - 6  # counters
_FINDS = 1 << 17  # cells for text behind these: calls that have reached something new
_MOST = 1 << 23  # entries; memory is taken as they come
_MARKS = 1 << 14  # cells for marks, behind the entries
_WHOLE = (1 << 64) - 1
_BITS = [1 << bit if bit < 63 else -(1 << 63) for bit in range(64)]  # in cells that have a sign


class Log:
    """Made before workers are started. Entries are the indices of calls, in rising order."""

    def __init__(self, memory: SharedMemory | None = None) -> None:
        """`memory` is that of the process which made it."""
        self._memory = memory or SharedMemory(8 * (_HEAD + _MOST + _MARKS + 2 * _KNOWN + _FINDS))
        self._cells = memoryview(self._memory.map).cast("q")

    def __reduce__(self) -> tuple[type[Log], tuple[SharedMemory]]:
        return Log, (self._memory,)

    def __repr__(self) -> str:
        return f"<Log: {len(self):,} calls>"

    def __len__(self) -> int:
        return self._cells[0]

    @property
    def is_full(self) -> bool:
        return self._cells[0] >= _MOST

    def add(self, index: int, productive: bool = False) -> None:
        """A call has left something new. If it was `productive`, it has reached lines that none before it had."""
        cells = self._cells
        count = cells[0]
        cells[_HEAD + count] = 2 * index + productive
        cells[0] = count + 1

    @property
    def beginning(self) -> int:
        """The index at which everything began anew."""
        return self._cells[_BEGINNING]

    @property
    def knowledge(self) -> Knowledge:
        return loaded(self._texts[: self._cells[_KNOWN_BYTES]].tobytes())

    @property
    def noted(self) -> Noted:
        return noted_in(self._texts[8 * _KNOWN :][: self._cells[_NOTED_BYTES]].tobytes())

    def note(self, noted: Noted) -> None:
        """Let everybody see notes, with those that are there."""
        data = self.noted.with_more(noted).dumped()
        if len(data) <= 8 * _KNOWN:
            self._texts[8 * _KNOWN : 8 * _KNOWN + len(data)] = data
            self._cells[_NOTED_BYTES] = len(data)

    @property
    def finds(self) -> bytes:
        """What was said of calls that have reached something new, a line each, which begins with its index."""
        return self._found[: self._cells[_FINDS_BYTES]].tobytes()

    @property
    def found_bytes(self) -> int:
        """How much that is."""
        return self._cells[_FINDS_BYTES]

    @property
    def calling(self) -> int:
        """One more than the index of the random call that was made last."""
        return self._cells[_CALLING]

    @calling.setter
    def calling(self, index: int) -> None:
        self._cells[_CALLING] = index

    def find(self, line: bytes) -> None:
        """Add a line to that, if there is room."""
        used = self._cells[_FINDS_BYTES]
        if used + len(line) <= 8 * _FINDS:
            self._found[used : used + len(line)] = line
            self._cells[_FINDS_BYTES] = used + len(line)

    @property
    def _found(self) -> memoryview:
        return self._cells[_HEAD + _MOST + _MARKS + 2 * _KNOWN :].cast("B")

    @property
    def _texts(self) -> memoryview:
        behind = _HEAD + _MOST + _MARKS
        return self._cells[behind : behind + 2 * _KNOWN].cast("B")

    def begin_anew(self, index: int, knowledge: Knowledge) -> None:
        """Forget all calls: from an index on, all are made again with some knowledge. What they changed stays so."""
        self._cells[_NOTED_BYTES], before = 0, self.noted
        self.note(Noted(changed=before.changed))
        data = knowledge.dumped()
        if len(data) <= 8 * _KNOWN:
            self._texts[: len(data)] = data
            self._cells[_KNOWN_BYTES] = len(data)
        self._cells[0], self._cells[_BEGINNING] = 0, index
        self._cells[1 : 1 + _NUMBERS] = memoryview(bytes(8 * _NUMBERS)).cast("q")

    def cut(self, index: int) -> None:
        """Forget the calls from an index on."""
        if index < self.beginning:
            self.begin_anew(index, self.knowledge)
        cells = self._cells
        count = cells[0]
        while count and cells[_HEAD + count - 1] >= 2 * index:
            count -= 1
        cells[0] = count
        finds = self.finds
        while finds and int(finds[finds.rfind(b"\n", 0, -1) + 1 :].partition(b" ")[0]) >= index:
            finds = finds[: finds.rfind(b"\n", 0, -1) + 1]
        cells[_FINDS_BYTES] = len(finds)

    def between(self, first: int, stop: int) -> Iterator[tuple[int, bool]]:
        """The entries from an index to before another, and whether they were productive."""
        cells = self._cells
        low, high = 0, cells[0]
        while low < high:
            middle = (low + high) // 2
            if cells[_HEAD + middle] < 2 * first:
                low = middle + 1
            else:
                high = middle
        while low < cells[0] and cells[_HEAD + low] < 2 * stop:
            yield cells[_HEAD + low] // 2, bool(cells[_HEAD + low] % 2)
            low += 1

    def extend(self, entries: Iterable[tuple[int, bool]]) -> None:
        """Add calls that come after all others."""
        for index, productive in entries:
            self.add(index, productive)

    def copy(self) -> Log:
        """Another one with the same entries and numbers."""
        made = Log()
        used = _HEAD + len(self)
        made._cells[:used] = self._cells[:used]
        made._texts[:] = self._texts
        made._found[: self.found_bytes] = self._found[: self.found_bytes]
        return made

    @property
    def numbers(self) -> list[int]:
        """All that was told."""
        return self._cells[1 : 1 + _NUMBERS].tolist()

    def tell(self, numbers: Sequence[int]) -> None:
        """Let everybody see some numbers."""
        self._cells[1 : 1 + len(numbers)] = memoryview(_packed(numbers)).cast("q")

    def told(self, count: int) -> list[int]:
        return self._cells[1 : 1 + count].tolist()

    def mark(self, places: Iterable[int]) -> None:
        """Mark some places. Those that are too far are left out, and not counted."""
        for place in places:
            if place < _MARKS * 64:
                self._cells[_HEAD + _MOST + place // 64] |= _BITS[place % 64]

    @property
    def marked(self) -> int:
        """How many places are marked."""
        return self.marked_before(_MARKS * 64)

    def marked_before(self, place: int) -> int:
        """How many of the places before one are marked."""
        full, rest = divmod(min(place, _MARKS * 64), 64)
        marks = self._cells[_HEAD + _MOST : _HEAD + _MOST + full]
        count = sum((cell & _WHOLE).bit_count() for cell in marks if cell)
        return count + (rest and (self._cells[_HEAD + _MOST + full] & ((1 << rest) - 1)).bit_count())

    def mark_as(self, other: Log) -> None:
        """Mark all places that are marked in another one."""
        for cell in range(_HEAD + _MOST, _HEAD + _MOST + _MARKS):
            if other._cells[cell]:
                self._cells[cell] |= other._cells[cell]

    def is_marked(self, place: int) -> bool:
        return place < _MARKS * 64 and bool(self._cells[_HEAD + _MOST + place // 64] & _BITS[place % 64])

    def close(self) -> None:
        """In this process; others that share it may go on."""
        self._cells.release()
        self._memory.close()


def _packed(numbers: Sequence[int]) -> bytes:
    return b"".join(number.to_bytes(8, "little", signed=True) for number in numbers)
