"""Ranges are sets of integers, whatever is added and removed in whatever order."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from refute.campaign.ranges import Ranges

MOST = 40


def random_pairs(seed: int) -> Iterator[tuple[Ranges, set[int], Random]]:
    """Ranges and the set that they should be, after each of some changes."""
    random = Random(seed)
    ranges, numbers = Ranges(), set[int]()
    for _ in range(60):
        first = random.randrange(MOST)
        stop = first + random.choice([-2, 0, 1, 1, 2, 5, MOST])
        if random.random() < 0.6:
            ranges.add(first, stop)
            numbers |= set(range(first, stop))
        else:
            ranges.remove(first, stop)
            numbers -= set(range(first, stop))
        yield ranges, numbers, random


def pieces(numbers: set[int]) -> list[tuple[int, int]]:
    """The longest ranges of integers that are all in a set."""
    firsts = sorted(number for number in numbers if number - 1 not in numbers)
    stops = sorted(number + 1 for number in numbers if number + 1 not in numbers)
    return list(zip(firsts, stops, strict=True))


@pytest.mark.parametrize("seed", range(30))
def test_ranges_have_what_was_added_and_not_removed_since(seed: int) -> None:
    for ranges, numbers, _ in random_pairs(seed):
        assert list(ranges) == pieces(numbers)
        assert ranges.count == len(numbers)
        assert bool(ranges) == bool(numbers)
        assert {number for number in range(-1, 2 * MOST + 1) if number in ranges} == numbers


@pytest.mark.parametrize("seed", range(30))
def test_gaps_are_what_is_missing_below_a_total(seed: int) -> None:
    for ranges, numbers, random in random_pairs(seed):
        total = random.randrange(2 * MOST)
        assert ranges.gaps(total) == pieces(set(range(total)) - numbers)


@pytest.mark.parametrize("seed", range(15))
def test_equal_ranges_have_the_same_integers(seed: int) -> None:
    for ranges, numbers, random in random_pairs(seed):
        again = sorted(numbers, key=lambda _: random.random())
        assert ranges == Ranges((number, number + 1) for number in again)
        assert ranges != Ranges([*ranges, (2 * MOST + 1, 2 * MOST + 2)])


def test_a_copy_is_not_changed_with_the_ranges_it_was_made_of() -> None:
    for ranges, numbers, _ in random_pairs(0):
        copied = ranges.copy()
        ranges.add(2 * MOST, 2 * MOST + 1)
        assert list(copied) == pieces(numbers)
        assert copied.count == len(numbers)
        ranges.remove(2 * MOST, 2 * MOST + 1)
