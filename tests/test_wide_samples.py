"""What only large or odd scalars show is found by default, and told by the smallest of them."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any

import pytest

from refute import Scope, check, where
from refute.run.limits import Limits


@dataclass
class Item:
    name: str
    tags: list[str]


@dataclass
class Order:
    items: list[Item]


def words(s: str) -> None:
    assert len(s.split()) < 3


def last_letter(s: str) -> None:
    assert "z" not in s


def digits(s: str) -> None:
    assert not s.isdigit() or s == ""


def total(xs: list[int]) -> None:
    assert sum(xs) < 150


def large(x: int) -> None:
    assert x < 10**6


def items(order: Order) -> None:
    assert len(order.items) < 3


def keys(d: dict[str, int]) -> None:
    assert not any(len(key) > 2 and item > 70 for key, item in d.items())


def years(d: datetime.date) -> None:
    assert d.year < 2023


def twice(s: str, t: str) -> None:
    assert s != t or len(s) < 3


def multiples(n: Annotated[int, where(lambda v: v % 7 == 0)]) -> None:
    assert n > -10_000


def any_letter(s: str) -> None:
    assert not s


@pytest.mark.parametrize(
    ("function", "smallest"),
    [
        (words, ("a a a", "0 0 0")),
        (last_letter, ("z",)),
        (digits, ("0",)),
        (total, ([150],)),
        (large, (10**6,)),
        (items, (Order([Item("", [])] * 3),)),
        (keys, ({"aaa": 71}, {"000": 71})),
        (years, (datetime.date(2023, 1, 1),)),
        (twice, ("aaa", "000")),
        (multiples, (-10_003,)),
        (any_letter, ("a", "0")),
    ],
)
@pytest.mark.sampled(3)
def test_it_is_found_and_made_small(function: Callable[..., None], smallest: tuple[Any, ...]) -> None:
    report = check(function, budget=20.0)
    assert report.status == "refuted"
    (finding,) = report.findings
    assert next(iter(finding.arguments.values())) in smallest


def counts(n: int) -> int:
    found = 0
    for _ in range(n):
        found += 1
    return found


def test_calls_that_take_long_for_large_numbers_only_are_not_refuted() -> None:
    report = check(counts, budget=60.0, tests=8_000, limits=Limits(seconds=0.3))
    assert report.status == "held"
    assert report.wide_samples


def seeded(random: Random) -> None: ...


def test_what_has_no_scalars_and_no_larger_inputs_has_no_wide_samples() -> None:
    report = check(seeded, tests=3_000)
    assert report.tests < 10
    assert not report.wide_samples


def test_a_scope_that_was_asked_for_has_no_wide_samples() -> None:
    assert not check(large, scope=Scope(size=3)).wide_samples


def sevens(xs: Annotated[list[int], where(lambda v: all(x == 7 for x in v))]) -> int:
    return len(xs)


@pytest.mark.slow
def test_few_inputs_are_not_counted_as_many() -> None:
    report = check(sevens, budget=5.0)
    assert report.status == "held"
    assert all(count == 1 for count in report.wide_samples.values())  # there is one of each size, or scopes have it
