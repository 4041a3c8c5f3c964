"""Jobs: functions of one run checked side by side, by processes that are forked from refute's own.

    refute                          job ── host ── supervisor ── worker
    hands out functions,            checks them,
    prints verdicts in order        as refute itself would

Each has hosts of its own. An interrupt reaches refute alone, which passes it on: what every job knows by then is told.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Generic, NoReturn, TypeVar

from refute.campaign.campaign import Progress
from refute.run.host.wire import Kind, Messages, packed
from refute.run.system.interrupts import interruptible
from refute.run.system.measuring import collect, prepare

R = TypeVar("R")
Telling = Callable[[Progress], None]
# What a job does: the results of some pieces, as they come, telling how far it has come with each; None for those that
# it was interrupted before.
Work = Callable[[Sequence[int], Callable[[int, Progress], None]], Iterable[tuple[int, R | None]]]
_BETWEEN = 0.1  # seconds between two messages on how far a job has come
_TO_END = 5.0  # seconds that a job has to end what it does
_LOOK = 0.02  # seconds between two looks whether it has


@dataclass
class _Job:
    process: int
    line: socket.socket
    messages: Messages
    left: list[int] = field(default_factory=list)  # what it has not told the results of


class Jobs(Generic[R]):
    """Processes that work on numbered pieces. `batches` are those that are handed out together."""

    def __init__(
        self,
        number: int,
        work: Work[R],
        leave: Callable[[], None],
        batches: Iterable[Sequence[int]],
        lost: Callable[[int, str], R],
    ) -> None:
        """`leave` ends what a job has made for itself; `lost` is the result of a piece whose job ended so."""
        self._work = work
        self._leave = leave
        self._waiting = deque(batches)
        self._lost = lost
        self._results: dict[int, R | None] = {}
        self._telling: tuple[int, Telling] | None = None
        self._interrupted = False
        self._jobs: list[_Job] = []
        for _ in range(min(number, len(self._waiting))):
            self._begin()

    def __repr__(self) -> str:
        return f"<Jobs: {len(self._jobs)}, {len(self._waiting)} batches are waiting>"

    def result(self, piece: int, telling: Telling) -> R | None:
        """The result of a piece, waited for; None where it was interrupted before it was begun."""
        self._telling = piece, telling
        while piece not in self._results and self._is_coming(piece):
            try:
                self._hear()
            except KeyboardInterrupt:
                self._interrupted = True
                for job in self._jobs:
                    with suppress(ProcessLookupError):
                        os.kill(job.process, signal.SIGINT)
        return self._results.pop(piece, None)

    def close(self) -> None:
        """End the jobs, and all below them."""
        for job in self._jobs:
            job.line.close()
            if job.left:
                with suppress(ProcessLookupError):
                    os.kill(job.process, signal.SIGINT)
        for job in self._jobs:
            _ended(job.process)
        self._jobs.clear()
        self._waiting.clear()
        collect()

    def _is_coming(self, piece: int) -> bool:
        waiting = () if self._interrupted else self._waiting
        return any(piece in job.left for job in self._jobs) or any(piece in batch for batch in waiting)

    # -- the side of refute --------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        from refute.run.system.forks import fork, undisturbed  # what these import is not on every system

        prepare()
        line, other_end = socket.socketpair()
        with undisturbed():
            process = fork()
            if process == 0:
                self._serve(line, other_end)
        other_end.close()
        job = _Job(process, line, Messages(line))
        self._jobs.append(job)
        self._hand_out(job)

    def _hand_out(self, job: _Job) -> None:
        if self._waiting and not self._interrupted:
            job.left = list(self._waiting.popleft())
            with suppress(BrokenPipeError):  # it is heard of below
                job.line.sendall(packed(Kind.REQUEST, tuple(job.left)))

    @interruptible
    def _hear(self) -> None:
        """Take what the jobs have to say, and give them more to do."""
        poll = select.poll()
        by_file = {job.line.fileno(): job for job in self._jobs}
        for file in by_file:
            poll.register(file, select.POLLIN)
        for file, _ in poll.poll():
            self._take(by_file[file])

    def _take(self, job: _Job) -> None:
        is_there = job.messages.receive()
        for kind, data in job.messages.waiting():
            piece, said = pickle.loads(data)  # what refute itself has written
            if kind is Kind.ITEM:
                if self._telling is not None and self._telling[0] == piece:
                    self._telling[1](said)
            else:
                self._results[piece] = said
                job.left.remove(piece)
        if not is_there:
            self._replace(job)
        elif not job.left:
            self._hand_out(job)

    def _replace(self, job: _Job) -> None:
        from refute.run.system.processes import manner_of_death

        self._jobs.remove(job)
        job.line.close()
        how = manner_of_death(_ended(job.process))
        if not self._interrupted:
            self._results |= {piece: self._lost(piece, how) for piece in job.left}
            if self._waiting:
                self._begin()

    # -- the side of a job ---------------------------------------------------------------------------------------------

    def _serve(self, line_of_refute: socket.socket, line: socket.socket) -> NoReturn:
        status = 1
        try:
            from refute.run.system.processes import die_with_parent
            from refute.run.system.signals import block

            die_with_parent()
            os.setpgid(0, 0)  # what is typed at the terminal is meant for refute
            for other in self._jobs:
                other.line.close()
            line_of_refute.close()
            block(())
            try:
                self._answer(line)
            finally:
                self._leave()
            status = 0
        finally:
            os._exit(status)

    def _answer(self, line: socket.socket) -> None:
        messages = Messages(line)
        told = 0.0

        def tell(piece: int, progress: Progress) -> None:
            nonlocal told
            if time.monotonic() - told >= _BETWEEN:
                told = time.monotonic()
                line.sendall(packed(Kind.ITEM, (piece, progress)))

        while (message := messages.next()) is not None:
            for piece, result in self._work(pickle.loads(message[1]), tell):
                line.sendall(packed(Kind.RESULT, (piece, result)))


def _ended(process: int) -> int:
    """Wait for a job that has been told to end, or end it, and all below it; its status."""
    from refute.run.system.processes import end_with_all_below

    deadline = time.monotonic() + _TO_END
    while time.monotonic() < deadline:
        with suppress(ChildProcessError):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                return status
        time.sleep(_LOOK)
    end_with_all_below(process)
    return os.waitpid(process, 0)[1]
