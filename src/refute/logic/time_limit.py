"""A time limit on calls of the user's functions while values are built.

Main thread only (SIGALRM); no limit elsewhere. This module owns the interval timer of the process while a limit is in
force, unless the timer is in use already. A function that catches the exception is interrupted again and again.
"""

from __future__ import annotations

import inspect
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from refute.errors import Place, RefinementError

_SECONDS = 3.0  # for one call
_BETWEEN = 0.25  # between looks at the clock


class _TimedOut(BaseException):
    """Raised inside a call. Not an Exception: the function may catch these, and they are results of refinements."""


class _Limit:
    """The limit of this process: the thread that set it, and the innermost call in that thread.

    Only that thread writes here. Others compare its identity with their own.
    """

    thread: int | None = None
    function: Callable[..., Any] | None = None
    since = 0.0


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
    if threading.current_thread() is not threading.main_thread() or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return
    handler = signal.signal(signal.SIGALRM, _check)
    _limit.thread = threading.get_ident()
    signal.setitimer(signal.ITIMER_REAL, _BETWEEN, _BETWEEN)
    try:
        yield
    except _TimedOut as timed_out:
        function = inspect.unwrap(timed_out.args[0])
        code = getattr(function, "__code__", None)
        raise RefinementError(
            f"{getattr(function, '__qualname__', function)} did not return within {_SECONDS:g} s",
            place=Place(code.co_filename, code.co_firstlineno) if code else None,
            remedy="It is run while values are built: make it end, whatever it is given.",
        ) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        _limit.thread = None


def _check(_number: int, _frame: FrameType | None) -> None:
    """Signal handler: Python runs it in the main thread, which is the one with a limit."""
    if _limit.function is not None and time.monotonic() - _limit.since > _SECONDS:
        raise _TimedOut(_limit.function)
