"""Cases have smaller versions, in which arguments with defaults are left out."""

from __future__ import annotations

from typing import Any

import pytest

from refute import Report, check
from refute.judge.cases import ArgumentList
from refute.minimise.candidates import Shrinker
from refute.types.signatures import LEFT_OUT, read_signature


def sums(xs: list[int], verbose: bool = False, n: int = 2) -> int:
    assert sum(xs) != 100_003
    return n


def verbose_sums(xs: list[int], verbose: bool = False, n: int = 2) -> int:
    assert sum(xs) != 100_003 or not verbose
    return n


def smaller(function: Any, *values: Any) -> list[tuple[Any, ...]]:
    signature = read_signature(function)
    shrinker = Shrinker(signature.reader.constructors)
    return [case.values for case in ArgumentList(signature, values).smaller(shrinker)]


def test_arguments_with_defaults_are_left_out_together_and_one_by_one() -> None:
    assert smaller(sums, [], True, 0)[:3] == [([], LEFT_OUT, LEFT_OUT), ([], LEFT_OUT, 0), ([], True, LEFT_OUT)]
    assert smaller(sums, [], LEFT_OUT, LEFT_OUT) == []


def test_one_object_stays_one() -> None:
    def f(xs: list[int], n: int, ys: list[int]) -> None: ...

    xs = [0, 1]
    found = smaller(f, xs, 0, xs)
    assert [] in [first for first, _, _ in found]
    assert all(first is last for first, _, last in found)


@pytest.mark.parametrize(
    ("function", "call"),
    [(sums, "sums(xs=[100003])"), (verbose_sums, "verbose_sums(xs=[100003], verbose=True)")],
)
def test_a_counterexample_has_no_argument_that_does_not_matter(function: Any, call: str) -> None:
    report: Report = check(function, tests=20_000, max_findings=1)
    assert report.findings[0].call == call
