"""A counterexample has the fewest entries, then the smallest answers: judged by trying all functions there are."""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

import pytest

from refute import Finding, Rng, Scope, check, where
from refute.run.limits import Limits
from refute.types.callables.tabulated import Tabulated

Digit = Rng(0, 3)
Few = Literal[0, 1, 2]
Fine = Annotated[bool, where(lambda v: v)]


def later_answers_first(f: Callable[[Digit], Few]) -> Fine:
    return not (f(0) == 2 or (f(0) == 0 and f(1) == 2))


def more_entries_first(f: Callable[[Digit], Few]) -> Fine:
    if f(2) == 0:
        return not (f(1) == 0 and f(0) == 1)
    return f(2) != 2 or f(1) != 1


def sum_of_three(f: Callable[[Digit], Few]) -> Fine:
    return f(0) + f(1) + f(2) < 4


def asks_its_answers(f: Callable[[Digit], Few]) -> Fine:
    return f(f(f(0))) != 2 or f(0) == 0


def not_injective(f: Callable[[Digit], Few]) -> Fine:
    return not (f(0) != f(1) and f(1) != f(2) and f(0) != f(2))


def of_two_arguments(f: Callable[[Digit, Digit], Few]) -> Fine:
    return f(0, 1) <= f(1, 0) or f(1, 1) != 1


def with_a_list(f: Callable[[Digit], Few], xs: list[Digit]) -> Fine:
    return sum(f(x) for x in xs) < 3


WRONG = [
    later_answers_first,
    more_entries_first,
    sum_of_three,
    asks_its_answers,
    not_injective,
    of_two_arguments,
]


def failing(code: Callable[..., bool], *others: Any) -> Iterator[dict[tuple[int, ...], int]]:
    """What is asked of each function from digits to a few that the code fails for."""
    number = 2 if code is of_two_arguments else 1
    questions = list(itertools.product(range(3), repeat=number))
    asked_for = [q for q in questions if number == 1 or q in ((0, 1), (1, 0), (1, 1))]
    for answers in itertools.product(range(3), repeat=len(asked_for)):
        table = dict(zip(asked_for, answers, strict=True))
        asked: dict[tuple[int, ...], int] = {}
        if not code(lambda *args, table=table, asked=asked: asked.setdefault(args, table[args]), *others):
            yield asked


def weight(table: dict[tuple[int, ...], int]) -> tuple[int, int]:
    return len(table), sum(table.values())


def found(function: Callable[..., Any], **settings: Any) -> Finding:
    return check(function, **{"scope": Scope(size=4), "limits": Limits(seconds=1)} | settings).findings[0]


def table_of(finding: Finding) -> dict[tuple[int, ...], int]:
    function = finding.arguments["f"]
    assert isinstance(function, Tabulated)
    return {entry.given: entry.answer for entry in function.entries}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("code", WRONG)
def test_no_function_with_fewer_entries_or_smaller_answers_fails(code: Callable[..., bool]) -> None:
    tables = list(failing(code))
    shown = table_of(found(code))
    assert shown in tables
    assert weight(shown) == min(map(weight, tables))


def test_the_other_arguments_are_the_smallest_with_which_any_function_fails() -> None:
    finding = found(with_a_list)
    sizes = {
        len(xs) + len(table): (xs, table)
        for length in (3, 2, 1, 0)
        for xs in itertools.product(range(2, -1, -1), repeat=length)
        for table in failing(with_a_list, list(xs))
    }
    assert finding.size == min(sizes)
    on_these = list(failing(with_a_list, finding.arguments["xs"]))
    assert weight(table_of(finding)) == min(map(weight, on_these))


def dies_with_one_or_two(f: Callable[[Digit], int]) -> int:
    if f(0) == 2 or (f(0) == 0 and f(1) == 2):
        os._exit(3)
    return 0


def hangs_with_one_or_two(f: Callable[[Digit], int]) -> int:
    while f(0) == 2 or (f(0) == 0 and f(1) == 2):
        time.sleep(0.01)
    return 0


def dies_in_a_sample(f: Callable[[Digit], Annotated[int, where(lambda v: v >= 0)]], xs: list[int]) -> int:
    if len(xs) > 5 and f(0) > 2 and f(1) > 0:
        os._exit(3)
    return 0


@pytest.mark.parametrize("code", [dies_with_one_or_two, hangs_with_one_or_two])
def test_a_call_that_does_not_end_is_shown_with_as_few_entries_as_can_be(code: Callable[..., int]) -> None:
    assert table_of(found(code, scope=Scope(size=2), max_findings=1, limits=Limits(seconds=0.2))) == {(0,): 2}


@pytest.mark.slow
def test_a_sample_that_dies_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sys.modules["refute.check.search"], "_FOR_EXHAUSTING", 0.05
    )  # so that there is time for samples
    finding = found(dies_in_a_sample, scope=None, budget=20)
    assert finding.arguments["xs"] == [0] * 6
    assert table_of(finding) == {(0,): 3, (1,): 1}
