"""Loops in loops over the positions of a sequence: what an element leaves of them is as short as what there was."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from residuals import asking, family

from refute.logic.reading.predicates import read_predicate
from refute.logic.terms.term import subterms

Predicate = Callable[[list[int]], Any]

PAIRS: dict[str, Predicate] = {
    "at most the later": lambda v: all(v[i] <= v[j] for i in range(len(v)) for j in range(i + 1, len(v))),
    "below the later": lambda v: all(v[i] < v[j] for i in range(len(v)) for j in range(i + 1, len(v))),
    "at least the earlier": lambda v: all(v[j] <= v[i] for i in range(len(v)) for j in range(i)),
    "at least the earlier and itself": lambda v: all(v[j] <= v[i] for i in range(len(v)) for j in range(i + 1)),
    "where the one is before": lambda v: all(v[i] <= v[j] for i in range(len(v)) for j in range(len(v)) if i < j),
    "all in all": lambda v: all(all(v[i] <= v[j] for j in range(i, len(v))) for i in range(len(v))),
    "by slices": lambda v: all(x <= y for i, x in enumerate(v) for y in v[i + 1 :]),
    "before, by slices": lambda v: all(y <= x for i, x in enumerate(v) for y in v[:i]),
    "every other one": lambda v: all(v[i] <= v[j] for i in range(0, len(v), 2) for j in range(i, len(v), 2)),
    "in steps of three": lambda v: all(v[i] <= 2 for i in range(1, len(v), 3)),
}
OTHERS: dict[str, Predicate] = {
    "of three": lambda v: all(
        v[i] <= v[j] <= v[k] for i in range(len(v)) for j in range(i + 1, len(v)) for k in range(j + 1, len(v))
    ),
    "different": lambda v: all(v[i] != v[j] for i in range(len(v)) for j in range(i + 1, len(v))),
    "equal somewhere": lambda v: any(v[i] == v[j] for i in range(len(v)) for j in range(i)),
    "sums of slices": lambda v: all(sum(v[i:j]) <= 2 for i in range(len(v)) for j in range(i, len(v) + 1)),
    "slices from one on": lambda v: all(sum(v[i + 1 : j]) <= 2 for i in range(len(v)) for j in range(i, len(v) + 1)),
    "products": lambda v: sum(v[i] * v[j] for i in range(len(v)) for j in range(i)) <= 2,
    "inversions": lambda v: sum(1 for i in range(len(v)) for j in range(i + 1, len(v)) if v[i] > v[j]) <= 1,
    "far apart": lambda v: all(abs(v[i] - v[j]) != j - i for i in range(len(v)) for j in range(i + 1, len(v))),
    "no sum of two": lambda v: all(
        v[i] + v[j] != v[k] for i in range(len(v)) for j in range(i + 1, len(v)) for k in range(j + 1, len(v))
    ),
    "a peak": lambda v: any(
        all(v[i] <= v[j] for i in range(j)) and all(v[j] >= v[k] for k in range(j, len(v))) for j in range(len(v))
    ),
    "one too far": lambda v: all(v[i] <= v[j] for i in range(len(v) - 1) for j in range(i + 2)),
    "before by two": lambda v: all(v[j] <= v[i] for i in range(len(v)) for j in range(i - 1)),
    "from behind": lambda v: all(v[i] <= v[j] for i in range(len(v) - 1, -1, -1) for j in range(i, len(v))),
}
ALL = PAIRS | OTHERS


@pytest.mark.parametrize("name", ALL)
def test_what_elements_leave_of_nested_loops_agrees_with_python(name: str) -> None:
    question = asking(ALL[name])
    for length in range(5):
        for items in product(range(3), repeat=length):
            answer = question.then(*items).end()
            assert answer is question.r.const(bool(ALL[name](list(items)))), items


@pytest.mark.parametrize("name", PAIRS)
def test_nested_loops_over_an_order_leave_as_many_conditions_as_there_are_bounds(name: str) -> None:
    items = range(6)
    sizes = family(asking(PAIRS[name]), items, 5)
    assert sizes[-1] <= sizes[-3] * 2 <= 8 * len(items)


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_left_of_nested_loops_does_not_grow(name: str) -> None:
    question = asking(PAIRS[name])
    lengths = [sum(1 for _ in subterms(question.then(*[2] * length).term)) for length in range(3, 9)]
    assert max(lengths[-3:]) <= max(lengths[:3])


NAN = float("nan")
BOUNDS: dict[str, Predicate] = {
    "two on one item": lambda v: bool(v) and v[0] >= 1 and v[0] >= 2,
    "either of two": lambda v: all(x <= 0 for x in v) or all(x <= 1 for x in v),
    "not a number first": lambda v: all(x >= NAN for x in v) and all(x >= 1 for x in v),
    "not a number last": lambda v: all(x >= 1 for x in v) and all(x >= NAN for x in v),
    "a number or not": lambda v: any(x <= NAN for x in v) or any(x <= 1 for x in v),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_only_bounds_in_a_total_order_are_merged(name: str) -> None:
    question = asking(BOUNDS[name])
    for length in range(3):
        for items in product(range(3), repeat=length):
            answer = question.then(*items).end()
            assert answer is question.r.const(bool(BOUNDS[name](list(items)))), items


def test_bounds_of_different_types_are_not_compared_with_each_other() -> None:
    assert asking(lambda v: v[0] >= 1 and v[0] >= "a").then(2).end().op == "raise"


LONG: dict[str, Callable[..., Any]] = {
    "all": lambda n: all(i * j != n for i in range(2, 400) for j in range(2, 400)),
    "from where the outer loop is": lambda n: any(i * j == n for i in range(300) for j in range(i, 300)),
    "any in all": lambda n: all(any(i + j == n for j in range(200)) for i in range(200)),
    "backwards": lambda n: sum(1 for i in range(300, 0, -1) for j in range(300, 0, -1) if i * j == n) <= 4,
}


@pytest.mark.parametrize("name", LONG)
def test_nested_loops_that_would_be_unrolled_too_far_are_run(name: str) -> None:
    (conjunct,) = read_predicate(LONG[name], {}, None).conjuncts
    assert conjunct.reason == "its nested loops have too many iterations"


def test_short_nested_loops_and_long_single_ones_are_symbolic() -> None:
    assert read_predicate(lambda n: all(i * j != n for i in range(2, 20) for j in range(2, 20)), {}, None).symbolic
    assert read_predicate(lambda n: all(n != i * i for i in range(20_000)), {}, None).symbolic
