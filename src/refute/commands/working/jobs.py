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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, NoReturn, TypeVar

from refute.campaign.campaign import Progress
from refute.run.host.wire import MessageKind, Messages, Unreadable, packed
from refute.run.system.interrupts import interruptible
from refute.run.system.measuring import collect, prepare

R = TypeVar("R")
Telling = Callable[[Progress], None]
# What a job does: the results of some pieces, as they come, telling how far it has come with each; None for those that
# it was interrupted before.
Work = Callable[[Sequence[int], Callable[[int, Progress], None]], Iterable[tuple[int, R | None]]]
_BETWEEN = 0.1  # seconds between two messages on how far a job has come
_TO_END = 5.0  # seconds that a job has to end what it does
_TO_TELL = 30.0  # seconds without a word after an interrupt, before a job is given up
_LOOK = 0.02  # seconds between two looks whether it has


@dataclass
class _Job:
    process: int
    line: socket.socket
    messages: Messages
    left: list[int] = field(default_factory=list)  # what it has not told the results of
    heard: float = field(default_factory=time.monotonic)  # when it last said something, or was given something to do


class Jobs(Generic[R]):
    """Processes that work on numbered pieces. `batches` are those that are handed out together."""

    def __init__(
        self,
        number: int,
        work: Work[R],
        leave: Callable[[], None],
        batches: Iterable[Sequence[int]],
        lost: Callable[[int, str], R],
        patience: Callable[[int], float | None] = lambda piece: None,
    ) -> None:
        """`leave` ends what a job has made for itself. `lost` is the result of a piece whose job ended, or was ended,
        as it says, when it had no other; where it had, each half of them is handed out again. `patience` is how many
        seconds a job may say nothing while it works on a piece."""
        self._work = work
        self._leave = leave
        self._waiting = deque(batches)
        self._lost = lost
        self._patience = patience
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
                ready = self._ready()
            except KeyboardInterrupt:
                self._pass_on()
            else:
                self._hear(ready)
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

    def _pass_on(self) -> None:
        """Interrupt the jobs, also those that somebody has stopped."""
        for job in self._jobs:
            job.heard = job.heard if self._interrupted else time.monotonic()
            with suppress(ProcessLookupError):
                os.kill(job.process, signal.SIGINT)
                os.kill(job.process, signal.SIGCONT)
        self._interrupted = True

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
            job.heard = time.monotonic()
            with suppress(BrokenPipeError):  # it is heard of below
                job.line.sendall(packed(MessageKind.REQUEST, tuple(job.left)))

    @interruptible
    def _ready(self) -> list[_Job]:
        """Wait for jobs that have something to say, or have been silent for too long; those that do."""
        poll = select.poll()
        by_file = {job.line.fileno(): job for job in self._jobs}
        for file in by_file:
            poll.register(file, select.POLLIN)
        longest = min(
            (job.heard + limit for job in self._jobs if (limit := self._limit(job)) is not None), default=None
        )
        wait = None if longest is None else max(0.0, longest - time.monotonic()) * 1000
        return [by_file[file] for file, _ in poll.poll(wait)]

    def _hear(self, ready: Sequence[_Job]) -> None:
        """Take what jobs have to say, and give them more to do. No interrupt comes between a message and its place."""
        for job in ready:
            job.heard = time.monotonic()
            self._take(job)
        if not ready:
            for job in list(self._jobs):
                limit = self._limit(job)
                if limit is not None and time.monotonic() >= job.heard + limit:
                    self._give_up(job, f"was ended: it had said nothing for {limit:.0f} s")

    def _limit(self, job: _Job) -> float | None:
        """How long it may say nothing."""
        if not job.left:
            return None
        if self._interrupted:
            return _TO_TELL
        limits = [self._patience(piece) for piece in job.left]
        known = [limit for limit in limits if limit is not None]
        return max(known) if len(known) == len(limits) else None

    def _take(self, job: _Job) -> None:
        is_there = job.messages.receive()
        try:
            for kind, piece, said in _said(job):
                if kind is MessageKind.RESULT:
                    self._results[piece] = said
                    job.left.remove(piece)
                elif self._telling is not None and self._telling[0] == piece:
                    self._telling[1](said)
        except Unreadable:
            self._give_up(job, "was ended: something else than refute wrote to its connection")
            return
        if not is_there:
            self._replace(job, f"ended ({_ended(job.process)})")
        elif not job.left:
            self._hand_out(job)

    def _give_up(self, job: _Job, how: str) -> None:
        from refute.run.system.processes import end_with_all_below

        end_with_all_below(job.process)
        _ended(job.process)
        self._replace(job, how)

    def _replace(self, job: _Job, how: str) -> None:
        self._jobs.remove(job)
        job.line.close()
        if self._interrupted:
            return
        if len(job.left) == 1:
            self._results[job.left[0]] = self._lost(job.left[0], how)
        elif job.left:  # one of them may be what ends processes: it is soon alone
            half = len(job.left) // 2
            self._waiting.extendleft([job.left[half:], job.left[:half]])
        if self._waiting:
            self._begin()

    # -- the side of a job ---------------------------------------------------------------------------------------------

    def _serve(self, line_of_refute: socket.socket, line: socket.socket) -> NoReturn:
        status = 1
        try:
            from refute.run.system.forks import keep_from_children
            from refute.run.system.processes import die_with_parent
            from refute.run.system.signals import block

            die_with_parent()
            os.setpgid(0, 0)  # what is typed at the terminal is meant for refute
            for other in self._jobs:
                other.line.close()
            line_of_refute.close()
            keep_from_children(line.fileno())
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
                line.sendall(packed(MessageKind.ITEM, (piece, progress)))

        while (message := messages.next()) is not None:
            for piece, result in self._work(pickle.loads(message[1]), tell):
                line.sendall(packed(MessageKind.RESULT, (piece, result)))


def _said(job: _Job) -> Iterator[tuple[MessageKind, int, Any]]:
    """What a job says: how far it has come with a piece, or the result of it. Raises Unreadable."""
    for kind, data in job.messages.waiting():
        try:
            piece, said = pickle.loads(data)  # what refute itself has written
        except Exception as error:
            raise Unreadable(type(error).__name__) from None
        if kind not in (MessageKind.ITEM, MessageKind.RESULT) or piece not in job.left:
            raise Unreadable("no result")
        yield kind, piece, said


def _ended(process: int) -> str:
    """Wait for a job that has been told to end, or end it, and all below it; how it ended."""
    from refute.run.system.processes import end_with_all_below, manner_of_death

    deadline = time.monotonic() + _TO_END
    try:
        while time.monotonic() < deadline:
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                return manner_of_death(os.waitstatus_to_exitcode(status))
            time.sleep(_LOOK)
        end_with_all_below(process)
        return manner_of_death(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
    except ChildProcessError:  # it has ended, and whoever started refute has signals of children ignored
        return "the system does not say how"
