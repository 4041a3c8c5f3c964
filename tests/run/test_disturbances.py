"""Calls that return and leave the process changed: told once with their index, and later calls see nothing of it."""

from __future__ import annotations

import builtins
import decimal
import gc
import locale
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from misbehaving import BAD, PATIENT, STOP, Calls, died, events_of, said, told_about, untold

from refute.run.events import Finished, Leaked, Said


def leave_a_thread() -> None:
    threading.Thread(target=time.sleep, args=(60,)).start()


def close_every_file() -> None:
    os.closerange(0, 256)


def close_really_every_file() -> None:
    os.closerange(0, 20_000)


def patch(name: str, value: object) -> Callable[[], None]:
    return lambda: setattr(builtins, name, value)


def fork_and_leave_the_child() -> None:
    if os.fork() == 0:
        time.sleep(60)


def remove_working_directory() -> None:
    shutil.rmtree(os.getcwd())


def start_a_daemon() -> None:
    subprocess.Popen(["sleep", "60"], start_new_session=True)


class Incomparable:
    def __eq__(self, other: object) -> bool:
        raise ValueError

    __hash__ = None  # type: ignore[assignment]


def trace(*_: object) -> None:
    pass


def profile_threads() -> None:
    threading.setprofile(trace)


def take_the_signal_that_asks_where_a_worker_is() -> None:
    signal.signal(signal.SIGRTMAX - 1, signal.SIG_IGN)


THREAD = "a thread was left running"
MODULES = "sys.modules was changed"
TRACING = "a trace or profile function was left set"
DECIMALS = "the decimal context was changed"
HANDLERS = "signal handlers were changed"
STREAM = "a standard stream was closed or replaced"
BUILTINS = "builtins were changed"
DIRECTORY = "the working directory was changed"
VARIABLES = "environment variables were changed"
CHILD = "a child process was left running"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("act", "what"),
    [
        (leave_a_thread, THREAD),
        (lambda: sys.setrecursionlimit(50_000), "the recursion limit was changed"),
        (lambda: sys.stdout.close(), STREAM),
        (lambda: setattr(sys, "stdout", None), STREAM),
        (lambda: setattr(sys, "stderr", sys.stdout), STREAM),
        (lambda: os.close(1), STREAM),
        (close_every_file, STREAM),
        (close_really_every_file, STREAM),
        (patch("len", None), BUILTINS),
        (patch("print", None), BUILTINS),
        (patch("BaseException", None), BUILTINS),
        (patch("isinstance", None), BUILTINS),
        (patch("min", Incomparable()), BUILTINS),
        (patch("something_new", 1), BUILTINS),
        (lambda: vars(builtins).clear(), BUILTINS),
        (lambda: os.chdir("/"), DIRECTORY),
        (remove_working_directory, DIRECTORY),
        (lambda: os.environ.update(A="b"), VARIABLES),
        (lambda: os.environ.clear(), VARIABLES),
        (lambda: setattr(os, "environ", {}), VARIABLES),
        (fork_and_leave_the_child, CHILD),
        (start_a_daemon, CHILD),
        (gc.disable, "garbage collection was changed"),
        (lambda: signal.setitimer(signal.ITIMER_REAL, 30), "a timer was left running"),
        (lambda: sys.modules.clear(), MODULES),
        (lambda: sys.modules.pop("random"), MODULES),
        (lambda: sys.modules.update(random=None), MODULES),  # type: ignore[call-overload]
        (lambda: setattr(sys, "modules", {}), MODULES),
        (lambda: delattr(sys, "modules"), MODULES),
        (lambda: sys.path.clear(), "sys.path was changed"),
        (lambda: sys.path.insert(0, "elsewhere"), "sys.path was changed"),
        (lambda: setattr(sys, "path", None), "sys.path was changed"),
        (lambda: sys.path.append(Incomparable()), "sys.path was changed"),  # type: ignore[arg-type]
        (lambda: sys.meta_path.clear(), "sys.meta_path was changed"),
        (lambda: sys.path_hooks.reverse(), "sys.path_hooks was changed"),
        (lambda: sys.settrace(trace), TRACING),
        (lambda: sys.setprofile(trace), TRACING),
        (lambda: threading.settrace(trace), TRACING),
        (profile_threads, TRACING),
        (lambda: locale.setlocale(locale.LC_ALL, "POSIX"), "the locale was changed"),
        (lambda: setattr(decimal.getcontext(), "prec", 3), DECIMALS),
        (lambda: decimal.setcontext(decimal.Context(traps=[])), DECIMALS),
        (lambda: signal.signal(signal.SIGUSR1, lambda *_: None), HANDLERS),
        (lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), HANDLERS),
        (lambda: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1}), HANDLERS),
        (take_the_signal_that_asks_where_a_worker_is, HANDLERS),
    ],
)
@pytest.mark.sampled(2)
def test_a_call_that_leaves_something_changed_is_told(act: Callable[[], object], what: str) -> None:
    assert told_about(act) == [Leaked(BAD, what, "")]


def what_wakes_the_supervisor() -> int:
    """The pipe with the highest number: others may be of those who run the tests."""
    return max(int(link.name) for link in Path("/proc/self/fd").iterdir() if link.is_fifo())


def close_what_wakes_the_supervisor() -> None:
    os.close(what_wakes_the_supervisor())


def wake_the_supervisor_for_nothing() -> None:
    bell = what_wakes_the_supervisor()
    for _ in range(100):
        with suppress(BlockingIOError):
            os.write(bell, bytes(1 << 12))


@pytest.mark.forked("nothing wakes other supervisors")
@pytest.mark.parametrize("act", [close_what_wakes_the_supervisor, wake_the_supervisor_for_nothing])
def test_what_wakes_the_supervisor_may_be_closed_or_filled(act: Callable[[], object]) -> None:
    assert told_about(act) == []


@pytest.mark.forked("nothing wakes other supervisors")
def test_a_file_of_the_code_under_test_is_not_taken_for_what_wakes_the_supervisor(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.touch()

    def take_its_number() -> None:
        os.dup2(os.open(theirs, os.O_WRONLY), what_wakes_the_supervisor())

    assert told_about(take_its_number) == []
    assert theirs.read_bytes() == b""


@pytest.mark.parametrize("handler", [signal.SIG_IGN, lambda number, frame: None])
def test_signals_are_handled_as_in_a_new_process(handler: Any) -> None:
    before = signal.signal(signal.SIGUSR1, handler)
    try:
        (event,) = untold(events_of(Calls(lambda: os.kill(os.getpid(), signal.SIGUSR1))))
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert event == died("signal SIGUSR1")


def test_no_signals_are_blocked_in_a_call_or_after_the_run() -> None:
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2})
    try:
        answers = said(events_of(Calls(str, probe=lambda index: signal.pthread_sigmask(signal.SIG_BLOCK, ()))))
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == blocked | {signal.SIGUSR2}
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    assert answers[0] == (0, "set()")


def test_a_value_of_the_builtins_that_is_replaced_by_an_equal_one_disturbs_nothing() -> None:
    another = "".join([*(builtins.__doc__ or "")])
    assert another is not builtins.__doc__
    assert told_about(patch("__doc__", another)) == []


def test_the_lowest_recursion_limit_breaks_nothing() -> None:
    def lower() -> None:
        for limit in range(1, 1000):
            try:
                sys.setrecursionlimit(limit)
            except RecursionError:
                continue
            return

    assert told_about(lower) == [Leaked(BAD, "the recursion limit was changed", "")]


def harmless() -> None:
    Path("file").write_text("text")
    Path(tempfile.mkdtemp(), "file").write_text("text")
    random.random()
    warnings.simplefilter("error")


def in_threads() -> None:
    threads = [threading.Thread(target=sum, args=([],)) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def import_what_adds_a_finder() -> None:
    """As a library does that is loaded when it is first needed."""
    sys.modules["lazily_loaded"] = sys
    sys.meta_path.append(sys.meta_path[0])
    sys.path.append("where it has more")


def divide_decimals() -> None:
    with decimal.localcontext(prec=3):
        decimal.Decimal(1) / 3
    decimal.Decimal(1) / 3


@pytest.mark.parametrize(
    "act",
    [
        harmless,
        in_threads,
        lambda: subprocess.run(["true"], check=True),
        import_what_adds_a_finder,
        divide_decimals,
    ],
)
def test_what_is_nobodys_fault_is_not_told(act: Callable[[], object]) -> None:
    assert told_about(act) == []


STATE: dict[str, Callable[[], object]] = {
    "builtins": lambda: (len([1]), print is not None),
    "streams": lambda: (sys.stdout.closed, sys.stdin.read(), os.fstat(1).st_ino == os.fstat(2).st_ino, print()),
    "directory": lambda: (os.getcwd(), os.listdir()),
    "environment": lambda: (dict(os.environ), os.popen("echo $A").read()),
    "limit": sys.getrecursionlimit,
    "collector": gc.isenabled,
    "warnings": lambda: list(warnings.filters),
    "threads": threading.active_count,
    "modules": lambda: (sys.modules["random"] is random, __import__("random") is random),
    "imports": lambda: (sys.path, len(sys.meta_path), [hook.__name__ for hook in sys.path_hooks]),
    "tracing": lambda: (sys.gettrace(), sys.getprofile(), threading.gettrace(), threading.getprofile()),
    "locale": lambda: locale.setlocale(locale.LC_ALL),
    "decimals": lambda: decimal.Decimal(1) / 3,
    "handlers": lambda: (signal.getsignal(signal.SIGUSR1), signal.pthread_sigmask(signal.SIG_BLOCK, ())),
}


def leave_everything() -> None:
    Path("file").write_text("text")
    os.environ["A"] = "b"
    os.chdir("/")
    sys.setrecursionlimit(5000)
    random.seed(5)
    gc.disable()
    warnings.simplefilter("error")
    vars(builtins).update(len=None, print=None)
    sys.stdout.close()
    os.close(0)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    locale.setlocale(locale.LC_ALL, "POSIX")
    decimal.getcontext().prec = 3
    leave_a_thread()
    threading.settrace(trace)
    sys.path.clear()
    sys.meta_path.clear()
    sys.modules.clear()
    sys.settrace(trace)
    sys.setprofile(trace)


@pytest.mark.parametrize("name", STATE)
@pytest.mark.parametrize("others", ["say", "are silent"])
@pytest.mark.sampled(2)
def test_the_calls_after_it_find_everything_as_those_before(name: str, others: str) -> None:
    def probe(index: int) -> object:
        found = STATE[name]()
        return found if others == "say" or index in (0, STOP - 1) else None

    answers = said(events_of(Calls(leave_everything, probe=probe)))
    assert answers[0][0] == 0
    assert answers[-1][0] == STOP - 1
    assert len({text for _, text in answers}) == 1


def test_a_call_that_fails_only_because_of_another_is_not_told() -> None:
    """Silent calls after the one that patched fail; run again in a clean process, they do not."""
    body = Calls(patch("len", None), probe=lambda index: None if len([index]) == 1 else index)
    assert untold(events_of(body)) == [Leaked(BAD, BUILTINS, "")]


def test_each_kind_is_told_once() -> None:
    class Always(Calls):
        def step(self, item: Any) -> bytes | None:
            os.environ[f"A{item}"] = "b"
            leave_a_thread()
            return None

    assert untold(events_of(Always(str))) == [Leaked(0, VARIABLES, ""), Leaked(0, THREAD, "")]


def test_a_message_comes_before_what_its_call_left() -> None:
    class Both(Calls):
        def step(self, item: Any) -> bytes | None:
            if item == BAD:
                print("here")
                leave_a_thread()
                return b"message"
            return None

    assert events_of(Both(str)) == [
        Said(BAD, b"message", "here\n"),
        Leaked(BAD, THREAD, "here\n"),
        Finished(STOP, False),
    ]


def test_a_forked_child_that_returns_does_not_run_the_steps_too() -> None:
    assert told_about(lambda: os.fork() and os.wait()) == []
    (event,) = untold(events_of(Calls(lambda: os.fork() and os.wait() and os._exit(5))))
    assert event == died("exit status 5")


def test_random_numbers_are_the_same_for_a_call_whatever_was_run_before() -> None:
    def draw(index: int) -> float:
        for _ in range(index * 312):  # so that the generator has gone round once or more
            random.random()
        return random.random()

    whole = said(events_of(Calls(lambda: None, probe=draw)))
    part = said(events_of(Calls(lambda: None, probe=draw), start=6))
    assert whole[-len(part) :] == part


def test_nothing_outside_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "precious").write_text("text")
    monkeypatch.chdir(tmp_path)
    limit = sys.getrecursionlimit()

    def destroy() -> None:
        for name in os.listdir():
            os.unlink(name)
        for name in os.listdir(os.path.expanduser("~")):
            os.unlink(name)
        leave_everything()

    events_of(Calls(destroy))
    assert Path.cwd() == tmp_path
    assert (tmp_path / "precious").read_text() == "text"
    assert sys.getrecursionlimit() == limit


def test_slow_calls_that_leave_something_are_found_too() -> None:
    body = Calls(lambda: os.environ.update(A="b"), probe=lambda index: time.sleep(0.03))
    assert untold(events_of(body, limits=PATIENT)) == [Leaked(BAD, VARIABLES, "")]
