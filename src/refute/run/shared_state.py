"""Memory that a worker shares with those who watch it: where it is, and what it has to say.

Nothing here is a file that code under test could close. The messages go round in a ring of bytes: the worker writes at
`HEAD`, its keeper reads at `TAIL`, each moves only its own mark.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from time import sleep

# The cells. Steps are numbered from 1; the step of `start + n` has number n + 1.
STATE = 0  # the number of the step that runs; negated once it has ended
EPOCH = 1  # how often steps were begun again, so that one step that runs twice is not taken for one long step
SETTLED = 2  # all steps up to this one are done with, the process was undisturbed, and their messages are out
ENDING = 3  # why the worker ends itself, below
ACTIVE = 4  # the guards that look after every step, as bits
TOLD = 5  # the guards that have reported, as bits
WORKER = 6  # the worker's process id
LISTENING = 7  # whether the keeper wants to be told that there is something to read
_HEAD = 8
_TAIL = 9
_CELLS = 16

# Values of ENDING. A worker that left it at zero was ended by the code under test.
DONE = 1
REPLACE = 2  # go on after SETTLED with another worker
MEMORY = 3

_RING = 1 << 18
_NAP = 0.0005


class Board:
    """The shared memory of one run. Made before the first fork."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _CELLS * 8 + _RING)
        self._whole = memoryview(self._memory)
        self.cells = self._whole[: _CELLS * 8].cast("q")
        self._ring = self._whole[_CELLS * 8 :]

    def write(self, data: bytes, announce: Callable[[], object]) -> None:
        """Called by the worker. Announces what it has written, if asked to, and waits while the ring is full."""
        cells, left = self.cells, memoryview(data)
        while left:
            head = cells[_HEAD]
            at = head % _RING
            size = min(_RING - (head - cells[_TAIL]), _RING - at, len(left))
            if size == 0:
                sleep(_NAP)
                continue
            self._ring[at : at + size] = left[:size]
            cells[_HEAD] = head + size
            left = left[size:]
            if cells[LISTENING]:
                cells[LISTENING] = 0
                announce()

    def read(self) -> bytes:
        """Called by the keeper: what has been written since it last read."""
        cells, data = self.cells, b""
        while (size := cells[_HEAD] - cells[_TAIL]) > 0:
            at = cells[_TAIL] % _RING
            size = min(size, _RING - at)
            data += self._ring[at : at + size]
            cells[_TAIL] += size
        return data

    def close(self) -> None:
        self.cells.release()
        self._ring.release()
        self._whole.release()
        self._memory.close()


class Kind(IntEnum):
    """What a frame is about: an event, inputs that could not be made, or a keeper that cannot go on."""

    SAID = 0
    HUNG = 1
    DIED = 2
    OUT_OF_MEMORY = 3
    LEAKED = 4
    FAILED = 5
    FINISHED = 6
    KEEPER_FAILED = 7


_HEADER = struct.Struct("<bqQI")


@dataclass(frozen=True, slots=True)
class Frame:
    """One message of a worker or a keeper, about the step of a number."""

    kind: Kind
    number: int
    payload: bytes = b""
    output: str = ""

    def packed(self) -> bytes:
        output = self.output.encode()
        return _HEADER.pack(self.kind, self.number, len(self.payload), len(output)) + self.payload + output


class Frames:
    """Frames from pieces of a stream. What a worker could not finish writing stays behind in here."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        self._pending += data
        at = 0
        try:
            while len(self._pending) - at >= _HEADER.size:
                kind, number, payload, output = _HEADER.unpack_from(self._pending, at)
                middle = at + _HEADER.size + payload
                if len(self._pending) < middle + output:
                    return
                start, at = at + _HEADER.size, middle + output
                yield Frame(Kind(kind), number, bytes(self._pending[start:middle]), self._pending[middle:at].decode())
        finally:
            del self._pending[:at]
