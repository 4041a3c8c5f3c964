"""The loop that runs steps, in a process of its own.

A step costs microseconds, so next to nothing can be done after each of them. What is done: two stores into shared
memory say where the worker is, one load tells whether something was printed or the keeper wants a look. A look asks all
guards whether the process is as it was, and is taken before every message and some fifty times a second. So between two
looks there are only silent steps. If one of them disturbed the process, those after it prove nothing, and it is not
known which one it was: the process is put right (or replaced), the steps are run again, and the guards that saw
something look after every single step from then on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import NoReturn

from refute.run.body import Body
from refute.run.capture import STOP, Capture
from refute.run.guards import ESSENTIAL, Guard
from refute.run.shared_state import (
    ACTIVE,
    DONE,
    ENDING,
    EPOCH,
    MEMORY,
    REPLACE,
    SETTLED,
    STATE,
    TOLD,
    Board,
    Frame,
    Kind,
)
from refute.run.wakeup import Bell

# Bound here because the code under test may patch the names.
_ANY, _MEMORY, _isinstance = BaseException, MemoryError, isinstance
_exit = os._exit
_SHOWN = 200  # characters of an exception


class Worker:
    def __init__(
        self,
        body: Body,
        start: int,
        total: int,
        board: Board,
        bell: Bell,
        capture: Capture,
        guards: Sequence[Guard],
        renew: Callable[[], None],
    ) -> None:
        self._body = body
        self._start = start
        self._total = total
        self._board = board
        self._bell = bell
        self._cells = board.cells
        self._capture = capture
        self._guards = guards
        self._renew = renew
        self._first = self._cells[SETTLED]
        self._active = [guard for bit, guard in enumerate(guards) if self._cells[ACTIVE] >> bit & 1]
        self._often = self._essential_or_active()
        self._settling = False
        self._repeating = False
        self._strayed = False
        os.register_at_fork(after_in_child=self._stray)

    def run(self) -> NoReturn:
        self._renew()
        try:
            while not self._sweep():
                pass
        except _MEMORY:
            self._end(MEMORY)
        self._end(DONE)

    def _stray(self) -> None:
        """In a process that the code under test forked: when that comes back to the loop, it must not go on there.

        Without the cells it raises there instead, which costs the worker itself nothing.
        """
        self._strayed = True
        self._cells.release()

    def _end(self, why: int) -> NoReturn:
        self._cells[ENDING] = why
        _exit(0)

    def _sweep(self) -> bool:
        """Run the steps that are not settled; False if they have to be run again."""
        cells, attention, step, active = self._cells, self._capture.attention, self._body.step, bool(self._active)
        number = cells[SETTLED]
        cells[EPOCH] += 1
        cells[STATE] = -number
        try:
            pairs = zip(range(number + 1, self._total + 1), self._body.start(self._start + number), strict=False)
        except _ANY as error:
            return self._inputs_failed(number, error)
        while True:
            try:
                for number, item in pairs:
                    cells[STATE] = number
                    message = step(item)
                    cells[STATE] = -number
                    if (message is not None or attention[0] or active) and not self._settle(number, Kind.SAID, message):
                        return False
                return self._look(number)
            except _ANY as error:
                if self._strayed:
                    _exit(0)
                if cells[STATE] <= 0 and not self._settling:
                    return self._inputs_failed(number, error)
                if _isinstance(error, _MEMORY):
                    cells[STATE] = number
                    raise
                escaped = error
            cells[STATE] = -number
            if not self._settle(number, Kind.DIED, escaped):
                return False
            del escaped  # and with it all that its frames hold

    def _settle(self, number: int, kind: Kind, said: bytes | BaseException | None) -> bool:
        """After a step that is not the usual one; False if the steps since the last look have to be run again."""
        self._settling = True
        cells, capture = self._cells, self._capture
        request = capture.request
        guards = self._often if said is None and not request else self._guards
        disturbed = self._ask(guards)
        if number > cells[SETTLED] + 1 and any(guard not in self._active for guard in disturbed):
            return self._again(disturbed)
        if said is not None or disturbed:
            output = capture.text()
            if said is not None:
                payload = said if isinstance(said, bytes) else _raised(said)
                self._write(Frame(kind, number, payload, output))
            self._tell(number, disturbed, output)
        if len(guards) == len(self._guards):
            cells[SETTLED] = number
        capture.clear()
        self._restore(disturbed, number)
        if request:
            if request == STOP:
                self._end(DONE)
            capture.request = 0
            self._renew()
        self._settling = False
        return True

    def _look(self, number: int) -> bool:
        """After the last step."""
        settled = self._cells[SETTLED]
        if number > settled:
            disturbed = self._ask(self._guards)
            if number > settled + 1 and any(guard not in self._active for guard in disturbed):
                return self._again(disturbed)
            self._tell(number, disturbed, self._capture.text())
            self._cells[SETTLED] = number
        return True

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
        self._settling, self._repeating = False, True
        for bit, guard in enumerate(self._guards):
            if guard in suspects and guard not in self._active:
                self._active.append(guard)
                self._cells[ACTIVE] |= 1 << bit
        self._often = self._essential_or_active()
        self._capture.clear()
        self._restore(suspects, self._cells[SETTLED])
        return False

    def _essential_or_active(self) -> Sequence[Guard]:
        """Those without whom the code below could not rely on anything, and those who found something before."""
        essential = self._guards[:ESSENTIAL]
        return [guard for guard in self._guards if guard in essential or guard in self._active]

    def _restore(self, disturbed: Sequence[Guard], settled: int) -> None:
        for guard in disturbed:
            try:
                restored = guard.restore()
            except _ANY:
                restored = False
            if not restored:
                self._cells[SETTLED] = settled
                self._end(REPLACE)

    def _tell(self, number: int, disturbed: Sequence[Guard], output: str) -> None:
        for bit, guard in enumerate(self._guards):
            if guard in disturbed and guard.what and not self._cells[TOLD] >> bit & 1:
                self._cells[TOLD] |= 1 << bit
                self._write(Frame(Kind.LEAKED, number, guard.what.encode(), output))

    def _write(self, frame: Frame) -> None:
        self._board.write(frame.packed(), self._bell.ring)

    def _inputs_failed(self, number: int, error: BaseException) -> bool:
        """The code that makes inputs is ours; but in a process that ran something before, it need not be to blame."""
        disturbed = self._ask(self._guards)
        if number == self._first and not self._repeating:
            self._write(Frame(Kind.FAILED, number + 1, _raised(error)))
            return True
        if number > self._cells[SETTLED]:
            self._again(disturbed or self._guards)
        return self._end(REPLACE)


def _raised(error: BaseException) -> bytes:
    try:
        text = repr(error)
    except _ANY:
        text = type(error).__name__
    if len(text) > _SHOWN:
        text = text[:_SHOWN] + "..."
    return f"raised {text}".encode("utf-8", "backslashreplace")
