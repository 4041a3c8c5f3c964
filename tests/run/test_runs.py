"""Runs as a whole: order, deadlines, progress, and what is left when they end."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from by_value import by_value
from misbehaving import (
    BAD,
    PATIENT,
    QUICK,
    STOP,
    Calls,
    died,
    events_of,
    files_left,
    isolated,
    said,
    told_about,
    untold,
    without_settlements,
)

from refute.errors import RefuteError
from refute.run.body import Body
from refute.run.events import Finished, Hung, Said, Settled, Unmade, Waiting
from refute.run.inside import Inside
from refute.run.isolated import Isolated
from refute.run.system.scratch import Scratch
from refute.run.workers.forked import ForkingSupervisor
from refute.run.workers.shared_state import SharedState
from refute.run.workers.worker import Worker


class Endless(Body):
    """Says every thousandth index."""

    def start(self, index: int) -> Iterator[int]:
        while True:
            yield index
            index += 1

    def step(self, item: Any) -> bytes | None:
        return None if item % 1000 else str(item).encode()


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The place for temporary files, in which a run leaves none."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    yield tmp_path
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def nap() -> str:
    """How long processes sleep that a run leaves: a minute, and a fraction that no other process on the machine has."""
    return f"61.{os.getpid():07}"


def processes_with(text: str) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if text in (entry / "cmdline").read_text() and int(entry.name) != os.getpid():
                found.append(entry.name)
        except (OSError, ValueError):
            continue
    return found


def test_every_index_is_run_once_and_in_order() -> None:
    events = events_of(Endless(), 500, 100_500)
    assert said(events) == [(index, str(index)) for index in range(1000, 100_500, 1000)]
    assert events[-1] == Finished(100_500, False)


def test_indices_may_be_of_any_size() -> None:
    start = 10**30
    assert events_of(Endless(), start, start + 5) == [Said(start, str(start).encode(), ""), Finished(start + 5, False)]


def test_an_empty_range_is_finished() -> None:
    assert events_of(Endless(), 5, 5) == [Finished(5, False)]


def test_inputs_may_end_before_the_range() -> None:
    assert events_of(Calls(str), 0, 1000)[-1] == Finished(STOP, True)


def test_messages_of_any_size_and_number_arrive() -> None:
    sizes = [0, 1, 1 << 10, 1 << 18, (1 << 18) + 1, 1 << 22]
    large = events_of(Calls(str, probe=lambda index: "x" * sizes[index % len(sizes)]))
    assert [len(text) for _, text in said(large)] == [sizes[i % len(sizes)] for i in range(STOP) if i != BAD]
    many = events_of(Calls(str, probe=lambda index: "x" * 1000, stop=3000), stop=3000)
    assert [index for index, _ in said(many)] == [index for index in range(3000) if index != BAD]


def test_a_slow_reader_loses_nothing() -> None:
    run = isolated(QUICK).run(Calls(str, probe=lambda index: "x" * 10_000, stop=200), 0, 200)
    events = []
    for event in run:
        events.append(event)
        if isinstance(event, Said) and event.index in (10, 100):
            time.sleep(0.5)
    assert len(said(events)) == 199
    assert untold(without_settlements(events)) == []


def test_settlements_are_told_as_they_come_and_follow_each_other() -> None:
    run = isolated(PATIENT).run(Endless(), 0, 10**12)
    settled = list(islice((event for event in run if isinstance(event, Settled)), 4))
    run.close()
    assert settled[0].first == 0
    assert [event.first for event in settled[1:]] == [event.stop for event in settled[:-1]]


def test_a_deadline_ends_the_run_with_all_that_was_said() -> None:
    *events, last = isolated(PATIENT).run(Endless(), 0, 10**12, deadline=time.monotonic() + 0.3)
    assert isinstance(last, Finished)
    assert not last.ended
    assert said(events) == [(index, str(index)) for index in range(0, last.stop, 1000)]


class WhenThereIs(float):
    """A deadline that comes with a file, whatever the time is."""

    file: Path

    def __add__(self, grace: float) -> WhenThereIs:
        return self

    def __le__(self, now: float) -> bool:
        return self.file.exists()

    def __gt__(self, now: float) -> bool:
        return not self.file.exists()


def test_a_call_under_way_at_the_deadline_has_the_time_it_is_allowed(tmp_path_factory: pytest.TempPathFactory) -> None:
    deadline = WhenThereIs()
    deadline.file = tmp_path_factory.mktemp("deadlines") / "deadline"

    def hang_past_the_deadline() -> None:
        deadline.file.touch()
        time.sleep(60)

    events = list(isolated(QUICK).run(Calls(hang_past_the_deadline), 0, STOP, deadline=deadline))
    assert [event.index for event in events if isinstance(event, Hung)] == [BAD]
    assert events[-1] == Finished(BAD + 1, False)
    assert [index for index, _ in said(events)] == list(range(BAD))


def test_a_deadline_that_has_passed_runs_nothing() -> None:
    assert list(isolated(QUICK).run(Endless(), 0, 5, deadline=time.monotonic())) == [Finished(0, False)]


def test_closing_the_run_ends_everything(nap: str) -> None:
    def leave_daemons() -> None:
        subprocess.Popen(["sleep", nap], start_new_session=True)
        subprocess.Popen(["sh", "-c", f"sleep {nap} & sleep {nap}"])
        time.sleep(60)

    class Leaving(Calls):
        def step(self, item: Any) -> bytes | None:
            if item == 1:
                leave_daemons()
            return b""

    run = isolated(PATIENT).run(Leaving(str), 0, STOP)
    assert isinstance(next(event for event in run if not isinstance(event, Waiting)), Said)
    while len(processes_with(nap)) < 4:
        next(run)
    run.close()
    assert processes_with(nap) == []


@pytest.mark.forked("it is the host that adopts what other workers leave")
def test_what_a_dead_worker_leaves_running_is_ended(nap: str) -> None:
    def leave_and_die() -> None:
        subprocess.Popen(["sleep", nap], start_new_session=True)
        os._exit(1)

    assert untold(events_of(Calls(leave_and_die))) == [died("exit status 1")]
    assert processes_with(nap) == []


def test_files_that_resist_are_removed() -> None:
    def resist() -> None:
        os.makedirs("a/b/c")
        os.chmod("a/b", 0)
        os.chmod("a", 0)

    assert untold(events_of(Calls(resist))) == []


SCRIPT = """if True:
    import time
    from misbehaving import Calls
    from refute.run.isolated import Isolated
    from refute.run.limits import Limits
    from refute.run.wall.rules import OPEN
    import subprocess, sys

    def act():
        subprocess.Popen(["sleep", sys.argv[1]], start_new_session=True)
        time.sleep(60)

    body = Calls(act)
    for event in Isolated(Limits(wall=OPEN, seconds=60)).run(body, 0, 9):
        print(event, flush=True)
"""


@pytest.mark.forked("other supervisors end with refute, and clean nothing")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_when_refute_itself_is_ended(end: signal.Signals, scratch: Path, nap: str) -> None:
    script = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, nap],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent,
        start_new_session=True,
    )
    assert script.stdout is not None
    assert script.stderr is not None
    while "stop=4" not in (line := script.stdout.readline()):
        assert line, script.stderr.read()
    assert len(list(scratch.iterdir())) == 1
    os.killpg(script.pid, end)
    _, errors = script.communicate(timeout=60)
    assert script.returncode == -end
    assert ("KeyboardInterrupt" in errors) == (end == signal.SIGINT)
    # SIGTERM and SIGKILL leave the cleaning to the supervisor, which notices on its own
    until = time.monotonic() + 60
    while time.monotonic() < until and (processes_with(nap) or list(scratch.iterdir())):
        time.sleep(0.01)
    assert processes_with(nap) == []


def test_inputs_that_cannot_be_made_are_told_and_those_after_them_are_run() -> None:
    class Broken(Calls):
        def start(self, index: int) -> Iterator[int]:
            for item in super().start(index):
                if item == BAD:
                    raise ValueError("no such input")
                yield item

    events = events_of(Broken(str))
    assert untold(events) == [Unmade(BAD, "raised ValueError('no such input')")]
    assert [index for index, _ in said(events)] == [index for index in range(STOP) if index != BAD]


def above_work() -> Path:
    """The directory that a call's working directory is in."""
    return Path(os.environ["HOME"]).parent


def remove_it() -> None:
    shutil.rmtree(above_work())
    os._exit(3)


def replace_it_by_a_file() -> None:
    shutil.rmtree(above_work())
    above_work().touch()
    os._exit(3)


def replace_it_by_a_link() -> None:
    shutil.rmtree(above_work())
    above_work().symlink_to(above_work().parent)
    os._exit(3)


@pytest.mark.parametrize("act", [remove_it, replace_it_by_a_file, replace_it_by_a_link])
def test_a_call_that_destroys_the_place_it_works_in_does_not_end_the_run(act: Callable[[], None]) -> None:
    assert told_about(act) == [died("exit status 3")]


@pytest.mark.parametrize("act", [remove_it, replace_it_by_a_file, replace_it_by_a_link])
def test_nothing_is_left_of_it_though_the_last_call_destroyed_it(act: Callable[[], None]) -> None:
    assert untold(events_of(Calls(act), stop=BAD + 1)) == [died("exit status 3")]


def test_what_a_link_in_its_place_leads_to_is_not_touched(tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "work").mkdir()

    def lead_elsewhere() -> None:
        shutil.rmtree(above_work())
        above_work().symlink_to(elsewhere)
        os._exit(3)

    events_of(Calls(lead_elsewhere), stop=BAD + 1)
    assert (elsewhere / "work").is_dir()


@pytest.mark.forked("it breaks what is inherited")
def test_a_supervisor_that_cannot_go_on_says_why(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (scratch / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch / "temporary"))

    def remove_all() -> None:
        shutil.rmtree(above_work().parent)
        os._exit(3)

    with pytest.raises(RefuteError, match=r"(?s)watches the tests failed at index 4.*FileNotFoundError"):
        events_of(Calls(remove_all))


def test_a_run_may_be_made_in_a_thread() -> None:
    with ThreadPoolExecutor() as pool:
        runs = [pool.submit(events_of, Calls(lambda: os._exit(1))) for _ in range(3)]
    assert all(untold(run.result()) == [died("exit status 1")] for run in runs)


@pytest.mark.slow
@pytest.mark.forked("two runs by fresh interpreters")
def test_the_end_of_a_run_does_not_end_the_worker_of_another() -> None:
    one, other = (Isolated(PATIENT, by_value).run(Endless(), 0, 1 << 40) for _ in range(2))
    with closing(one), closing(other):
        for run in (one, other):  # the second has the interpreter that was started while the first was at work
            next(event for event in run if isinstance(event, Said))
        one.close()
        workers = {event.worker for event in islice(other, 200) if isinstance(event, Settled)}
    assert len(workers) == 1


@pytest.mark.forked("hosts do not forget theirs")
def test_a_process_that_forgets_its_children_still_learns_how_they_ended() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert untold(events_of(Calls(lambda: os._exit(3)))) == [died("exit status 3")]
    finally:
        signal.signal(signal.SIGCHLD, before)


@pytest.mark.forked("a spare interpreter is kept, with its files")
def test_a_run_leaves_no_files_open() -> None:
    before = os.listdir("/proc/self/fd")
    events_of(Calls(lambda: os._exit(3)))
    assert os.listdir("/proc/self/fd") == before


@pytest.mark.forked("a spare interpreter is kept, with its files")
def test_a_run_that_cannot_be_started_leaves_nothing() -> None:
    before = os.listdir("/proc/self/fd")
    ends: list[object] = []
    for free in range(16):
        try:
            with files_left(free):
                ends.append(events_of(Endless(), 0, 5)[-1])
        except (OSError, RefuteError) as error:
            ends.append(type(error))
        assert os.listdir("/proc/self/fd") == before
    assert ends[0] is OSError
    assert ends[-1] == Finished(5, False)


def test_a_run_without_a_place_for_its_files_leaves_nothing(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(scratch / "missing"))
    before = os.listdir("/proc/self/fd")
    with pytest.raises(FileNotFoundError):
        events_of(Endless(), 0, 5)
    assert os.listdir("/proc/self/fd") == before


def test_runners_show_what_they_are() -> None:
    assert repr(Isolated(QUICK)) == f"Isolated({QUICK})"
    assert repr(Inside()) == "Inside()"


def test_a_worker_shows_where_it_is() -> None:
    class Curious(Calls):
        def step(self, item: Any) -> bytes:
            (worker,) = (one for one in gc.get_objects() if isinstance(one, Worker))
            return repr(worker).encode()

    (_, text) = said(events_of(Curious(str)))[BAD]
    pattern = rf"<Worker: {BAD} of {STOP} steps settled, <SharedState: worker \d+ in step {BAD + 1}, ending 0, .*>>"
    assert re.fullmatch(pattern, text)


@pytest.mark.forked("it is about its supervisor")
def test_a_supervisor_shows_how_far_it_is(scratch: Path) -> None:
    line, _other = ends = socket.socketpair()
    with closing(SharedState()) as state:
        place = Scratch(state.scratch)
        with closing(ForkingSupervisor(Endless(), 0, 5_000, QUICK, None, state, line, place)) as supervisor:
            shown = "<SharedState: worker 0 after step 0, ending 0, 0 bytes to read>"
            assert repr(supervisor) == f"<ForkingSupervisor: 0 of 5,000 steps settled, {shown}>"
        place.remove()
    for end in ends:
        end.close()


def test_two_runs_at_once_do_not_meet() -> None:
    one = isolated(QUICK).run(Calls(lambda: os._exit(1)), 0, STOP)
    other = isolated(QUICK).run(Calls(lambda: os._exit(2)), 0, STOP)
    both = [(next(one), next(other)) for _ in range(BAD)]
    assert all(isinstance(event, Said | Settled | Waiting) for pair in both for event in pair)
    one.close()
    assert list(other)[-1] == Finished(STOP, False)


def test_inside_the_process_the_same_is_said() -> None:
    isolated = events_of(Endless(), 500, 5_500)
    inside = without_settlements(list(Inside().run(Endless(), 500, 5_500)), 500)
    assert inside == isolated


def test_inside_the_process_exceptions_come_through() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(Inside().run(Calls(fail), 0, STOP))


def test_inside_the_process_a_deadline_counts_too() -> None:
    clock = iter(range(10**6)).__next__
    *events, last = Inside(clock).run(Endless(), 0, 10**12, deadline=1_000)
    assert isinstance(last, Finished)
    assert 0 < last.stop <= 1_000
    assert sum(isinstance(event, Settled) for event in events) > 2
