"""Well-typed terms: what is inferred of a term is a structure, and there is an environment for each way into it."""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "examples"))

from typed_lambdas import Abs, App, Bool, Fun, Truth, Var, WellTyped, inferred


@pytest.fixture(scope="module")
def space() -> Any:
    return inhabitants(WellTyped, Scope(size=8))


@cache
def types(size: int) -> list[Any]:
    if size == 0:
        return [Bool()]
    return [Fun(a, b) for left in range(size) for a in types(left) for b in types(size - 1 - left)]


@cache
def typed(env: tuple[Any, ...], size: int) -> Counter[Any]:
    """How many terms of a size have which type, counted by the rules of typing."""
    found: Counter[Any] = Counter()
    if size == 1:
        found.update([Bool(), Bool(), *env])
    for annotation in range(size - 1):
        for takes in types(annotation):
            for gives, count in typed((takes, *env), size - 1 - annotation).items():
                found[Fun(takes, gives)] += count
    for left in range(1, size - 1):
        for function, count in typed(env, left).items():
            if isinstance(function, Fun):
                found[function.gives] += count * typed(env, size - 1 - left)[function.takes]
    return found


def size_of(value: object) -> int:
    match value:
        case Bool():
            return 0
        case Var() | Truth():
            return 1
        case Abs(a, b) | App(a, b) | Fun(a, b):
            return 1 + size_of(a) + size_of(b)
    raise AssertionError(value)


def test_the_rules_of_typing_count_as_many(space: Any) -> None:
    assert space.tiers == {size: typed((), size).total() for size in range(1, 9)}


def test_samples_of_one_size_are_well_typed_terms_of_that_size(space: Any) -> None:
    sample = space.sample(300, seed=1, size=8)
    assert {size_of(term) for term in sample} == {8}
    assert all(inferred(term, ()) is not None for term in sample)
    assert len({*sample}) > 250


def test_any_term_is_found_again_by_its_index(space: Any) -> None:
    for index in range(0, space.count, 97):
        assert space.index(space[index]) == index


def test_terms_without_a_type_are_not_in_the_space(space: Any) -> None:
    assert Abs(Bool(), App(Var(0), Var(0))) not in space
    assert App(Truth(True), Truth(True)) not in space
    assert Abs(Bool(), Var(1)) not in space
    assert Abs(Fun(Bool(), Bool()), App(Var(0), Truth(True))) in space


@pytest.mark.parametrize("size", range(8))
def test_a_smaller_scope_has_the_smaller_terms(space: Any, size: int) -> None:
    smaller = inhabitants(WellTyped, Scope(size=size))
    assert smaller.tiers == {own: count for own, count in space.tiers.items() if own <= size}
    assert set(smaller) <= set(space)
