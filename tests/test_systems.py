"""Systems that lack what Linux has: everything can be imported there, and refute says what it does without."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from command_line import environment

HERE = Path(__file__).parent
IMPORT_ALL = """
import importlib, pkgutil, refute
for module in pkgutil.walk_packages(refute.__path__, "refute."):
    importlib.import_module(module.name)
"""
COMMAND = "import runpy; runpy.run_module('refute', run_name='__main__')"


def on_a_poor_system(code: str, *arguments: str, cwd: Path = HERE) -> subprocess.CompletedProcess[str]:
    """Code, run by an interpreter without `fcntl`, `resource`, `os.fork`, `signal.SIGALRM` and the like."""
    command = [sys.executable, str(HERE / "poor_system.py"), code, *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, cwd=cwd, env=environment())


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
