"""Runs that are stopped: they tell what has been done, end soon, and claim nothing of what was interrupted."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from misbehaving import BAD, STOP, Calls, died, isolated, said, untold, without_settlements

from refute.run.body import Body, Bulk
from refute.run.events import Died, Event, Finished, Said, Settled
from refute.run.inside import Inside
from refute.run.limits import Limits
from refute.run.runner import Stopped
from refute.run.wall.rules import OPEN

PATIENT = Limits(wall=OPEN, seconds=5)
SOON = 300  # events that a run may still tell; while it tells nothing, it says every now and then that it waits


def stopped(run: Any, when: Callable[[Event], object]) -> list[Event]:
    """All events of a run that is stopped after the first event of some kind; its settlements are checked."""
    events: list[Event] = []
    for event in run:
        events.append(event)
        if when(event):
            break
    events.append(run.throw(Stopped))
    events += islice(run, SOON)
    run.close()
    return without_settlements(events)


class Attempts:
    """Counts calls in a file, across the workers that make them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.touch()

    def add(self) -> int:
        with self._path.open("a") as file:
            file.write("x")
        return self.made

    @property
    def made(self) -> int:
        return self._path.stat().st_size


class MadeOneByOne(Calls):
    """Inputs that cannot be made together."""

    def start(self, index: int) -> Iterator[int]:
        raise ValueError("not together")

    def make(self, index: int) -> int:
        return index


def test_a_run_stops_that_looks_for_inputs_that_cannot_be_made() -> None:
    class Endless(MadeOneByOne):
        def make(self, index: int) -> int:
            if index == BAD:
                time.sleep(60)
            return index

    run = isolated(PATIENT).run(Endless(str), 0, STOP)
    *events, last = stopped(run, lambda event: isinstance(event, Said) and event.index == BAD - 1)
    assert last == Finished(BAD, False)
    assert untold(events) == []


@pytest.mark.parametrize("attempt", [2, 3])
def test_what_is_interrupted_while_it_is_repeated_alone_is_neither_told_nor_settled(
    attempt: int, tmp_path: Path
) -> None:
    attempts = Attempts(tmp_path / "attempts")

    def die_and_hang() -> None:
        if attempts.add() < attempt:
            os._exit(7)
        time.sleep(60)

    run = isolated(PATIENT).run(Calls(die_and_hang), 0, STOP)
    events = stopped(run, lambda event: attempts.made == attempt)
    assert untold(events) == []
    assert events[-1] == Finished(BAD, False)


def test_nothing_is_told_of_a_step_at_which_the_steps_before_a_death_were_interrupted(tmp_path: Path) -> None:
    attempts = Attempts(tmp_path / "attempts")

    class Silent(Calls):
        def step(self, item: Any) -> None:
            if item == BAD:
                os._exit(7)
            if item == 1 and attempts.add() == 2:
                time.sleep(60)

        def may_settle(self) -> bool:
            return False

    events = stopped(isolated(PATIENT).run(Silent(str), 0, STOP), lambda event: attempts.made == 2)
    assert untold(events) == []
    assert events[-1] == Finished(0, False)


def test_a_step_that_is_settled_stays_so_when_looking_at_it_again_is_interrupted(tmp_path: Path) -> None:
    attempts = Attempts(tmp_path / "attempts")

    class Last:
        def __del__(self) -> None:
            if attempts.add() == 1:
                os._exit(7)
            time.sleep(60)

    class Freed(Calls):
        def start(self, index: int) -> Iterator[Any]:
            return map(self.make, range(index, self.stop))

        def make(self, index: int) -> Any:
            return Last() if index == BAD else index

        def step(self, item: Any) -> bytes:
            return b"said"

    events = stopped(isolated(PATIENT).run(Freed(str), 0, STOP), lambda event: attempts.made == 2)
    assert [index for index, _ in said(events)] == list(range(BAD + 1))
    assert untold(events) == []
    assert events[-1] == Finished(BAD + 1, False)


def end_the_supervisor() -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)


@pytest.mark.forked("other supervisors are threads")
def test_a_run_stops_at_a_call_that_ended_the_supervisor() -> None:
    run = isolated(PATIENT).run(Calls(end_the_supervisor), 0, STOP)
    *_, death, last = stopped(run, lambda event: isinstance(event, Died))
    assert death == died("ended the process that watches it")
    assert last == Finished(BAD + 1, False)


@pytest.mark.forked("other supervisors are threads")
def test_a_run_that_is_stopped_when_the_supervisor_ends_begins_no_other(tmp_path: Path) -> None:
    attempts = Attempts(tmp_path / "attempts")

    def end_it_when_stopped() -> None:
        attempts.add()
        while not (tmp_path / "stopped").exists():
            time.sleep(0.001)
        end_the_supervisor()

    run = isolated(PATIENT).run(Calls(end_it_when_stopped, probe=lambda index: None), 0, STOP)
    while attempts.made == 0:
        next(run)
    run.throw(Stopped)
    (tmp_path / "stopped").touch()
    *_, last = run
    assert isinstance(last, Finished)
    assert attempts.made == 1


def test_a_run_that_is_finished_may_be_stopped() -> None:
    run = isolated(PATIENT).run(Calls(str), 0, STOP)
    assert Finished(STOP, False) in run
    with pytest.raises(StopIteration):
        run.throw(Stopped)


class Telling(Body):
    """Marks, messages, messages that may wait, and a lack of memory."""

    def start(self, index: int) -> Iterator[int]:
        return iter(range(index, STOP))

    def step(self, item: Any) -> bytes | Bulk | int | None:
        match item % 5:
            case 0:
                return b"said"
            case 1:
                return Bulk(b"waits")
            case 2:
                raise MemoryError
            case 3:
                return 1
        return None


@pytest.mark.parametrize("place", range(12))
def test_inside_the_process_a_run_stops_at_whichever_event(place: int) -> None:
    whole = list(Inside().run(Telling(), 0, STOP))
    assert len(whole) == 12
    run = Inside().run(Telling(), 0, STOP)
    events = list(islice(run, place + 1))
    assert events == whole[: place + 1]
    if place == len(whole) - 1:
        with pytest.raises(StopIteration):
            run.throw(Stopped)
        return
    events.append(run.throw(Stopped))
    events += run
    told, all_told = (untold_by_settlements(some) for some in (without_settlements(events), whole))
    assert told == all_told[: len(told)]
    assert len(told) <= len(untold_by_settlements(whole[: place + 2]))


def untold_by_settlements(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, Finished | Settled)]
