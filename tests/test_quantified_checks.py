"""Quantifiers in what is checked: findings tell the values that settle them, other verdicts how far they went."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import quantified_functions as functions
from refute import ContractError, Finding, RefuteError, Report, Scope, check, contract

HERE = Path(__file__).parent
both_ways = pytest.mark.parametrize("in_process", [False, True])


def checked(name: str, **settings: Any) -> Report:
    settings.setdefault("scope", Scope(size=4))
    return check(getattr(functions, name), **settings)


def found(name: str, in_process: bool) -> Finding:
    return checked(name, in_process=in_process).findings[0]


@pytest.mark.sampled(3)
@both_ways
@pytest.mark.parametrize(
    "name",
    ["prop_there_is_a_larger_one", "prop_every_number_has_a_square", "prop_addition_commutes", "square", "root"],
)
def test_what_is_right_is_not_refuted_in_a_scope_of_any_size(name: str, in_process: bool) -> None:
    for size in (0, 1, 5, 30):
        assert checked(name, scope=Scope(size=size), in_process=in_process).findings == []


@both_ways
def test_an_input_that_is_large_for_a_quantifier_is_left_undecided(in_process: bool) -> None:
    report = checked("prop_every_number_has_a_square", scope=Scope(size=40), in_process=in_process)
    assert (report.status, report.tests) == ("held", 41)
    assert report.warnings[-1] == (
        "undecided for 9 inputs, the first being prop_every_number_has_a_square(n=32): "
        "`exists_unique(Nat, lambda k: k == n * n)` is false: for none of 1,001 values, to size 1000 "
        "(scope=Scope(...) goes further)"
    )
    assert checked("prop_every_number_has_a_square", scope=None, tests=60, in_process=in_process).ok


def test_no_input_is_too_large_for_a_quantifier_that_is_told_how_far_to_go() -> None:
    finding = checked("prop_small_squares", scope=Scope(size=40)).findings[0]
    assert finding.call == "prop_small_squares(n=10)"


def test_a_quantifier_that_is_settled_refutes_inputs_of_any_size() -> None:
    assert checked("prop_large_ones_differ", scope=Scope(size=40)).findings[0].call == "prop_large_ones_differ(n=39)"


def test_an_exception_refutes_inputs_of_any_size() -> None:
    assert checked("prop_breaks_late", scope=Scope(size=40)).findings[0].call == "prop_breaks_late(n=39)"


@pytest.mark.sampled(2)
@both_ways
@pytest.mark.parametrize(
    ("name", "call", "explanation"),
    [
        ("prop_all_are_small", "prop_all_are_small(n=0)", "`forall(Nat, lambda k: k < n + 3)` is false for 3"),
        (
            "prop_all_are_even",
            "prop_all_are_even(b=False)",
            "`forall(Nat, lambda n: exists(Nat, lambda k: 2 * k == n))` is false for 1\n"
            "  where `exists(Nat, lambda k: 2 * k == n)` is false: for none of 501 values, to size 500",
        ),
        (
            "prop_there_is_a_negative_one",
            "prop_there_is_a_negative_one(n=0)",
            "`exists(Nat, lambda k: k + n < 0)` is false: for none of 4 values, to size 3",
        ),
        (
            "almost_square",
            "almost_square(n=3)",
            "`exists(Nat, lambda k: k * k == v)` is false: v = 10\n"
            "`exists(Nat, lambda k: k * k == v)` is false: for none of 1,001 values, to size 1000",
        ),
        (
            "prop_nothing_fits",
            "prop_nothing_fits(b=False)",
            "`exists(Nothing, lambda v: True)` is false: there are no values",
        ),
    ],
)
def test_a_violation_is_explained_by_how_quantifiers_were_decided(
    name: str, call: str, explanation: str, in_process: bool
) -> None:
    finding = found(name, in_process)
    assert (finding.kind, finding.call) == ("violation", call)
    assert finding.explanation == explanation


@both_ways
def test_a_failed_assertion_is_explained_in_the_same_way(in_process: bool) -> None:
    finding = found("test_roots_are_unique", in_process)
    assert (finding.kind, finding.call) == ("crash", "test_roots_are_unique(n=1)")
    last = finding.explanation.splitlines()[-1]
    assert last == "`exists_unique(int, lambda k: k * k == n * n)` is false: for 1 and for -1"


@both_ways
def test_a_predicate_that_raises_is_a_crash_with_the_value_it_raised_for(in_process: bool) -> None:
    finding = found("prop_divides", in_process)
    assert finding.outcome == "raised ZeroDivisionError: integer modulo by zero"
    assert finding.explanation.endswith("`forall(Nat, lambda k: n % (2 - k) == 0 or k < 2)` raised for 2")


@both_ways
@pytest.mark.parametrize(
    ("name", "warnings"),
    [
        ("prop_there_is_a_larger_one", []),
        ("prop_of_two", []),
        (
            "prop_addition_commutes",
            ["`forall(int, lambda b: a + b == b + a)` was decided among 2,001 values, to size 1000"],
        ),
        (
            "prop_squares_for_all",
            [
                "`forall(Nat, lambda n: exists(Nat, lambda k: k == n * n))` was decided among 21 values, to size 20",
            ],
        ),
        ("root", ["`exists(Nat, …)` was decided among 1,001 values, to size 1000"]),
        ("prop_of_nothing", ["`forall(Nothing, lambda v: False)` was decided among no values"]),
        (
            "prop_assumes_it",
            ["`exists(Nat, lambda k: 2 * k == n)` was decided among 1,001 values, to size 1000"],
        ),
    ],
)
def test_what_holds_says_once_how_far_open_quantifiers_were_decided(
    name: str, warnings: list[str], in_process: bool
) -> None:
    report = checked(name, in_process=in_process)
    assert report.ok
    assert report.warnings == warnings


def test_quantifiers_shape_the_inputs() -> None:
    assert checked("root", scope=Scope(size=30)).tests == 6
    assert checked("prop_primes_are_odd", scope=Scope(size=30)).tests == 10


def test_discarded_inputs_are_still_counted() -> None:
    assert checked("prop_assumes_it").discarded == 2


@both_ways
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("prop_of_an_unknown_type", "'Nowhere'"),
        ("of_an_unknown_type", "'Nowhere'"),
        ("prop_of_too_many", "too many for a quantifier to try"),
    ],
)
def test_a_quantifier_that_cannot_be_used_is_no_finding_but_an_error(name: str, problem: str, in_process: bool) -> None:
    with pytest.raises(RefuteError) as caught:
        checked(name, in_process=in_process)
    assert problem in caught.value.problem
    assert caught.value.remedy
    assert caught.value.place is not None


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["prop_all_are_even", "almost_square", "prop_there_is_a_negative_one"])
def test_the_source_of_a_finding_fails_by_itself(name: str) -> None:
    source = checked(name).findings[0].source
    done = subprocess.run([sys.executable, "-c", source], cwd=HERE, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "AssertionError" in done.stderr or "ContractError" in done.stderr


def test_contracts_ask_them_on_real_calls() -> None:
    assert contract(functions.almost_square)(2) == 4
    with pytest.raises(ContractError, match="is false: v = 10"):
        contract(functions.almost_square)(3)
