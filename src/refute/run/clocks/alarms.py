"""A time limit on calls in this process: SIGALRM raises an exception in what takes longer than it may.

It is what there is where a call cannot be ended from outside, as it uses what this process has. Code that never comes
back to Python is not ended; code that catches the exception is interrupted again and again.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

_TICK = 0.1  # seconds between two looks at a call; more than that, the system gave to others
_STARVED = 10  # times as long as it may take may a call take where the machine has no time for it
_WAITING = 0.05  # the share of its time that a call runs which waits for something
_DEBUGGERS = ("bdb", "pdb", "pydevd", "_pydevd_bundle", "debugpy")


class Overdue(BaseException):
    """Raised inside a call. Not an Exception: the code under test may catch these."""


def raise_overdue() -> None:
    raise Overdue


class Alarm:
    """Interrupts calls in the main thread; elsewhere, and where the timer is in use already, there is no limit.

    A call that a debugger has stopped in is left alone.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._tick = min(_TICK, seconds / 5)
        self._is_on = self._is_running = self._is_debugged = False
        self._spent = self._looked = self._worked = 0.0
        self._stack: str | None = None

    def __repr__(self) -> str:
        return f"Alarm({self.seconds:g})"

    def __enter__(self) -> Alarm:
        in_main_thread = threading.current_thread() is threading.main_thread()
        self._is_on = in_main_thread and not signal.getitimer(signal.ITIMER_REAL)[0]
        if self._is_on:
            self._before: Any = signal.signal(signal.SIGALRM, self._look)
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_on:
            self.end()
            signal.signal(signal.SIGALRM, self._before)
            self._is_on = False

    def begin(self, interrupt: Callable[[], None] = raise_overdue) -> None:
        """A call begins. `interrupt` is called, again and again, when it takes too long."""
        if self._is_on:
            self._interrupt = interrupt
            self._spent, self._looked, self._worked = 0.0, time.monotonic(), time.thread_time()
            self._is_debugged, self._is_running = False, True
            signal.setitimer(signal.ITIMER_REAL, self._tick, self._tick)

    def end(self) -> None:
        """It is over."""
        if self._is_running:
            self._is_running = False
            signal.setitimer(signal.ITIMER_REAL, 0)

    def taken(self) -> str | None:
        """If the last call took too long, where it was when that was seen, as faulthandler writes it."""
        self.end()  # the exception may have been raised where that was to be said
        stack, self._stack = self._stack, None
        return stack

    def _look(self, number: int, frame: FrameType | None) -> None:
        if not self._is_running:
            return
        self._is_debugged = self._is_debugged or _is_debugged(frame)
        now = time.monotonic()
        self._spent += min(now - self._looked, 2 * self._tick)  # a machine that was stopped had no time for it either
        self._looked = now
        if self._is_debugged or self._spent < self.seconds:
            return
        share = (time.thread_time() - self._worked) / self._spent
        is_starved = _WAITING < share < 1 / 2
        if not is_starved or self._spent >= _STARVED * self.seconds:
            self._stack = self._stack or "\n".join(_lines(frame))
            self._interrupt()


def _is_debugged(frame: FrameType | None) -> bool:
    tracer = getattr(sys.gettrace(), "__module__", None) or ""
    if tracer.partition(".")[0] in _DEBUGGERS:
        return True
    while frame is not None:
        if str(frame.f_globals.get("__name__")).partition(".")[0] in _DEBUGGERS:
            return True
        frame = frame.f_back
    return False


def _lines(frame: FrameType | None) -> Iterator[str]:
    while frame is not None:
        yield f'  File "{frame.f_code.co_filename}", line {frame.f_lineno} in {frame.f_code.co_name}'
        frame = frame.f_back
