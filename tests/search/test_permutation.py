"""A permutation has every index once, is the same everywhere, and leaves no part of an index as it was for long."""

from __future__ import annotations

import subprocess
import sys

import pytest

from refute.search.permutation import Permutation


@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_every_index_comes_once(seed: int) -> None:
    for count in (*range(70), 1_000, 4_913, 6_561):
        order = Permutation(count, seed)
        assert sorted(order[position] for position in range(count)) == list(range(count))


def test_counts_may_be_as_large_as_those_of_spaces() -> None:
    count = 10**80 + 7
    order = Permutation(count, 0)
    positions = [*range(500), *range(count - 500, count)]
    found = [order[position] for position in positions]
    assert len(set(found)) == len(positions)
    assert all(0 <= index < count for index in found)


@pytest.mark.parametrize("position", [-1, 10])
def test_there_is_nothing_beyond_the_last(position: int) -> None:
    with pytest.raises(IndexError):
        Permutation(10, 0)[position]


def test_other_interpreters_have_the_same_order() -> None:
    code = (
        "from refute.search.permutation import Permutation; o = Permutation(10**30, 5); print([o[n] for n in range(9)])"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "77")
    }
    assert found == {f"{[Permutation(10**30, 5)[n] for n in range(9)]}\n"}


@pytest.mark.parametrize("values", [(17, 17, 17), (2, 500, 3), (40, 2, 2, 40)])
def test_each_part_of_inputs_has_many_values_from_the_start(values: tuple[int, ...]) -> None:
    count = 1
    for number in values:
        count *= number
    order = Permutation(count, 0)
    seen: list[set[int]] = [set() for _ in values]
    for position in range(200):
        index = order[position]
        for place, number in reversed(list(enumerate(values))):
            index, part = divmod(index, number)
            seen[place].add(part)
    assert all(len(parts) >= 0.6 * min(number, 200) for parts, number in zip(seen, values, strict=True))
