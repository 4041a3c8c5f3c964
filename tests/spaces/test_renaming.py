"""Renaming: what is built over ranks is what would be built over scalars, and what looks at more than order is seen.

Each type of a pair says the same: one by comparing keys, the other by arithmetic on them, which ranks refuse.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, TypeVar

import pytest
from brute_force import BruteForce, fingerprint

from refute.logic.reading.measures import measure
from refute.logic.reading.predicates import where
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope

K = TypeVar("K")


@dataclass(frozen=True)
class Search(Generic[K]):
    key: K
    left: Search[Annotated[K, where(lambda v, key: v < key)]] | None
    right: Search[Annotated[K, where(lambda v, key: v > key)]] | None


@dataclass(frozen=True)
class CubedSearch(Generic[K]):
    key: K
    left: CubedSearch[Annotated[K, where(lambda v, key: v**3 < key**3)]] | None
    right: CubedSearch[Annotated[K, where(lambda v, key: v**3 > key**3)]] | None


@dataclass(frozen=True)
class Heap(Generic[K]):
    key: K
    below: list[Heap[Annotated[K, where(lambda v, key: v >= key)]]]


@dataclass(frozen=True)
class CubedHeap(Generic[K]):
    key: K
    below: list[CubedHeap[Annotated[K, where(lambda v, key: v**3 >= key**3)]]]


@dataclass(frozen=True)
class Other(Generic[K]):
    key: K
    rest: tuple[Other[Annotated[K, where(lambda v, key: v != key)]], ...]


@dataclass(frozen=True)
class CubedOther(Generic[K]):
    key: K
    rest: tuple[CubedOther[Annotated[K, where(lambda v, key: v**3 != key**3)]], ...]


def plain(value: Any) -> Any:
    """A value of either type of a pair, without the names of its classes."""
    match value:
        case Search(key, left, right) | CubedSearch(key, left, right):
            return key, plain(left), plain(right)
        case Heap(key, below) | CubedHeap(key, below) | Other(key, below) | CubedOther(key, below):
            return key, [plain(part) for part in below]
    return value


PAIRS = [(Search, CubedSearch), (Heap, CubedHeap), (Other, CubedOther)]
SCOPES = [Scope(size=4), Scope(size=3, ints=(-5, 0)), Scope(depth=2), Scope(size=4, ints=(3, 9)), Scope.smallcheck(3)]


@pytest.mark.parametrize("scope", SCOPES, ids=str)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].__name__)
def test_over_ranks_there_are_the_values_there_are_over_scalars_in_the_same_order(pair: Any, scope: Scope) -> None:
    ranked, unranked = (inhabitants(cls[int], scope) for cls in pair)
    assert ranked.tiers == unranked.tiers
    assert [plain(value) for value in ranked] == [plain(value) for value in unranked]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].__name__)
def test_a_gap_in_the_scalars_makes_no_difference_to_how_many_values_there_are(pair: Any) -> None:
    even = Annotated[int, where(lambda v: v % 2 == 0 and v != 2)]
    for cls in pair:
        gaps, without = (
            inhabitants(cls[even], Scope(size=3, ints=(0, 8))),
            inhabitants(cls[int], Scope(size=3, ints=(0, 3))),
        )
        assert gaps.tiers == without.tiers
        assert all(value in gaps for value in gaps)


def test_what_is_built_over_ranks_holds_the_scalars_and_no_ranks() -> None:
    space = inhabitants(Search[int], Scope(size=3))
    for tree in [*space, *space.sample(50, seed=1), *space[::7]]:
        assert type(tree.key) is int
        assert tree.left is None or type(tree.left.key) is int


def test_a_scalar_outside_the_extension_is_not_found() -> None:
    space = inhabitants(Search[int], Scope(size=3))
    assert Search(1, Search(0, None, None), None) in space
    assert Search(1, Search(1, None, None), None) not in space
    assert Search(1, Search(7, None, None), None) not in space
    assert Search(1, Search(True, None, None), None) not in space


# Types that look at more than the order of what a sibling has left over


@dataclass(frozen=True)
class Parity(Generic[K]):
    key: K
    rest: list[Parity[Annotated[K, where(lambda v, key: (v + key) % 2 == 1)]]]


@dataclass(frozen=True)
class Within(Generic[K]):
    key: K
    rest: Within[Annotated[K, where(lambda v, key: abs(v) < abs(key))]] | None


@measure
def total(tree: Search[int] | None) -> int:
    return 0 if tree is None else tree.key + total(tree.left) + total(tree.right)


@measure
def keys(tree: Search[int] | None) -> frozenset[int]:
    return frozenset() if tree is None else keys(tree.left) | keys(tree.right) | {tree.key}


@measure
def largest(tree: Search[int] | None) -> int:
    return 0 if tree is None else max(tree.key, largest(tree.left), largest(tree.right))


@dataclass(frozen=True)
class After:
    first: bool
    then: list[Annotated[int, where(lambda v, first: v != first)]] | None


LOOKING = {
    "arithmetic with the key": Parity[int],
    "magnitude": Within[int],
    "a sum of keys": Annotated[Search[int], where(lambda t: total(t) == 0)],
    "a set of keys": Annotated[Search[int], where(lambda t: keys(t) <= {0, 1, 2})],
    "a constant among the keys": Annotated[Search[int], where(lambda t: 1 in keys(t))],
    "the largest key": Annotated[Search[int], where(lambda t: largest(t) == 2)],
    "a constant element": Annotated[After, where(lambda a: a.then is not None and -1 in a.then)],
    "the length and an element": Annotated[
        After, where(lambda a: a.then is None or len(a.then) == 0 or len(set(a.then)) != a.then[0])
    ],
    "the length plus an element": Annotated[
        After, where(lambda a: a.then is None or len(set(a.then)) + (a.then[0] if a.then else 0) != 2)
    ],
    "a sum of elements": Annotated[After, where(lambda a: a.then is None or sum(a.then) == 1)],
    "unique elements and a constant": Annotated[
        After, where(lambda a: a.then is None or (len(set(a.then)) == len(a.then) and 0 not in a.then))
    ],
    "texts beside": Annotated[Search[int] | Literal["a"], where(lambda t: t == "a" or t.key + 1 > 0)],
}


@pytest.mark.parametrize("name", LOOKING)
@pytest.mark.parametrize("scope", [Scope(size=3), Scope(size=4, ints=(-1, 1)), Scope(depth=2)], ids=str)
def test_a_type_that_looks_at_more_than_order_is_built_over_scalars(name: str, scope: Scope) -> None:
    space = inhabitants(LOOKING[name], scope)
    expected = {fingerprint(value): size for value, size in BruteForce(scope).values(LOOKING[name], globals())}
    found = [fingerprint(value) for value in space]
    assert set(found) == set(expected)
    assert [expected[mark] for mark in found] == sorted(expected.values())
    assert [space.index(value) for value in space] == list(range(space.count))
