"""Functions of the user's that are run while values are built: one that does not return is given up.

The time is looked at by a timer of the system, which only the main thread can have; elsewhere patience has no end. A
function that catches everything is interrupted again and again.
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
_BETWEEN = 0.25


class _GivenUp(BaseException):
    """Raised inside a call; not an Exception, which such code may catch, and which is an answer of a refinement."""


class _Watch:
    function: Callable[..., Any] | None = None  # the one that is being run
    since = 0.0


_watch = _Watch()


def run(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Call a function of the user's. One that wants to end the process just fails."""
    before = _watch.function, _watch.since
    _watch.function, _watch.since = function, time.monotonic()
    try:
        return function(*args)
    except SystemExit as error:
        raise RuntimeError(f"it raised SystemExit({error.code!r})") from None
    finally:
        _watch.function, _watch.since = before


@contextmanager
def time_limit() -> Iterator[None]:
    """While this lasts, a call that goes on and on is a RefinementError."""
    if threading.current_thread() is not threading.main_thread() or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return
    handler = signal.signal(signal.SIGALRM, _look)
    signal.setitimer(signal.ITIMER_REAL, _BETWEEN, _BETWEEN)
    try:
        yield
    except _GivenUp as given_up:
        function = inspect.unwrap(given_up.args[0])
        code = getattr(function, "__code__", None)
        raise RefinementError(
            f"{getattr(function, '__qualname__', function)} did not return within {_SECONDS:g} s",
            place=Place(code.co_filename, code.co_firstlineno) if code else None,
            remedy="It is run while values are built: make it end, whatever it is given.",
        ) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def _look(_number: int, _frame: FrameType | None) -> None:
    if _watch.function is not None and time.monotonic() - _watch.since > _SECONDS:
        raise _GivenUp(_watch.function)
