"""Runs in the process itself, for debuggers and tests with fixtures: nothing captured, exceptions come through."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from types import FrameType
from typing import Any

from refute.run.body import Body, Bulk, Spoken
from refute.run.clocks.alarms import Alarm, Overdue
from refute.run.events import Batch, Event, Finished, Hung, Mark, OutOfMemory, Passing, Said, Settled
from refute.run.runner import Stopped
from refute.run.steps.phases import Phase
from refute.run.system.interrupts import shielded
from refute.spaces.runtime import UNINTERRUPTIBLE

for _function in UNINTERRUPTIBLE:  # spaces are built in this process too
    shielded(_function)

_BETWEEN = 0.1  # seconds between two settlements


class Inside:
    """Runs bodies here. `clock` is what deadlines are measured by; `alarm`, what ends calls, if anything does."""

    fresh = False

    def __init__(self, clock: Callable[[], float] = time.monotonic, alarm: Alarm | None = None) -> None:
        self._clock = clock
        self._alarm = alarm

    def __repr__(self) -> str:
        return "Inside()"

    def run(self, body: Body, start: int, stop: int, deadline: float | None = None) -> Generator[Event, None, None]:
        """Run the steps of the indices from start to before stop, until a deadline."""
        run = _Run(body, start, stop, deadline, self._clock, self._alarm)
        with closing(run.events()) as events:
            for event in events:
                try:
                    yield event
                except Stopped:
                    run.is_stopped = True


class _Run:
    """Steps that are run until they are done, it is late, or it is stopped."""

    is_stopped = False

    def __init__(
        self,
        body: Body,
        start: int,
        stop: int,
        deadline: float | None,
        clock: Callable[[], float],
        alarm: Alarm | None,
    ) -> None:
        self._body, self._start, self._stop, self._deadline, self._clock = body, start, stop, deadline, clock
        self._alarm = alarm

    def events(self) -> Generator[Event, None, None]:
        body = self._body
        settled = index = self._start
        told = self._clock()
        marks: list[Mark] = []
        ended = False
        with _CtrlC() as ctrl_c:
            items = body.start(index)
            while index < self._stop and not self.is_stopped:
                now = self._clock()
                if self._deadline is not None and now >= self._deadline:
                    break
                if now - told >= _BETWEEN and index > settled and body.may_settle():
                    yield from _settled(body, settled, index, marks)
                    told, settled, marks = now, index, []
                    continue
                try:
                    item = next(items)
                except StopIteration:
                    ended = True
                    break
                message: Spoken = None
                trouble: Hung | OutOfMemory | None = None
                try:
                    message, stack = self._performed(item)
                    if stack is not None:
                        message, trouble = self._again(index)
                        items = body.start(index + 1)
                        if trouble is None:
                            yield Passing(
                                index, "a call took longer than it may, but not each time that it was repeated"
                            )
                except KeyboardInterrupt:
                    if not ctrl_c.pressed:
                        raise
                except MemoryError:
                    trouble = OutOfMemory(index, Phase.CALLING, "")
                if trouble is not None:
                    if index > settled:
                        yield from _settled(body, settled, index, marks)
                    yield trouble
                    index = settled = index + 1
                    marks = []
                    continue
                if ctrl_c.pressed:
                    if index > settled:
                        yield from _settled(body, settled, index, marks)
                    raise KeyboardInterrupt
                index += 1
                if isinstance(message, int):
                    _add(marks, message, index - 1)
                elif message is not None:
                    if isinstance(message, Bulk):
                        yield Batch(((index - 1, message),))
                    else:
                        yield Said(index - 1, message, "")
                    yield from _settled(body, settled, index, marks)
                    settled, marks = index, []
        if index > settled:
            yield from _settled(body, settled, index, marks)
        yield Finished(index, ended)

    def _performed(self, item: Any) -> tuple[Spoken, str | None]:
        """What a step says; where its call was, if that had to be ended."""
        frames = sys.getrecursionlimit()
        try:
            if self._alarm is None:
                return self._body.step(item), None
            try:
                message = self._body.step(item)
            except Overdue:
                message = None
            return message, self._alarm.taken()
        finally:
            if sys.getrecursionlimit() != frames:  # one that is low would be that of refute, too
                sys.setrecursionlimit(frames)

    def _again(self, index: int) -> tuple[Spoken, Hung | None]:
        """The first call may have taken long for what it found missing: one hangs if it does so three times."""
        assert self._alarm is not None
        for _ in range(2):
            message, stack = self._performed(self._body.make(index))
            if stack is None:
                return message, None
        return None, Hung(index, Phase.CALLING, self._alarm.seconds, stack or "", "")


def _settled(body: Body, first: int, stop: int, marks: list[Mark]) -> Iterator[Event]:
    """Tell that steps are done, with the news, or what there is to be said against that."""
    objection = body.objection()
    if objection is not None:
        yield Said(stop - 1, objection, "")
        return
    news = body.news()
    if news is not None:
        yield Batch(((stop - 1, news),))
    yield Settled(first, stop, tuple(marks), os.getpid())


def _add(marks: list[Mark], code: int, index: int) -> None:
    if marks and marks[-1].code == code and marks[-1].stop == index:
        marks[-1] = Mark(code, marks[-1].first, index + 1)
    else:
        marks.append(Mark(code, index, index + 1))


class _CtrlC:
    """Tells a user who wants to stop from code that raises KeyboardInterrupt, which is an outcome, or catches it."""

    pressed = False

    def __enter__(self) -> _CtrlC:
        self._before: Any = None
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _press(self, number: int, frame: FrameType | None) -> None:
        self.pressed = True
        if callable(self._before):  # an interrupt may have left this here, where it is not to be raised any more
            self._before(number, frame)
        else:
            raise KeyboardInterrupt
