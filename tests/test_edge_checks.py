"""Mistakes at the edges that refinements imply are found with no options at all."""

from __future__ import annotations

from types import FunctionType

import pytest

import edge_functions
from refute import check

FUNCTIONS = [value for value in vars(edge_functions).values() if isinstance(value, FunctionType)]


@pytest.mark.parametrize(
    "function",
    [function for function in FUNCTIONS if function.__module__ == "edge_functions"],
    ids=lambda function: function.__name__,
)
def test_a_mistake_at_an_edge_is_found(function: FunctionType) -> None:
    report = check(function, in_process=True)
    assert [finding.kind for finding in report.findings] == ["crash"]
