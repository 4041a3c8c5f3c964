"""Guards by themselves."""

from __future__ import annotations

import threading

from refute.run.workers.guards import Threads
from refute.run.workers.shared_state import HURRIED, SharedState


class Clock:
    """Goes on only when it is slept."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


def test_a_thread_that_does_not_end_is_waited_for_once() -> None:
    cells, clock, end = SharedState().cells, Clock(), threading.Event()
    waited = []
    try:
        for _ in range(2):
            guard = Threads(cells, clock, clock.sleep)  # of one worker, and of the next
            for _ in range(2):
                threading.Thread(target=end.wait).start()
                before = clock.time
                assert guard.changed()
                guard.restore(0)
                waited.append(clock.time > before)
    finally:
        end.set()
    assert waited == [True, False, False, False]


def test_a_thread_that_ends_in_time_takes_nothing_from_the_next() -> None:
    cells, clock, end = SharedState().cells, Clock(), threading.Event()

    def sleep(seconds: float) -> None:
        clock.sleep(seconds)
        end.set()
        thread.join()

    guard = Threads(cells, clock, sleep)
    thread = threading.Thread(target=end.wait)
    thread.start()
    assert not guard.changed()
    assert not cells[HURRIED]
