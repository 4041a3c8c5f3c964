"""Memory that a worker shares with its supervisor: where it is, and what it has to say.

Nothing here is a file that code under test could close. The messages go round in a ring of bytes: the worker writes at
`HEAD`, its supervisor reads at `TAIL`, each moves only its own mark.
"""

from __future__ import annotations

from collections.abc import Callable
from time import sleep

from refute.run.system.memory import SharedMemory

# The cells. Steps are numbered from 1; the step of `start + n` has number n + 1.
STATE = 0  # the number of the step that runs; negated once it has ended
EPOCH = 1  # how often steps were begun again, so that one step that runs twice is not taken for one long step
PHASE = 2  # of the step, where steps are run one by one
ENDING = 3  # why the worker ends itself, below
ACTIVE = 4  # the guards that look after every step, as bits
TOLD = 5  # the guards that have reported, as bits
WORKER = 6  # the worker's process id
LISTENING = 7  # whether the supervisor wants to be told that there is something to read
_SCRATCH = 8  # the device and the inode of the directory for workers
_HEAD = 10
_TAIL = 11
LOOKING = 12  # whether the worker is taking a look: threads have some time to end by themselves
HURRIED = 13  # whether threads have no such time any more
LEFT = 14  # whether threads are running that were left by calls
READY = 15  # whether the worker has begun: one in a fresh interpreter has to build its body first
_CELLS = 16

# Values of ENDING. A worker that left it at zero was ended by the code under test.
DONE = 1  # the range
EXHAUSTED = 2  # there are no more inputs
STOPPED = 3  # as asked
REPLACE = 4  # go on with another worker
MEMORY = 5
UNMADE = 6  # making inputs raised an exception
UNFIT = 7  # it could not begin: what failed is code of refute

_RING = 1 << 18
_NAP = 0.0005


class SharedState:
    """The shared memory of one run. Made before the first worker is."""

    SIZE = _CELLS * 8 + _RING

    def __init__(self, memory: SharedMemory | None = None) -> None:
        """`memory` is that of the process which made it."""
        self._memory = memory or SharedMemory(self.SIZE)
        self._whole = memoryview(self._memory.map)
        self.cells = self._whole[: _CELLS * 8].cast("q")
        self.scratch = self.cells[_SCRATCH : _SCRATCH + 2]
        self._ring = self._whole[_CELLS * 8 :]

    def __repr__(self) -> str:
        cells = self.cells
        where = f"in step {cells[STATE]:,}" if cells[STATE] > 0 else f"after step {-cells[STATE]:,}"
        waiting = cells[_HEAD] - cells[_TAIL]
        return f"<SharedState: worker {cells[WORKER]} {where}, ending {cells[ENDING]}, {waiting:,} bytes to read>"

    def __reduce__(self) -> tuple[type[SharedState], tuple[SharedMemory]]:
        return SharedState, (self._memory,)

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
        """Called by the supervisor: what has been written since it last read."""
        cells, data = self.cells, b""
        while (size := cells[_HEAD] - cells[_TAIL]) > 0:
            at = cells[_TAIL] % _RING
            size = min(size, _RING - at)
            data += self._ring[at : at + size]
            cells[_TAIL] += size
        return data

    def close(self) -> None:
        self.scratch.release()
        self.cells.release()
        self._ring.release()
        self._whole.release()
        self._memory.close()
