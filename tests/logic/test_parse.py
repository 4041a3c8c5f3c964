"""What the logic understands of Python: each construct, what it takes it for, and what can only be run."""

# ruff: noqa: B905, C417, RUF005
# How an expression is spelled is the subject here.

from __future__ import annotations

import enum
import itertools
import math
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from small_world import checked

from refute.logic.reading.functions import inlined
from refute.logic.reading.predicates import Predicate, read_predicate
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import Raised, Term, const, subterms, var

V, W = var("v"), var("w")


def read(function: Callable[..., Any]) -> Term:
    """The term of a function's result over its parameters, as it was read."""
    body = inlined(function)
    assert body is not None, "not symbolic"
    return body.term


def predicate(function: Callable[..., Any]) -> Predicate:
    return read_predicate(function, {}, None)


def reasons(function: Callable[..., Any]) -> list[str]:
    """Why the parts of a predicate can only be run; empty where they are symbolic."""
    return [conjunct.reason for conjunct in predicate(function).conjuncts]


def result(function: Callable[..., Any], *values: object) -> Any:
    """What the term of a function comes to; the same as the function itself, be it an exception."""
    body = inlined(function)
    assert body is not None, "not symbolic"
    r = Reducer()
    given = [(var(name), r.const(value)) for name, value in zip(body.params, values, strict=True)]
    found = r.bind(r.load(body.term), given)
    expected, expected_error = None, None
    try:
        expected = function(*values)
    except Exception as caught:
        expected_error = type(caught)
    if expected_error is not None:
        assert isinstance(found.data, Raised)
        assert type(found.data.error) is expected_error
        return expected_error
    assert found.value, found
    computed = r.concrete(found)
    assert computed == expected
    assert type(computed) is type(expected)
    return computed


class Colour(enum.Enum):
    RED = 1
    BLACK = 2


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Node:
    key: int
    left: Node | Leaf
    right: Node | Leaf


# -- single constructs -------------------------------------------------------------------------------------------------


def test_operators_keep_their_operands_in_order() -> None:
    assert read(lambda v, w: v - w) == Term("sub", (V, W))
    assert read(lambda v, w: v // w) == Term("floordiv", (V, W))
    assert read(lambda v, w: v > w) == Term("lt", (W, V))
    assert read(lambda v, w: v >= w) == Term("le", (W, V))


def test_a_chain_of_comparisons_is_a_conjunction() -> None:
    assert read(lambda v, w: 0 <= v < w) == Term("and", (Term("le", (const(0), V)), Term("lt", (V, W))))


def test_not_in_and_is_not_are_negations() -> None:
    assert read(lambda v, w: v not in w) == Term("not", (Term("in", (V, W)),))
    assert read(lambda v: v is not None) == Term("not", (Term("is", (V, const(None))),))


def test_and_as_a_value_is_the_operand_that_decided() -> None:
    assert read(lambda v, w: v and w) == Term("ite", (Term("truth", (V,)), W, V))
    assert read(lambda v, w: v or w) == Term("ite", (Term("truth", (V,)), V, W))


def test_a_negative_number_is_a_constant() -> None:
    assert read(lambda v: v > -3) == Term("lt", (const(-3), V))


def test_a_slice_has_three_bounds() -> None:
    none = const(None)
    assert read(lambda v: v[1:]) == Term("slice", (V, const(1), none, none))
    assert read(lambda v: v[:-1:2]) == Term("slice", (V, none, const(-1), const(2)))


def test_an_attribute_of_a_known_object_is_a_constant() -> None:
    assert read(lambda v: v is Colour.RED) == Term("is", (V, const(Colour.RED)))
    assert read(lambda v: v < math.pi) == Term("lt", (V, const(math.pi)))


def test_an_attribute_of_a_variable_is_a_term() -> None:
    assert read(lambda v: v.key) == Term("attr", (V,), "key")


@pytest.mark.parametrize(
    "function",
    [
        lambda v: v == [1, *range(v), 2],
        lambda v: v in {*range(3), v},
        lambda v: {1: v, v: 2}[v],
        lambda v: max(v, 3) - min(v, 1, 2) + abs(v),
        lambda v: divmod(v, 3)[1] == v % 3,
        lambda v: sum(range(v), start=1) + sum([1, 2], 3),
        lambda v: any(i * i == v for i in range(v)),
        lambda v: [i + j for i in range(v) for j in range(i) if i != j],
        lambda v: {i % 2 for i in range(v)},
        lambda v: list(zip(range(v), "ab", strict=False)),
        lambda v: list(enumerate("ab", start=v)),
        lambda v: list(map(lambda i: i + v, [1, 2])),
        lambda v: list(filter(None, range(v))),
        lambda v: list(map(str, range(v))),
        lambda v: sorted(range(v), reverse=True),
        lambda v: sorted("bac", key=lambda c: ord(c) * v),
        lambda v: list(reversed(range(v))),
        lambda v: list(itertools.pairwise(range(v))),
        lambda v: list(itertools.combinations(range(v), 2)),
        lambda v: tuple(i for i in range(v)),
        lambda v: frozenset({1, v}) | {2},
        lambda v: isinstance(v, int | str) and not isinstance(v, (bool, type(None))),
        lambda v: bool(v) is True,
        lambda v: min([], default=v),
        lambda v: 2**v + round(v / 2) + int(str(v)),
        lambda v: v & 1 | v ^ 3,
        lambda v: v << 1 >> 1,
        lambda v: ~v + (+v),
        lambda v: math.gcd(v, 4) + operator.add(v, 1),
        lambda v: re.fullmatch(r"\d", str(v)) is not None,
        lambda v: bool(re.match("[0-9]", str(v), re.ASCII)),
        lambda v: Point(v, 1).x + Point(x=1, y=v)[1],
        lambda v: {"a": v}.get("a", 0) + {"a": v}.get("b", 1),
        lambda v: list({1: v}.items()) + list({1: v}.values()) + list({v: 1}.keys()),
        lambda v: "abc"[v] + "abc".upper(),
        lambda v: (1, 2, v)[-1],
    ],
)
def test_understood_and_computed_as_python_does(function: Callable[..., Any]) -> None:
    assert result(function, 2) == function(2)


def endless(v: Any) -> Iterator[Any]:
    while True:
        yield v


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda v: f"{v}" == "1", "has no meaning in the logic"),
        (lambda v: (n := v) > n - 1, "has no meaning in the logic"),
        (lambda v: {i: i for i in v} == {}, "has no meaning in the logic"),
        (lambda v: (lambda: v)(), "a call of `lambda: v`"),
        (lambda v: max(*v) > 1, "a call with *"),
        (lambda v: dict(**v) == {}, "a call with **"),
        (lambda v: len(i for i in v) > 1, "is not consumed where it stands"),
        (lambda v: zip(v, v) == [], "`zip` that is not consumed where it stands"),
        (lambda v: reversed(v) == v, "`reversed` that is not consumed where it stands"),
        (lambda v: max(v, key=abs) == 1, "`max` with a key"),
        (lambda v: list(itertools.combinations(v, 3)) == [], "`combinations` of other than 2"),
        (lambda v: itertools.pairwise(v) == v, "`pairwise` that is not consumed where it stands"),
        (lambda v: list(map(max, v, v)) == v, "`map` called like this"),
        (lambda v: list(zip(v, v, strict=True)) == v, "`zip` with strict=True"),
        (lambda v: list(enumerate(iterable=v)) == v, "`enumerate` called like this"),
        (lambda v: v.split(sep=",") == [], "keyword arguments of a method `split`"),
        (lambda v: isinstance(v, list[int]), "is not a class"),
        (lambda v: re.match(r"(a)\1", v), r"the pattern '(a)\\1'"),
        (lambda v, w: re.match(w, v), "a pattern that is not a constant"),
        (lambda v: all(first for first, *_ in v), "assignment to"),
        (lambda v: print(v) is None, "`print` can only be run"),
        (lambda v: next(iter(v)) == 1, "`next`: an iterator changes as it is looked at"),
        (lambda v: list(itertools.chain(v, v)) == v, "`chain`: an iterator changes as it is looked at"),
        (lambda v: next(endless(v)) == 1, "`next`: an iterator changes as it is looked at"),
        (lambda v: list(zip(v, endless(1), strict=False)) == v, "`endless`: an iterator changes as it is looked at"),
    ],
)
def test_what_can_only_be_run_says_why(function: Callable[..., Any], reason: str) -> None:
    (found,) = reasons(function)
    assert reason in found


def test_only_the_part_that_can_only_be_run_is_opaque() -> None:
    both = predicate(lambda v: v > 0 and f"{v}" != "3" and v < 9)
    assert [conjunct.symbolic for conjunct in both.conjuncts] == [True, False, True]
    assert both.conjuncts[0].term == Term("lt", (const(0), var("@")))
    r = Reducer()
    term = r.load(both.term)
    assert r.replace(term, r.intern(var("@")), r.const(-1)) is r.false
    assert r.replace(term, r.intern(var("@")), r.const(3)) is r.false
    assert r.replace(term, r.intern(var("@")), r.const(4)) is r.true


def test_a_function_in_python_that_loops_is_called_whole() -> None:
    def weird(n: int) -> int:
        while n > 2:
            n -= 2
        return n

    assert [bool(reason) for reason in reasons(lambda v: v > 0 and weird(v) == 1)] == [False, True]


def test_an_opaque_part_sees_only_the_names_it_uses() -> None:
    found = predicate(lambda v, w, u: f"{w}" == "1")
    (part,) = found.conjuncts
    assert {term.data for term in subterms(part.term) if term.op == "var"} == {"w"}


# -- Python's meaning --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b"), [(7, 2), (-7, 2), (7, -2), (-7, -2), (0, 3), (True, 2)])
def test_division_rounds_down_and_the_remainder_has_the_sign_of_the_divisor(a: int, b: int) -> None:
    assert result(lambda v, w: (v // w, v % w, divmod(v, w)), a, b) == (a // b, a % b, divmod(a, b))


def test_a_chain_stops_where_it_is_decided() -> None:
    assert result(lambda v: 0 < v < 10 // v, 0) is False
    assert result(lambda v: 0 <= v < 10 // v, 0) is ZeroDivisionError


def test_and_or_and_conditionals_evaluate_only_what_is_needed() -> None:
    assert result(lambda v: v != 0 and 1 // v > 0, 0) is False
    assert result(lambda v: v == 0 or 1 // v > 0, 0) is True
    assert result(lambda v: 0 if v == 0 else 1 // v, 0) == 0


def test_booleans_are_numbers_and_numbers_are_not_booleans() -> None:
    assert result(lambda v: True + v == 2, 1) is True
    assert result(lambda v: (v > 0) + (v > 1), 5) == 2
    assert result(lambda v: isinstance(v, int), True) is True
    assert result(lambda v: isinstance(v, bool), 1) is False
    assert result(lambda v: v == 1, True) is True
    assert result(lambda v: v is True, 1) is False


def test_is_compares_identity_of_members_flags_and_none() -> None:
    assert result(lambda v: v is Colour.RED, Colour.RED) is True
    assert result(lambda v: v is Colour.RED, Colour.BLACK) is False
    assert result(lambda v: (v > 1) is True, 3) is True
    assert result(lambda v: v is None, None) is True
    assert result(lambda v: [v] is [v], 1) is False  # noqa: F632


def test_truth_of_containers_is_that_they_are_not_empty() -> None:
    assert result(lambda v: not v, []) is True
    assert result(lambda v: v or "none", "") == "none"
    assert result(lambda v: v and v[0], [0]) == 0


# -- function bodies ---------------------------------------------------------------------------------------------------


def grade(v: int) -> str:
    """Doc strings, early returns, elif."""
    if v < 0:
        return "negative"
    if v == 0:
        return "zero"
    if v > 5:
        return "large"
    return "small"


@pytest.mark.parametrize("value", [-1, 0, 3, 9])
def test_ifs_and_early_returns(value: int) -> None:
    assert result(grade, value) == grade(value)


def spread(v: tuple[int, int]) -> int:
    low, high = v
    width: int = high - low
    (a, b), c = (width, low), high
    return a + b * c


def test_assignments_and_unpacking() -> None:
    assert result(spread, (2, 5)) == 13
    assert result(spread, (2, 5, 7)) is ValueError
    assert result(spread, 3) is TypeError


@pytest.mark.parametrize(("value", "outcome"), [(-1, AssertionError), (6, ValueError), (5, 5)])
def test_assert_and_raise(value: int, outcome: object) -> None:
    assert result(checked, value) == outcome


def unfinished(v: int) -> int | None:  # noqa: RET503
    if v:
        return v


def test_a_body_that_ends_without_return_gives_none() -> None:
    assert result(unfinished, 0) is None


def patterns(v: Any) -> Any:
    match v:
        case None | True:
            return "singleton"
        case 0 | -1:
            return "literal"
        case "a":
            return "text"
        case Colour.RED:
            return "value"
        case str() as text:
            return text
        case int(n) if n > 5:
            return n
        case []:
            return "empty"
        case [x]:
            return x
        case [1, *rest]:
            return rest
        case [first, *_, last] if first == last:
            return "ends"
        case (2 as two, (3 | 4) as other):
            return (two, other)
        case Node(key, Leaf(), right=Node(key=inner)):
            return key + inner
        case Node(left=Leaf()) | Leaf():
            return "leaning"
        case _:
            return "other"


TREE = Node(1, Leaf(), Node(2, Leaf(), Leaf()))


@pytest.mark.parametrize(
    "value",
    [None, True, False, 0, -1, 3, 9, "a", "b", Colour.RED, Colour.BLACK, [], [7], (7,), [1, 2, 3], (1, 5), [4, 9, 4]]
    + [(2, 3), [2, 4], (2, 5), TREE, TREE.right, Leaf(), Node(3, TREE, Leaf()), {1}, {"key": 1}, 2.5, b"ab", range(2)],
)
def test_every_pattern_matches_what_python_matches(value: Any) -> None:
    assert result(patterns, value) == patterns(value)


def test_a_mapping_pattern_can_only_be_run() -> None:
    def keyed(v: Any) -> bool:
        match v:
            case {"key": _}:
                return True
            case _:
                return False

    (found,) = predicate(keyed).conjuncts
    assert "the pattern `{'key': _}`" in found.reason


def test_a_function_that_calls_itself_is_not_unrolled() -> None:
    def factorial(n: int) -> int:
        return 1 if n < 2 else n * factorial(n - 1)

    assert predicate(lambda v: factorial(v) == 6).holds(3, {})
    assert reasons(lambda v: factorial(v) == 6) != [""]


def test_the_argument_of_a_function_is_evaluated_once_and_first() -> None:
    def ignore(_: int) -> int:
        return 1

    assert result(lambda v: ignore(1 // v), 0) is ZeroDivisionError


def test_a_function_with_several_parameters_is_inlined_with_its_defaults() -> None:
    def within(x: int, low: int = 0, high: int = 9) -> bool:
        return low <= x <= high

    assert predicate(lambda v: within(v, high=5)).symbolic
    assert result(lambda v: (within(v), within(v, 4), within(v, high=2), within(low=4, x=v)), 3) == (
        True,
        False,
        False,
        False,
    )


def test_a_function_with_parameters_by_name_only_is_run() -> None:
    def within(x: int, *, high: int) -> bool:
        return x <= high

    found = predicate(lambda v: within(v, high=5))
    assert not found.symbolic
    assert found.holds(5, {})
    assert not found.holds(6, {})
