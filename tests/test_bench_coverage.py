"""The table of coverage: what is counted as reached, as explained, and as missed."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from harness.cells import Effort, Run
from harness.results import Results
from libraries.targets import target, targets
from tables import coverage


def ran(task: str, own: str, early: str, late: str, explained: str = "") -> Run:
    reached = {"1": early, "10": late}
    outcome = {"solved": True, "seconds": 1, "own": own, "explained": explained, "reached": reached}
    return Run(task, "refute", 0, {**outcome, "inputs": {"1": 5, "10": 50}})


def results(*runs: Run) -> Results:
    return Results("coverage", "", Effort(True, 10, 1, 1), [], {}, runs)


def row(*runs: Run) -> list[str]:
    (grid,) = coverage.grids(results(*runs))
    return list(grid.rows[0])


def test_lines_and_branches_are_counted_apart_at_each_mark() -> None:
    run = ran("maps.insert", "a.py:1 a.py:2 a.py:1>2 a.py:1>0", early="a.py:1", late="a.py:1 a.py:2 a.py:1>2")
    assert row(run) == ["balanced map, refute", "1", "50.0%", "0.0%", "5", "100.0%", "50.0%", "50", "0"]


def test_what_one_function_reaches_of_the_code_of_another_counts_for_the_library() -> None:
    insert = ran("maps.insert", "a.py:1", early="a.py:1 a.py:2", late="a.py:1 a.py:2")
    delete = ran("maps.delete", "a.py:2", early="", late="")
    assert row(insert, delete)[2] == "100.0%"


def test_what_was_not_reached_is_missed_unless_it_is_explained() -> None:
    places = "a.py:1 a.py:2 a.py:1>2"
    assert coverage.missed(results(ran("maps.insert", places, "a.py:1", "a.py:1", "a.py:2 a.py:1>2")))[2:] == []
    assert "balanced map, a.py:2: not reached, and not explained" in coverage.missed(
        results(ran("maps.insert", places, "a.py:1", "a.py:1", "a.py:1>2"))
    )


def test_a_function_that_could_not_be_measured_is_missed() -> None:
    failed = Run("maps.insert", "refute", 0, {"solved": False, "reason": "time"})
    assert coverage.missed(results(failed)) == ["maps.insert was not measured"]


def test_the_code_of_a_function_is_its_own_and_that_of_private_ones_it_calls() -> None:
    assert target("redblack.delete").code == {"delete", "_deleted"}
    assert target("maps.link").code == {"link", "_with_least", "_with_greatest"}


def test_no_two_functions_of_a_library_have_the_same_name() -> None:
    for library in coverage.LIBRARIES:
        names = [found.name for found in targets(library)]
        assert len(set(names)) == len(names)
