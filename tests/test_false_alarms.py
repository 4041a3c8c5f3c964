"""Functions that keep their promises in unusual ways are not accused, and those that break them still are."""

from __future__ import annotations

import pytest

import innocent_functions as functions
from refute import ContractError, Scope, check, contract

FOUND = ("broken_square", "no_shape", "a_copy", "grown", "put_twice")


@pytest.mark.parametrize(
    "name",
    [
        "an_error",
        "errors",
        "a_shape",
        "another_shape",
        "framed",
        "an_animal",
        "speaking",
        "lengthy",
        "sized",
        "same",
        "one_of",
        "both",
        "all_of",
    ],
)
def test_no_finding(name: str) -> None:
    report = check(getattr(functions, name), scope=Scope(size=2), in_process=True)
    assert [str(finding) for finding in report.findings] == []


def test_a_method_that_returns_its_own_object() -> None:
    report = check(functions.Cell.put, bound_to=functions.Cell, scope=Scope(size=2), in_process=True)
    assert [str(finding) for finding in report.findings] == []


@pytest.mark.parametrize(
    ("name", "explanation"),
    [
        ("broken_square", "at result.side: `v >= 0` is false: v = -1"),
        ("no_shape", "expected Shape, got int 0"),
        ("a_copy", "`v == a` is false: v = Cell(0, []), a = Cell(0, [])"),
        ("grown", "`v == xs` is false: v = [0], xs = []"),
        ("put_twice", "`v.content == cell.content` is false"),
    ],
)
def test_a_finding(name: str, explanation: str) -> None:
    report = check(getattr(functions, name), scope=Scope(size=2), in_process=True)
    assert report.findings[0].explanation.startswith(explanation)


def test_contracts_know_objects_that_are_equal_to_themselves_only() -> None:
    cell = functions.Cell(1)
    assert contract(functions.same)(cell) is cell
    with pytest.raises(ContractError):
        contract(functions.a_copy)(cell)
    with pytest.raises(ContractError):
        contract(functions.grown)([])
