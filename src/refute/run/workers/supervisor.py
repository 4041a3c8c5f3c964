"""What is between a runner and its workers: starts them, watches them, ends them and all they leave behind.

How a worker comes about is another matter: it is forked (`forked`), or it is a fresh interpreter (`spawned`).

What a worker did is believed up to the last settlement it wrote. When one hangs, dies or runs out of memory at step n:

    settled        n        steps after the settlement are run again by a new worker, up to the one before n;
    ────────┤──────┤─       then n is run alone, one phase after the other, by two workers that run nothing else.
            again  alone    What happens in both is the event; what does not is told as passing, and n counts as run.

If it happened between two steps, a worker goes on one step at a time, until it is known at which step it happens.

Where something that a call left running ended the process, the steps after it are run by few at a time, each few by a
worker of their own: else most of them would be run again and again, as each of them may leave the same.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

from refute.run.limits import Limits
from refute.run.steps.phases import Phase
from refute.run.system.processes import is_starved, killed_for_memory, processor_time
from refute.run.system.scratch import Scratch
from refute.run.system.stack_dump import StackDump, users_frame
from refute.run.workers.answer_log import SharedMessage
from refute.run.workers.capture import LOOK, STOP, Capture
from refute.run.workers.frames import Frame, FrameKind, Frames
from refute.run.workers.shared_state import (
    DONE,
    ENDING,
    EPOCH,
    EXHAUSTED,
    HURRIED,
    LEFT,
    LISTENING,
    LOOKING,
    MEMORY,
    PHASE,
    READY,
    REPLACE,
    STATE,
    STOPPED,
    UNFIT,
    UNMADE,
    WORKER,
    SharedState,
)
from refute.words import plural

_TICK = 0.02  # seconds between looks at a worker
_BUSY_TICK = 0.001  # after it was heard, so that one that has much to say, or rings for nothing, is heard in portions
_PAUSE = 0.1  # seconds between two looks that count; more than that, the system gave to others, and not to the worker
_STARVED = 10  # times as long as it may take may a call take where the machine has no time for it
_TO_STOP = 0.3  # seconds that a call under way has when a run is stopped
# Seconds a worker has, at the deadline, to make an input. A call under way has its own limit, and so has the user's
# code where it makes an input or frees it.
_GRACE = 0.1
_TO_LOOK = 2.0  # seconds for its last look: what it has done is worth that
_FEW = 64  # steps that a worker is given at most where those before left something running
_AHEAD = 10_000  # inputs that are made one by one to find the one that could not be made with others
_TO_BUILD = 600.0  # seconds that a worker in a fresh interpreter has, over those for imports, to build its body
DENIAL = 1 << 14  # bytes that tell what was denied
_LACK_OF_MEMORY = ("bad_alloc", "MemoryError", "out of memory", "Cannot allocate memory", "memory allocation failed")


class Abandoned(Exception):
    """Nobody waits for the results any more."""


@dataclass(frozen=True)
class _End:
    """How a worker ended: at which step, in which phase if that is known, and why."""

    why: str  # "done", "exhausted", "stopped", "late", "replaced", "unmade", "hung", "memory", "died"
    number: int
    between: bool = False  # after that step, before the next
    phase: Phase = Phase.CALLING
    how: str = ""
    stack: str = ""
    output: str = ""
    left: bool = False  # while something was running that calls had left

    @property
    def is_trouble(self) -> bool:
        return self.why in ("hung", "memory", "died")

    @property
    def is_interrupted(self) -> bool:
        """Whether there was no time left: that proves nothing of the step at which it was."""
        return self.why in ("stopped", "late")

    def told(self, seconds: float) -> str:
        match self.why:
            case "hung":
                return f"hung for {seconds:g} s"
            case "memory":
                return "ran out of memory"
        return f"{'left something running that ' if self.left else ''}ended its process: {self.how}"


class Employee(Protocol):
    """A worker, as its supervisor has it."""

    @property
    def process(self) -> int: ...

    def wait(self, seconds: float, *, deaf: bool) -> bool:
        """Until there is something to be seen to, so long at most; whether the worker rang, unless this is deaf to
        that. Raises Abandoned."""
        ...

    def ended(self) -> str | None:
        """How it ended by itself, once it has."""
        ...

    def end(self) -> str:
        """End it and all it has started; how it ended."""
        ...


class Supervisor(ABC):
    """Has the steps of a run performed by workers, one after the other."""

    def __init__(
        self,
        total: int,
        limits: Limits,
        deadline: float | None,
        state: SharedState,
        scratch: Scratch,
        capture: Capture,
        dump: StackDump,
        denied: SharedMessage,
    ) -> None:
        """`denied` has the first denial of a worker."""
        self._total = total
        self._limits = limits
        self._deadline = deadline
        self._state = state
        self._cells = state.cells
        self._scratch = scratch
        self._capture = capture
        self._dump = dump
        self._denied = denied
        self._killed = killed_for_memory()
        self._settled = 0
        self._stopped: float | None = None  # since when it is to end soon
        self._few = 0  # steps that the next worker is given, one by one; 0 for all there are
        self._muted = False  # what the worker says is not passed on
        self._tick = min(_TICK, limits.seconds / 5)

    def __repr__(self) -> str:
        stopped = ", stopped" if self._stopped is not None else ""
        return f"<{type(self).__name__}: {self._settled:,} of {self._total:,} steps settled{stopped}, {self._state}>"

    @abstractmethod
    def _employ(self, work: str, first: int, stop: int, single: bool) -> Employee:
        """A new worker for the steps after the first so many, up to the one whose number is `stop`."""

    @abstractmethod
    def _tell(self, data: bytes) -> None:
        """Pass on frames to whoever started the run."""

    def stop_soon(self) -> None:
        self._stopped = self._stopped or time.monotonic()

    def run(self, first: int) -> None:
        """All that is left from a step on, worker after worker."""
        self._settled = first
        end = _End("replaced", first)
        try:
            while self._settled < self._total and not (end.why == "exhausted" or end.is_interrupted):
                if self._is_late() and (self._settled > first or self._stopped is not None):
                    break
                end = self._next()
                if self._stopped is None and (end.is_trouble or end.why == "unmade"):
                    end = self._looked_into(end)
            self._send(Frame(FrameKind.FINISHED, self._settled, b"ended" if end.why == "exhausted" else b""))
        except (Abandoned, BrokenPipeError, ConnectionResetError):
            pass

    def _next(self) -> _End:
        """Run the steps that come next, as many as there is reason to run in one worker."""
        if not self._few:
            return self._employed(self._total)
        end = self._employed(min(self._total, self._settled + self._few), single=True)
        if end.why == "unmade":  # told already
            self._settled = end.number
            return _End("replaced", end.number)
        if end.why == "done":
            self._few = 2 * self._few if self._few < _FEW else 0
        return end

    # -- what went wrong -----------------------------------------------------------------------------------------------

    def _looked_into(self, end: _End) -> _End:
        """Find the step at which something went wrong, and see whether it does so again; how that ended."""
        if end.between:
            return self._searched(end)
        number = end.number
        while self._settled < number - 1:
            again = self._employed(number - 1, patient=True)
            if again.why == "exhausted" or again.is_interrupted:
                return again
            if again.why not in ("done", "replaced"):
                return self._looked_into(again)
        return self._alone(end)

    def _searched(self, before: _End) -> _End:
        """Go on one step at a time, from the last that is settled: making an input, or freeing it, did not end."""
        number, stop, settled = before.number, min(self._total, before.number + _AHEAD), self._settled
        if before.is_trouble and number and number == self._settled:  # freeing what was settled may be what does it
            end = self._alone(_End(before.why, number, how=before.how, left=before.left), passing=False)
            if end.is_trouble or end.is_interrupted:
                return end
        while self._settled < stop:
            end = self._employed(stop, single=True, patient=True)
            if end.why == "unmade":
                self._settled = end.number
                return end
            if end.is_trouble:
                return self._alone(end)
            if end.why == "exhausted" or end.is_interrupted:
                return end
        if before.is_trouble and before.why != "memory":
            later = self._settled - settled
            since = f", and did not when {plural(later, 'call')} from there on came one by one" if later else ""
            self._pass(before, f"a worker {{}} between two calls{since}")
        return _End("replaced", self._settled)

    def _alone(self, first: _End, *, passing: bool = True) -> _End:
        """Run a step twice by itself, in workers that run nothing else; tell what happens in both, or that it passed.

        What is settled stays settled, and what the step says then has been told before. A step that is interrupted is
        left as it is: if it is not settled, it was not tried.
        """
        number, end, settled = first.number, first, self._settled
        if first.left or first.phase is Phase.AFTER:
            self._few = 1
        for again in (False, True):
            settled = self._settled
            self._settled = number - 1
            end = self._employed(number, single=True, patient=True, muted=settled >= number)
            self._settled = max(self._settled, settled)
            if end.is_interrupted:
                return end
            if end.is_trouble:
                continue
            if end.why == "unmade":
                self._settled = number
            elif passing and first.why != "memory":  # which the calls before have used up
                also = "again when it was repeated alone, but not the second time" if again else ""
                self._pass(first, f"a call {{}}, {also or 'and did not when it was repeated alone'}")
            return end if end.why == "exhausted" else _End("replaced", number)
        self._settled = number
        if denied := self._denied.read():  # whatever became of it, it was not let do something before
            self._send(Frame(FrameKind.WALLED, number, denied, end.output))
            if settled < number:
                self._send(Frame(FrameKind.SETTLED, number, b"", str(self._cells[WORKER])))
            return _End("replaced", number)
        match end.why:
            case "hung":
                frame = Frame(FrameKind.HUNG, number, end.stack.encode(), end.output, end.phase)
            case "memory":
                frame = Frame(FrameKind.OUT_OF_MEMORY, number, b"", end.output, end.phase)
            case _:
                frame = Frame(FrameKind.DIED, number, end.how.encode(), end.output, end.phase)
        self._send(frame)
        return end

    def _pass(self, end: _End, sentence: str) -> None:
        """Tell of something that did not happen each time."""
        what = sentence.format(end.told(self._limits.seconds))
        self._send(Frame(FrameKind.PASSING, end.number, what.encode()))

    @property
    def is_building(self) -> bool:
        """Whether a worker has not begun yet."""
        return not self._cells[READY]

    # -- one worker ----------------------------------------------------------------------------------------------------

    def _employed(self, stop: int, *, single: bool = False, patient: bool = False, muted: bool = False) -> _End:
        """Run the steps that are not settled in a new worker, up to a number. A patient run does without deadline."""
        self._muted = muted
        cells, first = self._cells, self._settled
        cells[STATE], cells[PHASE], cells[ENDING], cells[LISTENING] = -first, Phase.MAKING, UNFIT, 1
        cells[LOOKING] = cells[LEFT] = cells[READY] = 0
        if single:  # what a step leaves running is to show itself at that step
            cells[HURRIED] = 0
        self._capture.request = 0
        self._capture.clear()
        self._dump.clear()
        self._denied.write(b"")
        frames = Frames()
        work = self._scratch.new()
        self._killed = killed_for_memory()
        worker = self._employ(work, first, stop, single)
        cells[WORKER] = worker.process
        try:
            why, how, stack = self._watched(worker, frames, single, patient)
        finally:
            ended = worker.end()
        self._relay(frames)
        return self._end_of(why, how or ended, stack, single, stop)

    def _end_of(self, why: str, how: str, stack: str, single: bool, stop: int) -> _End:
        cells, output = self._cells, self._capture.text()
        if cells[ENDING] == UNFIT and why != "late":
            raise RuntimeError(f"a worker could not begin: {output or how}")
        number, ending, phase = cells[STATE], cells[ENDING], _phase(cells[PHASE])
        between = number <= 0 and not single
        # between two steps that are run one by one, the one before is over
        number, phase, left = abs(number), Phase.AFTER if single and number <= 0 else phase, bool(cells[LEFT])
        named = {DONE: "done", EXHAUSTED: "exhausted", STOPPED: "stopped", REPLACE: "replaced", UNMADE: "unmade"}
        if ending == DONE and self._settled < stop and not self._muted:  # whoever said so was not the worker
            return _End("died", number, between, phase, how, output=output)
        if ending in named:
            if ending == UNMADE and not single:
                return _End("unmade", number, True)
            return _End(named[ending], number)
        if why == "late":
            return _End("late", number)
        if why == "hung":
            return _End("hung", number, between, phase, stack=stack, output=output)
        if ending == MEMORY or _for_memory(how, output, self._killed):
            return _End("memory", number, between, phase, output=output)
        return _End("died", number, between, phase, how, output=output, left=left)

    def _watched(self, worker: Employee, frames: Frames, single: bool, patient: bool) -> tuple[str, str | None, str]:
        """Until the worker has ended, and how, or has to be ended: why, and what it was doing then."""
        cells, capture = self._cells, self._capture
        seen, busy, spent, worked = (0, 0, 0, 0), False, 0.0, 0.0
        overdue, running = 0.0, None  # since when, and which function of the user's it is that runs between steps
        before = asked = time.monotonic()
        while True:
            woken = worker.wait(_BUSY_TICK if busy else self._tick, deaf=busy)
            cells[LISTENING] = 1  # what is written before it is read now, what is written later rings
            busy = self._relay(frames) or woken
            if busy:
                cells[LISTENING] = 0
            if (how := worker.ended()) is not None:
                return "ended", how, ""
            now = time.monotonic()
            late = self._stopped is not None or (not patient and self._is_late())
            if late:
                capture.request = STOP
            elif now - asked >= self._tick:
                capture.request, asked = LOOK, now
            grace = _TO_LOOK if cells[LOOKING] else _GRACE
            if self._is_given_up(now):
                return "late", None, ""
            if not cells[READY] and self._deadline is not None:  # what time there is, is for steps
                self._deadline += now - before
            if late and self._is_late(grace) and cells[STATE] <= 0:
                if not overdue:
                    overdue, running = now, users_frame(self._dump.of(worker.process))
                if running is None or self._stopped is not None:
                    return "late", None, ""
                if now - overdue >= self._limits.seconds:
                    self._dump.clear()
                    stack = self._dump.of(worker.process)
                    is_same = (users_frame(stack) or ("",))[0] == running[0]
                    return ("hung", None, stack) if is_same else ("late", None, "")
            at = (cells[EPOCH], cells[STATE], cells[PHASE], cells[READY])
            # a machine that was stopped, or had no time for this process, had none for the worker either
            if at != seen:
                seen, spent, worked = at, 0.0, processor_time(worker.process)
            else:
                spent += min(now - before, _PAUSE)
            before = now
            making = at[1] <= 0 or (single and at[2] == Phase.MAKING)
            allowed = self._limits.seconds * (self._limits.making if making else 1)
            if not cells[READY]:
                allowed += self._limits.importing + _TO_BUILD
            ran = processor_time(worker.process) - worked if spent >= allowed else 0.0
            if spent >= _STARVED * allowed or (spent >= allowed and not is_starved(worker.process, allowed, ran)):
                return "hung", None, self._dump.of(worker.process)

    def _is_given_up(self, now: float) -> bool:
        """Whether a call under way has had the time there is when a run is stopped."""
        return self._stopped is not None and now - self._stopped > _TO_STOP

    def _is_late(self, grace: float = 0.0) -> bool:
        if self._stopped is not None:
            return True
        return self._deadline is not None and time.monotonic() >= self._deadline + grace

    def _relay(self, frames: Frames) -> bool:
        """Pass on what a worker has written; whether it has written anything."""
        data = self._state.read()
        if data:
            passed, settled = frames.passed_on(data)
            if passed and not self._muted:
                self._settled = self._settled if settled is None else settled
                self._tell(passed)
        return data != b""

    def _send(self, frame: Frame) -> None:
        self._tell(frame.packed())


def _phase(number: int) -> Phase:
    """Code under test may have written over what a worker shares."""
    try:
        return Phase(number)
    except ValueError:
        return Phase.CALLING


def _for_memory(how: str, output: str, killed: int) -> bool:
    """Whether the kernel killed the process for memory, or it gave up for want of it."""
    match how:
        case "signal SIGKILL":
            return killed_for_memory() > killed
        case "signal SIGABRT":
            return any(sign in output for sign in _LACK_OF_MEMORY)
    return False
