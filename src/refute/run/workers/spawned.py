"""Workers that are fresh interpreters, watched by a thread of the process that runs them.

It needs no `fork`, `pidfd` or `/proc`. Memory is shared by files in the directory of the run.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress

from refute.run.body import Rebuild
from refute.run.limits import Limits
from refute.run.system.fresh import Fresh
from refute.run.system.memory import SharedMemory, new_file
from refute.run.system.scratch import Home, Scratch
from refute.run.system.stack_dump import StackDump
from refute.run.workers.answer_log import SharedMessage
from refute.run.workers.capture import Capture
from refute.run.workers.frames import Frame, FrameKind, Frames
from refute.run.workers.fresh import Task
from refute.run.workers.shared_state import STATE, SharedState
from refute.run.workers.supervisor import DENIAL, Abandoned, Employee, Supervisor

_STANDARD_ERROR = 2  # where a worker prints before it has begun


class _Spare:
    """An interpreter that waits to be told what to do: the next worker begins while the one before is at work."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ready: tuple[int, str, Fresh] | None = None  # the process it is of, and the module that it has imported
        self._starting: tuple[int, ThreadPoolExecutor] | None = None

    def taken(self, ahead: str) -> Fresh:
        with self._lock:
            return self._taken(ahead)

    def _taken(self, ahead: str) -> Fresh:
        ready, self._ready = self._ready, None
        fits = ready is not None and ready[:2] == (os.getpid(), ahead) and ready[2].ended() is None
        if ready is not None and not fits:
            ready[2].end()
        fresh = ready[2] if ready is not None and fits else self._new(ahead)
        self._ready = os.getpid(), ahead, self._new(ahead)
        return fresh

    def _new(self, ahead: str) -> Fresh:
        # only what is refute's own: the user's modules are imported when it is known where they are
        names = (ahead,) if _is_own(ahead) else ()
        return self._starter().submit(Fresh, "refute.run.workers.fresh", _STANDARD_ERROR, ahead=names).result()

    def _starter(self) -> ThreadPoolExecutor:
        """A thread that starts interpreters, as long as this process is there.

        Linux takes a thread for the parent of a process: one that was started in a run would end with that, and may be
        in use by another.
        """
        if self._starting is None or self._starting[0] != os.getpid():
            self._starting = os.getpid(), ThreadPoolExecutor(1)
        return self._starting[1]


def _is_own(module: str) -> bool:
    return module.partition(".")[0] == __name__.partition(".")[0]


_spare = _Spare()


class SpawningSupervisor(Supervisor):
    def __init__(
        self,
        body: Rebuild,
        start: int,
        total: int,
        limits: Limits,
        deadline: float | None,
        tell: Callable[[bytes], None],
    ) -> None:
        with ExitStack() as made:
            self._home = Home()
            made.callback(self._home.remove)
            home = self._home.path
            state = made.enter_context(closing(SharedState(SharedMemory(SharedState.SIZE, new_file("state", home)))))
            capture = made.enter_context(closing(Capture(new_file("output", home))))
            dump = made.enter_context(closing(StackDump(new_file("stack", home))))
            denied = SharedMessage(DENIAL, SharedMemory(DENIAL, new_file("denied", home)))
            made.callback(denied.close)
            scratch = Scratch(state.scratch)
            made.callback(scratch.remove)
            self._made = made.pop_all()
        self._body = body
        self._start = start
        self._tell_them = tell
        self._abandoned = threading.Event()
        super().__init__(total, limits, deadline, state, scratch, capture, dump, denied)

    def close(self) -> None:
        self._made.close()

    def abandon(self) -> None:
        """Nobody waits for the results any more."""
        self._abandoned.set()

    def run(self, first: int) -> None:
        try:
            super().run(first)
        except BaseException:  # of the supervisor itself, or a worker that could not begin
            number = abs(self._cells[STATE]) + 1
            self._tell(Frame(FrameKind.SUPERVISOR_FAILED, number, traceback.format_exc().encode()).packed())

    def _tell(self, data: bytes) -> None:
        self._tell_them(data)

    def _employ(self, work: str, first: int, stop: int, single: bool) -> Employee:
        assert self._capture.path is not None
        assert self._dump.path is not None
        fresh = _spare.taken(self._body.module)
        task = Task(
            *(self._body, self._start, first, stop, single, self._limits, self._state, self._denied),
            capture=self._capture.path,
            dump=self._dump.path,
            work=work,
            path=tuple(sys.path),
            directory=os.getcwd(),
            environment=dict(os.environ),
        )
        with suppress(OSError):  # it has ended already, which is seen at once
            fresh.tell(task)
        return _Spawned(fresh, self._abandoned)


class _Spawned:
    """A worker, as long as its results are waited for."""

    def __init__(self, fresh: Fresh, abandoned: threading.Event) -> None:
        self._fresh = fresh
        self._abandoned = abandoned
        self.process = fresh.process
        self.ended = fresh.ended
        self.end = fresh.end

    def wait(self, seconds: float, *, deaf: bool) -> bool:
        self._fresh.wait(seconds)
        if self._abandoned.is_set():
            raise Abandoned
        return False


class SpawnedRun:
    """A supervisor in a thread, and what it tells."""

    def __init__(
        self, body: Rebuild, start: int, first: int, total: int, limits: Limits, deadline: float | None
    ) -> None:
        """Begins with the steps after the first so many."""
        self._told: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._supervisor = SpawningSupervisor(body, start, total, limits, deadline, self._told.put)
        self._thread = threading.Thread(target=self._supervisor.run, args=(first,), daemon=True)
        self._thread.start()
        self.stop_soon = self._supervisor.stop_soon

    @property
    def is_building(self) -> bool:
        return self._supervisor.is_building

    def frames(self, between: float) -> Iterator[Frame | None]:
        """What it tells; None where that was nothing for so many seconds."""
        frames = Frames()
        while True:
            try:
                yield from frames.feed(self._told.get(timeout=between))
            except queue.Empty:
                yield None

    def end(self) -> None:
        """Nothing is left running, nothing is left behind."""
        self._supervisor.abandon()
        self._thread.join()
        self._supervisor.close()
