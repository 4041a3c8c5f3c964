"""Running in processes of their own: the side that stays with refute."""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import tempfile
import time
import traceback
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NoReturn

from refute.errors import RefuteError
from refute.run.body import Body
from refute.run.events import Died, Event, Finished, Hung, Leaked, OutOfMemory, Progress, Said
from refute.run.limits import Limits
from refute.run.shared_state import SETTLED, STATE, WORKER, Board, Frame, Frames, Kind

if TYPE_CHECKING:
    from refute.run.supervisor import Keeper

_BETWEEN = 0.08  # seconds between two reports of progress
_MOST = 1 << 62  # steps that can be numbered
_PIECE = 1 << 16


def run_isolated(
    body: Body, start: int, stop: int, limits: Limits, *, deadline: float | None = None
) -> Iterator[Event]:
    """Run the steps of the indices from start to before stop, whatever they do to the process they run in.

    Closing the iterator ends the run. `deadline`, by `time.monotonic`, ends it early, with all that was said delivered.
    """
    if sys.platform != "linux":
        raise RefuteError(
            f"tests cannot be run in a process of their own on {sys.platform}",
            remedy='Run them in this one: --in-process, or isolation="none" in Python.',
        )
    done = yield from _run(body, start, 0, min(max(0, stop - start), _MOST), limits, deadline)
    yield Finished(done)


def _run(
    body: Body, start: int, first: int, last: int, limits: Limits, deadline: float | None
) -> Generator[Event, None, int]:
    """Run the steps after the first so many up to the last; how many are done then.

    A step may end the keeper, and by the time the worker is gone with it, the worker may have got further than that.
    So what was not heard of is run again by halves, until the one step is found.
    """
    while first < last and (deadline is None or time.monotonic() < deadline):
        run = _Run(body, start, last, limits, deadline)
        try:
            run.begin(first)
            for event in run.events():
                if isinstance(event, Finished):
                    return event.done
                yield event
            heard, reached = run.lost(first)
        finally:
            run.end()
        if reached > heard + 1:
            first = yield from _run(body, start, heard, (heard + reached) // 2, limits, deadline)
        elif reached > heard:
            first = reached
            yield Died(start + heard, "ended the process that watches it", "")
        else:
            first = heard
    return first


class _Run:
    """A keeper, and what is shared with it."""

    def __init__(self, body: Body, start: int, total: int, limits: Limits, deadline: float | None) -> None:
        self._body, self._start, self._total, self._limits, self._deadline = body, start, total, limits, deadline
        self._board = Board()
        self._scratch = tempfile.TemporaryDirectory(prefix="refute-", ignore_cleanup_errors=True)
        self._work = os.path.join(os.path.realpath(self._scratch.name), "work")
        self._line, self._other_end = socket.socketpair()
        self._keeper = 0
        self._heard = 0

    def begin(self, first: int) -> None:
        from refute.run.processes import fork
        from refute.run.signals import EVERY_SIGNAL, block
        from refute.run.supervisor import Keeper  # what these import is not on every system

        os.mkdir(self._work)
        keeper = Keeper(
            self._body,
            self._start,
            self._total,
            self._limits,
            self._deadline,
            self._board,
            self._other_end,
            self._work,
        )
        with closing(keeper):
            for stream in (sys.stdout, sys.stderr):  # else it would be the keeper's, too, to write what is pending
                with suppress(Exception):
                    stream.flush()
            blocked = block(EVERY_SIGNAL)
            try:
                self._keeper = fork()
                if self._keeper == 0:
                    self._keep(keeper, first)
            finally:
                block(blocked)
        self._other_end.close()

    def _keep(self, keeper: Keeper, first: int) -> NoReturn:
        try:
            self._line.close()
            keeper.run(first)
        except BaseException:  # nothing may reach the code that called refute: in this process, it would run twice
            with suppress(OSError):
                failed = Frame(Kind.KEEPER_FAILED, self._board.cells[SETTLED] + 1, traceback.format_exc().encode())
                self._other_end.sendall(failed.packed())
        finally:
            self._remove_scratch()
            os._exit(0)

    def events(self) -> Iterator[Event]:
        """Ends without `Finished` if the keeper was ended."""
        frames, told = Frames(), time.monotonic()
        poll = select.poll()
        poll.register(self._line, select.POLLIN)
        while True:
            if poll.poll(_BETWEEN * 1000):
                try:
                    data = self._line.recv(_PIECE)
                except ConnectionResetError:
                    return
                if not data:
                    return
                for frame in frames.feed(data):
                    self._heard = frame.number
                    yield self._event(frame)
            if time.monotonic() - told >= _BETWEEN:
                told = time.monotonic()
                os.kill(self._keeper, signal.SIGCONT)  # the code under test may have stopped it
                yield Progress(self._board.cells[SETTLED])

    def _event(self, frame: Frame) -> Event:
        index, text = self._start + frame.number - 1, frame.payload
        match frame.kind:
            case Kind.SAID:
                return Said(index, text, frame.output)
            case Kind.HUNG:
                return Hung(index, self._limits.seconds, frame.output)
            case Kind.DIED:
                return Died(index, text.decode(), frame.output)
            case Kind.OUT_OF_MEMORY:
                return OutOfMemory(index, frame.output)
            case Kind.LEAKED:
                return Leaked(index, text.decode(), frame.output)
            case Kind.FINISHED:
                return Finished(frame.number)
            case Kind.KEEPER_FAILED:
                raise RefuteError(
                    f"the process that watches the tests failed at index {index:,}: {text.decode(errors='replace')}",
                    remedy="Put right what it says, or run the tests in this process: --in-process.",
                )
        raise RefuteError(
            f"making the input of index {index:,} {text.decode(errors='replace')}",
            remedy="Use a smaller scope, or more memory if that is what it lacks.",
        )

    def lost(self, first: int) -> tuple[int, int]:
        """When the keeper is gone: after which step nothing was heard, and how far the worker got."""
        state = abs(self._board.cells[STATE])
        if state <= first:
            raise RefuteError(
                "the process that watches the tests was ended from outside",
                remedy="Look for what ends processes on this machine, or run the tests in this one: --in-process.",
            )
        if worker := self._board.cells[WORKER]:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(worker, signal.SIGKILL)
        return max(first, self._heard), state

    def end(self) -> None:
        """Nothing is left running, nothing is left behind."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)  # also for copies that other processes may hold
        self._line.close()
        self._other_end.close()
        if self._keeper:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(self._keeper, signal.SIGCONT)
                os.waitpid(self._keeper, 0)
        self._remove_scratch()
        self._scratch.cleanup()  # else it warns that it was not called
        self._board.close()

    def _remove_scratch(self) -> None:
        """Whatever it is by now; mostly it is as it was made."""
        place = os.path.dirname(self._work)
        try:
            if os.path.islink(place) or os.path.isfile(place):
                os.unlink(place)
            else:
                os.rmdir(self._work)
                os.rmdir(place)
        except OSError:
            self._scratch.cleanup()
