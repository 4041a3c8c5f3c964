"""The classic invariants as plain Python, which no logic reads: as many values as others have counted, in few runs."""

# `all` and `any` could be read as logic

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import comb
from typing import Annotated, Any, NamedTuple

import pytest

from refute import Scope, inhabitants, where


class Colour(Enum):
    RED = "red"
    BLACK = "black"


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Node:
    colour: Colour
    key: Natural
    left: Tree
    right: Tree


@dataclass(frozen=True)
class Plain:
    key: Natural
    left: Plain | None
    right: Plain | None


class Sized(NamedTuple):
    size: Natural
    key: Natural
    left: Sized | None
    right: Sized | None


Natural = Annotated[int, where(lambda v: v >= 0)]
Tree = Leaf | Node


class Counted(NamedTuple):
    values: int
    runs: int
    among: int


def narrowed(tp: Any, scope: Scope) -> Counted:
    space = inhabitants(tp, scope)
    (note,) = [note for note in space.notes if note.status == "narrowed"]
    runs, among = note.reason.replace(",", "").removesuffix(" values").split(" runs for ")
    return Counted(space.count, int(runs), int(among))


def increases(v: list[int]) -> bool:
    last = None
    for item in iter(v):
        if last is not None and item <= last:
            return False
        last = item
    return True


@pytest.mark.parametrize(("depth", "lists"), {2: 5, 3: 13, 4: 34, 5: 89, 6: 233}.items())
def test_lists_that_increase_are_as_many_as_oracles_say(depth: int, lists: int) -> None:
    assert narrowed(Annotated[list[int], where(increases)], Scope.smallcheck(depth)).values == lists


def test_lists_that_increase_take_runs_by_the_prefixes_there_are() -> None:
    counted = narrowed(Annotated[list[int], where(increases)], Scope.smallcheck(6))
    assert counted.runs < counted.among / 3


def is_red_black(tree: Tree) -> bool:
    return black_height(tree, -1, 10**9, below_red=False) >= 0


def black_height(tree: Tree, low: int, high: int, *, below_red: bool) -> int:
    """The black nodes on each way down; -1 if they differ, or keys are not in order, or red is below red."""
    while isinstance(tree, Node):
        red = tree.colour is Colour.RED
        if (red and below_red) or not low < tree.key < high:
            return -1
        left = black_height(tree.left, low, tree.key, below_red=red)
        if left < 0 or left != black_height(tree.right, tree.key, high, below_red=red):
            return -1
        return left + (not red)
    return 0


@pytest.mark.parametrize(("depth", "trees"), {2: 6, 3: 11, 4: 21, 5: 45}.items())
def test_red_black_trees_are_as_many_as_oracles_say(depth: int, trees: int) -> None:
    assert narrowed(Annotated[Tree, where(is_red_black)], Scope.smallcheck(depth)).values == trees


def test_red_black_trees_take_next_to_no_runs() -> None:
    counted = narrowed(Annotated[Tree, where(is_red_black)], Scope.smallcheck(5))
    assert counted.among > 10**12
    assert counted.runs < 20_000


def is_search_tree(tree: Plain | None) -> bool:
    waiting = [(tree, -1, 10**9)]
    while waiting:
        node, low, high = waiting.pop()
        if node is not None:
            if not low < node.key < high:
                return False
            waiting += [(node.left, low, node.key), (node.right, node.key, high)]
    return True


def test_search_trees_are_counted_by_catalan_numbers_and_their_keys() -> None:
    space = inhabitants(Annotated[Plain | None, where(is_search_tree)], Scope(size=4, ints=(0, 5)))
    assert list(space.tiers.values()) == [comb(2 * n, n) // (n + 1) * comb(6, n) for n in range(5)]


def is_balanced_map(tree: Sized | None) -> bool:
    return size_in_order(tree, -1, 10**9) >= 0


def size_in_order(tree: Sized | None, low: int, high: int) -> int:
    """The size; -1 if one is not as stored, or keys are not in order, or a side is too heavy."""
    for _ in range(1):
        if tree is None:
            return 0
        if not low < tree.key < high:
            return -1
        left = size_in_order(tree.left, low, tree.key)
        right = left if left < 0 else size_in_order(tree.right, tree.key, high)
        if left < 0 or right < 0 or tree.size != 1 + left + right:
            return -1
        if left + right > 1 and (left > 3 * right or right > 3 * left):
            return -1
        return left + right + 1
    return -1


@pytest.mark.parametrize(("depth", "maps"), {2: 3, 3: 8, 4: 15}.items())
def test_balanced_maps_are_as_many_as_oracles_say(depth: int, maps: int) -> None:
    assert narrowed(Annotated[Sized | None, where(is_balanced_map)], Scope.smallcheck(depth)).values == maps


def is_heap(v: tuple[int, ...]) -> bool:
    for place in iter(range(len(v))):
        for child in (2 * place + 1, 2 * place + 2):
            if child < len(v) and v[child] <= v[place]:
                return False
    return True


def are_different(v: tuple[int, ...]) -> bool:
    seen = set()
    for item in v:
        if item in seen:
            return False
        seen.add(item)
    return True


HEAPS = [1, 1, 1, 2, 3, 8, 20]  # of so many different keys


def test_heaps_in_arrays_are_counted_by_the_heaps_of_different_keys() -> None:
    heaps = Annotated[tuple[int, ...], where(is_heap), where(are_different)]
    space = inhabitants(heaps, Scope(size=6, ints=(0, 6)))
    assert list(space.tiers.values()) == [count * comb(7, n) for n, count in enumerate(HEAPS)]


def test_a_heap_by_places_in_an_array_is_run_though_it_can_be_read() -> None:
    heaps = Annotated[tuple[int, ...], where(lambda h: all(h[(i - 1) // 2] < h[i] for i in range(1, len(h))))]
    scope = Scope(size=5, ints=(0, 4))
    counted = narrowed(heaps, scope)
    assert counted.values == narrowed(Annotated[tuple[int, ...], where(is_heap)], scope).values
    assert counted.runs < counted.among


def test_palindromes_by_places_are_counted_by_their_first_halves() -> None:
    palindromes = Annotated[list[int], where(lambda v: all(v[i] == v[-1 - i] for i in range(len(v) // 2)))]
    space = inhabitants(palindromes, Scope(size=5, ints=(0, 2), landmarks=False))
    assert list(space.tiers.values()) == [1, 3, 3, 9, 9, 27]


def test_heaps_in_arrays_take_few_runs() -> None:
    counted = narrowed(Annotated[tuple[int, ...], where(is_heap)], Scope(size=5, ints=(0, 6)))
    assert counted.runs < counted.among / 4


def is_leftist(tree: Plain | None) -> bool:
    return rank(tree) >= 0


def rank(tree: Plain | None) -> int:
    """The nodes on the way down to the right; -1 if it is longer than that to the left, or a child comes before."""
    for _ in range(1):
        if tree is None:
            return 0
        for child in (tree.left, tree.right):
            if child is not None and child.key <= tree.key:
                return -1
        left, right = rank(tree.left), rank(tree.right)
        if left < 0 or right < 0 or left < right:
            return -1
        return right + 1
    return -1


def leftist(nodes: int) -> dict[int, int]:
    """How many leftist heaps there are of so many different keys, by their rank."""
    if nodes == 0:
        return {0: 1}
    found: dict[int, int] = {}
    for left in range(nodes):
        for high, ways in leftist(left).items():
            for low, others in leftist(nodes - 1 - left).items():
                if high >= low:
                    found[low + 1] = found.get(low + 1, 0) + ways * others * comb(nodes - 1, left)
    return found


def keys_differ(tree: Plain | None) -> bool:
    seen: set[int] = set()
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if node is not None:
            if node.key in seen:
                return False
            seen.add(node.key)
            waiting += [node.right, node.left]
    return True


def test_leftist_heaps_are_counted_by_how_their_keys_can_be_shared_out() -> None:
    heaps = Annotated[Plain | None, where(lambda t: is_leftist(t) and keys_differ(t))]
    space = inhabitants(heaps, Scope(size=4, ints=(0, 4)))
    assert list(space.tiers.values()) == [sum(leftist(n).values()) * comb(5, n) for n in range(5)]
