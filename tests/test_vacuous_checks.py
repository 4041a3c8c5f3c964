"""Specifications that no value satisfies: proved where it is so, and never said where it is not."""

from __future__ import annotations

import pytest

import vacuous_functions
from refute import check
from refute.search.solver.vacuity import contradictory_conditions
from refute.types.signatures import read_signature


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "conditions"),
    [
        ("an_element", "`v * v == 2`"),
        ("an_item", "`v * v == 2`"),
        ("a_place", "`v * v == 2`"),
        ("alternatives", "`v * v == 2` and `v * v == 3`"),
        ("a_field", "`v > low` of Pair.high and `p.high <= p.low` of p"),
        ("a_constructor", "`not (self.a * self.a + self.b * self.b != 3)`"),
        ("together", "`v > x` of y and `x > v > y` of z"),
        ("across", "`v > low` of Pair.high and `p.high < v < p.low` of z"),
        ("negative", "`size(t) < 0`"),
        ("unfolded", "`size(t) == 0`"),
        ("two_measures", "`size(t) == 3` and `height(t) == 0`"),
        ("a_length", "`len(xs) * len(xs) == 2`"),
        ("listed", "`v < a`"),
        ("beside_a_function", "`v * v == 2`"),
        ("by_colour", "`v * v == (2 if c is Colour.RED else 3)`"),
    ],
)
def test_what_contradicts_what_is_named(name: str, conditions: str) -> None:
    report = check(getattr(vacuous_functions, name), in_process=True, budget=5.0)
    assert [(finding.kind, finding.explanation) for finding in report.findings] == [
        ("vacuous", f"no value can satisfy {conditions}")
    ]


@pytest.mark.parametrize(
    "name",
    [
        "no_number",
        "absorbing",
        "absorbing_decimal",
        "rounded_root",
        "no_element",
        "few_elements",
        "some_key",
        "perhaps",
        "left_out",
        "far_below",
        "large",
        "anything",
        "whatever",
        "without_a_key",
        "a_third",
        "a_cube",
        "sharp",
        "a_leap_day",
        "divided",
        "raising",
        "chained",
        "in_a_tree",
        "of_a_letter",
        "in_two_colours",
    ],
)
def test_where_there_are_values_no_contradiction_is_claimed(name: str) -> None:
    signature = read_signature(getattr(vacuous_functions, name))
    assert contradictory_conditions(signature) == []


def test_a_result_that_cannot_be_right_is_said() -> None:
    report = check(vacuous_functions.impossible, in_process=True, budget=1.0)
    assert [finding.kind for finding in report.findings] == ["violation"]
    assert "no result can be right: no value can satisfy `r > 5` and `r < 3`" in report.warnings


def test_a_result_that_is_wrong_could_have_been_right() -> None:
    report = check(vacuous_functions.wrong, in_process=True, budget=1.0)
    assert [finding.kind for finding in report.findings] == ["violation"]
    assert report.warnings == []
