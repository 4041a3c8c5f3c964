"""A time limit on calls of the user's code while values are built: of refinements, and of whatever else is run then,
such as constructors, `__hash__` and `__eq__`.

Main thread only; no limit elsewhere. This module owns the interval timer of the process (SIGALRM) while a limit is in
force, unless the timer is in use already; on systems without one, a thread interrupts the main thread. A function that
catches the exception is interrupted again and again, and where Python itself drops it, as it does with all that
`__del__` raises, it is raised once more as soon as it can be.
"""

from __future__ import annotations

import _thread
import inspect
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

from refute.errors import Place, RefinementError
from refute.ownership import is_refutes, is_users

_SECONDS = 3.0  # for one call
_BETWEEN = 0.25  # between looks at the clock


_HAS_TIMER = hasattr(signal, "setitimer")
_REAL: Any = getattr(signal, "ITIMER_REAL", None)
# Elsewhere, one that nobody sends: it is only the number by which Python knows the handler.
_SIGNAL: signal.Signals = getattr(signal, "SIGALRM", signal.SIGFPE)


def _ticking() -> Callable[[], object]:
    """Have the handler called in the main thread at every look, until what this returns is called."""
    if _HAS_TIMER:
        signal.setitimer(_REAL, _BETWEEN, _BETWEEN)
        return lambda: signal.setitimer(_REAL, 0)
    over = threading.Event()

    def tick() -> None:
        while not over.wait(_BETWEEN):
            _thread.interrupt_main(_SIGNAL)

    threading.Thread(target=tick, daemon=True).start()
    return over.set


class _TimedOut(BaseException):
    """Raised inside a call. Not an Exception: the function may catch these, and they are results of refinements."""

    def __init__(self, name: str, place: Place | None) -> None:
        super().__init__(name)
        self.name = name
        self.place = place


class _Limit:
    """The limit of this process: the thread that set it, the innermost call by `run` in that thread, and the frame of
    another call of the user's code, as it was seen at the last look.

    Only that thread writes here. Others compare its identity with their own.
    """

    thread: int | None = None
    function: Callable[..., Any] | None = None
    since = 0.0
    frame: FrameType | None = None
    looks = 0  # at which that frame was there
    timed_out: _TimedOut | None = None  # what was raised, and may have been dropped


_limit = _Limit()


def run(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Call a function of the user, under the time limit of this thread. SystemExit becomes a RuntimeError."""
    try:
        if _limit.thread != threading.get_ident():
            return function(*args)
        before = _limit.function, _limit.since
        _limit.function, _limit.since = function, time.monotonic()
        try:
            return function(*args)
        finally:
            _limit.function, _limit.since = before
    except SystemExit as error:
        raise RuntimeError(f"it raised SystemExit({error.code!r})") from None


@contextmanager
def time_limit() -> Iterator[None]:
    """Raise RefinementError inside the block if a call by `run` takes too long."""
    if threading.current_thread() is not threading.main_thread() or (_HAS_TIMER and signal.getitimer(_REAL)[0]):
        yield
        return
    handler = signal.signal(_SIGNAL, _check)
    _limit.thread = threading.get_ident()
    end_ticking = _ticking()
    try:
        yield
        if _limit.timed_out is not None:
            raise _limit.timed_out
    except _TimedOut as timed_out:
        raise RefinementError(
            f"{timed_out.name} did not return within {_SECONDS:g} s",
            place=timed_out.place,
            remedy="refute calls it while it builds values: it has to return for every argument.",
        ) from None
    finally:
        end_ticking()
        signal.signal(_SIGNAL, handler)
        _limit.thread = _limit.frame = _limit.timed_out = None


def _check(_number: int, frame: FrameType | None) -> None:
    """Signal handler: Python runs it in the main thread, which is the one with a limit."""
    if _limit.function is not None:
        if time.monotonic() - _limit.since > _SECONDS:
            function = inspect.unwrap(_limit.function)
            code = getattr(function, "__code__", None)
            call = _outermost_of_users(frame) if code and is_refutes(code.co_filename) else None
            if call is not None:  # what calls the user's code is refute's
                _interrupt(call.f_code.co_qualname, Place(call.f_code.co_filename, call.f_code.co_firstlineno))
            place = Place(code.co_filename, code.co_firstlineno) if code else None
            _interrupt(str(getattr(function, "__qualname__", function)), place)
        return
    call = _outermost_of_users(frame)
    if call is None and _limit.timed_out is not None:
        raise _limit.timed_out
    if call is None or call is not _limit.frame:
        _limit.frame, _limit.looks = call, 0
        return
    _limit.looks += 1
    if _limit.looks * _BETWEEN > _SECONDS:
        _interrupt(call.f_code.co_qualname, Place(call.f_code.co_filename, call.f_lineno))


def _interrupt(name: str, place: Place | None) -> NoReturn:
    _limit.timed_out = _limit.timed_out or _TimedOut(name, place)
    raise _limit.timed_out


def _outermost_of_users(frame: FrameType | None) -> FrameType | None:
    """The frame by which refute called the user's code, if that is running."""
    found = None
    while frame is not None and not is_refutes(frame.f_code.co_filename):
        if is_users(frame.f_code.co_filename):
            found = frame
        frame = frame.f_back
    return found
