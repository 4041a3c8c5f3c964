"""The process between refute and the workers: starts them, watches them, ends them and all they leave behind.

It is forked once a run and never runs code under test, so every worker forked from it is as clean as the first. It ends
with everything below it as soon as refute closes its end of the line, or is gone.
"""

from __future__ import annotations

import gc
import os
import select
import shutil
import signal
import socket
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from refute.run.body import Body
from refute.run.capture import LOOK, STOP, Capture
from refute.run.confinement import confine, renewing
from refute.run.guards import Builtins
from refute.run.limits import Limits
from refute.run.processes import (
    adopt_orphans,
    end_family,
    killed_for_memory,
    manner_of_death,
)
from refute.run.shared_state import (
    ACTIVE,
    DONE,
    ENDING,
    EPOCH,
    LISTENING,
    MEMORY,
    REPLACE,
    SETTLED,
    STATE,
    WORKER,
    Board,
    Frame,
    Frames,
    Kind,
)
from refute.run.signals import changes_for_workers
from refute.run.wakeup import Bell
from refute.run.worker import Worker

_TICK = 0.02  # seconds between looks at a worker
_BUSY_TICK = 0.001  # after it was heard, so that one that has much to say, or rings for nothing, is heard in portions
_GRACE = 0.1  # seconds a worker has, at the deadline, to make an input; a call under way has its own limit
_EVERY_GUARD = (1 << 62) - 1
_CRASHED = 70  # exit status of a worker whose own code failed
_LACK_OF_MEMORY = ("bad_alloc", "MemoryError", "out of memory", "Cannot allocate memory", "memory allocation failed")


class Abandoned(Exception):
    """Nobody waits for the results any more."""


class Keeper:
    def __init__(
        self,
        body: Body,
        start: int,
        total: int,
        limits: Limits,
        deadline: float | None,
        board: Board,
        line: socket.socket,
        scratch: str,
    ) -> None:
        """Made before it is a process, as all is done here that can be: a new process pays for each page it touches.

        `scratch` is an empty directory.
        """
        self._body = body
        self._start = start
        self._total = total
        self._limits = limits
        self._deadline = deadline
        self._board = board
        self._cells = board.cells
        self._line = line
        self._scratch = scratch
        self._parent = os.getpid()
        self._handling = changes_for_workers()
        self._killed = killed_for_memory()
        self._builtins = Builtins()
        self._capture, self._bell = Capture(), Bell()
        self._heard = self._stuck = 0
        self._used = False
        self._tick = min(_TICK, limits.seconds / 5)

    def close(self) -> None:
        """In the process that made it."""
        self._capture.close()
        self._bell.close()

    def run(self, first: int) -> None:
        """All that is left from a step on, worker after worker.

        Begun with all signals blocked, and they stay so: it ends with refute, and workers may send what they like.
        """
        os.setsid()
        if signal.SIGCHLD in self._handling:  # ignored, perhaps, and then the kernel forgets how a worker ended
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        adopt_orphans()
        gc.freeze()  # what the workers share with this process stays shared
        following: int | None = first
        try:
            while following is not None and following < self._total and (following == first or not self._is_late()):
                first, following = following, self._employ(following)
            self._send(Frame(Kind.FINISHED, self._settled() if following is None else following))
        except (Abandoned, BrokenPipeError, ConnectionResetError):
            pass

    def _employ(self, first: int) -> int | None:
        """Run steps after the first so many in a new worker. After how many to go on with another; None: no more."""
        self._cells[STATE], self._cells[SETTLED], self._cells[ENDING] = -first, first, 0
        self._cells[LISTENING] = 1
        self._capture.request = 0
        self._capture.clear()
        frames = Frames()
        if self._used:
            _empty(Path(self._scratch))
            self._killed = killed_for_memory()
        self._used = True
        worker = os.fork()
        if worker == 0:
            self._work()
        self._cells[WORKER] = worker
        try:
            end = self._watch(worker, frames)
        finally:
            status = end_family(worker)
        if isinstance(end, int):
            status = end
        self._relay(frames)
        number, ending = self._cells[STATE], self._cells[ENDING]
        output = self._capture.text()
        if end == "late" or ending == DONE:
            return None
        if ending == REPLACE or (end == "hung" and number != self._stuck):  # it just got over it when it was killed
            return self._settled()
        if end == "hung":
            self._send(Frame(Kind.HUNG, number, output=output))
            return number
        if number <= 0:
            return self._ended_between_steps(first, -number, status, output)
        if ending == MEMORY or _for_memory(status, output, self._killed):
            if number > first + 1:
                return number - 1  # it may have been the steps before that used up the memory
            self._send(Frame(Kind.OUT_OF_MEMORY, number, output=output))
            return number
        self._send(Frame(Kind.DIED, number, manner_of_death(status).encode(), output))
        return number

    def _ended_between_steps(self, first: int, done: int, status: int, output: str) -> int | None:
        how = manner_of_death(status)
        if done == first:
            self._send(Frame(Kind.FAILED, done + 1, f"ended the process: {how}\n{output}".encode()))
            return None
        if self._cells[ACTIVE] != _EVERY_GUARD:
            self._cells[ACTIVE] = _EVERY_GUARD
            return self._settled()
        self._send(Frame(Kind.DIED, done, f"{how}, after it had returned".encode(), output))
        return done

    def _work(self) -> NoReturn:
        try:
            self._line.close()
            guards = confine(self._limits, self._builtins, self._capture, self._scratch, self._handling)
            renew = renewing(self._limits)
            worker = Worker(self._body, self._start, self._total, self._board, self._bell, self._capture, guards, renew)
            worker.run()
        except BaseException:  # nothing may reach the keeper's code in this process; what was raised is told as output
            os.write(self._capture.file, traceback.format_exc().encode())
        finally:
            os._exit(_CRASHED)

    def _watch(self, worker: int, frames: Frames) -> int | str:
        """Until the worker ends, with its status, or has to be ended: why."""
        cells, capture, bell = self._cells, self._capture, self._bell
        end = os.pidfd_open(worker)
        try:
            deaf, attentive = select.poll(), select.poll()
            for poll in (deaf, attentive):
                poll.register(self._line, select.POLLIN)
                poll.register(end, select.POLLIN)
            attentive.register(bell.file, select.POLLIN)
            seen, busy = (0, 0), False
            since = asked = time.monotonic()
            while True:
                woken = False
                for ready, _ in deaf.poll(_BUSY_TICK * 1000) if busy else attentive.poll(self._tick * 1000):
                    if ready == bell.file:
                        bell.hush()
                        woken = True
                    elif ready != end:
                        raise Abandoned
                if os.getppid() != self._parent:
                    raise Abandoned
                cells[LISTENING] = 1  # what is written before it is read now, what is written later rings
                busy = self._relay(frames) or woken
                if busy:
                    cells[LISTENING] = 0
                with suppress(ChildProcessError):
                    while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                        if ended[0] == worker:
                            return ended[1]
                now = time.monotonic()
                if self._is_late():
                    capture.request = STOP
                elif now - asked >= self._tick:
                    capture.request, asked = LOOK, now
                if self._is_late(_GRACE) and cells[STATE] <= 0:
                    return "late"
                at = (cells[EPOCH], cells[STATE])
                if at != seen:
                    seen, since = at, now
                elif at[1] > 0 and now - since >= self._limits.seconds:
                    self._stuck = at[1]
                    return "hung"
        finally:
            os.close(end)

    def _is_late(self, grace: float = 0.0) -> bool:
        return self._deadline is not None and time.monotonic() >= self._deadline + grace

    def _relay(self, frames: Frames) -> bool:
        data = self._board.read()
        for frame in frames.feed(data):
            if frame.kind in (Kind.SAID, Kind.DIED):
                self._heard = frame.number
            self._send(frame)
        return data != b""

    def _settled(self) -> int:
        """A worker may have been ended just after it wrote a message and before it could say that it had."""
        return max(self._cells[SETTLED], self._heard)

    def _send(self, frame: Frame) -> None:
        self._line.sendall(frame.packed())


def _empty(scratch: Path) -> None:
    """Make it an empty directory again, whatever a worker did to it and to the one it is in."""
    _be_directory(scratch.parent)
    _be_directory(scratch)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(exist_ok=True)


def _be_directory(place: Path) -> None:
    if place.is_symlink() or place.is_file():
        place.unlink()
    place.mkdir(exist_ok=True)
    place.chmod(0o700)


def _for_memory(status: int, output: str, killed: int) -> bool:
    """Whether the kernel killed the process for memory, or it gave up for want of it."""
    if not os.WIFSIGNALED(status):
        return False
    match os.WTERMSIG(status):
        case signal.SIGKILL:
            return killed_for_memory() > killed
        case signal.SIGABRT:
            return any(sign in output for sign in _LACK_OF_MEMORY)
    return False
