"""Ctrl-C: raised where it can be answered, and kept until then everywhere else.

KeyboardInterrupt may be raised between any two instructions, also after a result is there and before it has a name, so
that no `except` is sure to have what was known by then. While `Interrupts` lasts, it is raised only inside calls of
functions that are `interruptible`:

    with Interrupts() as interrupts:
        try:
            search.run()                # interruptible: raised in it, or when it is called next
        except KeyboardInterrupt:
            ...                         # never raised here
        report = search.report()        # nor here
    report.interrupted = interrupts.raised
"""

from __future__ import annotations

import signal
import sys
import threading
from _signal import signal as handle  # type: ignore[import-not-found] # no Python is run after it is done
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from types import CodeType, FrameType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_MOST_KEPT = 2  # interrupts at once: whoever presses once more does not want to wait for what is under way
_interruptible: set[CodeType] = set()
_shielded: set[CodeType] = set()
_current: list[Interrupts] = []


def interruptible(function: Callable[P, R]) -> Callable[P, R]:
    """A function in which an interrupt is raised; one that was kept is raised when it is called, by the main thread."""

    @wraps(function)
    def call(*args: P.args, **keywords: P.kwargs) -> R:
        if _current and threading.current_thread() is threading.main_thread():
            for interrupts in reversed(_current):  # the inner hand over to the outer
                interrupts.deliver()
        return function(*args, **keywords)

    _interruptible.add(function.__code__)
    return call


def shielded(function: Callable[P, R]) -> Callable[P, R]:
    """A function inside one that is interruptible, in which no interrupt is raised, but where it waits: in functions
    called by it that are interruptible themselves."""
    _shielded.add(function.__code__)
    return function


class Interrupts:
    """Signals that raise KeyboardInterrupt, by whatever handlers there are.

    Only in the main thread, as they reach no other, and only for signals that Python handles.
    """

    def __init__(self, *numbers: int) -> None:
        self._numbers = numbers or (signal.SIGINT,)
        self._before: dict[int, Callable[[int, FrameType | None], Any]] = {}
        self._kept: list[int] = []
        self.raised = False  # whether there was an interrupt that has been answered; when this has ended, all have

    def __repr__(self) -> str:
        return f"<Interrupts: {len(self._kept)} kept>"

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            for number in self._numbers:
                before = signal.getsignal(number)
                if callable(before):
                    self._before[number] = before
                    handle(number, self._handle)
            _current.append(self)
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        for number, before in self._before.items():
            handle(number, before)
        if self in _current:
            _current.remove(self)
        if self._kept and error is not None:
            self.deliver()  # nobody else answers it
        elif self._kept:
            _ = self.pressed

    @property
    def pressed(self) -> bool:
        """Whether there was an interrupt. Those that are kept are answered by that."""
        with suppress(KeyboardInterrupt):
            self.deliver()
        return self.raised

    def deliver(self) -> None:
        """Hand over what was kept to the handlers that were there before."""
        kept, self._kept = self._kept, []
        for number in kept:
            self._hand_over(number, sys._getframe())

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if len(self._kept) >= _MOST_KEPT or _is_interruptible(frame):
            self._hand_over(number, frame)
        else:
            self._kept.append(number)

    def _hand_over(self, number: int, frame: FrameType | None) -> None:
        try:
            self._before[number](number, frame)
        except KeyboardInterrupt:
            self.raised = True
            raise


def _is_interruptible(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code in _interruptible:
            return True
        if frame.f_code in _shielded:
            return False
        frame = frame.f_back
    return False
