"""Mistakes at the edges that refinements imply are found with no options at all."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from types import FunctionType
from typing import Annotated, Any

import annotated_types as at
import pytest

import edge_functions
from refute import check

FUNCTIONS = [value for value in vars(edge_functions).values() if isinstance(value, FunctionType)]


@pytest.mark.parametrize(
    "function",
    [function for function in FUNCTIONS if function.__module__ == "edge_functions"],
    ids=lambda function: function.__name__,
)
@pytest.mark.sampled(3)
def test_a_mistake_at_an_edge_is_found(function: FunctionType) -> None:
    report = check(function, in_process=True, budget=60)
    assert [finding.kind for finding in report.findings] == ["crash"]


@pytest.mark.parametrize(
    ("bound", "words"),
    [
        (Decimal("9999.99"), "9,999.99"),
        (Fraction(19_999, 10), "19,999/10"),
        (Fraction(2_000), "2,000"),
        (Fraction(10**5000, 3), "a fraction of 5,002 digits"),
        (10**5000, "an integer of 5,001 digits"),
    ],
    ids=["decimal", "fraction", "whole", "long fraction", "long integer"],
)
def test_the_report_names_the_number_that_is_beyond_any_scope(bound: Any, words: str) -> None:
    def function(v: Any) -> None: ...

    function.__annotations__["v"] = Annotated[type(bound), at.Gt(bound)]
    report = check(function, in_process=True, tests=10)
    assert f"smt: v, as {words} is beyond any scope" in report.engines
