"""Interleaving: a call that begins, in another thread, after so many lines of a first one.

The first call is traced. Where it has come to the line, it waits until the second is over, or waits for the first
itself, as for a lock that this one holds. So which lines come before which is the same each time, and no two threads
run at once.

    interleaved(lambda: account.deposit(1), lambda: account.deposit(1), after=1)

        balance = self.balance             first
            balance = self.balance         second
            self.balance = balance + 1     second
        self.balance = balance + 1         first
"""

from __future__ import annotations

import sys
import sysconfig
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, NamedTuple

from refute.ownership import is_in, is_refutes

_WAITING = 0.02  # seconds; a call that takes longer waits for the other one
_LONGEST = 2.0  # seconds, after which two calls wait for each other
_STANDARD = tuple({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")})


class Ran(NamedTuple):
    """What a call did."""

    result: Any = None
    error: BaseException | None = None
    is_stuck: bool = False  # whether it never came to an end

    def __repr__(self) -> str:
        if self.is_stuck:
            return "did not come to an end"
        return f"returned {self.result!r}" if self.error is None else f"raised {type(self.error).__name__}"


def interleaved(first: Callable[[], Any], second: Callable[[], Any], *, after: int) -> tuple[Ran, Ran]:
    """Run a function in this thread, and another one in a second thread that begins after so many lines of the first.
    Lines of lambdas and of the standard library are not counted."""
    run = _Interleaving(second, after)
    own = run.first(first)
    return own, run.second()


def lines_of(first: Callable[[], Any]) -> tuple[int, Ran]:
    """How many lines a function runs, and what it does."""
    run = _Interleaving(lambda: None, -1)
    own = run.first(first)
    return run.lines, own


class _Interleaving:
    def __init__(self, second: Callable[[], Any], after: int) -> None:
        self._second = second
        self._after = after
        self._ran: Ran | None = None
        self._thread: threading.Thread | None = None
        self.lines = 0

    def first(self, function: Callable[[], Any]) -> Ran:
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            return Ran(function())
        except Exception as error:
            return Ran(error=error)
        finally:
            sys.settrace(before)

    def second(self) -> Ran:
        """What the second function did; it begins now, if the first had fewer lines."""
        self._begin()
        assert self._thread is not None
        self._thread.join(_LONGEST)
        return self._ran or Ran(is_stuck=True)

    def _called(self, frame: FrameType, event: str, argument: Any) -> Any:
        file = frame.f_code.co_filename
        if frame.f_code.co_name == "<lambda>":
            return None  # such as those that only make the calls
        return None if is_in(file, _STANDARD) or is_refutes(file) or file.startswith("<frozen") else self._line

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            if self.lines == self._after:
                self._begin()
                assert self._thread is not None
                self._thread.join(_WAITING)
            self.lines += 1
        return self._line

    def _begin(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        try:
            self._ran = Ran(self._second())
        except Exception as error:
            self._ran = Ran(error=error)
