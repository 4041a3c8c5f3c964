"""Judging a suite: the lines and branches of a module that its passing tests cover, by coverage.py."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from strangers.environments import Environment

_LIMIT = 180  # seconds for a suite, beside those that it was given
_FAILED = """import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed:
        with open("failed.txt", "a", encoding="utf-8") as file:
            print(item.nodeid, file=file)
    return report
"""


@dataclass(frozen=True)
class Judged:
    """Shares of lines and branches, from 0 to 1, and tests."""

    lines: float = 0.0
    branches: float = 0.0
    tests: int = 0
    failing: int = 0
    problem: str = ""

    @property
    def both(self) -> float:
        """Lines and branches count alike."""
        return (self.lines + self.branches) / 2


def judged(environment: Environment, module: str, files: Sequence[Path], seconds: float) -> Judged:
    """The tests that fail are left out, then those that are left are measured."""
    if not files:
        return Judged(problem="no suite")
    into = files[0].parent
    conftest = into / "conftest.py"
    own = conftest.read_text(encoding="utf-8") if conftest.exists() else ""
    conftest.write_text(own + "\n" + _FAILED, encoding="utf-8")
    names = [file.name for file in files]
    failed = into / "failed.txt"
    try:
        pytest = [str(environment.python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:refute"]
        _run([*pytest, *names], environment, into, seconds)
        left_out = failed.read_text(encoding="utf-8").split("\n")[:-1] if failed.exists() else []
        conftest.write_text(own, encoding="utf-8")
        told = ",".join(left_out)
        source = _file_of(environment, module, into)
        (into / "coveragerc").write_text(f"[run]\nbranch = true\ninclude = {source}\n", encoding="utf-8")
        deselected = [option for name in left_out for option in ("--deselect", name)]
        cover = [str(environment.python), "-m", "coverage", "run", "--rcfile=coveragerc", *pytest[1:]]
        said = _run([*cover, *names, *deselected], environment, into, seconds)
        report = [str(environment.python), "-m", "coverage", "json", "--rcfile=coveragerc", "-o", "coverage.json"]
        _run(report, environment, into, seconds)
        found = json.loads((into / "coverage.json").read_text(encoding="utf-8"))
    except (subprocess.TimeoutExpired, FileNotFoundError, ValueError) as error:
        return Judged(problem=f"{type(error).__name__}: {error}"[:200])
    totals = found["totals"]
    return Judged(
        _share(totals["covered_lines"], totals["num_statements"]),
        _share(totals["covered_branches"], totals["num_branches"]),
        _passed(said),
        len(told.split(",")) if told else 0,
    )


def _share(covered: int, total: int) -> float:
    return covered / total if total else 1.0


def _passed(said: str) -> int:
    """`12 passed, 1 xfailed in 0.10s`"""
    words = said.replace(",", "").split()
    return sum(int(words[place - 1]) for place, word in enumerate(words) if word in ("passed", "xfailed"))


def _file_of(environment: Environment, module: str, into: Path) -> str:
    asked = [str(environment.python), "-c", f"import {module} as module; print(module.__file__)"]
    return subprocess.run(
        asked, cwd=into, env=environment.variables, capture_output=True, text=True, check=True
    ).stdout.strip()


def _run(command: Sequence[str], environment: Environment, into: Path, seconds: float) -> str:
    done = subprocess.run(
        command,
        cwd=into,
        env=environment.variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_LIMIT + 2 * seconds,
        check=False,
    )
    return done.stdout
