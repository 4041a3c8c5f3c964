"""Signals, pipes and streams: whatever happens to the program, what is known by then is told."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
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
    given = command("check", *arguments, "--budget", budget, cwd=project)
    with subprocess.Popen(given, cwd=project, env=environment(), **pipes) as running:
        for _ in range(calls):
            assert select.select([begun], [], [], 100)[0]
            os.read(begun, 1)
        running.send_signal(number)
        out, err = running.communicate(timeout=100)
    return subprocess.CompletedProcess(given, running.returncode, out, err)


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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_failure_that_is_being_made_smaller_is_told(begun: int, tmp_path: Path, number: int) -> None:
    done = ended_by(number, begun, tmp_path, f"{MODULE}:shrinking", "--format", "json", budget="6s", calls=4)
    (function,) = json.loads(done.stdout)["functions"]
    assert function["status"] == "refuted"
    assert function["findings"][0]["outcome"] == "raised AssertionError: found"
    assert done.returncode in (130, 143, 1)  # or it was made as small as can be by then


def test_a_reader_that_has_seen_enough_does_not_change_the_status(tmp_path: Path) -> None:
    (tmp_path / MODULE).write_text(FUNCTIONS.format(begun=""))
    given = command("check", f"{MODULE}:wrong", "--size", "1", "--format", "jsonl", cwd=tmp_path)
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(given, cwd=tmp_path, env=environment(), **pipes) as running:
        running.stdout.close()
        assert running.wait(100) == 1
        assert running.stderr.read() == b""


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
