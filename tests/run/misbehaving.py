"""Runs in which one call misbehaves and all others say their index."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from refute.run.events import Event, Finished, Progress, Said
from refute.run.isolated import run_isolated
from refute.run.limits import Limits

BAD = 4
STOP = 9
QUICK = Limits(seconds=0.3)


@dataclass
class Calls:
    """Calls `act` at the index `BAD`, `probe` at all others; says what the probe returns."""

    act: Callable[[], object]
    probe: Callable[[int], object] = str
    stop: int = STOP

    def start(self, index: int) -> Iterator[int]:
        return iter(range(index, self.stop))

    def step(self, item: Any) -> bytes | None:
        if item == BAD:
            self.act()
            return None
        answer = self.probe(item)
        return None if answer is None else str(answer).encode()


def events_of(body: Any, start: int = 0, stop: int = STOP, limits: Limits = QUICK) -> list[Event]:
    return [event for event in run_isolated(body, start, stop, limits) if not isinstance(event, Progress)]


def told_about(act: Callable[[], object], limits: Limits = QUICK) -> list[Event]:
    """What is told about the call that misbehaves; every other index is heard once, in order, and the run finishes.

    Both when every other call says something, and when all before the last are silent.
    """
    loud = events_of(Calls(act), limits=limits)
    assert said(loud) == [(index, str(index)) for index in range(STOP) if index != BAD]
    assert loud[-1] == Finished(STOP)
    quiet = events_of(Calls(act, probe=lambda index: index if index == STOP - 1 else None), limits=limits)
    assert said(quiet) == [(STOP - 1, str(STOP - 1))]
    assert quiet[-1] == Finished(STOP)
    assert untold(loud) == untold(quiet)
    return untold(loud)


def said(events: list[Event]) -> list[tuple[int, str]]:
    return [(event.index, event.payload.decode()) for event in events if isinstance(event, Said)]


def untold(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, Said | Finished)]
