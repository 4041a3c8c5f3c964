"""Runs in which one call misbehaves and all others say their index."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from by_value import by_value

from refute.run.body import Body
from refute.run.events import Died, Event, Finished, Hung, OutOfMemory, Said, Settled, Unmade, Waiting
from refute.run.isolated import Isolated
from refute.run.limits import Limits
from refute.run.steps.phases import Phase
from refute.run.wall.rules import OPEN

BAD = 4
STOP = 9
QUICK = Limits(wall=OPEN, seconds=0.3)
PATIENT = Limits(wall=OPEN, seconds=60.0)  # more than any call takes, however busy the machine is


@dataclass
class Calls(Body):
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


way = "fork"  # of having workers, in the test that runs


def isolated(limits: Limits) -> Isolated:
    """A runner, as the test that runs wants it."""
    return Isolated(limits, None if way == "fork" else by_value)


def events_of(body: Any, start: int = 0, stop: int = STOP, limits: Limits = QUICK) -> list[Event]:
    """What a run tells, without settlements: they are checked here."""
    return without_settlements(list(isolated(limits).run(body, start, stop)), start)


def without_settlements(events: list[Event], start: int = 0) -> list[Event]:
    """Every index is accounted for once: it is settled, or an event says what became of it."""
    accounted: list[int] = []
    for event in events:
        match event:
            case Settled(first=first, stop=stop):
                assert first < stop
                accounted += range(first, stop) if stop - first < 10**6 else ()
            case Died(how=how) if how.startswith("raised"):
                pass  # settled as well
            case Hung(phase=Phase.FREEING | Phase.AFTER, index=index) if index in accounted:
                pass  # settled before it was freed
            case Died(phase=Phase.FREEING | Phase.AFTER, index=index) if index in accounted:
                pass
            case Hung(index=index) | Died(index=index) | OutOfMemory(index=index) | Unmade(index=index):
                accounted.append(index)
    (end,) = [event.stop for event in events if isinstance(event, Finished)]
    assert accounted == list(range(start, end))
    return [replace(event, stack="") if isinstance(event, Hung) else event for event in events if not _settled(event)]


def _settled(event: Event) -> bool:
    return isinstance(event, Settled | Waiting)


def died(how: str, index: int = BAD, output: str = "") -> Died:
    return Died(index, Phase.CALLING, how, output)


def hung(index: int = BAD, output: str = "", phase: Phase = Phase.CALLING) -> Hung:
    return Hung(index, phase, QUICK.seconds, "", output)


def told_about(act: Callable[[], object], limits: Limits = QUICK) -> list[Event]:
    """What is told about the call that misbehaves; every other index is heard once, in order, and the run finishes.

    Both when every other call says something, and when all before the last are silent.
    """
    loud = events_of(Calls(act), limits=limits)
    assert said(loud) == [(index, str(index)) for index in range(STOP) if index != BAD]
    assert loud[-1] == Finished(STOP, False)
    quiet = events_of(Calls(act, probe=lambda index: index if index == STOP - 1 else None), limits=limits)
    assert said(quiet) == [(STOP - 1, str(STOP - 1))]
    assert quiet[-1] == Finished(STOP, False)
    assert untold(loud) == untold(quiet)
    return untold(loud)


@contextmanager
def files_left(number: int) -> Iterator[None]:
    """Let this process open no more than so many files."""
    taken = []
    for _ in range(number):
        taken.append(os.dup(0))
    free = os.dup(0)
    for file in (*taken, free):
        os.close(file)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def said(events: list[Event]) -> list[tuple[int, str]]:
    return [(event.index, event.payload.decode()) for event in events if isinstance(event, Said)]


def untold(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, Said | Finished)]
