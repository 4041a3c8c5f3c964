"""Signals, pipes and streams: whatever happens to the program, what is known by then is told."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from command_line import command, environment, refute

FUNCTIONS = """
import os
from pathlib import Path

def wrong(n: int) -> int:
    return 1 // n

def slow(xs: list[int]) -> int:
    if not xs:
        Path({begun!r}).write_text("x")
    return len(xs)

def shrinking(xs: list[str]) -> None:
    if len("".join(xs)) > 7:
        Path({begun!r}).write_text("x")
        raise AssertionError("found")
"""
MODULE = "functions_under_signals.py"


@pytest.fixture
def begun(tmp_path: Path) -> Any:
    """A pipe that the functions of a module write to when they are called."""
    os.mkfifo(tmp_path / "begun")
    (tmp_path / MODULE).write_text(FUNCTIONS.format(begun=str(tmp_path / "begun")))
    pipe = os.open(tmp_path / "begun", os.O_RDWR)
    yield pipe
    os.close(pipe)


def ended_by(
    number: int, begun: int, project: Path, *arguments: str, budget: str = "120s", calls: int = 1
) -> subprocess.CompletedProcess[str]:
    """A check that is sent a signal once its functions have been called so often."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    given = command("check", *arguments, "--budget", budget, "--allow", "write", cwd=project)
    with subprocess.Popen(given, cwd=project, env=environment(), **pipes) as running:
        for _ in range(calls):
            assert select.select([begun], [], [], 100)[0]
            os.read(begun, 1)
        running.send_signal(number)
        out, err = running.communicate(timeout=100)
    return subprocess.CompletedProcess(given, running.returncode, out, err)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("format", ["json", "junit", "jsonl"])
def test_a_run_that_is_terminated_tells_what_is_known(begun: int, tmp_path: Path, format: str) -> None:
    targets = [f"{MODULE}:wrong", f"{MODULE}:slow"]
    done = ended_by(signal.SIGTERM, begun, tmp_path, *targets, "--format", format)
    assert (done.returncode, done.stderr) == (143, "")
    match format:
        case "json":
            names = [function["target"] for function in json.loads(done.stdout)["functions"]]
        case "jsonl":
            names = [line["target"] for line in map(json.loads, done.stdout.splitlines()) if "target" in line]
        case _:
            names = [case.get("name") for case in ElementTree.fromstring(done.stdout).iter("testcase")]
    assert names == ["wrong", "slow"]


def test_a_terminal_that_is_closed_does_not_end_a_run_that_ignores_it(begun: int, tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        done = ended_by(signal.SIGHUP, begun, tmp_path, f"{MODULE}:slow", "--size", "2")
    finally:
        signal.signal(signal.SIGHUP, before)
    assert done.returncode == 0
    assert "all 31 inputs to size 2" in done.stdout


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_failure_that_is_being_made_smaller_is_told(begun: int, tmp_path: Path, number: int) -> None:
    done = ended_by(number, begun, tmp_path, f"{MODULE}:shrinking", "--format", "json", budget="6s", calls=4)
    (function,) = json.loads(done.stdout)["functions"]
    assert function["status"] == "refuted"
    assert function["findings"][0]["outcome"] == "raised AssertionError: found"
    assert done.returncode in (130, 143, 129, 1)  # or it was made as small as can be by then


def test_a_reader_that_has_seen_enough_does_not_change_the_status(tmp_path: Path) -> None:
    (tmp_path / MODULE).write_text(FUNCTIONS.format(begun=""))
    given = command("check", f"{MODULE}:wrong", "--size", "1", "--format", "jsonl", cwd=tmp_path)
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(given, cwd=tmp_path, env=environment(), **pipes) as running:
        running.stdout.close()
        assert running.wait(100) == 1
        assert running.stderr.read() == b""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("closed", [(1,), (2,), (1, 2), (0, 1, 2)], ids=str)
def test_streams_may_be_closed(tmp_path: Path, closed: tuple[int, ...]) -> None:
    (tmp_path / MODULE).write_text(FUNCTIONS.format(begun=""))
    given = command("check", f"{MODULE}:wrong", "--size", "1", cwd=tmp_path)
    shell = f"exec {' '.join(given)} {' '.join(f'{file}>&-' for file in closed)}"
    done = subprocess.run(
        shell, shell=True, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 1
    assert done.stderr == ""
    assert ("refuted" in done.stdout) == (1 not in closed)


def test_bounds_may_be_negative(tmp_path: Path) -> None:
    (tmp_path / MODULE).write_text(FUNCTIONS.format(begun=""))
    done = refute("check", f"{MODULE}:wrong", "--ints", "-9..-5", "--size", "1", cwd=tmp_path)
    assert "all 5 inputs to size 1, ints -9..-5" in done.stdout


FORMATS = ["text", "json", "jsonl", "junit", "github"]
LOST = "refute: standard output cannot be written: "


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(("to", "why"), [(">/dev/full", "No space left on device"), ("1</dev/null", "Bad file desc")])
@pytest.mark.sampled(3)
def test_output_that_cannot_be_written_is_told_as_such(tmp_path: Path, format: str, to: str, why: str) -> None:
    (tmp_path / MODULE).write_text(FUNCTIONS.format(begun=""))
    given = command("check", f"{MODULE}:wrong", "--size", "1", "--format", format, cwd=tmp_path)
    done = redirected(given, to, tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(LOST + why)
    assert "fault of refute" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "how",
    [
        "show int",
        "show int --count",
        "show int --list --size 1",
        "show int --sample 2",
        "show int --format json",
        "doctor",
    ],
)
def test_other_commands_tell_it_as_well(tmp_path: Path, how: str) -> None:
    done = redirected(command(*how.split(), cwd=tmp_path), ">/dev/full", tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(LOST)
    assert "fault of refute" not in done.stderr


@pytest.mark.parametrize("how", ["check", "check mine.py", "check json:dumps", "show int", "baseline"])
def test_a_current_directory_that_is_gone_is_told_as_such(tmp_path: Path, how: str) -> None:
    (tmp_path / "gone").mkdir()
    shell = f"rmdir ../gone; exec {' '.join(command(*how.split(), cwd=tmp_path))}"
    done = subprocess.run(
        shell, shell=True, cwd=tmp_path / "gone", env=environment(), capture_output=True, text=True, timeout=100
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "refute: the current directory cannot be used: No such file or directory\n"
        "  If it has been deleted, change to another one and run refute again.\n"
    )


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.sampled(2)
def test_streams_may_be_closed_in_all_formats(tmp_path: Path, format: str) -> None:
    (tmp_path / MODULE).write_text(FUNCTIONS.format(begun=""))
    given = command("check", f"{MODULE}:wrong", "--size", "1", "--format", format, cwd=tmp_path)
    done = redirected(given, "1>&-", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


@pytest.mark.parametrize("to", [">/dev/full 2>/dev/full", ">/dev/full 2>&-"])
def test_where_nothing_can_be_written_the_status_says_so(tmp_path: Path, to: str) -> None:
    (tmp_path / MODULE).write_text(FUNCTIONS.format(begun=""))
    given = command("check", f"{MODULE}:wrong", "--size", "1", cwd=tmp_path)
    assert redirected(given, to, tmp_path).returncode == 2


def redirected(given: list[str], to: str, project: Path) -> subprocess.CompletedProcess[str]:
    shell = f"exec {' '.join(given)} {to}"
    return subprocess.run(
        shell, shell=True, cwd=project, env=environment(), capture_output=True, text=True, timeout=100
    )


# -- interrupts before there is anything to tell, and while it is told -------------------------------------------------

WAITING = """
import threading
from pathlib import Path

Path({begun!r}).write_text("x")
threading.Event().wait()
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_an_import_that_is_interrupted_leaves_what_was_known_before(
    begun: int, tmp_path: Path, number: int, status: int
) -> None:
    (tmp_path / "broken.py").write_text("def f(:\n")
    (tmp_path / "waiting.py").write_text(WAITING.format(begun=str(tmp_path / "begun")))
    done = ended_by(number, begun, tmp_path, "broken.py", "waiting.py")
    assert done.returncode == status
    assert "broken.py:1" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("interrupted after 0 of ")


INTERRUPTING = """
import sys
from refute import __main__
from refute.report.verdicts import Verdict
from refute.report import terminal
import signal

told = terminal.TextWriter.finished

def finished(self, verdict):
    lines = terminal.TextWriter._print
    def interrupted(self, some):
        signal.raise_signal(signal.{number})
        lines(self, some)
    terminal.TextWriter._print = interrupted
    try:
        told(self, verdict)
    finally:
        terminal.TextWriter._print = lines

terminal.TextWriter.finished = finished
sys.exit(__main__.main())
"""


@pytest.mark.parametrize(("number", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interrupt_while_a_verdict_is_written_loses_nothing_of_it(tmp_path: Path, number: str, status: int) -> None:
    (tmp_path / MODULE).write_text(FUNCTIONS.format(begun=""))
    (tmp_path / "interrupting.py").write_text(INTERRUPTING.format(number=number))
    given = [sys.executable, "interrupting.py", "check", f"{MODULE}:wrong", f"{MODULE}:slow", "--size", "1", "-j1"]
    done = subprocess.run(given, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=100)
    assert done.returncode == status, done.stderr
    assert "wrong(n=0)  raised ZeroDivisionError" in done.stdout
    assert "interrupted after 1 of 2 functions" in done.stdout
