"""Files of the project are there for the code under test, by their relative paths, and stay as they are."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from refute import Limits, Rules, Scope, check
from refute.run.wall.project_files import names_in

FEW = Scope(size=2)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    project = tmp_path / "project"
    (project / "tables").mkdir(parents=True)
    (project / "rates.txt").write_text("20")
    (project / "tables" / "first.csv").write_text("1,2")
    (project / ".env").write_text("SECRET=1")
    monkeypatch.chdir(project)
    return project


def reads(n: int) -> None:
    assert Path("rates.txt").read_text() == "20"
    assert Path("tables", "first.csv").read_text() == "1,2"
    assert sorted(os.listdir()) == ["rates.txt", "tables"]


@pytest.mark.parametrize("workers", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_they_are_read_by_relative_paths(project: Path, workers: str) -> None:
    assert check(reads, scope=FEW, workers=workers).status == "exhausted"


def writes_over(n: int) -> None:
    Path("rates.txt").write_text("0")


def writes_beside(n: int) -> None:
    Path("tables", "second.csv").write_text("0")


def removes_a_tree(n: int) -> None:
    shutil.rmtree("tables", ignore_errors=True)


@pytest.mark.parametrize("function", [writes_over, writes_beside, removes_a_tree])
def test_what_changes_them_is_blocked(project: Path, function: object) -> None:
    report = check(function, scope=Scope(size=0))  # type: ignore[arg-type]
    assert (report.status, report.claims.walled) == ("undecided", 1)
    assert any(str(project) in warning for warning in report.warnings)
    assert (project / "rates.txt").read_text() == "20"
    assert os.listdir(project / "tables") == ["first.csv"]


def removes(n: int) -> None:
    assert sorted(os.listdir()) == ["rates.txt", "tables"]
    os.remove("rates.txt")
    if n:
        Path("rates.txt").write_text("mine")
    os.remove("tables")
    Path("more.txt").write_text("mine")


def test_what_is_removed_is_there_again_for_the_next_input(project: Path) -> None:
    assert check(removes, scope=FEW).status == "exhausted"
    assert (project / "rates.txt").read_text() == "20"


def test_what_may_not_be_read_is_not_read_by_a_relative_path_either(project: Path) -> None:
    rules = Rules(unreadable=(str(project / "tables"),))
    report = check(reads, scope=Scope(size=0), limits=Limits(wall=rules))
    assert (report.status, report.claims.walled) == ("undecided", 1)


def test_a_directory_that_is_no_project_is_not_linked(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number}.txt").touch()
    assert names_in(str(tmp_path)) == ()
    assert names_in(str(tmp_path / "missing")) == ()
