"""Code that looks at the identity of objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from refute.logic.identity import sees_identity

NOTHING = object()


def of_a_variable_of_a_generator(v: Any) -> bool:
    return all(item.owner is v for item in v.items)


def of_a_variable_that_a_generator_uses_as_well(v: Any) -> bool:
    return v.first.next is v.first and all(v.first.value >= low for low in (0, 1))


def of_a_variable_two_functions_out(v: Any) -> bool:
    return any(all(item is v for item in row) for row in v.rows)


def of_a_variable_that_hides_one_from_outside(outer: Any) -> Callable[[Any], bool]:
    def compare(v: Any) -> bool:
        def inner(outer: Any) -> bool:
            return all(item is outer for item in v)

        return outer == v or inner(v)

    return compare


def of_a_variable_from_outside(outer: Any) -> Callable[[Any], bool]:
    return lambda v: all(item is outer for item in v) or v is outer


def of_a_global(v: Any) -> bool:
    return any(item is NOTHING for item in v) or v is None


@pytest.mark.parametrize(
    "function",
    [
        of_a_variable_of_a_generator,
        of_a_variable_that_a_generator_uses_as_well,
        of_a_variable_two_functions_out,
        of_a_variable_that_hides_one_from_outside(None),
    ],
)
def test_variables_of_a_function_are_its_own_where_functions_inside_use_them(function: Any) -> None:
    assert sees_identity(function)


@pytest.mark.parametrize("function", [of_a_variable_from_outside(None), of_a_global])
def test_variables_from_outside_and_globals_are_always_the_same(function: Any) -> None:
    assert not sees_identity(function)
