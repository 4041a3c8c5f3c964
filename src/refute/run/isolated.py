"""Runs in processes of their own: the side that starts them and reads what they tell."""

from __future__ import annotations

import os
import select
import signal
import socket
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, suppress
from typing import TYPE_CHECKING, NoReturn

from refute.errors import RefuteError
from refute.run.body import Body, Rebuild
from refute.run.events import (
    Batch,
    Died,
    Event,
    Finished,
    Hung,
    Leaked,
    Mark,
    OutOfMemory,
    Passing,
    Said,
    Settled,
    Unmade,
    Waiting,
    Walled,
)
from refute.run.limits import Limits
from refute.run.runner import Stopped
from refute.run.steps.phases import Phase
from refute.run.system.scratch import Scratch
from refute.run.wall.denials import Denial
from refute.run.workers.frames import STOP_SOON, Frame, FrameKind, Frames, bulk_in, marks_in
from refute.run.workers.shared_state import STATE, WORKER, SharedState
from refute.run.workers.spawned import SpawnedRun

if TYPE_CHECKING:
    from refute.run.workers.forked import ForkingSupervisor

_BETWEEN = 0.08  # seconds between two looks whether the supervisor was stopped
_MOST = 1 << 62  # steps that can be numbered
_PIECE = 1 << 16
_TIMES_SURE = 3  # that a step ends the supervisor before it is said to


class Isolated:
    """Runs bodies in workers, each watched by a supervisor, whatever the code under test does to its process."""

    fresh = True

    def __init__(self, limits: Limits, rebuild: Callable[[Body], Rebuild] | None = None) -> None:
        """Workers are forked, and inherit bodies; or they are fresh interpreters, for which `rebuild` says how a body
        is made again."""
        self._limits = limits
        self._rebuild = rebuild

    def __repr__(self) -> str:
        return f"Isolated({self._limits})"

    def run(self, body: Body, start: int, stop: int, deadline: float | None = None) -> Generator[Event, None, None]:
        """Run the steps of the indices from start to before stop.

        Closing the iterator ends the run. `deadline`, by `time.monotonic`, ends it early, with all that was said
        delivered.
        """
        events = _Events(start, self._limits)
        total = min(max(0, stop - start), _MOST)
        if self._rebuild is None:
            done, ended = yield from _run(body, start, 0, total, self._limits, deadline, events)
        else:
            done, ended = yield from _spawned(self._rebuild(body), start, total, self._limits, deadline, events)
        with suppress(Stopped):  # it is
            yield Finished(start + done, ended)


class _Events:
    """Events from frames."""

    def __init__(self, start: int, limits: Limits) -> None:
        self._start = start
        self._limits = limits
        self.accounted = 0  # steps
        self.is_stopped = False  # whether whoever reads them wants no more steps to be begun

    def of(self, frame: Frame) -> Event | None:
        """None for a frame that ends a run."""
        number, text = frame.number, frame.payload
        index = self._start + number - 1
        match frame.kind:
            case FrameKind.SAID:
                return Said(index, text, frame.output)
            case FrameKind.BULK:
                return Batch(tuple((self._start + step - 1, message) for step, message in bulk_in(text)))
            case FrameKind.SETTLED:
                first, self.accounted = self.accounted, number
                numbers = iter(marks_in(text))
                marks = tuple(
                    Mark(code, self._start + begin - 1, self._start + end)
                    for code, begin, end in zip(numbers, numbers, numbers, strict=True)
                )
                return Settled(self._start + first, index + 1, marks, int(frame.output))
            case FrameKind.PASSING:
                return Passing(index, text.decode())
            case FrameKind.LEAKED:
                return Leaked(index, text.decode(), frame.output)
            case FrameKind.WALLED:
                return Walled(index, Denial.unpacked(text), frame.output)
            case FrameKind.FINISHED:
                return None
            case FrameKind.SUPERVISOR_FAILED:
                why = text.decode(errors="replace").rstrip().rpartition("\n")[2]
                raise RefuteError(
                    f"the process that watches the tests failed at index {index:,}: {why}",
                    remedy="Put right what it says, or run the tests in this process: --in-process.",
                )
        if frame.kind is FrameKind.DIED and text.startswith(b"raised "):  # told by a worker that goes on
            return Died(index, frame.phase, text.decode(), frame.output)
        self.accounted = number
        match frame.kind:
            case FrameKind.HUNG:
                return Hung(index, frame.phase, self._limits.seconds, text.decode(errors="replace"), frame.output)
            case FrameKind.DIED:
                return Died(index, frame.phase, text.decode(), frame.output)
            case FrameKind.OUT_OF_MEMORY:
                return OutOfMemory(index, frame.phase, frame.output)
        return Unmade(index, text.decode())


def _run(
    body: Body, start: int, first: int, last: int, limits: Limits, deadline: float | None, events: _Events
) -> Generator[Event, None, tuple[int, bool]]:
    """Run the steps after the first so many up to the last; how many are done then, and whether there are no more.

    A step may end the supervisor, and by the time the worker is gone with it, the worker may have got further than
    that. So what was not heard of is run again by halves, until the one step is found; and that again, as
    somebody else may have ended the supervisor.
    """
    times = 0  # that the supervisor ended in the same step
    while first < last and not events.is_stopped and (deadline is None or time.monotonic() < deadline):
        run = _Run(body, start, last, limits, deadline, events)
        try:
            run.begin(first)
            yield from run.events()
            if run.finished is not None:
                return run.finished
            heard, reached = run.lost(first)
        finally:
            run.end()
        if reached > heard + 1:
            first, ended = yield from _run(body, start, heard, (heard + reached) // 2, limits, deadline, events)
            if ended and first < (heard + reached) // 2:
                return first, True
        elif reached > heard and (times := times + 1 if heard == first else 1) < _TIMES_SURE:
            first = heard
        elif reached > heard:
            first, times = reached, 0
            events.accounted = reached
            try:
                yield Died(start + heard, Phase.CALLING, "ended the process that watches it", "")
            except Stopped:
                events.is_stopped = True
        else:
            first = heard
    return first, False


def _spawned(
    body: Rebuild, start: int, total: int, limits: Limits, deadline: float | None, events: _Events
) -> Generator[Event, None, tuple[int, bool]]:
    """The same by fresh interpreters, whose supervisor is out of reach for the code under test."""
    if not total or (deadline is not None and time.monotonic() >= deadline):
        return 0, False
    run = SpawnedRun(body, start, 0, total, limits, deadline)
    try:
        for frame in run.frames(_BETWEEN):
            event = Waiting(run.is_building) if frame is None else events.of(frame)
            if event is None:
                assert frame is not None
                return frame.number, frame.payload == b"ended"
            try:
                yield event
            except Stopped:
                events.is_stopped = True
                run.stop_soon()
    finally:
        run.end()
    raise AssertionError("frames end with one that says so")


class _Run:
    """A supervisor, and what is shared with it."""

    def __init__(
        self, body: Body, start: int, total: int, limits: Limits, deadline: float | None, events: _Events
    ) -> None:
        self._body, self._start, self._total, self._limits, self._deadline = body, start, total, limits, deadline
        self._events = events
        with ExitStack() as made:
            self._state = made.enter_context(closing(SharedState()))
            self._line, self._other_end = map(made.enter_context, socket.socketpair())
            self._scratch = Scratch(self._state.scratch)
            made.callback(self._scratch.remove)
            self._made = made.pop_all()
        self._supervisor = 0
        self.finished: tuple[int, bool] | None = None  # after how many steps, and whether there are no more

    def begin(self, first: int) -> None:
        from refute.run.system.forks import fork, undisturbed  # what these import is not on every system
        from refute.run.workers.forked import ForkingSupervisor

        self._events.accounted = first
        supervisor = ForkingSupervisor(
            self._body,
            self._start,
            self._total,
            self._limits,
            self._deadline,
            self._state,
            self._other_end,
            self._scratch,
        )
        with closing(supervisor), undisturbed():
            self._supervisor = fork()
            if self._supervisor == 0:
                self._supervise(supervisor, first)
        self._other_end.close()

    def _supervise(self, supervisor: ForkingSupervisor, first: int) -> NoReturn:
        try:
            from refute.run.system.forks import close_what_is_private

            self._line.close()
            close_what_is_private()
            supervisor.run(first)
        except BaseException:  # nothing may reach the code that called refute: in this process, it would run twice
            with suppress(OSError):
                number = abs(self._state.cells[STATE]) + 1
                failed = Frame(FrameKind.SUPERVISOR_FAILED, number, traceback.format_exc().encode())
                self._other_end.sendall(failed.packed())
        finally:
            self._scratch.remove()
            os._exit(0)

    def events(self) -> Iterator[Event]:
        """Until it is finished, or the supervisor was ended."""
        frames = Frames()
        poll = select.poll()
        poll.register(self._line, select.POLLIN)
        looked = time.monotonic()
        while True:
            if poll.poll(_BETWEEN * 1000):
                try:
                    data = self._line.recv(_PIECE)
                except ConnectionResetError:
                    return
                if not data:
                    return
                for frame in frames.feed(data):
                    event = self._events.of(frame)
                    if event is None:
                        self.finished = frame.number, frame.payload == b"ended"
                        return
                    try:
                        yield event
                    except Stopped:
                        self._stop()
            if time.monotonic() - looked >= _BETWEEN:
                looked = time.monotonic()
                try:
                    yield Waiting()
                except Stopped:
                    self._stop()
                os.kill(self._supervisor, signal.SIGCONT)  # the code under test may have stopped it

    def _stop(self) -> None:
        self._events.is_stopped = True
        with suppress(OSError):
            self._line.send(STOP_SOON)

    def lost(self, first: int) -> tuple[int, int]:
        """When the supervisor is gone: after which step nothing was heard, and how far the worker got."""
        state = abs(self._state.cells[STATE])
        heard = max(first, self._events.accounted)
        if state <= first:
            raise RefuteError(
                "the process that watches the tests was ended from outside",
                remedy="Look for what ends processes on this machine, or run the tests in this one: --in-process.",
            )
        if worker := self._state.cells[WORKER]:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(worker, signal.SIGKILL)
        return heard, max(state, heard)

    def end(self) -> None:
        """Nothing is left running, nothing is left behind."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)  # also for copies that other processes may hold
        self._line.close()
        self._other_end.close()
        if self._supervisor:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(self._supervisor, signal.SIGCONT)
                os.waitpid(self._supervisor, 0)
        self._made.close()
