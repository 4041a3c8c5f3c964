"""Terms print as Python: as they were written, and what the reducer makes of them."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from refute import measure
from refute.logic.reading.functions import inlined
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import INT, STR, Container, Term, seq_sort, var


@dataclass(frozen=True)
class Pair:
    left: int
    right: int


@measure
def size(v: list[int]) -> int:
    return 0 if not v else 1 + size(v[1:])


def term_of(function: Callable[..., Any]) -> Term:
    body = inlined(function)
    assert body is not None
    return body.term


AS_WRITTEN: list[tuple[Callable[..., Any], str]] = [
    (lambda x, y: (x + y) * 2 - (x - (y - 1)), "(x + y) * 2 - (x - (y - 1))"),
    (lambda x, y: -(x**2) // y % 3, "-x**2 // y % 3"),
    (lambda x, y: (x & 1) + (y << 2) | ~x, "(x & 1) + (y << 2) | ~x"),
    (lambda x, y: x < y and not (y == 3 or x is None), "x < y and not (y == 3 or x is None)"),
    (lambda x, y: x != y and x not in (1, y) and x is not None, "x != y and x not in (1, y) and x is not None"),
    (lambda x: (1 if x else 2) + 1, "(1 if bool(x) else 2) + 1"),
    (lambda x: x[1:] == x[::2], "x[1:] == x[::2]"),
    (lambda x: x[-1].real[0:3], "x[-1].real[0:3]"),
    (lambda x: {1: x}[1] in {x, 3} and x == (x,), "{1: x}[1] in {x, 3} and x == (x,)"),
    (lambda x: isinstance(x, int | str) and isinstance(x, bool), "isinstance(x, (int, str)) and isinstance(x, bool)"),
    (lambda x: sum(x) + max(x) + min(1, 2) + len(x.strip("a")), "sum(x) + max(x) + min(1, 2) + len(x.strip('a'))"),
    (
        lambda x: any(a > b for a in x if a for b in range(1, a)),
        "any(#1 < #0 for #0 in x if bool(#0) for #1 in range(1, #0))",
    ),
    (lambda x: [a + 1 for a in x] == list(x), "list(#0 + 1 for #0 in x) == list(x)"),
    (lambda x: size(x) > 0 and bool(re.match("a+", x)), "0 < size(x) and bool(re.compile('a+').match(x))"),
    (lambda x: Pair(x, 2).left, "Pair(x, 2).left"),
]


@pytest.mark.parametrize(("function", "text"), AS_WRITTEN, ids=[text for _, text in AS_WRITTEN])
def test_a_term_prints_as_it_was_written(function: Callable[..., Any], text: str) -> None:
    assert repr(term_of(function)) == text


XS = var("xs", seq_sort(INT, "list"))
AFTER_ONE: list[tuple[Callable[..., Any], str, str]] = [
    (lambda xs: sum(xs) <= 10, "sum(xs) <= 10", "sum(xs) <= 7"),
    (lambda xs: len(xs) < 5, "len(xs) <= 4", "len(xs) <= 3"),
    (
        lambda xs: all(a <= b for a, b in itertools.pairwise(xs)),
        "all($1[0] <= $1[1] for $1 in zip(xs, xs[1:]))",
        "all($1[0] <= $1[1] for $1 in zip([3, *xs], xs))",
    ),
    (lambda xs: len(set(xs)) == len(xs), "distinct(xs)", "3 not in xs and distinct(xs)"),
    (lambda xs: max(xs) == 7, "max(xs) == 7", "max(3, *xs) == 7"),
    (lambda xs: 2 * len(xs) - sum(xs) > 4, "5 <= 2 * len(xs) - sum(xs)", "6 <= 2 * len(xs) - sum(xs)"),
]


@pytest.mark.parametrize(("function", "before", "after"), AFTER_ONE, ids=[before for _, before, _ in AFTER_ONE])
def test_what_the_first_element_leaves_of_a_condition_prints_as_one_would_write_it(
    function: Callable[..., Any], before: str, after: str
) -> None:
    r = Reducer()
    xs = r.intern(XS)
    condition = r.bind(r.load(term_of(function)), [(var("xs"), xs)])
    assert repr(condition) == before
    assert repr(r.replace(condition, xs, r.make("seq", (r.const(3), xs), Container("list", True)))) == after


def test_what_has_python_syntax_is_read_back_as_it_prints() -> None:
    texts = [text for _, text in AS_WRITTEN if "#" not in text]
    assert all(ast.parse(text, mode="eval") for text in texts)


def test_a_language_prints_as_a_pattern() -> None:
    r = Reducer()
    text = r.intern(var("s", STR))
    matched = r.bind(r.load(term_of(lambda s: bool(re.fullmatch("a+b?", s)))), [(var("s"), text)])
    assert repr(matched) == "s in /a+b?/"
