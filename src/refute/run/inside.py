"""Running in the process itself, for debuggers and notebooks: no limits, nothing captured, exceptions come through."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

from refute.run.body import Body
from refute.run.events import Finished, Progress, Said

_BETWEEN = 0.1  # seconds between two reports of progress


def run_inside(
    body: Body, start: int, stop: int, *, deadline: float | None = None
) -> Iterator[Said | Progress | Finished]:
    """Run the steps of the indices from start to before stop."""
    done, told = 0, time.monotonic()
    with _CtrlC() as ctrl_c:
        for index, item in zip(range(start, stop), body.start(start), strict=False):
            now = time.monotonic()
            if deadline is not None and now >= deadline:
                break
            if now - told >= _BETWEEN:
                told = now
                yield Progress(done)
            message = body.step(item)
            if ctrl_c.pressed:
                raise KeyboardInterrupt
            done += 1
            if message is not None:
                yield Said(index, message, "")
    yield Finished(done)


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

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        self.pressed = True
        raise KeyboardInterrupt
