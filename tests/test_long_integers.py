"""Integers of more digits than Python converts to text, in refinements, arguments, results and messages."""

from __future__ import annotations

import inspect
from itertools import product
from typing import Any

import pytest

import long_functions
from checking import exception_when_pasted
from command_line import refute
from long_functions import BIG, Above, Below, Exactly
from refute import Report, Scope, check, inhabitants
from refute.logic.terms.term import INT, Term, const, var
from refute.types.spelling import spelled
from sampling import some_of

BROKEN = [
    name
    for name, function in inspect.getmembers(long_functions, inspect.isfunction)
    if function.__module__ == long_functions.__name__ and name not in ("never", "masked")
]


def checked(name: str, **options: Any) -> Report:
    return check(getattr(long_functions, name), in_process=True, **({"budget": 60.0} | options))


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "engine"),
    some_of(product(BROKEN, ["auto", "smt"]), lambda case: case[0] in BROKEN[:: 3 if case[1] == "auto" else 6]),
)
def test_functions_of_long_integers_are_refuted(name: str, engine: str) -> None:
    finding = checked(name, engine=engine).findings[0]
    assert finding.kind == "violation"
    assert "ValueError" not in f"{finding.explanation}{finding.source}"


@pytest.mark.parametrize("name", ["below", "named", "listed", "fraction", "default"])
@pytest.mark.slow
def test_what_is_reported_of_long_integers_pastes_back(name: str) -> None:
    assert exception_when_pasted(checked(name).findings[0]) == "ContractError"


@pytest.mark.parametrize("engine", ["auto", "smt"])
def test_bits_of_long_integers_can_be_asked_for(engine: str) -> None:
    assert {finding.kind for finding in checked("masked", engine=engine, budget=1.0).findings} <= {"violation"}


def test_a_contradiction_between_long_integers_is_found() -> None:
    assert [finding.kind for finding in checked("never").findings] == ["vacuous"]


@pytest.mark.parametrize(
    ("tp", "value"),
    [(Above, 10**4000 + 1), (Below, -(10**5000) - 1), (Exactly, 10**4000)],
    ids=["above", "below", "exactly"],
)
def test_long_constants_are_landmarks(tp: Any, value: int) -> None:
    assert list(inhabitants(tp, Scope(size=0))) == [value]


@pytest.mark.parametrize("value", [BIG, -BIG, [BIG, 1], {BIG: (BIG,)}], ids=["positive", "negative", "list", "dict"])
def test_long_integers_are_spelled_so_that_python_reads_them(value: object) -> None:
    assert eval(spelled(value)) == value


def test_terms_with_long_integers_print() -> None:
    assert repr(Term("lt", (const(BIG), var("n", INT)))) == f"{hex(BIG)} < n"


def test_long_integers_are_shown_on_the_command_line() -> None:
    done = refute("show", "long_functions.py:Below")
    assert done.returncode == 0
    assert "-0x" in done.stdout


def test_functions_of_long_integers_are_checked_on_the_command_line() -> None:
    done = refute("check", "long_functions.py:below", "--budget", "2", "-v")
    assert done.returncode == 1
    assert "fault of refute" not in done.stdout + done.stderr
    assert "n < -10 ** 5000" in done.stdout
