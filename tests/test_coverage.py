"""coverage.py sees what hosts and workers run, without settings of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("coverage")

SHOP = """\
from refute import Nat, Pos


def rate(n: Nat) -> int:
    if n == 1:
        return 10
    if n < 0:
        return 20
    return 5


def broken(n: int) -> int:
    if n == 2:
        rest = n - 2
        return n // rest
    return n


def unused(n):
    return n
"""
REACHED = [1, 4, 5, 6, 7, 9, 12, 13, 14, 15, 16, 19]
MISSING = [8, 20]
UNTAKEN = [[7, 8]]  # the branch that is never taken
FROM_PYTEST = (
    "pytest",
    "-q",
    "-p",
    "no:asyncio",
    "-p",
    "no:cacheprovider",
    "--refute",
    "shop.py",
    "--refute-size",
    "3",
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def run(project: Path, *command: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=project, env=environment, capture_output=True, text=True, timeout=120
    )
    return done.stdout + done.stderr


def measured(project: Path) -> dict[str, object]:
    run(project, "coverage", "json", "-o", "coverage.json")
    found: dict[str, object] = json.loads((project / "coverage.json").read_text())["files"]["shop.py"]
    return found


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("branch", [pytest.param((), marks=pytest.mark.slow), ("--branch",)], ids=["lines", "branches"])
def test_coverage_run_sees_what_a_check_runs(project: Path, branch: tuple[str, ...], jobs: str) -> None:
    check = ("refute", "check", "shop.py", "--size", "3", "--no-store", "--jobs", jobs)
    said = run(project, "coverage", "run", *branch, "--source=.", "-m", *check)
    assert "2 functions: 1 refuted, 1 exhausted" in said
    assert "CoverageWarning" not in said
    found = measured(project)
    assert (found["executed_lines"], found["missing_lines"]) == (REACHED, MISSING)
    assert found.get("missing_branches", UNTAKEN) == UNTAKEN
    assert [path.name for path in project.glob(".coverage*")] == [".coverage"]


def test_it_sees_what_pytest_runs(project: Path) -> None:
    run(project, "coverage", "run", "--branch", "--source=shop", "-m", *FROM_PYTEST)
    found = measured(project)
    assert (found["executed_lines"], found["missing_branches"]) == (REACHED, UNTAKEN)


@pytest.mark.slow
@pytest.mark.parametrize("distributed", [(), ("-n", "2")], ids=["alone", "distributed"])
def test_pytest_cov_sees_it(project: Path, distributed: tuple[str, ...]) -> None:
    pytest.importorskip("pytest_cov")
    said = run(project, *FROM_PYTEST, "--cov=shop", "--cov-branch", *distributed)
    assert "1 failed, 1 passed" in said
    found = measured(project)
    assert (found["executed_lines"], found["missing_branches"]) == (REACHED, UNTAKEN)


def test_what_calls_do_to_the_tracer_is_put_right_under_coverage(project: Path) -> None:
    (project / "shop.py").write_text(
        "import sys\n\n\ndef deaf(n: int) -> int:\n    if n == 0:\n        sys.settrace(None)\n    return later(n)\n"
        "\n\ndef later(n):\n    if n == 1:\n        return 1\n    return n\n"
    )
    said = run(
        project, "coverage", "run", "--source=.", "-m", "refute", "check", "shop.py", "--size", "2", "--no-store"
    )
    assert "all 5 inputs to size 2" in said
    assert measured(project)["missing_lines"] == []


@pytest.mark.skipif(sys.version_info < (3, 12), reason="there is no sys.monitoring")
def test_a_measurement_by_events_is_inherited_as_well(project: Path) -> None:
    (project / ".coveragerc").write_text("[run]\ncore = sysmon\n")
    run(project, "coverage", "run", "--source=.", "-m", "refute", "check", "shop.py", "--size", "3", "--no-store")
    assert measured(project)["executed_lines"] == REACHED
