"""Checks and spaces can be used from several threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Annotated

import pytest

from refute import Scope, check, inhabitants, where

THREADS = 4


def successor(n: int) -> int:
    return n + 1


def first(xs: list[int]) -> int:
    return xs[0]


def reversed_text(s: str) -> str:
    return s[::-1]


def late(xs: list[int]) -> int:
    return 1 // (len(xs) - 3)


@pytest.mark.slow
def test_checks_of_several_threads_are_those_of_one() -> None:
    functions = [successor, first, reversed_text, late]
    alone = [repr(check(function, scope=Scope(size=3))) for function in functions]
    with ThreadPoolExecutor(THREADS) as pool:
        for _ in range(3):
            assert [*pool.map(lambda function: repr(check(function, scope=Scope(size=3))), functions)] == alone


def test_a_space_of_several_threads_is_that_of_one() -> None:
    increasing = Annotated[list[int], where(lambda xs: all(a < b for a, b in pairwise(xs)))]
    alone = inhabitants(increasing, Scope(size=7))
    values = list(alone)
    shared = inhabitants(increasing, Scope(size=7))

    def used(seed: int) -> tuple[object, ...]:
        middle = len(values) // 2
        return list(shared), shared.count, shared[middle], shared.sample(5, seed=1), shared.index(values[middle])

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(used, range(THREADS)))
    expected = (values, len(values), values[len(values) // 2], alone.sample(5, seed=1), len(values) // 2)
    assert all(one == expected for one in found)


def test_spaces_are_built_by_several_threads() -> None:
    with ThreadPoolExecutor(THREADS) as pool:
        counts = list(pool.map(lambda size: inhabitants(list[str], Scope(size=size)).count, [4, 5, 6, 7]))
    assert counts == [inhabitants(list[str], Scope(size=size)).count for size in (4, 5, 6, 7)]
