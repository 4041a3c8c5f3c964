"""`check` of properties that assume something at their beginning: valid inputs are built, not found among others."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import assuming_functions as functions
from command_line import refute
from refute import Report, Scope, check
from refute.errors import Place
from refute.spaces.arguments import argument_lists
from refute.types.signatures import read_signature

SCOPE = Scope(size=3, ints=(-2, 2))


def checked(name: str, **options: Any) -> Report:
    return check(getattr(functions, name), **{"scope": SCOPE, **options})


def discarding(report: Report) -> dict[str, tuple[str, str]]:
    return {note.text: (note.owner, note.reason) for note in report.notes if note.status == "discards"}


@pytest.mark.parametrize("name", functions.READ)
def test_the_inputs_are_those_that_a_filter_leaves(name: str) -> None:
    every = argument_lists(read_signature(getattr(functions, name), unread="all are wanted"), SCOPE)
    report = checked(name)
    assert report.status == "exhausted"
    assert report.discarded == 0
    assert report.tests == sum(functions.READ[name](*values) for values in every)


def test_what_is_assumed_of_an_optional_parameter_holds_of_its_default() -> None:
    report = checked("prop_constant")
    assert (report.status, report.tests) == ("exhausted", 2)


def test_methods_assume_something_of_their_instances() -> None:
    report = check(functions.Span.prop_is_positive, bound_to=functions.Span, scope=SCOPE)
    assert (report.status, report.tests, report.discarded) == ("exhausted", 10, 0)


def test_where_a_condition_raises_that_is_found_as_before() -> None:
    report = checked("prop_raises")
    assert report.findings[0].call == "prop_raises(xs=[])"
    assert "IndexError" in discarding(report)["assume(xs[0] > 0)"][1]


def test_a_condition_that_is_guarded_does_not_raise() -> None:
    report = checked("prop_guarded")
    assert (report.status, report.tests, report.discarded) == ("exhausted", 3, 0)


def test_a_condition_that_can_only_be_run_discards_and_says_so_with_place_and_reason() -> None:
    report = checked("prop_run")
    line = inspect.getsourcelines(functions.prop_run)[1] + 1
    (told,) = discarding(report).values()
    assert told[0] == str(Place(functions.__file__, line))
    assert told[1] == "`dict.fromkeys` can only be run"
    assert (report.tests, report.discarded) == (5, 2)


def test_what_is_assumed_later_discards() -> None:
    report = checked("prop_late")
    assert (report.tests, report.discarded) == (5, 3)


def test_what_is_no_function_of_parameters_is_decided_by_running_it() -> None:
    report = checked("prop_moody")
    assert report.tests == 5
    assert report.discarded > 0


@pytest.mark.parametrize("name", ["prop_contradiction", "prop_contradiction_of_two", "prop_of_nothing"])
def test_a_property_that_speaks_of_no_input_is_undecided(name: str) -> None:
    report = checked(name)
    assert report.status == "undecided"
    assert not report.findings


def test_the_exit_status_of_a_property_that_speaks_of_no_input_is_2() -> None:
    done = refute("check", "assuming_functions.py:prop_contradiction", "--size", "3")
    assert done.returncode == 2
    assert "held" not in done.stdout


def test_how_assumptions_were_read_is_told_with_v() -> None:
    done = refute("check", "assuming_functions.py:prop_run", "assuming_functions.py:prop_first", "--size", "2", "-v")
    line = inspect.getsourcelines(functions.prop_run)[1] + 1
    said = " ".join(done.stdout.split())
    assert f"discards assume(n in dict.fromkeys(range(3))) assuming_functions.py:{line}" in said
    assert "symbolic xs[0] < n prop_first(n)" in said
