"""Rows of a covering array have every pair of values of every two columns, and are not many more than have to be."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from refute.search.covering import covering


def pairs_in(rows: list[tuple[int, ...]], one: int, other: int) -> set[tuple[int, int]]:
    return {(row[one], row[other]) for row in rows}


def covers_all(counts: list[int]) -> bool:
    rows = covering(counts)
    return all(
        pairs_in(rows, one, other) == set(product(range(counts[one]), range(counts[other])))
        for one, other in combinations(range(len(counts)), 2)
    )


@pytest.mark.parametrize("seed", range(40))
def test_every_pair_is_in_a_row(seed: int) -> None:
    random = Random(seed)
    counts = [random.randint(1, 7) for _ in range(random.randint(2, 7))]
    assert covers_all(counts)


def test_one_column_has_each_of_its_values() -> None:
    assert covering([4]) == [(0,), (1,), (2,), (3,)]
    assert covering([]) == [()]


def test_without_values_there_is_no_row() -> None:
    assert covering([3, 0, 2]) == []


@pytest.mark.parametrize(("counts", "most"), [([3] * 4, 9), ([2] * 10, 12), ([10] * 5, 140), ([20, 20, 2, 2], 400)])
def test_rows_are_few(counts: list[int], most: int) -> None:
    assert covers_all(counts)
    assert len(covering(counts)) <= most


def test_no_row_comes_twice() -> None:
    rows = covering([5, 4, 3, 3])
    assert len(rows) == len(set(rows))
