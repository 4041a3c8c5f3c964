"""The loop that runs steps, in a process of its own.

A step costs microseconds, so next to nothing can be done after each of them. What is done: two stores into shared
memory say where the worker is, one load tells whether something was printed or the supervisor wants a look. A look asks
all guards whether the process is as it was, and is taken before every message and some fifty times a second. So between
two looks there are only silent steps, marks and messages that may wait. If one of these steps disturbed the process,
those after it prove nothing, and it is not known which one it was: the process is put right (or replaced), the steps
are run again, and the guards that saw something look after every single step from then on.

Where something went wrong that a look cannot tell, the supervisor has steps run one by one (`single`): each input is
made by itself, each phase of a step is told, everything is settled after each step.
"""

from __future__ import annotations

import builtins
import gc
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import NoReturn, Protocol

from refute.run.body import Body, Progress, Spoken
from refute.run.steps.marks import WALLED
from refute.run.steps.phases import Phase
from refute.run.system.measuring import tell
from refute.run.wall.denials import Denial
from refute.run.wall.guard import Wall
from refute.run.wall.own_code import OwnCode
from refute.run.workers.capture import STOP, Capture
from refute.run.workers.essentials import Essential
from refute.run.workers.frames import Frame, FrameKind, packed_bulk, packed_marks
from refute.run.workers.guards import Guard
from refute.run.workers.shared_state import (
    ACTIVE,
    DONE,
    ENDING,
    EPOCH,
    EXHAUSTED,
    LOOKING,
    MEMORY,
    PHASE,
    REPLACE,
    STATE,
    STOPPED,
    TOLD,
    UNMADE,
    SharedState,
)

# The code under test may change the builtins, and patch the names of modules.
globals()["__builtins__"] = vars(builtins).copy()
_ANY, _MEMORY, _NO_MORE, _isinstance, _len = BaseException, MemoryError, StopIteration, isinstance, len
_exit, _collect, _collections = os._exit, gc.collect, gc.get_stats
_SHOWN = 200  # characters of an exception
_GENERATIONS = sys.version_info < (3, 14)  # whether there are three, and each is collected as a whole
_MOST_MARKS = 3_000  # numbers that wait to be told: three for each range of steps with the same mark
_MOST_BULK = 1 << 16  # bytes that wait to be told


class Ringing(Protocol):
    """What tells a supervisor that there is something to read."""

    def wake(self) -> None: ...


class Worker:
    def __init__(
        self,
        body: Body,
        start: int,
        first: int,
        stop: int,
        state: SharedState,
        wakeup: Ringing,
        capture: Capture,
        guards: Sequence[Guard],
        own: OwnCode,
        wall: Wall,
        renew: Callable[[], None],
    ) -> None:
        """For the steps after the first so many, up to the one whose number is `stop`."""
        self._body = body
        self._start = start
        self._settled = first
        self._stop = stop
        self._state = state
        self._wakeup = wakeup
        self._cells = state.cells
        self._capture = capture
        self._guards = guards
        self._see_own = partial(_note_replaced, own.look, wall.note)  # bound here, as it is to see what is replaced
        self._wall = wall
        self._renew = renew
        self._active = [guard for bit, guard in enumerate(guards) if self._cells[ACTIVE] >> bit & 1]
        self._often = self._essential_or_active()
        self._marks: list[int] = []
        self._bulk: list[bytes] = []
        self._bulk_numbers: list[int] = []
        self._bulk_size = 0
        self._settling = False
        self._strayed = False
        self._ended = DONE
        self._progress = Progress(self._cells, capture.attention)
        self._process = os.getpid()
        self._old = _collections()[1]["collections"]  # that made objects old, those of this process none
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._stray)

    def __repr__(self) -> str:
        return f"<Worker: {self._settled:,} of {self._stop:,} steps settled, {self._state}>"

    def run(self, *, single: bool) -> NoReturn:
        self._renew()
        try:
            if single:
                self._body.observe(self._enter)
                self._one_by_one()
            else:
                while not self._sweep():
                    pass
        except _MEMORY:
            self._end(MEMORY)
        self._end(self._ended)

    def _stray(self) -> None:
        """In a process that the code under test forked: when that comes back to the loop, it must not go on there.

        Without the cells it raises there instead, which costs the worker itself nothing.
        """
        self._strayed = True
        self._cells.release()

    def _free_garbage(self) -> None:
        """A full collection also frees memory that is kept for new objects, and so touches pages that are shared with
        the process this was forked from. It is not needed until objects of this one have become old."""
        _collect(1 if _GENERATIONS and _collections()[1]["collections"] == self._old else 2)

    def _end(self, why: int) -> NoReturn:
        self._cells[ENDING], self._cells[LOOKING] = why, 1
        tell()
        _exit(0)

    # -- all steps, as fast as can be ----------------------------------------------------------------------------------

    def _sweep(self) -> bool:
        """Run the steps that are not settled; False if they have to be run again."""
        cells, attention, step, active = self._cells, self._capture.attention, self._body.step, bool(self._active)
        note, settle, look = self._note, self._settle, self._look
        number = self._settled
        cells[EPOCH] += 1
        cells[STATE] = -number
        item = None
        try:
            rest = (self._start + number, number + 1, self._stop)
            if active:  # which look after each step
                pairs = Body.numbered(self._body, *rest, self._progress)
            else:
                pairs = self._body.numbered(*rest, self._progress)
        except _ANY as error:
            return self._inputs_failed(error)
        while True:
            try:
                for number, item in pairs:
                    cells[STATE] = number
                    said = step(item)
                    cells[STATE] = -number
                    if said is None:
                        if not (attention[0] or active):
                            continue
                    elif said.__class__ is not bytes:
                        if note(number, said) and not (attention[0] or active):
                            continue
                        said = None
                    if not settle(number, FrameKind.SAID, said):
                        return False
                number = max(number, cells[STATE])  # the body may have taken steps by itself
                cells[STATE] = -number
                del item, pairs  # what frees them may be the user's code, and is not to happen after the end
                self._free_garbage()
                if number < self._stop:
                    self._ended = EXHAUSTED
                return look(number)
            except _ANY as error:
                if self._strayed:
                    _exit(0)
                if cells[STATE] <= 0 and not self._settling:
                    return self._inputs_failed(error)
                if _isinstance(error, _MEMORY):
                    cells[STATE] = max(number, cells[STATE])
                    raise
                escaped = error
            cells[STATE] = -number
            if not settle(number, FrameKind.DIED, escaped):
                return False
            del escaped  # and with it all that its frames hold

    def _note(self, number: int, said: Spoken) -> bool:
        """Keep a mark, or a message that may wait; whether there is room for more."""
        if said.__class__ is int:
            marks = self._marks
            if marks and marks[-1] == number - 1 and marks[-3] == said:
                marks[-1] = number
            else:
                marks += (said, number, number)
            return _len(marks) < _MOST_MARKS
        self._bulk.append(said)  # type: ignore[arg-type]
        self._bulk_numbers.append(number)
        self._bulk_size += _len(said)  # type: ignore[arg-type]
        return self._bulk_size < _MOST_BULK

    def _inputs_failed(self, error: BaseException) -> bool:
        """Inputs are made some at a time, and by a process that ran something: which cannot be made, is to be found."""
        if _isinstance(error, _MEMORY):
            raise error
        self._end(UNMADE)

    # -- one step after the other --------------------------------------------------------------------------------------

    def _enter(self, phase: Phase) -> None:
        self._cells[PHASE] = phase

    def _one_by_one(self) -> None:
        cells, body, settle = self._cells, self._body, self._settle
        for number in range(self._settled + 1, self._stop + 1):
            cells[PHASE] = Phase.MAKING
            cells[STATE] = number
            try:
                item = body.make(self._start + number - 1)
            except _NO_MORE:
                cells[STATE] = 1 - number
                self._ended = EXHAUSTED
                return
            except _MEMORY:
                raise
            except _ANY as error:
                noted = self._wall.taken()
                how = noted[0].denial.told("its code").encode("utf-8", "backslashreplace") if noted else _raised(error)
                self._write(Frame(FrameKind.UNMADE, number, how, phase=Phase.MAKING).packed())
                self._end(UNMADE)
            kind, said = FrameKind.SAID, None
            cells[PHASE] = Phase.CALLING
            try:
                if not self._wall.noted:  # nothing was denied while it was made
                    said = body.step(item)
            except _MEMORY:
                raise
            except _ANY as error:
                if self._strayed:
                    _exit(0)
                kind, said = FrameKind.DIED, _raised(error)
            if self._strayed:
                _exit(0)
            cells[PHASE] = Phase.FREEING
            del item
            self._free_garbage()
            cells[STATE] = -number
            if said is not None and said.__class__ is not bytes:
                self._note(number, said)
                said = None
            assert said is None or isinstance(said, bytes)
            settle(number, kind, said, whole=True)

    # -- looks ---------------------------------------------------------------------------------------------------------

    def _settle(self, number: int, kind: FrameKind, said: bytes | BaseException | None, *, whole: bool = False) -> bool:
        """After a step that is not the usual one; False if the steps since the last look have to be run again.

        A message, a request, a lack of room and a `whole` look ask all guards, and settle what was run.
        """
        self._settling = True
        self._cells[LOOKING] = 1
        capture = self._capture
        request = capture.request
        wall = self._wall
        if not whole and any(noted.is_making and not noted.is_late for noted in wall.noted):
            self._end(UNMADE)  # something was denied while inputs were made, some at a time: which, is to be found
        if whole or said is not None or request or self._active:
            self._see_own()
        needed = whole or said is not None or request == STOP or self._is_full() or bool(wall.noted)
        guards = self._guards if needed or request else self._often
        disturbed = self._ask(guards)
        if number > self._settled + 1 and any(guard not in self._active for guard in disturbed):
            return self._again(disturbed)
        walled = bool(wall.noted)
        if walled:  # whatever else the step did, it did after it was not let do something
            kind, said = FrameKind.WALLED, self._walled(number)
        data = b""
        if said is not None or disturbed:
            output = capture.text()
            tell()  # whoever hears of a failure may end this process
            if said is not None:
                payload = said if isinstance(said, bytes) else _raised(said)
                data = Frame(kind, number, payload, output).packed()
            data += b"" if walled else self._leaks(number, disturbed, output)
        if needed or (request and self._body.may_settle()):
            self._write(data + self._settlement(number))
        elif data:
            self._write(data)
        capture.clear()
        self._restore(disturbed, number)
        if request:
            if request == STOP:
                self._end(STOPPED)
            capture.request = 0
            self._renew()
        self._settling = False
        self._cells[LOOKING] = 0
        return True

    def _walled(self, number: int) -> bytes:
        """The first denial; where a thread of some call was denied something, all that is not settled is walled."""
        noted = self._wall.taken()
        if any(one.is_late for one in noted):
            self._forget()
            self._marks += (WALLED, self._settled + 1, number)
        return noted[0].denial.packed()

    def _is_full(self) -> bool:
        return _len(self._marks) >= _MOST_MARKS or self._bulk_size >= _MOST_BULK

    def _look(self, number: int) -> bool:
        """After the last step."""
        if number > self._settled:
            self._see_own()
            disturbed = self._ask(self._guards)
            if number > self._settled + 1 and any(guard not in self._active for guard in disturbed):
                return self._again(disturbed)
            if self._wall.noted:
                data = Frame(FrameKind.WALLED, number, self._walled(number)).packed()
            else:
                data = self._leaks(number, disturbed, self._capture.text())
            self._write(data + self._settlement(number))
        return True

    def _settlement(self, number: int) -> bytes:
        """What tells that all steps up to a number are done, with what waited; or what there is to be said against."""
        self._cells[STATE] = number  # a look at the inputs is part of the step: it has the time of a call
        objection = self._body.objection()
        self._cells[STATE] = -number
        if objection is not None:
            return Frame(FrameKind.SAID, number, objection).packed()
        news = self._body.news()
        if news is not None:
            self._bulk.append(news)
            self._bulk_numbers.append(number)
        data = Frame(FrameKind.SETTLED, number, packed_marks(self._marks), str(self._process)).packed()
        if self._bulk:
            data = Frame(FrameKind.BULK, number, packed_bulk(self._bulk_numbers, self._bulk)).packed() + data
        self._settled = number
        self._forget()
        return data

    def _forget(self) -> None:
        self._marks.clear()
        self._bulk.clear()
        self._bulk_numbers.clear()
        self._bulk_size = 0

    def _ask(self, guards: Sequence[Guard]) -> list[Guard]:
        disturbed = []
        for guard in guards:
            try:
                changed = guard.changed()
            except _ANY:
                changed = True
            if changed:
                disturbed.append(guard)
        return disturbed

    def _again(self, suspects: Sequence[Guard]) -> bool:
        """Run the steps that are not settled again, and let the suspects look after each of them."""
        self._settling = False
        self._cells[LOOKING] = 0
        for bit, guard in enumerate(self._guards):
            if guard in suspects and guard not in self._active:
                self._active.append(guard)
                self._cells[ACTIVE] |= 1 << bit
        self._often = self._essential_or_active()
        self._forget()
        self._wall.taken()
        self._capture.clear()
        self._restore(suspects, self._settled)
        return False

    def _essential_or_active(self) -> Sequence[Guard]:
        """Those without whom the code below could not rely on anything, and those who found something before."""
        return [guard for guard in self._guards if isinstance(guard, Essential) or guard in self._active]

    def _restore(self, disturbed: Sequence[Guard], number: int) -> None:
        for guard in disturbed:
            try:
                restored = guard.restore(self._body.seed(self._start + number))
            except _ANY:
                restored = False
            if not restored:
                if number > self._settled:
                    self._write(self._settlement(number))
                self._end(REPLACE)

    def _leaks(self, number: int, disturbed: Sequence[Guard], output: str) -> bytes:
        data = b""
        for bit, guard in enumerate(self._guards):
            if guard in disturbed and guard.what and not self._cells[TOLD] >> bit & 1:
                self._cells[TOLD] |= 1 << bit
                data += Frame(FrameKind.LEAKED, number, guard.what.encode(), output).packed()
        return data

    def _write(self, data: bytes) -> None:
        self._state.write(data, self._wakeup.wake)


def _note_replaced(look: Callable[[], Denial | None], note: Callable[[Denial], object]) -> None:
    """Refute's own code that a step has replaced is put back, and the step is not judged."""
    denial = look()
    if denial is not None:
        note(denial)


def _raised(error: BaseException) -> bytes:
    try:
        text = repr(error)
    except _ANY:
        text = type(error).__name__
    if len(text) > _SHOWN:
        text = text[:_SHOWN] + "..."
    return f"raised {text}".encode("utf-8", "backslashreplace")
