"""Steps that hang or end their process: the step is found, its phase is named, and it counts if it happens again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from misbehaving import BAD, QUICK, STOP, Calls, died, events_of, hung, isolated, said, untold, without_settlements

from refute.run.body import Body, Bulk
from refute.run.events import Batch, Died, Event, Hung, Leaked, Passing, Settled, Unmade
from refute.run.inside import Inside
from refute.run.limits import Limits
from refute.run.steps.phases import Phase
from refute.run.wall.rules import OPEN

BRIEF = Limits(wall=OPEN, seconds=0.05)

ALONE = ", and did not when it was repeated alone"


def loop() -> None:
    while True:
        pass


def fail() -> None:
    raise ValueError("no such input")


class MadeAtOnce(Calls):
    """Inputs are made all at once, ahead of their steps; making the bad one does something."""

    def start(self, index: int) -> Iterator[int]:
        yield from [self.make(place) for place in range(index, self.stop)]

    def make(self, index: int) -> int:
        if index >= self.stop:
            raise StopIteration
        if index == BAD:
            self.act()
        return index

    def step(self, item: Any) -> bytes | None:
        return str(item).encode()


@pytest.mark.parametrize(
    ("act", "event"),
    [
        (fail, Unmade(BAD, "raised ValueError('no such input')")),
        (lambda: os._exit(7), Died(BAD, Phase.MAKING, "exit status 7", "")),
        (loop, Hung(BAD, Phase.MAKING, 0.05, "", "")),
    ],
)
def test_the_input_is_found_that_cannot_be_made(act: Callable[[], object], event: Event) -> None:
    events = events_of(MadeAtOnce(act), limits=BRIEF)
    assert untold(events) == [event]
    assert [index for index, _ in said(events)] == [index for index in range(STOP) if index != BAD]


class Freed(Calls):
    """The bad input does something when it is freed."""

    def start(self, index: int) -> Iterator[Any]:
        return map(self.make, range(index, self.stop))

    def make(self, index: int) -> Any:
        return Dying(index, self.act if index == BAD else lambda: None)

    def step(self, item: Any) -> bytes | None:
        return str(item.index).encode()


class Dying:
    def __init__(self, index: int, act: Callable[[], object]) -> None:
        self.index = index
        self._act = act

    def __del__(self) -> None:
        self._act()


@pytest.mark.parametrize("stop", [STOP, BAD + 1])
@pytest.mark.parametrize(
    ("act", "event"),
    [
        (lambda: os._exit(7), Died(BAD, Phase.FREEING, "exit status 7", "")),
        (loop, Hung(BAD, Phase.FREEING, 0.05, "", "")),
    ],
)
def test_the_input_is_found_that_does_not_let_itself_be_freed(
    act: Callable[[], object], event: Event, stop: int
) -> None:
    assert untold(events_of(Freed(act), stop=stop, limits=BRIEF)) == [event]


def test_users_code_that_hangs_between_two_steps_at_the_deadline_is_told() -> None:
    limits = Limits(wall=OPEN, seconds=0.05, making=1e6)
    events = list(isolated(limits).run(Freed(loop), 0, STOP, deadline=time.monotonic() + 1.0))
    hangs = [event for event in without_settlements(events) if isinstance(event, Hung)]
    assert hangs == [Hung(BAD, Phase.FREEING, 0.05, "", "")]


class DiesWhenSettled(Calls):
    """The bad step changes the process, and what puts it right after the settlement ends it."""

    ran = False

    def step(self, item: Any) -> bytes | None:
        if item == BAD:
            self.act()
            self.ran = True
            os.environ["CHANGED"] = "changed"
        return str(item).encode()

    def seed(self, index: int) -> int:
        if self.ran:
            os._exit(7)
        return super().seed(index)


class DiesWhenSettledOneByOne(DiesWhenSettled):
    def start(self, index: int) -> Iterator[int]:
        raise ValueError("not together")

    def make(self, index: int) -> int:
        return index


@pytest.mark.parametrize("kind", [DiesWhenSettled, DiesWhenSettledOneByOne])
@pytest.mark.parametrize("before", ["lives", "dies"])
def test_a_step_that_is_settled_before_it_dies_is_told_and_settled_once(
    kind: type[DiesWhenSettled], before: str, tmp_path: Path
) -> None:
    def die_once() -> None:
        if before == "dies" and not (tmp_path / "died").exists():
            (tmp_path / "died").touch()
            os._exit(6)

    events = events_of(kind(die_once))
    assert said(events) == [(index, str(index)) for index in range(STOP)]
    assert [event for event in untold(events) if not isinstance(event, Leaked)] == [
        Died(BAD, Phase.AFTER, "exit status 7", "")
    ]


class Phased(Calls):
    """The bad step does what it does in a phase of its own."""

    def observe(self, enter: Callable[[Phase], None]) -> None:
        self._enter = enter

    @property
    def is_observed(self) -> bool:
        return hasattr(self, "_enter")

    def enter(self, phase: Phase) -> None:
        if self.is_observed:
            self._enter(phase)

    def step(self, item: Any) -> bytes | None:
        if item == BAD:
            self.enter(Phase.JUDGING)
        return super().step(item)


def test_what_takes_too_long_is_told_by_its_phase() -> None:
    assert untold(events_of(Phased(loop))) == [hung(phase=Phase.JUDGING)]
    assert untold(events_of(Phased(lambda: os._exit(7)))) == [Died(BAD, Phase.JUDGING, "exit status 7", "")]


def test_a_hang_says_where_it_is() -> None:
    (event,) = [event for event in isolated(QUICK).run(Calls(loop), 0, STOP) if isinstance(event, Hung)]
    assert "in loop" in event.stack


def test_each_phase_has_its_own_time() -> None:
    class Slow(Phased):
        """Hangs where nobody watches its phases; where they are watched, it takes too long in all and not in any."""

        def step(self, item: Any) -> bytes | None:
            if item == BAD and not self.is_observed:
                time.sleep(60)
            for phase in (Phase.CALLING, Phase.JUDGING, Phase.SPELLING) * 8:
                self.enter(phase)
                if item == BAD:
                    time.sleep(0.05)
            return None

    assert untold(events_of(Slow(str), limits=Limits(wall=OPEN, seconds=1.0))) == [
        Passing(BAD, f"a call hung for 1 s{ALONE}")
    ]


def test_what_does_not_happen_again_alone_is_told_as_passing(tmp_path: Path) -> None:
    once = tmp_path / "once"

    def die_once() -> None:
        if not once.exists():
            once.touch()
            os._exit(7)

    assert untold(events_of(Calls(die_once))) == [Passing(BAD, f"a call ended its process: exit status 7{ALONE}")]


def test_what_happens_alone_once_only_is_passing_too(tmp_path: Path) -> None:
    def die_twice() -> None:
        for name in ("once", "twice"):
            if not (tmp_path / name).exists():
                (tmp_path / name).touch()
                os._exit(7)

    again = ", again when it was repeated alone, but not the second time"
    assert untold(events_of(Calls(die_twice))) == [Passing(BAD, f"a call ended its process: exit status 7{again}")]


def test_what_calls_before_have_used_up_is_no_trouble_of_the_call() -> None:
    ran: list[int] = []

    class Tiring(Calls):
        def step(self, item: Any) -> bytes | None:
            ran.append(item)
            if len(ran) > 5:
                os._exit(7)
            return None

    events = untold(events_of(Tiring(str)))
    assert events == [Passing(5, f"a call ended its process: exit status 7{ALONE}")]


def test_marks_are_told_in_ranges() -> None:
    class Marking(Calls):
        def step(self, item: Any) -> int | bytes | None:
            return None if item == 0 else b"" if item == BAD else 1 + item // 3

    marked = [1, 2, 3, 5, 6, 7, 8]
    for runner in (isolated(QUICK), Inside()):
        events = list(runner.run(Marking(str), 0, STOP))
        marks = [mark for event in events if isinstance(event, Settled) for mark in event.marks]
        assert [index for mark in marks for index in range(mark.first, mark.stop)] == marked
        assert all(mark.code == 1 + index // 3 for mark in marks for index in range(mark.first, mark.stop))
        assert len(marks) == 4


class Speaking(Body):
    """Says every index, in messages that may wait."""

    def start(self, index: int) -> Iterator[int]:
        while True:
            yield index
            index += 1

    def step(self, item: Any) -> Bulk:
        return Bulk(str(item).encode())


def told_in_batches(events: list[Event]) -> list[tuple[int, str]]:
    return [(index, text.decode()) for event in events if isinstance(event, Batch) for index, text in event.messages]


def test_messages_that_may_wait_arrive_in_order_and_once() -> None:
    assert told_in_batches(events_of(Speaking(), 0, 20_000)) == [(index, str(index)) for index in range(20_000)]


def test_messages_that_may_wait_are_not_lost_with_their_worker() -> None:
    class Mortal(Speaking):
        def step(self, item: Any) -> Bulk:
            if item % 100 == 99:
                os._exit(7)
            return super().step(item)

    events = events_of(Mortal(), 0, 500)
    assert told_in_batches(events) == [(index, str(index)) for index in range(500) if index % 100 != 99]
    assert [event for event in untold(events) if not isinstance(event, Batch)] == [
        died("exit status 7", index) for index in range(99, 500, 100)
    ]


def test_messages_that_may_wait_are_dropped_where_the_process_was_disturbed() -> None:
    class Disturbing(Speaking):
        def step(self, item: Any) -> Bulk:
            seen = os.environ.get("SEEN", "")
            if item == 50:
                os.environ["SEEN"] = "seen"
            return Bulk(f"{item}{seen}".encode())

    assert told_in_batches(events_of(Disturbing(), 0, 100)) == [(index, str(index)) for index in range(100)]
