"""`check` of functions whose parameters are refined by what can only be run."""

from __future__ import annotations

import pytest

import narrowed_functions as functions
from refute import Report, Scope, check
from sampling import some_of


def efforts(report: Report) -> list[str]:
    return [note.reason for note in report.notes if note.status == "narrowed"]


@pytest.mark.parametrize(
    ("name", "inputs"),
    some_of([("insert", 6_435), ("highest", 714), ("contains", 1_980)], lambda case: case[0] != "contains"),
)
def test_all_inputs_that_predicates_admit_are_tried(name: str, inputs: int) -> None:
    report = check(getattr(functions, name), scope=Scope(size=4))
    assert report.status == "exhausted"
    assert report.tests == inputs


def test_the_smallest_counterexample_is_found() -> None:
    report = check(functions.insert_in_front, scope=Scope(size=4))
    assert report.findings[0].call == "insert_in_front(x=0, v=[-1])"


def test_a_report_says_what_narrowing_took() -> None:
    report = check(functions.insert, scope=Scope(size=3))
    assert len(efforts(report)) == 1
    assert efforts(report)[0].endswith(" runs for 400 values")


def test_growing_scopes_are_narrowed_each() -> None:
    report = check(functions.insert, tests=500)
    assert report.status == "held"
    assert report.tests == 500
    assert efforts(report)


def test_code_that_comes_upon_a_hole_which_a_constructor_has_kept_is_not_accused() -> None:
    assert not check(functions.made_so_far, scope=Scope(size=2)).findings
