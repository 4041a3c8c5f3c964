"""Systems that lack what Linux has: everything can be imported there, and refute says what it does without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import environment
from sampling import some_of

HERE = Path(__file__).parent
# All but what is for code that has imported numpy or pandas, which know the real systems.
IMPORT_ALL = """
import importlib, pkgutil, refute
for module in pkgutil.walk_packages(refute.__path__, "refute."):
    if not module.name.startswith("refute.types.data.recipes.arrays."):
        importlib.import_module(module.name)
"""
COMMAND = "from refute.cli import main; raise SystemExit(main())"


def on_a_poor_system(code: str, *arguments: str, cwd: Path = HERE) -> subprocess.CompletedProcess[str]:
    """Code, run by an interpreter without `fcntl`, `resource`, `os.fork`, `signal.SIGALRM` and the like."""
    poor = os.pathsep.join(filter(None, [str(HERE / "poor"), os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        cwd=cwd,
        env=environment(PYTHONPATH=poor),
    )


def test_no_module_needs_what_a_system_may_lack_to_be_imported() -> None:
    done = on_a_poor_system(IMPORT_ALL)
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize(("command", "told"), [("--version", "refute 0."), ("doctor", "processes")])
def test_refute_tells_about_itself_there(command: str, told: str) -> None:
    done = on_a_poor_system(COMMAND, command)
    assert told in done.stdout
    assert done.returncode == 0


def test_values_are_built_there_and_a_refinement_that_hangs_is_ended() -> None:
    code = """
from typing import Annotated
from refute import RefinementError, Scope, inhabitants, where

def endless(n):
    while n == 2:
        pass
    return True

print(inhabitants(list[int], Scope(size=2)).count)
try:
    inhabitants(Annotated[int, where(endless)], Scope(size=3)).count
except RefinementError as error:
    print(error.problem)
"""
    done = on_a_poor_system(code)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["31", "endless did not return within 3 s"]


def test_workers_cannot_be_forked_there_and_need_not_be(tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text("def f(n: bool) -> bool:\n    return n\n")
    done = on_a_poor_system(COMMAND, "check", "subject.py", "--size", "1", "--workers", "fork", cwd=tmp_path)
    assert "workers cannot be forked on this system: it has no os.fork" in done.stderr
    assert "--workers spawn" in done.stderr
    done = on_a_poor_system(COMMAND, "check", "subject.py", "--size", "1", cwd=tmp_path)
    assert done.stderr == ""
    assert "exhausted   all 2 inputs" in done.stdout


def test_the_doctor_says_what_is_weaker_there() -> None:
    told = on_a_poor_system(COMMAND, "doctor").stdout
    assert "no   forked workers  there is no os.fork" in told
    assert "code under test runs in fresh interpreters" in told
    assert "no   resource limits memory, processor time and the size of files of a call are not bounded" in told


@pytest.mark.parametrize(
    ("name", "told"),
    some_of(
        [
            ("right", "exhausted   all 400 inputs to size 3"),
            ("wrong", "wrong(n=3)  returned 3"),
            ("hangs", "hangs(n=2)  did not return within 0.5 s\n    spawned_functions.py:4"),
            ("exits", "exits(n=2)  ended the process: exit status 3"),
            ("talks", "| at 3"),
            ("writes", "wanted to write"),
            ("disturbs", "environment variables were changed"),
            ("applies", "applies(f=f, n=0)  returned 3"),
        ],
        lambda case: case[0] in ("right", "writes"),
    ),
)
def test_functions_are_checked_there(name: str, told: str) -> None:
    options = ("--size", "3", "--time-limit", "500ms", "--no-store")
    done = on_a_poor_system(COMMAND, "check", f"spawned_functions.py:{name}", *options)
    assert done.stderr == ""
    assert told in done.stdout
