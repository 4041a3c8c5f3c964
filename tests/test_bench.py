"""The harness of the benchmarks: what it counts, and what it does with tools that fail."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from harness.cells import Effort, Run
from harness.figures import Cell, cells, in_buckets, ratio
from harness.results import Results, read
from harness.tasks import Task


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


def test_a_tool_that_accuses_a_correct_program_is_named() -> None:
    run = Run("none", "x", 0, {"solved": True, "seconds": 1, "alarm": True})
    assert Results("t", "", Effort(True, 5, 1, 1), [Task("none", correct=True)], {}, [run]).alarms == ["x: none"]
