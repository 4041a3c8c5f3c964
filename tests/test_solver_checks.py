"""`check` where scopes have next to no inputs: a solver finds some, or proves that there are none."""

from __future__ import annotations

import datetime
import json
import re
import subprocess
import sys
from typing import Any

import pytest

import far_functions
from command_line import HERE, refute
from refute import Report, Scope, ScopeError, check

FUNCTIONS = "far_functions.py"


def checked(name: str, **options: Any) -> Report:
    return check(getattr(far_functions, name), in_process=True, **({"budget": 5.0} | options))


def test_a_root_far_out_refutes() -> None:
    report = checked("root")
    assert [finding.arguments for finding in report.findings] == [{"v": -42}]


def test_two_parameters_are_solved_together() -> None:
    report = checked("parts")
    assert (report.status, report.claims.solved, report.tests) == ("held", 2, 2)


@pytest.mark.slow
def test_a_long_text_is_found() -> None:
    report = checked("serial")
    assert report.ok
    assert report.claims.solved > 0


def test_large_numbers_are_tried() -> None:
    assert checked("far").findings[0].arguments["v"] % 7 == 3


@pytest.mark.slow
def test_integers_of_thousands_of_digits_are_tried() -> None:
    assert checked("beyond_digits").findings[0].arguments["v"] > 10**5000


def test_the_leap_day_is_tried() -> None:
    day = checked("anniversary").findings[0].arguments["d"]
    assert (day.month, day.day) == (2, 29)
    assert isinstance(day, datetime.date)


def test_a_huge_integer_is_tried_beside_small_structures() -> None:
    arguments = checked("beside").findings[0].arguments
    assert arguments["n"] > 10**9
    assert arguments["chain"].rest is not None


def test_the_edges_that_refinements_imply_are_tried() -> None:
    assert checked("at_the_edge").findings[0].arguments["v"] >= 2**16


@pytest.mark.slow
def test_the_report_says_which_engine_took_which_parameters_and_why() -> None:
    assert checked("root").engines == ["classes: v, smallest first", "smt: v, as 1,764 is beyond any scope"]
    assert checked("calm_beside").engines == [
        "classes: n and chain, smallest first",
        "smt: n, as 1,000,000,000 is beyond any scope",
        "smt: chain, beside it",
    ]
    assert checked("anniversary").engines == ["classes: d, smallest first", "smt: d, as there is no input to size 4"]


def test_the_report_says_what_was_narrowed_what_only_run_and_what_is_listed() -> None:
    assert checked("climbing", budget=1.0).engines[:2] == [
        "narrow: xs, as `climbs` can only be run",
        "classes: n, smallest first",
    ]
    assert checked("lawful", budget=1.0).engines[:2] == [
        "classes: v, with each value run through `is_lawful`",
        "classes: flag, all there are",
    ]


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("parts", {"engine": "classes"}, "classes were asked for"),
        ("small", {"scope": Scope(size=2)}, "the scope that was asked for has inputs"),
        ("small", {"budget": None, "tests": 8_000}, "scopes have enough: 7,381 inputs to size 4"),
        ("decided", {}, "there are no other values"),
    ],
)
def test_the_report_says_why_the_solver_was_not_asked(name: str, options: dict[str, Any], why: str) -> None:
    assert checked(name, **options).engines[-1] == f"smt: not asked, as {why}"


@pytest.mark.slow
def test_what_the_solver_could_not_answer_is_said() -> None:
    report = checked("three_cubes")
    assert report.tests == 0
    assert report.engines[1:] == [
        "smt: no input was found, but the solver left questions unanswered: there may be some"
    ]


def test_values_whose_constructor_runs_code_are_found() -> None:
    report = checked("watched")
    assert [finding.arguments["w"].value % 7 for finding in report.findings] == [3]


@pytest.mark.slow
def test_constructors_that_print_hang_and_end_the_process_do_so_in_a_worker() -> None:
    done = refute("check", f"{FUNCTIONS}:hopeless", "--format", "json")
    assert [function["status"] for function in json.loads(done.stdout)["functions"]] == ["undecided"]
    assert "made 1000000" not in done.stdout + done.stderr


def test_the_solver_is_not_asked_where_scopes_have_inputs() -> None:
    assert checked("small", budget=0.5).claims.solved == 0


def test_with_classes_alone_no_solver_is_asked() -> None:
    assert checked("parts", engine="classes").tests == 0


def test_a_number_is_solved_beside_a_function_that_is_tried_in_all_ways() -> None:
    report = checked("mapped")
    assert [(finding.kind, finding.arguments["n"]) for finding in report.findings] == [("violation", 42)]
    assert report.engines == [
        "tables: f, made up as they are called",
        "classes: n, smallest first",
        "smt: n, as 1,764 is beyond any scope",
    ]


def test_behaviours_beside_what_was_solved_are_counted_as_such() -> None:
    report = checked("passed_on", scope=Scope(size=2), budget=None)
    assert (report.ok, report.tests) == (True, report.claims.solved)
    assert report.claims.solved > 2


def test_an_empty_scope_that_was_asked_for_is_filled_from_further_out() -> None:
    report = checked("root", scope=Scope(size=2), budget=None)
    assert [finding.arguments for finding in report.findings] == [{"v": -42}]


def test_the_solver_alone_exhausts_a_scope() -> None:
    by_classes = checked("small", scope=Scope(size=2), budget=None)
    by_solver = checked("small", scope=Scope(size=2), budget=None, engine="smt")
    assert by_solver.status == "exhausted"
    assert by_solver.tests == by_classes.tests == sum(added for _, added in by_solver.claims.scopes)


def test_the_solver_alone_goes_on_while_the_number_of_tests_lasts() -> None:
    report = checked("small", budget=None, tests=30, engine="smt")
    assert (report.status, report.tests, report.claims.solved) == ("held", 30, 30)


def test_an_engine_that_does_not_exist() -> None:
    with pytest.raises(ScopeError, match="there is no engine 'magic'"):
        checked("root", engine="magic")


@pytest.mark.parametrize(
    ("name", "explanation"),
    [
        ("never", "no value can satisfy `v * v == 2`"),
        ("meet", "no value can satisfy `v < 10` of x and `0 < v < 10` of y and `x + v == 1000` of y"),
        ("torn", "no value can satisfy `v * v < 0`"),
    ],
)
def test_a_specification_without_values_is_refuted_with_what_contradicts_what(name: str, explanation: str) -> None:
    report = checked(name)
    assert [(finding.kind, finding.explanation) for finding in report.findings] == [("vacuous", explanation)]


@pytest.mark.parametrize("name", ["rounded", "looked_up"])
def test_what_cannot_be_proved_is_not_a_finding(name: str) -> None:
    report = checked(name)
    assert report.status == "undecided"
    assert (report.findings, report.tests) == ([], 0)


def test_the_command_line_takes_an_engine_and_says_which_was_used() -> None:
    done = refute("check", f"{FUNCTIONS}:parts", "-v")
    assert re.search(r"held +2 inputs found by the solver", done.stdout)
    assert "      smt: x and y, as 90,000 is beyond any scope" in done.stdout
    without = refute("check", f"{FUNCTIONS}:parts", "--engine", "classes")
    assert "solver" not in without.stdout


def test_the_solver_is_not_loaded_where_it_is_not_asked() -> None:
    code = (
        "import sys; from far_functions import small; from refute import check, Scope\n"
        "check(small, scope=Scope(size=2)); print('z3' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=HERE)
    assert done.stdout.strip() == "False"
