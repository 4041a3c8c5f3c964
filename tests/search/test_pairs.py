"""Inputs with all pairs have every two values of every two parameters, as far as both can be passed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from typing import Annotated, Any

import pytest

from refute import Scope, where
from refute.search.pairs import independent, places_of_pairs
from refute.spaces.arguments import argument_lists
from refute.spaces.ground.palette import CONSTANTS, Palette
from refute.types.signatures import LEFT_OUT, read_signature

CODE = (4711, 815, -90, "beta", 2.5)
SCOPE = Scope(size=1, palette=Palette(0, width=40, manner=CONSTANTS, length=1, constants=CODE))


Positive = Annotated[int, where(lambda v: v > 0)]
Long = Annotated[str, where(lambda v: len(v) > 1)]


def plain(a: int, b: int, c: int) -> None: ...
def mixed(a: int, b: str, flag: bool, d: float = 1.0) -> None: ...
def refined(a: Positive, b: Long, c: int) -> None: ...
def with_lists(a: list[int], b: int) -> None: ...


def inputs(function: Callable[..., Any]) -> list[tuple[Any, ...]]:
    signature = read_signature(function)
    space = argument_lists(signature, SCOPE)
    places = places_of_pairs(signature, SCOPE, space)
    assert len(set(places)) == len(places)
    return [space[place] for place in places]


@pytest.mark.parametrize("function", [plain, mixed, refined, with_lists], ids=lambda function: function.__name__)
def test_every_two_values_of_every_two_parameters_come_together(function: Callable[..., Any]) -> None:
    found = inputs(function)
    columns = [list(dict.fromkeys(map(repr, column))) for column in zip(*found, strict=True)]
    for one, other in combinations(range(len(columns)), 2):
        pairs = {(repr(values[one]), repr(values[other])) for values in found}
        assert pairs == set(product(columns[one], columns[other]))


def test_constants_and_ordinary_values_are_among_them() -> None:
    found = inputs(mixed)
    assert {4711, 815, -90, 0, 1} <= {values[0] for values in found}
    assert {"beta", ""} <= {values[1] for values in found}
    assert any(values[3] is LEFT_OUT for values in found)
    assert any(values[3] == 2.5 for values in found)


def test_they_are_the_same_wherever_they_are_made() -> None:
    assert list(map(repr, inputs(mixed))) == list(map(repr, inputs(mixed)))


def test_parameters_that_depend_on_each_other_have_no_pairs_of_their_own() -> None:
    def related(a: int, b: Annotated[int, where(lambda v, a: v < a)]) -> None: ...

    assert independent(read_signature(related)) == 0
    assert independent(read_signature(mixed)) == 4
