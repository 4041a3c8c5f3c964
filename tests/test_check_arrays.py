"""Checks of functions of arrays."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

import array_functions
from checking import exception_when_pasted
from refute import Report, Scope, check
from refute.spaces.arguments import argument_lists
from refute.store.writing import text_of
from refute.types.signatures import read_signature

FAILURES = {
    "mean": "mean(a=np.array([], dtype=np.float64)) raised ZeroDivisionError: float division by zero",
    "first": "first(a=np.array([], dtype=np.int64)) raised IndexError: index 0 is out of bounds for axis 0 with size 0",
    "brighten": "brighten(a=np.array([246], dtype=np.uint8)) returned np.array([0], dtype=np.uint8)",
    "add": "add(a=np.int8(1), b=np.int8(127)) returned np.int8(-128)",
    "halves": "halves(a=np.array([], dtype=np.int64)) returned np.array([], dtype=np.float64)",
    "flattens": "flattens(a=np.zeros((0, 0), dtype=np.float64)) returned np.array([], dtype=np.float64)",
    "fills": "fills(a=np.array([0.0], dtype=np.float64)) returned np.array([1.0], dtype=np.float64)",
    "peak": "peak(s=Series(np.array([-1], dtype=np.int64), 0)) raised AssertionError",
    "spreads": "spreads(a=np.array([], dtype=np.float64)) "
    "raised ValueError: zero-size array to reduction operation maximum which has no identity",
    "throws": "throws(rng=np.random.default_rng(0)) raised AssertionError",
    "second": "second(a=np.array([''], dtype=np.str_), b=np.array([''], dtype=np.str_)) raised AssertionError: one",
}
HOLDING = ["sorts", "dot", "scales", "copies", "stacks", "picks"]


def checked(name: str, **how: str) -> Report:
    size = 1 if name in ("copies", "scales", "fills", "spreads") else 2
    return check(getattr(array_functions, name), scope=Scope(size=size), in_process=not how, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", FAILURES)
def test_what_is_wrong_is_told_by_arrays_that_can_be_pasted(name: str) -> None:
    finding = checked(name).findings[0]
    assert f"{finding.call} {finding.outcome}" == FAILURES[name]


def test_the_program_of_a_finding_fails_by_itself() -> None:
    assert exception_when_pasted(checked("flattens").findings[0])


@pytest.mark.parametrize("name", HOLDING)
def test_what_is_right_holds(name: str) -> None:
    report = checked(name)
    assert not report.findings
    assert report.claims.tests


@pytest.mark.parametrize("name", [*FAILURES, *HOLDING])
def test_arrays_are_kept_as_text_and_read_again(name: str) -> None:
    signature = read_signature(getattr(array_functions, name))
    space = argument_lists(signature, Scope(size=2))
    for values in [*space[:8], *space[-8:]]:
        assert text_of(signature, None, values)


def test_a_mismatch_names_the_shape_and_the_dtype() -> None:
    assert checked("flattens").findings[0].explanation == (
        "expected ndarray[tuple[int, int], dtype[float64]], got ndarray np.array([], dtype=np.float64)"
    )


@pytest.mark.slow
def test_large_arrays_are_made_smaller() -> None:
    finding = check(array_functions.outlier, budget=20).findings[0]
    assert finding.call == "outlier(a=np.array([0, 0, 0, 0, 0, 1001, 0], dtype=np.int64))"
