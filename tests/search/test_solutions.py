"""Argument lists as the solver finds them, with and without bounds on scalars."""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Annotated, Any, Literal

import pytest

from refute import Scope, where
from refute.search.solver.enumerate import Solutions, solutions
from refute.spaces.arguments import argument_lists
from refute.types.membership import inhabits
from refute.types.signatures import read_signature

Function = Callable[..., Any]
Far = Annotated[int, where(lambda v: v > 10**9)]


@dataclass(frozen=True)
class Cell:
    value: int
    rest: Cell | None


def square(v: Annotated[int, where(lambda v: v * v == 1764)]) -> None: ...
def sum_and_product(x: int, y: Annotated[int, where(lambda v, x: x + v == 1000 and x * v == 90000)]) -> None: ...
def code(s: Annotated[str, where(lambda s: len(s) == 12 and re.fullmatch(r"[a-c]+x\d+", s))]) -> None: ...
def far(v: Far) -> None: ...
def leap_february(d: Annotated[datetime.date, where(lambda d: d.year == 2028 and d.month == 2)]) -> None: ...
def far_beside_a_chain(v: Far, chain: Cell | None) -> None: ...
def half(v: Annotated[Decimal, where(lambda v: v * 3 == Decimal("1.5"))]) -> None: ...
def third(v: Annotated[Fraction, where(lambda v: v * 3 == Fraction(1000, 7))]) -> None: ...
def large_float(v: Annotated[float, where(lambda v: 1e6 < v < 1e6 + 1)]) -> None: ...
def large_sum(v: Annotated[list[int], where(lambda v: len(v) == 3 and sum(v) == 1000 and min(v) > 100)]) -> None: ...
def large_set(v: Annotated[set[int], where(lambda v: len(v) == 2 and min(v) > 500)]) -> None: ...
def control(s: Annotated[str, where(lambda s: s.startswith("\n\t") and len(s) == 4)]) -> None: ...
def masked(v: Annotated[int, where(lambda v: v & 0xFF00 == 0x4200 and v > 70000)]) -> None: ...
def between(v: Annotated[int, where(lambda v: 100 <= v <= 5000)]) -> None: ...
def between_with_default(v: Annotated[int, where(lambda v: 100 <= v <= 5000)] = 200, w: int = 3) -> None: ...
def opaque(v: Annotated[int, where(lambda v: 3 < v < 50 and str(v) == str(v)[::-1])]) -> None: ...
def never_right(v: Annotated[float, where(lambda v: str(v) == "no number")]) -> None: ...
def few_of_many(v: Literal[1, 2, 3, 4, 5], w: Literal[1, 2, 3, 4, 5], rest: tuple[Literal[1, 2, 3], ...]) -> None: ...
def impossible(v: Annotated[int, where(lambda v: v * v == 2)]) -> None: ...
def too_hard(x: int, y: int, z: Annotated[int, where(lambda v, x, y: x**3 + y**3 + v**3 == 114 and v > 9)]) -> None: ...


FAR = [square, sum_and_product, code, far, leap_february, far_beside_a_chain, half, third, large_float, large_sum]
FAR += [large_set, control, masked, between, between_with_default, opaque]


def beyond(function: Function, size: int = 3) -> Solutions:
    return solutions(read_signature(function), Scope(size=size), bounded=False)


def first(function: Function, count: int = 30) -> list[tuple[Any, ...]]:
    return [found.values for found in islice(beyond(function), count)]


@pytest.mark.parametrize("function", FAR)
def test_what_is_found_far_out_inhabits_the_types(function: Function) -> None:
    signature = read_signature(function)
    found = first(function)
    assert found
    for values in found:
        siblings = signature.siblings(values)
        assert all(inhabits(parameter.type, siblings[parameter.name], siblings) for parameter in signature.parameters)


def test_both_roots_are_found() -> None:
    assert sorted(first(square)) == [(-42,), (42,)]


def test_parameters_that_depend_on_each_other_are_found_together() -> None:
    assert sorted(first(sum_and_product)) == [(100, 900), (900, 100)]


def test_exact_numbers_are_exact() -> None:
    assert first(half) == [(Decimal("0.5"),)]
    assert first(third) == [(Fraction(1000, 21),)]


def test_the_edges_of_a_number_come_first() -> None:
    assert first(between, 4) == [(100,), (101,), (5000,), (4999,)]


def test_after_the_edges_come_places_between_them() -> None:
    quarters = [v for (v,) in first(between, 10) if 1000 < v < 4900]
    assert len(quarters) >= 3


def test_where_there_is_no_largest_number_those_that_machines_count_to_are_tried() -> None:
    assert any(v > 2**64 for (v,) in first(far, 10))


def test_one_structure_has_as_many_values_as_are_wanted() -> None:
    assert len(set(first(far, 60))) == 60


def test_a_far_number_is_tried_beside_small_structures() -> None:
    found = first(far_beside_a_chain, 60)
    assert all(number > 10**9 for number, _ in found)
    assert {chain is None for _, chain in found} == {True, False}


def test_sizes_never_decrease_and_nothing_comes_twice() -> None:
    found = list(islice(beyond(far_beside_a_chain), 60))
    assert [one.size for one in found] == sorted(one.size for one in found)
    assert len({one.values for one in found}) == len(found)


def test_what_cannot_be_translated_is_said_and_checked() -> None:
    found = beyond(opaque)
    assert all(str(one.values[0]) == str(one.values[0])[::-1] for one in found)
    assert found.left_out


def test_within_bounds_argument_lists_are_those_of_the_classes() -> None:
    signature = read_signature(between_with_default)
    scope = Scope(size=4, ints=(98, 104))
    found = solutions(signature, scope)
    expected = [repr(values) for values in argument_lists(signature, scope)]
    assert sorted(repr(one.values) for one in found) == sorted(expected)
    assert found.complete


def test_where_nothing_is_found_and_all_is_known_the_search_is_complete_within_bounds() -> None:
    found = solutions(read_signature(impossible), Scope(size=3))
    assert list(found) == []
    assert found.complete


def test_what_the_solver_cannot_answer_is_never_called_complete() -> None:
    looks = itertools.count()  # a clock on which a tenth of a second passes between any two looks
    found = solutions(
        read_signature(too_hard), Scope(size=0), bounded=False, deadline=1.0, now=lambda: next(looks) / 10
    )
    assert list(found) == []
    assert found.session.unknown
    assert not found.complete


def test_candidates_that_are_all_wrong_come_to_an_end() -> None:
    assert first(never_right) == []


def test_leaving_off_at_one_structure_spoils_no_other() -> None:
    found = solutions(read_signature(few_of_many), Scope(size=2), bounded=False, each=3)
    assert [one.size for one in found] == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_a_deadline_that_is_over_is_not_completeness() -> None:
    found = solutions(read_signature(between), Scope(size=3), deadline=0.0)
    assert list(found) == []
    assert not found.complete


def summed(
    a: Annotated[int, where(lambda v: v * v > 3)], b: Annotated[list[int], where(lambda v, a: sum(v) == a)]
) -> None: ...


def test_threads_may_use_the_solver_at_the_same_time() -> None:
    def counted(_: int) -> int:
        return sum(1 for _ in solutions(read_signature(summed), Scope(size=2)))

    with ThreadPoolExecutor(3) as pool:
        assert len({counted(0), *pool.map(counted, range(3))}) == 1
