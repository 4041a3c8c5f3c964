"""Hosts: they answer requests about the user's code, and what that does to them is told and survived."""

from __future__ import annotations

import ctypes
import errno
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from misbehaving import files_left

from refute.errors import Place, RefuteError, ScopeError, _rebuilt
from refute.run.events import Waiting
from refute.run.host.process import Host, HostFailure
from refute.run.host.wire import may_cross
from refute.run.system import forks
from refute.run.system.interrupts import Interrupts
from refute.run.wall.rules import OPEN

may_cross(Place, RefuteError, ScopeError, _rebuilt)


class Evil:
    """What is run when it is read."""

    def __reduce__(self) -> Any:
        return os.getcwd, ()


class Unpicklable(RefuteError):
    def __reduce__(self) -> Any:
        raise TypeError("cannot be pickled")


class Wordless(Exception):
    def __str__(self) -> str:
        sys.exit(5)


class Unreadable:
    """What cannot be read by a host."""

    def __reduce__(self) -> Any:
        return int, ("no number",)


class Text(str):
    """A class of the user's that looks like one that refute knows."""


class Service:
    def __init__(self) -> None:
        self.asked = 0

    def add(self, a: int, b: int) -> int:
        self.asked += 1
        return a + b

    def times_asked(self) -> int:
        return self.asked

    def process(self) -> int:
        return os.getpid()

    def start_daemons(self) -> list[int]:
        """One by itself, and one that a thread started by another process, which has ended."""
        read, write = os.pipe()

        def start() -> None:
            if os.fork() == 0:
                os.setsid()
                os.write(write, b"%d " % os.getpid())
                while True:
                    time.sleep(60)

        def start_from_another() -> None:
            if os.fork() == 0:
                start()
                os._exit(0)

        start()
        thread = threading.Thread(target=start_from_another)
        thread.start()
        thread.join()
        told = b""
        while told.count(b" ") < 2:
            told += os.read(read, 100)
        return [int(number) for number in told.split()]

    def leave(self, status: int) -> None:
        os._exit(status)

    def leave_by_keyword(self) -> None:
        os._exit(status=3)

    def interrupt(self, times: int, seconds: float) -> str:
        """Press Ctrl-C, and take no notice of being told to stop for so long."""
        (line,) = forks._private
        for _ in range(times):
            os.kill(os.getppid(), signal.SIGINT)
            select.select([line], [], [])  # until it is told
            time.sleep(0.1)
        time.sleep(seconds)
        return "answer"

    def interrupt_in_parts(self, times: int, seconds: float) -> Iterator[str]:
        yield self.interrupt(times, seconds)

    def refuse_with_something_else(self) -> None:
        raise Unpicklable("no", remedy="Do it otherwise.")

    def fail_without_words(self) -> None:
        raise Wordless

    def crash(self) -> None:
        ctypes.string_at(0)

    def kill(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def hang(self) -> None:
        while True:
            pass

    def exit(self) -> None:
        sys.exit(3)

    def close_everything(self) -> None:
        os.closerange(3, 10_000)

    def refuse(self) -> None:
        raise ScopeError("no", place=Place("file.py", 3), remedy="Do it otherwise.")

    def fail(self) -> None:
        raise ZeroDivisionError("oh")

    def print(self) -> None:
        print("theirs")
        os.write(1, b"theirs")
        os.write(2, b"theirs")

    def evil(self) -> Any:
        return Evil()

    def text(self) -> Any:
        return Text("text")

    def take_all_memory(self) -> int:
        held: list[Any] = []
        while True:
            held.append(bytearray(1 << 24))

    def count(self, stop: int) -> Iterator[int]:
        yield from range(stop)
        return stop

    def endless(self) -> Iterator[int]:
        number = 0
        while True:
            yield number
            number += 1

    def silent(self) -> Iterator[Waiting]:
        while True:
            time.sleep(0.01)
            yield Waiting()


@pytest.fixture
def host() -> Iterator[Host]:
    with Host(Service, memory=1 << 28, wall=OPEN) as host:
        yield host


def call(host: Host, name: str, *arguments: Any, within: float | None = 20) -> Any:
    return host.call(name, *arguments, doing=f"asking for {name}", within=within)


def test_a_host_answers_and_remembers(host: Host) -> None:
    assert call(host, "add", 1, 2) == 3
    assert call(host, "add", 10**40, 2) == 10**40 + 2
    assert call(host, "times_asked") == 2
    assert host.generation == 1
    assert call(host, "process") != os.getpid()


def test_errors_are_those_that_the_service_raised(host: Host) -> None:
    with pytest.raises(ScopeError) as caught:
        call(host, "refuse")
    assert (caught.value.problem, str(caught.value.place), caught.value.remedy) == (
        "no",
        "file.py:3",
        "Do it otherwise.",
    )
    with pytest.raises(RefuteError, match=r"(?s)asking for fail: ZeroDivisionError: oh.*test_host.py"):
        call(host, "fail")
    with pytest.raises(RefuteError, match="asking for exit: SystemExit: 3"):
        call(host, "exit")
    with pytest.raises(RefuteError, match="asking for refuse_with_something_else: Unpicklable: no"):
        call(host, "refuse_with_something_else")
    with pytest.raises(RefuteError, match="asking for fail_without_words: Wordless"):
        call(host, "fail_without_words")
    assert host.generation == 1


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("leave_by_keyword", r"ran `Service\.leave_by_keyword`, which ended the process \(exit status 3\)"),
        ("leave", r"asking for leave ran `Service\.leave`, which ended the process \(exit status 3\)"),
        ("crash", r"asking for crash ran `Service\.crash`, which ended the process \(signal SIGSEGV\)"),
        ("kill", r"asking for kill ran `Service\.kill`, which ended the process \(signal SIGKILL\)"),
    ],
)
def test_a_host_that_dies_is_told_with_the_place_and_replaced(host: Host, name: str, how: str) -> None:
    call(host, "add", 1, 2)
    with pytest.raises(HostFailure, match=how) as caught:
        call(host, name, *[3] * (name == "leave"))
    assert caught.value.place is not None
    assert Path(caught.value.place.file).samefile(__file__)
    assert call(host, "times_asked") == 0
    assert host.generation == 2


def test_a_host_that_hangs_is_told_with_the_place_and_replaced(host: Host) -> None:
    with pytest.raises(HostFailure, match=r"asking for hang ran `Service\.hang`, which did not return within 0\.2 s"):
        call(host, "hang", within=0.2)
    assert call(host, "add", 1, 2) == 3
    assert host.generation == 2


def test_a_host_that_closes_its_line_is_replaced(host: Host) -> None:
    with pytest.raises(HostFailure, match="asking for close_everything"):
        call(host, "close_everything")
    assert call(host, "add", 1, 2) == 3


def test_a_host_has_memory_within_bounds(host: Host) -> None:
    with pytest.raises(RefuteError, match="MemoryError"):
        call(host, "take_all_memory")
    assert call(host, "add", 1, 2) == 3


@pytest.mark.parametrize("name", ["evil", "text"])
def test_what_is_not_data_of_refute_is_not_read(host: Host, name: str) -> None:
    with pytest.raises(HostFailure, match="answered with something that refute does not read"):
        call(host, name)
    assert call(host, "add", 1, 2) == 3


def test_what_the_users_code_prints_is_not_mixed_into_ours(host: Host, capfd: pytest.CaptureFixture[str]) -> None:
    call(host, "print")
    assert capfd.readouterr() == ("", "")


def test_an_answer_may_come_in_parts(host: Host) -> None:
    parts = host.stream("count", 1000, doing="counting")
    assert list(parts) == list(range(1000))
    assert call(host, "count", 5) == 5


@pytest.mark.parametrize("name", ["endless", "silent"])
def test_a_request_can_be_cancelled(host: Host, name: str) -> None:
    parts = host.stream(name, doing="counting")
    if name == "endless":
        assert [next(parts) for _ in range(3)] == [0, 1, 2]
        parts.close()
    else:
        with pytest.raises(HostFailure, match=r"within 0\.3 s"):
            host.call(name, doing="waiting", within=0.3)
    assert call(host, "add", 1, 2) == 3


def test_two_hosts_do_not_meet(host: Host) -> None:
    call(host, "add", 1, 2)
    with Host(Service) as other:
        assert call(other, "times_asked") == 0
        assert call(host, "process") != call(other, "process")
    assert call(host, "times_asked") == 1


def test_a_host_leaves_no_process_and_no_file() -> None:
    before = os.listdir("/proc/self/fd")
    with Host(Service) as host:
        process = call(host, "process")
        with pytest.raises(HostFailure):
            call(host, "leave", 1)
        again = call(host, "process")
    for one in (process, again):
        with pytest.raises(ProcessLookupError):
            os.kill(one, 0)
    assert os.listdir("/proc/self/fd") == before


def test_processes_that_the_users_code_started_end_with_the_host(host: Host) -> None:
    daemons = [os.pidfd_open(process) for process in host.call("start_daemons", doing="asking")]
    host.close()
    for daemon in daemons:
        assert select.select([daemon], [], [], 60) == ([daemon], [], [])
        os.close(daemon)


@pytest.mark.parametrize("handling", [signal.SIG_IGN, signal.SIG_DFL])
def test_a_process_that_forgets_its_children_has_hosts_too(handling: Any) -> None:
    before = signal.signal(signal.SIGCHLD, handling)
    try:
        with Host(Service) as host:
            assert call(host, "add", 1, 2) == 3
            with pytest.raises(HostFailure, match="ended the process"):
                call(host, "leave", 3)
            assert call(host, "add", 1, 2) == 3
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_a_request_that_is_interrupted_is_broken_off(host: Host) -> None:
    with Interrupts(), pytest.raises(KeyboardInterrupt):
        call(host, "interrupt", 1, 15)
    assert host.generation == 2
    assert call(host, "add", 1, 2) == 3


def test_an_answer_in_parts_has_time_to_end_when_it_is_interrupted(host: Host) -> None:
    with Interrupts():
        parts = host.stream("interrupt_in_parts", 1, 1.5, doing="interrupting")
        assert next(parts) == "answer"
        with pytest.raises(KeyboardInterrupt):
            next(parts)
    assert call(host, "add", 1, 2) == 3
    assert host.generation == 1


def test_a_second_interrupt_does_not_wait_for_the_host(host: Host) -> None:
    with Interrupts(), pytest.raises(KeyboardInterrupt):
        list(host.stream("interrupt_in_parts", 2, 15, doing="interrupting"))
    assert host.generation == 2
    assert call(host, "add", 1, 2) == 3


def test_an_interrupt_while_a_host_is_started_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    fork, before = os.fork, os.listdir("/proc/self/fd")
    started: list[int] = []

    def interrupted_fork() -> int:
        signal.raise_signal(signal.SIGINT)
        started.append(fork())
        return started[-1]

    with Host(Service) as host:
        monkeypatch.setattr(os, "fork", interrupted_fork)
        with pytest.raises(KeyboardInterrupt):
            call(host, "add", 1, 2)
        with pytest.raises(ProcessLookupError):
            os.kill(started[0], 0)
        assert os.listdir("/proc/self/fd") == before
        monkeypatch.undo()
        assert call(host, "add", 1, 2) == 3


def test_a_host_that_cannot_be_started_leaves_no_file() -> None:
    before = os.listdir("/proc/self/fd")
    answers: list[object] = []
    for free in range(12):
        with Host(Service) as host:
            try:
                with files_left(free):
                    answers.append(call(host, "add", 1, 2))
            except (OSError, HostFailure) as error:
                answers.append(str(error))
        assert os.listdir("/proc/self/fd") == before
    assert answers[0] == f"[Errno {errno.EMFILE}] {os.strerror(errno.EMFILE)}"
    assert answers[-1] == 3


def test_a_host_whose_own_code_fails_says_how(
    host: Host, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(HostFailure, match=r"ended the process \(exit status 70\).*ValueError: .*'no number'"):
        call(host, "add", Unreadable(), 2)
    with monkeypatch.context() as patched:
        patched.setattr(os, "setsid", lambda: 1 // 0)
        with pytest.raises(HostFailure, match=r"ended the process \(exit status 70\).*ZeroDivisionError"):
            call(host, "add", 1, 2)
    assert capfd.readouterr() == ("", "")
    assert call(host, "add", 1, 2) == 3


def test_a_host_shows_whether_it_runs(host: Host) -> None:
    assert repr(host) == "<Host 1: not started>"
    process = call(host, "process")
    assert repr(host) == f"<Host 1: process {process}>"


SCRIPT = """if True:
    from test_host import Service
    from refute.run.host.process import Host
    host = Host(Service)
    print(host.call("process", doing="asking"), flush=True)
    host.call("hang", doing="hanging")
"""


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_a_host_ends_with_refute() -> None:
    command = [sys.executable, "-c", SCRIPT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parent) as script:
        assert script.stdout is not None
        process = int(script.stdout.readline())
        script.kill()
    until = time.monotonic() + 60
    while (running := is_running(process)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not running
