"""Workers that are forked, by a supervisor that is a process of its own.

It is forked once a run and never runs code under test, so every worker forked from it is as clean as the first. It ends
with everything below it as soon as the other end of its line is closed, or its parent is gone.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress

from refute.run.body import Body
from refute.run.limits import Limits
from refute.run.system.processes import adopt_orphans, end_family, manner_of_death, name_supervisor
from refute.run.system.scratch import Scratch
from refute.run.system.signals import changes_for_workers
from refute.run.system.stack_dump import StackDump
from refute.run.system.wakeup import Wakeup
from refute.run.workers.answer_log import SharedMessage
from refute.run.workers.capture import Capture
from refute.run.workers.confinement import present_names, to_the_end, work
from refute.run.workers.frames import STOP_SOON
from refute.run.workers.shared_state import ENDING, READY, UNFIT, SharedState
from refute.run.workers.supervisor import DENIAL, Abandoned, Employee, Supervisor


class ForkingSupervisor(Supervisor):
    def __init__(
        self,
        body: Body,
        start: int,
        total: int,
        limits: Limits,
        deadline: float | None,
        state: SharedState,
        line: socket.socket,
        scratch: Scratch,
    ) -> None:
        """Made before it is a process, as all is done here that can be: a new process pays for each page it touches."""
        self._body = body
        self._start = start
        self._line = line
        self._parent = os.getpid()
        self._handling = changes_for_workers()
        self._names = present_names()
        with ExitStack() as made:
            capture = made.enter_context(closing(Capture()))
            self._wakeup = made.enter_context(closing(Wakeup()))
            dump = made.enter_context(closing(StackDump()))
            denied = made.enter_context(closing(SharedMessage(DENIAL)))
            self._made = made.pop_all()
        super().__init__(total, limits, deadline, state, scratch, capture, dump, denied)

    def close(self) -> None:
        """In the process that made it."""
        self._made.close()

    def run(self, first: int) -> None:
        """Begun with all signals blocked, and they stay so: it ends with its parent, and workers may send what they
        like."""
        os.setsid()
        if signal.SIGCHLD in self._handling:  # ignored, perhaps, and then the kernel forgets how a worker ended
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        name_supervisor()
        adopt_orphans()
        gc.freeze()  # what the workers share with this process stays shared
        super().run(first)

    def _tell(self, data: bytes) -> None:
        self._line.sendall(data)

    def _employ(self, work: str, first: int, stop: int, single: bool) -> Employee:
        worker = os.fork()
        if worker == 0:
            self._work(work, first, stop, single)
        return _Forked(worker, self._line, self._wakeup, self._parent, self.hear)

    def hear(self) -> None:
        """What is said from the other end of the line: to stop soon, or nothing any more."""
        if self._line.recv(1) != STOP_SOON:
            raise Abandoned
        self.stop_soon()

    def _work(self, directory: str, first: int, stop: int, single: bool) -> None:
        with to_the_end(self._capture):
            self._line.close()
            self._cells[ENDING], self._cells[READY] = UNFIT, 1
            work(
                *(self._body, self._start, (first, stop), single, self._limits, self._names, self._state),
                *(self._wakeup, self._capture, directory, self._handling, self._dump, self._denied),
            )


class _Forked:
    """A child of this process, known by a file that tells when it has ended."""

    def __init__(
        self, process: int, line: socket.socket, wakeup: Wakeup, parent: int, hear: Callable[[], None]
    ) -> None:
        self.process = process
        self._wakeup, self._parent, self._hear = wakeup, parent, hear
        self._file = os.pidfd_open(process)
        self._deaf, self._attentive = select.poll(), select.poll()
        for poll in (self._deaf, self._attentive):
            poll.register(line, select.POLLIN)
            poll.register(self._file, select.POLLIN)
        self._attentive.register(wakeup.file, select.POLLIN)

    def wait(self, seconds: float, *, deaf: bool) -> bool:
        woken = False
        for ready, _ in (self._deaf if deaf else self._attentive).poll(seconds * 1000):
            if ready == self._wakeup.file:
                self._wakeup.drain()
                woken = True
            elif ready != self._file:
                self._hear()
        if os.getppid() != self._parent:
            raise Abandoned
        return woken

    def ended(self) -> str | None:
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self.process:
                    return manner_of_death(os.waitstatus_to_exitcode(ended[1]))
        return None

    def end(self) -> str:
        os.close(self._file)
        return manner_of_death(end_family(self.process))
