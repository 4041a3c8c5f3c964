"""What only fails for a constant of the code, or for what the code compares with, is found soon."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import functions_with_constants as functions
import pytest

from refute import check
from refute.run.limits import Limits


@pytest.mark.parametrize(
    ("function", "call"),
    [
        (functions.magic, "magic(x=4711)"),
        (functions.prefix, "prefix(text='select ')"),
        (functions.table, "table(key='beta')"),
        (functions.pattern, "pattern(text='AAA-0000')"),
        (functions.key, "key(config={'timeout': 0})"),
        (functions.day, "day(when=datetime.date(2024, 7, 1))"),
        (functions.in_two_steps, "in_two_steps(text='v144')"),
        (functions.refined, "refined(x=4712)"),
    ],
)
@pytest.mark.sampled(2)
def test_an_input_that_the_code_names_is_found(function: Callable[..., Any], call: str) -> None:
    (finding,) = check(function, max_findings=1, budget=60.0).findings
    assert finding.call == call


@pytest.mark.parametrize("function", [functions.relation, functions.length, functions.fields])
def test_inputs_of_which_the_code_tells_a_part_are_found(function: Callable[..., Any]) -> None:
    assert check(function, max_findings=1, budget=60.0).findings


def test_two_parameters_of_several_have_all_pairs_of_constants() -> None:
    (finding,) = check(functions.pair_of_four, max_findings=1, tests=4_000).findings
    assert finding.call == "pair_of_four(a=711, b='', c=0, d=713)"


def test_the_constants_are_told() -> None:
    report = check(functions.magic, budget=60.0)
    assert "4711" in report.constants


def test_inputs_with_constants_are_counted_by_themselves() -> None:
    report = check(functions.holding, tests=60)
    marked = sum(account.performed for account in report.ledger.accounts if "constants" in str(account.domain))
    assert report.claims.marked == marked > 0
    assert f"{marked} with constants of the code" in report.claims.tried


def test_constants_that_no_parameter_can_be_are_left_alone() -> None:
    report = check(functions.of_another_type, tests=60)
    assert report.claims.marked == 0
    assert not report.constants


def hangs(n: int) -> int:
    while n == 7:
        pass
    return n


def test_a_small_constant_for_which_a_call_does_not_end_is_a_counterexample() -> None:
    (finding,) = check(hangs, limits=Limits(seconds=0.2), budget=60.0, max_findings=1).findings
    assert (finding.kind, finding.call) == ("hang", "hangs(n=7)")


def test_a_call_that_takes_too_long_for_a_constant_is_left_open() -> None:
    report = check(functions.hanging, limits=Limits(seconds=0.05), tests=60)
    assert not report.findings
    assert report.claims.unjudged


def test_calls_that_take_notes_are_marked_in_the_audit(tmp_path: Path) -> None:
    report = check(functions.holding, tests=400, audit=tmp_path / "log")
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    notes = [line["call"] for line in lines if line.get("notes")]
    judged = [line["call"] for line in lines if not line.get("notes")]
    assert notes
    assert set(notes) <= set(judged)
    assert report.tests == len(judged)


def test_after_a_call_that_takes_notes_and_does_not_return_there_are_no_others(tmp_path: Path) -> None:
    report = check(functions.knows_only_its_own, tests=300, audit=tmp_path / "log")
    assert report.status == "held"
    assert report.tests == 300
    notes = [json.loads(line)["call"] for line in (tmp_path / "log").read_text().splitlines() if "notes" in line]
    assert len(set(notes)) == 1
    assert report.engines[-1] == "notes: given up, as a call with arguments that take notes did not return in time"
