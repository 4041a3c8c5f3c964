"""When the bench fails: on false alarms and on wrong numbers of inputs, not on goals that are missed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from harness.cells import Effort, Run
from harness.results import Results
from harness.tasks import Task
from tables import bugs, depths

import run as bench

EFFORT = Effort(False, 2, 3, 1)
TASK = Task("list insert/4", group="list insert", correct=True, level=4)
THERE = 56


def counted(tool: str, inputs: int, seconds: float = 0.1, *, alarm: bool = False) -> Run:
    return Run(TASK.name, tool, 0, {"solved": True, "seconds": seconds, "inputs": inputs, "alarm": alarm})


def of_depths(*runs: Run) -> Results:
    return Results("depths", "", EFFORT, [TASK], {}, [counted("inputs", THERE), *runs])


def of_bugs(task: Task, outcome: dict[str, object]) -> Results:
    return Results("bugs", "", EFFORT, [task], {}, [Run(task.name, "refute", 0, outcome)])


def status(results: Results, monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit status when these are the last results."""
    monkeypatch.setattr(bench, "read", lambda name: results)
    monkeypatch.setattr(sys, "argv", ["run.py", "--show", results.name])
    return bench.main()


def test_results_that_are_right_and_reach_their_goals_are_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = of_depths(counted(depths.ALL, THERE), counted(depths.BY_HAND, THERE))
    assert depths.missed(results) == []
    assert status(results, monkeypatch) == 0
    assert "missed" not in capsys.readouterr().out


def test_a_goal_that_is_missed_is_told_and_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    faulty = Task("search_tree/insert_1/insert_valid", "search_tree")
    results = of_bugs(faulty, {"solved": False, "reason": "time"})
    assert status(results, monkeypatch) == 0
    assert f"missed: {bugs.missed(results)[0]}" in capsys.readouterr().out


def test_a_false_alarm_is_a_failure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    correct = Task("search_tree/none/insert_valid", "search_tree", correct=True)
    results = of_bugs(correct, {"solved": True, "seconds": 0.1, "alarm": True})
    assert status(results, monkeypatch) == 1
    assert f"false alarm, refute: {correct.name}" in capsys.readouterr().out


@pytest.mark.parametrize("tool", depths.EXACT)
@pytest.mark.parametrize("tried", [THERE - 1, THERE + 1])
def test_a_wrong_number_of_inputs_is_a_failure(
    tool: str, tried: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(of_depths(counted(tool, tried)), monkeypatch) == 1
    assert f"wrong: {TASK.name}: {tool} tried {tried} of {THERE} inputs" in capsys.readouterr().out


def test_lazy_smallcheck_may_try_fewer_inputs_but_not_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert status(of_depths(counted(depths.LAZY, THERE - 1)), monkeypatch) == 0
    assert status(of_depths(counted(depths.LAZY, THERE + 1)), monkeypatch) == 1


def test_what_was_not_solved_has_no_wrong_number(monkeypatch: pytest.MonkeyPatch) -> None:
    late = Run(TASK.name, depths.ALL, 0, {"solved": False, "reason": "time", "inputs": 3})
    assert status(of_depths(late), monkeypatch) == 0


def test_a_failure_in_one_table_is_not_forgotten_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    right, wrong = of_depths(counted(depths.ALL, THERE)), of_depths(counted(depths.ALL, THERE + 1))
    last = {"depths": wrong, "bugs": Results("bugs", "", EFFORT, [], {}, [])}
    monkeypatch.setattr(bench, "read", lambda name: last[name])
    monkeypatch.setattr(sys, "argv", ["run.py", "--show", "depths", "bugs"])
    assert bench.main() == 1
    last["depths"] = right
    assert bench.main() == 0
