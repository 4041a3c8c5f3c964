"""The everyday functions of the benchmarks: each fault changes one function, and goals are told from results."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from everyday.faults import FAULTS
from everyday.tools import CORRECT, HERE, all_tasks, imported
from harness.cells import Effort, Run
from harness.results import Results
from harness.tasks import Task
from tables import everyday

from refute import check

EFFORT = Effort(False, 10, 1, 1)
TASKS = [Task("numbers/capped", "numbers"), Task("texts/stem", "texts"), Task("texts/stem" + CORRECT, "texts", True)]


def results(*runs: tuple[str, str, float | None], alarm: str = "") -> Results:
    told = [
        Run(task, tool, 0, {"solved": seconds is not None, "seconds": seconds or 10.0, "alarm": tool == alarm})
        for task, tool, seconds in runs
    ]
    return Results("everyday", "", EFFORT, TASKS, {}, told)


def test_there_are_functions_enough_each_with_a_correct_twin() -> None:
    tasks = all_tasks()
    assert len(tasks) >= 80
    assert [task.name for task in tasks if task.correct] == [task.name + CORRECT for task in tasks if not task.correct]


@pytest.mark.parametrize("module", FAULTS)
def test_a_fault_changes_its_function_and_what_comes_of_it_can_be_compiled(module: str) -> None:
    text = (HERE / f"{module}.py").read_text()
    for fault in FAULTS[module]:
        assert fault.applied(text) != text
        compile(fault.applied(text), module, "exec")


def test_a_faulty_function_fails_where_its_twin_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert check(imported("texts/stem", tmp_path), max_findings=1, budget=60.0).findings
    assert not check(imported("texts/stem" + CORRECT, tmp_path), tests=200).findings


def test_what_others_find_together_is_the_goal_but_for_two() -> None:
    theirs = [("numbers/capped", "Hypothesis", 0.1), ("texts/stem", "CrossHair", 0.1)]
    assert everyday.missed(results(*theirs, ("texts/stem", "refute", 0.5))) == []
    assert everyday.missed(results(*theirs, ("texts/stem", "refute", 3.5))) == [
        "refute takes longer than 3 s for texts/stem"
    ]


def test_fewer_than_that_are_a_goal_that_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everyday, "MAY_MISS", 0)
    theirs = [("numbers/capped", "Hypothesis", 0.1), ("texts/stem", "CrossHair", 0.1)]
    assert everyday.missed(results(*theirs, ("texts/stem", "refute", 0.5))) == [
        "refute finds 1, the others together 2",
        "refute does not find numbers/capped",
    ]


def test_the_table_counts_what_was_found_and_who_was_accused() -> None:
    runs = results(("texts/stem", "refute", 0.5), ("texts/stem" + CORRECT, "CrossHair", 1.0), alarm="CrossHair")
    (grid,) = everyday.grids(runs)
    assert grid.rows[-1][1] == "1 of 2"
    assert any("1 was accused" in note for note in grid.notes)
    assert runs.alarms == ["CrossHair: texts/stem" + CORRECT]
