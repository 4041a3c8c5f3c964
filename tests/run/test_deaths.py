"""Calls that never return: each is one event with its index, and the run goes on after it."""

from __future__ import annotations

import ctypes
import itertools
import os
import re
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from misbehaving import BAD, PATIENT, STOP, Calls, died, events_of, hung, said, told_about, untold

from refute.run.events import Died, Event, OutOfMemory
from refute.run.limits import Limits
from refute.run.steps.phases import Phase
from refute.run.wall.rules import OPEN


def loop() -> None:
    while True:
        pass


def loop_in_c() -> None:
    sum(itertools.repeat(0))


def loop_in_a_regular_expression() -> None:
    re.match(r"(a+)+$", "a" * 40 + "b")


def stop_oneself() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def loop_that_catches_everything() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        try:
            time.sleep(1)
        except BaseException:
            continue


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "act", [loop, loop_in_c, loop_in_a_regular_expression, stop_oneself, loop_that_catches_everything]
)
def test_a_call_that_does_not_end_is_ended(act: Callable[[], object]) -> None:
    assert told_about(act) == [hung()]


def test_a_slow_input_is_not_a_call_that_hangs() -> None:
    class Slow(Calls):
        def start(self, index: int) -> Any:
            for item in super().start(index):
                if item == BAD:
                    time.sleep(1.1)
                yield item

    assert untold(events_of(Slow(str), limits=Limits(wall=OPEN, seconds=1.0))) == []


def test_calls_that_take_long_together_do_not_hang() -> None:
    body = Calls(str, probe=lambda index: time.sleep(0.02), stop=70)
    assert untold(events_of(body, stop=70, limits=Limits(wall=OPEN, seconds=1.0))) == []


def segfault() -> None:
    ctypes.string_at(0)


def overflow_the_stack() -> None:
    resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, 1 << 20))
    libc = ctypes.CDLL(None)
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)

    @kind
    def compare(left: object, right: object) -> int:
        descend()
        return 0

    def descend() -> None:
        libc.qsort((ctypes.c_int * 2)(), 2, 4, compare)

    sys.setrecursionlimit(10**6)
    descend()


def kill_oneself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def kill_the_group() -> None:
    os.killpg(0, signal.SIGTERM)


def abort() -> None:
    os.abort()


@pytest.mark.parametrize(
    ("act", "how"),
    [
        (lambda: os._exit(3), "exit status 3"),
        (lambda: os._exit(0), "exit status 0"),
        (segfault, "signal SIGSEGV"),
        (overflow_the_stack, "signal SIGSEGV"),
        (kill_oneself, "signal SIGKILL"),
        (kill_the_group, "signal SIGTERM"),
        (abort, "signal SIGABRT"),
    ],
)
def test_a_call_that_ends_its_process_is_told_with_how_it_did(act: Callable[[], object], how: str) -> None:
    (event,) = told_about_deaths(act)
    assert event.how == how


def told_about_deaths(act: Callable[[], object]) -> list[Died]:
    """Without the addresses that a crash prints, so that two runs compare equal."""
    deaths = []
    for probe in (str, lambda index: index if index == STOP - 1 else None):
        events = events_of(Calls(act, probe=probe))
        assert said(events)[-1] == (STOP - 1, str(STOP - 1))
        deaths.append([event for event in untold(events) if isinstance(event, Died) and event.index == BAD])
        assert len(untold(events)) == len(deaths[-1])
    assert [event.how for event in deaths[0]] == [event.how for event in deaths[1]]
    return deaths[0]


@pytest.mark.slow
def test_a_call_that_takes_too_much_processor_time_is_ended_though_it_has_time_left() -> None:
    events = events_of(Calls(loop), limits=Limits(wall=OPEN, seconds=60, processor=1))
    assert untold(events) == [died("signal SIGXCPU")]
    assert len(said(events)) == STOP - 1


@pytest.mark.slow
def test_processor_time_is_counted_for_each_call_anew() -> None:
    def work(index: int) -> int:
        begin = time.process_time()
        while time.process_time() - begin < 0.3:
            pass
        return index

    events = events_of(Calls(lambda: None, probe=work), limits=Limits(wall=OPEN, seconds=60, processor=1))
    assert len(said(events)) == STOP - 1
    assert untold(events) == []


def test_a_crash_says_where_among_its_output() -> None:
    (event,) = told_about_deaths(segfault)
    assert "Segmentation fault" in event.output
    assert "in segfault" in event.output


@pytest.mark.forked("the parent of another worker is the process that runs it")
def test_a_signal_to_the_parent_does_not_reach_refute() -> None:
    assert told_about(lambda: os.kill(os.getppid(), 0)) == []
    assert told_about(lambda: os.kill(os.getppid(), signal.SIGTERM)) == []
    assert told_about(lambda: os.kill(os.getppid(), signal.SIGSTOP)) == []


@pytest.mark.forked("other supervisors are threads")
def test_a_call_that_ends_the_supervisor_is_told_and_the_run_goes_on() -> None:
    def kill_and_wait() -> None:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(10)

    told = [died("ended the process that watches it")]
    assert told_about(kill_and_wait) == told
    assert told_about(lambda: os.kill(os.getppid(), signal.SIGKILL)) == told


@pytest.mark.forked("other supervisors are threads")
def test_a_supervisor_that_somebody_else_ended_is_no_fault_of_a_call(tmp_path: Path) -> None:
    ended = tmp_path / "ended"

    def end_once() -> None:
        if not ended.exists():
            ended.touch()
            os.kill(os.getppid(), signal.SIGKILL)
            time.sleep(10)

    assert told_about(end_once) == []
    assert ended.exists()


class Odd(BaseException):
    def __repr__(self) -> str:
        raise ValueError


def raising(error: BaseException) -> Callable[[], None]:
    def act() -> None:
        raise error

    return act


@pytest.mark.parametrize(
    ("act", "how"),
    [
        (lambda: sys.exit(3), "raised SystemExit(3)"),
        (raising(KeyboardInterrupt()), "raised KeyboardInterrupt()"),
        (raising(GeneratorExit()), "raised GeneratorExit()"),
        (raising(StopIteration()), "raised StopIteration()"),
        (raising(ValueError("x" * 1000)), f"raised ValueError('{'x' * 188}..."),
        (raising(Odd()), "raised Odd"),
    ],
)
def test_an_exception_that_escapes_a_step_is_told_as_its_death(act: Callable[[], object], how: str) -> None:
    assert told_about(act) == [died(how)]


def test_a_worker_outlives_exceptions() -> None:
    ran = []

    def count(index: int) -> int:
        ran.append(index)
        return len(ran)

    assert said(events_of(Calls(lambda: sys.exit(1), probe=count)))[-1] == (STOP - 1, str(STOP - 1))


def test_endless_recursion_is_an_exception() -> None:
    def descend() -> None:
        descend()

    (event,) = told_about(descend)
    assert isinstance(event, Died)
    assert event.how.startswith("raised RecursionError")


SMALL = Limits(wall=OPEN, seconds=5, memory=1 << 27)


def allocate() -> None:
    held: list[Any] = []
    while True:
        held.append(bytearray(1 << 24))


def allocate_in_small_pieces() -> None:
    held: list[Any] = []
    while True:
        held.append([held] * 1000)


@pytest.mark.parametrize("act", [allocate, allocate_in_small_pieces])
def test_a_call_that_takes_all_memory_is_told(act: Callable[[], object]) -> None:
    assert told_about(act, SMALL) == [OutOfMemory(BAD, Phase.CALLING, "")]


def test_what_other_calls_keep_is_not_held_against_a_call() -> None:
    held: list[Any] = []
    body = Calls(str, probe=lambda index: held.append(bytearray(1 << 25)))
    assert untold(events_of(body, limits=SMALL)) == []


def test_giving_up_for_want_of_memory_is_running_out_of_it() -> None:
    def give_up() -> None:
        print("terminate called after throwing an instance of 'std::bad_alloc'")
        os.abort()

    events: list[Event] = untold(events_of(Calls(give_up)))
    assert [type(event) for event in events] == [OutOfMemory]


def test_many_deaths_in_a_row_are_all_told() -> None:
    class Mortal(Calls):
        def step(self, item: Any) -> bytes | None:
            os._exit(item)

    assert events_of(Mortal(str))[:-1] == [died(f"exit status {index}", index) for index in range(STOP)]


def end_the_process_once_it_has_returned() -> None:
    """From a thread, when the worker looks whether anything was left."""
    main = threading.main_thread().ident

    def is_looking() -> bool:
        frame = sys._current_frames().get(main)
        while frame is not None and frame.f_code.co_name != "_ask":
            frame = frame.f_back
        return frame is not None

    def end() -> None:
        while not is_looking():
            time.sleep(0.0001)
        os._exit(3)

    threading.Thread(target=end).start()


@pytest.fixture
def long_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, a thread does what it does in the time it has to end."""
    monkeypatch.setattr("refute.run.workers.guards._GRACE", 60.0)


@pytest.mark.usefixtures("long_grace")
def test_a_call_that_leaves_what_ends_the_process_is_told_apart_from_one_that_does_so() -> None:
    assert told_about(end_the_process_once_it_has_returned, PATIENT) == [Died(BAD, Phase.AFTER, "exit status 3", "")]


@pytest.mark.usefixtures("long_grace")
def test_calls_that_all_leave_what_ends_the_process_are_made_a_few_times_each(tmp_path: Path) -> None:
    calls, stop = tmp_path / "calls", 8

    class Always(Calls):
        def step(self, item: Any) -> None:
            with calls.open("a") as file:
                file.write(".")
            end_the_process_once_it_has_returned()

    events = events_of(Always(str, stop=stop), stop=stop, limits=PATIENT)
    assert untold(events) == [Died(index, Phase.AFTER, "exit status 3", "") for index in range(stop)]
    assert len(calls.read_text()) <= 4 * stop
