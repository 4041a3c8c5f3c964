"""Argument lists: every combination that the types of the parameters admit, and no other."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Annotated, Literal

import pytest

from refute import EmptyTypeError, Nat, RefinementError, Scope, where
from refute.spaces.arguments import admits, argument_lists
from refute.types.signatures import LEFT_OUT, read_signature


def rescale(r1: Nat, r2: Nat, s: Annotated[int, where(lambda v, r1: 0 <= v < r1)]) -> None: ...


def at(i: Annotated[int, where(lambda v, xs: 0 <= v < len(xs))], xs: list[bool]) -> None: ...


def window(n: Nat = 2, i: Annotated[int, where(lambda v, n: 0 <= v < n)] = 0) -> None: ...


def nothing() -> None: ...


def overlapping(n: int, xs: list[Annotated[int, where(lambda v, n: v <= n)]] | list[int]) -> None: ...


def overlapping_scalars(n: int, x: Annotated[int, where(lambda v, n: v <= n)] | Literal[0, 1]) -> None: ...


def overlapping_twice(
    n: int,
    m: int,
    xs: tuple[Annotated[int, where(lambda v, n: v <= n)]] | tuple[Annotated[int, where(lambda v, m: v <= m)]],
) -> None: ...


SMALL = Scope(size=2, landmarks=False)


def test_dependent_parameters() -> None:
    numbers = range(-2, 3)
    expected = {(a, b, s) for a, b, s in itertools.product(numbers, repeat=3) if a >= 0 <= b and 0 <= s < a}
    space = argument_lists(read_signature(rescale), SMALL)
    assert set(space) == expected
    assert space.count == len(expected)


def test_a_parameter_may_depend_on_a_later_one() -> None:
    space = argument_lists(read_signature(at), SMALL)
    assert [i for _, i in space] == [0] * 2 + [0, 1] * 4
    assert space.tiers == {1: 2, 2: 8}


def test_a_default_is_left_out_only_where_it_is_right() -> None:
    space = argument_lists(read_signature(window), Scope(size=1, landmarks=False))
    left = LEFT_OUT
    assert list(space) == [(left, left), (left, 0), (left, 1), (1, left), (1, 0)]


def test_no_parameters_are_one_argument_list() -> None:
    space = argument_lists(read_signature(nothing), SMALL)
    assert list(space) == [()]


def test_members_of_a_union_that_depend_on_another_parameter_may_overlap() -> None:
    numbers = range(-2, 3)
    lists = [xs for length in range(3) for xs in itertools.product(numbers, repeat=length)]
    assert sorted((n, *xs) for n, xs in argument_lists(read_signature(overlapping), SMALL)) == sorted(
        (n, *xs) for n in numbers for xs in lists
    )
    assert set(argument_lists(read_signature(overlapping_scalars), SMALL)) == {
        (n, x) for n in numbers for x in numbers if x <= n or x in (0, 1)
    }
    assert {(n, m, *xs) for n, m, xs in argument_lists(read_signature(overlapping_twice), SMALL)} == {
        (n, m, x) for n in numbers for m in numbers for x in numbers if x <= n or x <= m
    }


@pytest.mark.parametrize(
    "function", [rescale, at, window, nothing, overlapping, overlapping_scalars, overlapping_twice]
)
def test_the_laws_of_spaces_hold(function: object) -> None:
    assert callable(function)
    space = argument_lists(read_signature(function), SMALL)
    values = list(space)
    assert [space[i] for i in range(space.count)] == values
    assert [space.index(value) for value in values] == list(range(space.count))
    assert [space.size_of(i) for i in range(space.count)] == sorted(space.size_of(i) for i in range(space.count))
    assert all(value in values for value in space.sample(20))


def test_mutable_arguments_are_fresh() -> None:
    space = argument_lists(read_signature(at), SMALL)
    for xs, _ in space:
        xs.append(True)
    assert space.count == len(list(space))
    assert max(len(xs) for xs, _ in space) == 2


def test_an_empty_parameter_type_is_said() -> None:
    def f(n: Annotated[int, where(lambda v: v > 3 and v < 2)]) -> None: ...

    with pytest.raises(EmptyTypeError):
        argument_lists(read_signature(f), SMALL)


def test_a_refinement_that_raises_is_said_with_the_value() -> None:
    def f(d: int, n: Annotated[int, where(lambda v, d: v % d == 0)]) -> None: ...

    with pytest.raises(RefinementError, match=r"ZeroDivisionError.*for the value 0"):
        argument_lists(read_signature(f), SMALL)


def all_by_position(x: bool = True, y: bool = True, /, *z: bool) -> None: ...


def rest_after_defaults(x: bool, y: bool = True, *z: bool, k: bool = True) -> None: ...


def depends_on_the_rest(x: Annotated[bool, where(lambda x, z: len(z) < 2)] = True, *z: bool) -> None: ...


@pytest.mark.parametrize("function", [all_by_position, rest_after_defaults, depends_on_the_rest])
def test_no_two_argument_lists_are_the_same_call(function: Callable[..., None]) -> None:
    signature = read_signature(function)
    lists = list(argument_lists(signature, Scope(size=3)))
    calls = {repr(signature.passed(values)) for values in lists}
    assert len(calls) == len(lists)
    assert all(admits(signature, values) for values in lists)


def test_what_cannot_be_passed_beside_a_default_is_no_argument_list() -> None:
    signature = read_signature(rest_after_defaults)
    assert admits(signature, (True, LEFT_OUT, (), LEFT_OUT))
    assert not admits(signature, (True, LEFT_OUT, (True,), LEFT_OUT))
