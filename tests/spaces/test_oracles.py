"""Counts known from elsewhere: benchmarks of SmallCheck and TARGET, and numbers every combinatorialist knows."""

from __future__ import annotations

from functools import cache
from math import comb, factorial, perm
from typing import Annotated, Any

import pytest
from zoo import Permutation, SortedList, StrictlySorted, UniqueList, UniqueTags
from zoo_of_trees import BalancedMap, OkTree, RBTree, SearchTree, balanced, no_red_red

from refute.logic.reading.predicates import where
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope
from sampling import some_of


def counts(tp: Any, depths: dict[int, int]) -> dict[int, int]:
    return {depth: inhabitants(tp, Scope.smallcheck(depth)).count for depth in depths}


def test_strictly_increasing_lists() -> None:
    expected = {2: 5, 3: 13, 4: 34, 5: 89, 6: 233, 7: 610, 8: 1597, 9: 4181, 10: 10946, 11: 28657, 12: 75025}
    assert counts(StrictlySorted, expected) == expected


@pytest.mark.slow
def test_strictly_increasing_lists_to_depth_40_are_every_other_fibonacci_number() -> None:
    one, two = 1, 2
    for _ in range(1, 40):
        one, two = one + two, one + 2 * two
    assert inhabitants(StrictlySorted, Scope.smallcheck(40)).count == two == 37_889_062_373_143_906


@pytest.mark.slow
def test_red_black_trees() -> None:
    expected = {2: 6, 3: 11, 4: 21, 5: 45, 6: 107, 7: 267, 8: 671, 9: 1671, 10: 4116, 11: 10074, 12: 24693, 14: 155302}
    assert counts(OkTree, expected) == expected


def test_red_black_trees_to_depth_20() -> None:
    expected = {20: 74_381_228}
    assert counts(OkTree, expected) == expected


@cache
def red_black_trees(depth: int, low: int, high: int, black: int, may_be_red: bool) -> int:
    """How many there are with keys from low to high and so many black nodes on each path, counted by hand."""
    count = 1 if black == 0 else 0
    if depth == 0:
        return count
    for key in range(low, min(high, depth - 1) + 1):
        for red in (True, False) if may_be_red else (False,):
            below = black - (not red)
            left = red_black_trees(depth - 1, low, key - 1, below, not red)
            if left:
                count += left * red_black_trees(depth - 1, key + 1, high, below, not red)
    return count


@pytest.mark.slow
def test_red_black_trees_to_depth_24() -> None:
    space = inhabitants(OkTree, Scope.smallcheck(24))
    assert space.count == sum(red_black_trees(24, 0, 24, black, True) for black in range(24)) == 5_150_031_242
    assert space.index(space[space.count // 3]) == space.count // 3


def test_balanced_maps() -> None:
    expected = {2: 3, 3: 8, 4: 15, 5: 29, 6: 61, 7: 136, 8: 308, 9: 704, 10: 1649}
    assert counts(BalancedMap, expected) == expected


@pytest.mark.slow
def test_balanced_maps_to_depth_20() -> None:
    assert inhabitants(BalancedMap, Scope.smallcheck(20)).count == 16_167_608


@pytest.mark.slow
def test_red_black_trees_of_thirty_nodes_over_sixty_one_keys() -> None:
    integers = Annotated[RBTree[int], where(lambda t: no_red_red(t) and balanced(t))]
    space = inhabitants(integers, Scope(size=30))
    assert space.tiers[30] == 104_132_720_594_943_794_744_252_416
    tree = space.sample(1, seed=3, size=30)[0]
    assert space[space.index(tree)] == tree


@pytest.mark.parametrize("nodes", range(8))
def test_search_trees_are_counted_by_catalan_numbers_and_their_keys(nodes: int) -> None:
    space = inhabitants(SearchTree[int], Scope(size=nodes))
    catalan = comb(2 * nodes, nodes) // (nodes + 1)
    assert space.tiers[nodes] == catalan * comb(2 * nodes + 1, nodes)


@pytest.mark.parametrize("length", range(7))
def test_lists_are_counted_by_how_they_may_repeat_and_be_ordered(length: int) -> None:
    keys = 2 * length + 1
    scope = Scope(size=length)
    assert inhabitants(list[int], scope).tiers[length] == keys**length
    assert inhabitants(UniqueList, scope).tiers[length] == factorial(keys) // factorial(keys - length)
    assert inhabitants(SortedList, scope).tiers[length] == comb(keys + length - 1, length)
    assert inhabitants(StrictlySorted, scope).tiers[length] == comb(keys, length)


@pytest.mark.parametrize("length", range(5))
def test_permutations_are_counted_by_factorials(length: int) -> None:
    assert inhabitants(Permutation, Scope(size=length)).tiers[length] == factorial(length)


@pytest.mark.parametrize("parcels", some_of(range(7), lambda parcels: parcels < 5))
def test_parcels_in_two_lists_with_each_tag_once_are_counted_by_how_tags_are_given_out(parcels: int) -> None:
    size = 1 + 2 * parcels
    empty = where(lambda r: all(not parcel.items for parcel in (*r.shown, *r.hidden)))
    space = inhabitants(Annotated[UniqueTags, empty], Scope(size=size, ints=(0, 9)))
    assert space.tiers[size] == (parcels + 1) * perm(10, parcels)


@pytest.mark.parametrize("elements", range(12))
def test_sets_and_dicts_are_counted_without_listing_them(elements: int) -> None:
    scope = Scope(size=elements)
    chosen = comb(2 * elements + 1, elements)
    assert inhabitants(set[int], scope).tiers[elements] == chosen
    assert inhabitants(dict[int, bool], scope).tiers[elements] == chosen * 2**elements


def test_a_space_of_more_values_than_there_are_atoms_is_cheap_to_hold() -> None:
    space = inhabitants(list[int], Scope(size=80))
    assert space.count == sum(161**length for length in range(81))
    assert space.index(space[space.count // 7]) == space.count // 7
