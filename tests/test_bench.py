"""The harness of the benchmarks: what it counts, and what it does with tools that fail."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from harness.cells import Effort, Measuring, Run
from harness.figures import Cell, cells, in_buckets, ratio
from harness.grids import Grid
from harness.journal import Journal
from harness.results import Results, read
from harness.tasks import Task, Tool
from shrinking import challenges
from tables import shrinking


def ran(task: str, tool: str, seconds: float | None, seed: int = 0) -> Run:
    outcome = {"solved": False, "reason": "time"} if seconds is None else {"solved": True, "seconds": seconds}
    return Run(task, tool, seed, outcome)


def test_a_cell_is_solved_if_every_run_is() -> None:
    assert Cell((ran("a", "x", 1), ran("a", "x", 2))).solved
    assert not Cell((ran("a", "x", 1), ran("a", "x", None))).solved


def test_a_cell_takes_the_median_of_its_runs() -> None:
    assert Cell((ran("a", "x", 1), ran("a", "x", 100), ran("a", "x", 2))).seconds == 2


def test_a_ratio_is_the_geometric_mean_over_what_both_solve() -> None:
    found = cells([ran("a", "ours", 1), ran("a", "theirs", 2), ran("b", "ours", 1), ran("b", "theirs", 8)])
    assert ratio(found, "theirs", "ours").times == pytest.approx(4)
    assert ratio(found, "theirs", "ours").tasks == 2


def test_what_was_not_solved_is_in_no_ratio() -> None:
    found = cells([ran("a", "ours", 1), ran("a", "theirs", 3), ran("b", "ours", 1), ran("b", "theirs", None)])
    assert ratio(found, "theirs", "ours").times == pytest.approx(3)
    assert ratio(found, "theirs", "ours").tasks == 1
    assert math.isnan(ratio(found, "nobody", "ours").times)


def test_buckets_count_tasks_by_their_median_time() -> None:
    found = cells([ran("a", "x", 0.1), ran("b", "x", 0.2), ran("c", "x", 60), ran("d", "x", None)])
    assert in_buckets(found, "x", "abcd") == [1, 1, 0, 1, 1]


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    results = Results("t", "a machine", Effort(True, 5, 10, 3), [Task("a")], {"y": "gone"}, [ran("a", "x", 1)])
    results.write(tmp_path)
    assert read("t", tmp_path) == results


def test_what_was_measured_before_an_interruption_is_known_when_it_goes_on(tmp_path: Path) -> None:
    effort, run = Effort(True, 5, 10, 3), ran("a", "x", 1)
    Journal("t", "a machine", effort, resume=False, directory=tmp_path).add(run)
    with (tmp_path / "t.runs").open("a") as file:
        file.write('{"task": "a", ')  # interrupted as it was written
    journal = Journal("t", "a machine", effort, resume=True, directory=tmp_path)
    assert journal.known == {("a", "x", 0): run}
    journal.done()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("machine", "effort", "resume"),
    [
        ("another", Effort(True, 5, 10, 3), True),
        ("a machine", Effort(True, 6, 10, 3), True),
        ("a machine", Effort(True, 5, 10, 3), False),
    ],
)
def test_what_was_measured_otherwise_is_measured_again(
    machine: str, effort: Effort, resume: bool, tmp_path: Path
) -> None:
    Journal("t", "a machine", Effort(True, 5, 10, 3), resume=False, directory=tmp_path).add(ran("a", "x", 1))
    assert Journal("t", machine, effort, resume=resume, directory=tmp_path).known == {}


class Challenges:
    """A table of one task, run for real."""

    TITLE = "reverse"
    LIMIT = 60

    def tasks(self, full: bool) -> list[Task]:
        return [Task("reverse")]


def test_every_run_is_in_a_process_of_its_own_and_tells_what_it_found() -> None:
    refute = next(tool for tool in shrinking.TOOLS if tool.name == "refute")
    (run, again) = Measuring("shrinking", Challenges(), Effort(False, 60, 2, 1), [refute], lambda run: None).runs()
    assert (run.solved, run.outcome["score"], again.seed) == (True, 4, 1)


def test_tasks_that_are_measured_at_a_time_are_told_and_kept_in_the_order_of_the_table() -> None:
    tool = Tool("core", shrinking.by_refute)
    told: list[Run] = []
    runs = list(Measuring("shrinking", Rising(), Effort(True, 5, 1, 1, cores=2), [tool], told.append).runs())
    assert [run.task for run in runs] == ["a/1", "b/1"]
    assert {run.task for run in told} == {"a/1", "b/1"}


def test_a_tool_that_fails_is_not_run_again_and_its_last_words_are_kept() -> None:
    gone = Tool("gone", shrinking.by_refute, random=True)
    (run,) = Measuring("shrinking", Challenges(), Effort(False, 60, 2, 1), [gone], lambda run: None).runs()
    assert run.outcome == {"solved": False, "reason": "failed: KeyError: 'gone'"}


def test_a_tool_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.cells.CHECKING", 0)
    refute = next(tool for tool in shrinking.TOOLS if tool.name == "refute")
    (run,) = Measuring("shrinking", Challenges(), Effort(False, 0.001, 2, 1), [refute], lambda run: None).runs()
    assert run.outcome == {"solved": False, "reason": "time"}


def test_a_run_that_is_known_is_not_made_again() -> None:
    refute = next(tool for tool in shrinking.TOOLS if tool.name == "refute")
    told: list[Run] = []
    known = ran("reverse", "refute", 17)
    runs = Measuring(
        "shrinking", Challenges(), Effort(False, 60, 1, 1), [refute], told.append, {known.key: known}
    ).runs()
    assert list(runs) == [known]
    assert told == []


class Waiting(Challenges):
    """Two tasks, one of which has longer than the other in the full run."""

    def tasks(self, full: bool) -> list[Task]:
        return [Task("reverse"), Task("distinct", longer={"refute": 60})]


def test_a_task_may_have_longer_in_the_full_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.cells.CHECKING", 0)
    refute = next(tool for tool in shrinking.TOOLS if tool.name == "refute")
    for full, solved in ((True, [False, True]), (False, [False, False])):
        runs = Measuring("shrinking", Waiting(), Effort(full, 0.001, 1, 1), [refute], lambda run: None).runs()
        assert [run.solved for run in runs] == solved


class Timed(Challenges):
    def tasks(self, full: bool) -> list[Task]:
        return [Task("reverse", group="lists", level=1)]


@pytest.mark.slow
def test_what_takes_long_is_timed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    refute = next(tool for tool in shrinking.TOOLS if tool.name == "refute")
    for share, times in ((1.0, 2), (0.0, 1)):
        monkeypatch.setattr("harness.cells.ONCE", share)
        runs = Measuring("shrinking", Timed(), Effort(True, 60, 2, 2), [refute], lambda run: None).runs()
        assert len(list(runs)) == times


def test_what_is_interrupted_ends_at_once() -> None:
    tool = next(tool for tool in shrinking.TOOLS if tool.name == "refute")

    def interrupt(run: Run) -> None:
        raise KeyboardInterrupt

    runs = Measuring("shrinking", Waiting(), Effort(False, 60, 10, 10, cores=2), [tool], interrupt).runs()
    with pytest.raises(KeyboardInterrupt):
        list(runs)


def test_the_best_counterexamples_of_the_challenges_are_counterexamples() -> None:
    assert all(challenge(*best) is False for challenge, best in challenges.BEST.items())


def test_a_tool_that_accuses_a_correct_program_is_named() -> None:
    run = Run("none", "x", 0, {"solved": True, "seconds": 1, "alarm": True})
    assert Results("t", "", Effort(True, 5, 1, 1), [Task("none", correct=True)], {}, [run]).alarms == ["x: none"]


def test_a_correct_program_is_given_to_a_tool_once_unless_it_is_timed() -> None:
    effort, tool = Effort(True, 5, 10, 3), Tool("x", lambda task, seed: dict, random=True)
    assert effort.rounds(tool, Task("a")) == 10
    assert effort.rounds(tool, Task("a", correct=True)) == 1
    assert effort.rounds(tool, Task("a/1", correct=True, level=1)) == 10


class Rising:
    """A table of two levels, and a tool that no process knows of, so that it fails at once."""

    TITLE = "rising"
    LIMIT = 5
    TOOLS = (Tool("nobody", lambda task, seed: dict),)

    def tasks(self, full: bool) -> list[Task]:
        return [Task("a/1", group="a", level=1), Task("a/2", group="a", level=2), Task("b/1", group="b", level=1)]

    def grids(self, results: Results) -> list[Grid]:
        return []

    def charts(self, results: Results) -> dict[str, str]:
        return {}

    def missed(self, results: Results) -> list[str]:
        return []


def test_what_a_tool_does_not_solve_it_is_not_given_on_higher_levels() -> None:
    told: list[Run] = []
    runs = list(Measuring("depths", Rising(), Effort(True, 5, 1, 2), Rising.TOOLS, told.append).runs())
    assert [(run.task, run.solved) for run in runs] == [("a/1", False), ("b/1", False)]
    assert told == runs


def test_a_tool_for_which_levels_do_not_rise_is_given_all_of_them() -> None:
    tool = Tool("nobody", lambda task, seed: dict, rising=False)
    runs = Measuring("depths", Rising(), Effort(True, 5, 1, 2), [tool], lambda run: None).runs()
    assert [run.task for run in runs] == ["a/1", "a/2", "b/1"]
