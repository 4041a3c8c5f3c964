"""`--jobs`: functions are checked side by side, and nothing else is different."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from command_line import command, environment, refute

FUNCTIONS = """
def one(n: int) -> int:
    return n

def two(xs: list[int]) -> int:
    return xs[0]

def three(s: str) -> int:
    return s

def four(x: 'Nothing') -> int:
    return 1

def five(a: bool, b: bool) -> bool:
    return a or b
"""
NAMES = ("one", "two", "three", "four", "five")
WAITING = """
from pathlib import Path

def wrong(n: int) -> int:
    if n:
        Path({begun!r}).write_text("w")
    return 1 // n

def first(xs: list[int]) -> int:
    if not xs:
        Path({begun!r}).write_text("f")
    return len(xs)

def second(xs: list[int]) -> int:
    if not xs:
        Path({begun!r}).write_text("s")
    return len(xs)
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("format", ["text", "json", "junit"])
def test_the_output_is_that_of_one_job(tmp_path: Path, format: str) -> None:
    (tmp_path / "functions.py").write_text(FUNCTIONS)
    given = ("check", "functions.py", "--size", "3", "--no-store", "--format", format)
    one, three = (refute(*given, "--jobs", number, cwd=tmp_path) for number in ("1", "3"))
    assert without_times(one.stdout) == without_times(three.stdout)
    assert (one.returncode, one.stderr) == (three.returncode, three.stderr)


def without_times(text: str) -> str:
    return re.sub(r"\d+\.\d+(e-\d+)?", "…", text)


def test_failures_of_all_jobs_are_kept(tmp_path: Path) -> None:
    (tmp_path / "functions.py").write_text(FUNCTIONS)
    for _ in range(2):
        done = refute("check", "functions.py", "--size", "3", "--jobs", "3", cwd=tmp_path)
        assert done.returncode == 1
    assert len(list((tmp_path / ".refute").rglob("*.py"))) == 2


def test_the_settings_say_how_many(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\njobs = 0\n")
    done = refute("check", "functions.py", cwd=tmp_path)
    assert "[tool.refute] jobs: expected a number from 1 on, not 0" in done.stderr


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_ends_all_jobs_and_tells_what_they_know(tmp_path: Path, number: int, status: int) -> None:
    os.mkfifo(tmp_path / "begun")
    (tmp_path / "waiting.py").write_text(WAITING.format(begun=str(tmp_path / "begun")))
    begun = os.open(tmp_path / "begun", os.O_RDWR)
    given = command("check", "waiting.py", "--budget", "120s", "--jobs", "3", "--allow", "write", cwd=tmp_path)
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    with subprocess.Popen(given, cwd=tmp_path, env=environment(), **pipes) as running:
        seen = b""
        while not {*b"wfs"} <= {*seen}:
            assert select.select([begun], [], [], 100)[0]
            seen += os.read(begun, 1)
        running.send_signal(number)
        out, err = running.communicate(timeout=100)
    os.close(begun)
    assert (running.returncode, err) == (status, "")
    assert "wrong(n=0)  raised ZeroDivisionError" in out
    assert {"first", "second"} <= {line.split()[1] for line in out.splitlines() if line.endswith("interrupted")}
    assert "interrupted after 3 of 3 functions" in out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_time_for_the_whole_run_has_one_verdict_for_each_function(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "functions.py").write_text(FUNCTIONS)
    done = refute("check", "functions.py", "--for", "4s", "--jobs", jobs, "--no-store", cwd=tmp_path)
    lines = [line.split()[1:3] for line in done.stdout.splitlines() if line.startswith("functions.py:")]
    verdicts = ["held", "refuted", "refuted", "unusable", "exhausted"]
    assert lines == [[name, verdict] for name, verdict in zip(NAMES, verdicts, strict=True)]
    assert done.returncode == 1


def test_a_search_is_gone_on_with_where_it_was_left(tmp_path: Path) -> None:
    """A failure that the first of several turns does not come to."""
    (tmp_path / "functions.py").write_text("def far(n: int) -> int:\n    return None if n == 4_000 else n\n")
    done = refute("check", "functions.py", "--for", "60s", "--no-store", cwd=tmp_path)
    assert "far(n=4000)  returned None" in done.stdout


@pytest.mark.slow
def test_a_budget_is_the_most_that_a_function_has_of_it(tmp_path: Path) -> None:
    (tmp_path / "functions.py").write_text(
        "def far(n: int) -> int:\n    if n * n == 2:\n        return None\n    return n\n"
    )
    done = refute("check", "functions.py", "--for", "10m", "--budget", "4s", "--no-store", cwd=tmp_path)
    assert "far  held" in done.stdout


def test_what_ends_a_host_is_told_by_every_job(tmp_path: Path) -> None:
    ending = """
import os
from abc import ABC, abstractmethod

class Ending(ABC):
    def __init_subclass__(cls) -> None: os._exit(3)
    @abstractmethod
    def take(self) -> int: ...

def ends(e: Ending) -> int: return e.take()
def right(n: bool) -> bool: return n
"""
    (tmp_path / "functions.py").write_text(ending)
    done = refute("check", "functions.py", "--jobs", "2", "--no-store", cwd=tmp_path)
    assert "which ended the process (exit status 3)" in done.stdout
    assert "right  exhausted" in done.stdout


def test_code_that_writes_to_files_which_are_not_its_own_reaches_no_job(tmp_path: Path) -> None:
    writing = """
import os

def write(n: int) -> int:
    for file in range(3, 64):
        try:
            os.write(file, b"\\xff" * 100)
        except OSError:
            pass
    return n
"""
    (tmp_path / "writing.py").write_text(writing + FUNCTIONS)
    done = refute("check", "writing.py", "--size", "1", "--no-store", "--jobs", "2", cwd=tmp_path)
    assert "refute failed" not in done.stdout + done.stderr
    assert "the process that checked it" not in done.stdout
    for name in NAMES:
        assert f": {name} " in done.stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_functions_for_which_no_time_is_left_are_undecided_and_it_is_said_why(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "many.py").write_text("".join(f"def f{n}(xs: list[int]) -> int:\n    return {n}\n" for n in range(20)))
    done = refute("check", "many.py", "--for", "0.001s", "--no-store", "--jobs", jobs, "--format", "json", cwd=tmp_path)
    reports = json.loads(done.stdout)["functions"]
    assert [report["status"] for report in reports] == ["undecided"] * 20
    said = "no time was left for it: --for 0.001s is too short for 20 functions"
    assert [report["warnings"] for report in reports] == [[said]] * 20
