"""The nodes of the algebra: counting, reaching by index, listing and drawing agree, for random nodes of every kind."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain, combinations
from math import comb
from typing import Any

import pytest

from refute.logic.terms.term import Rank
from refute.spaces.nodes.enumerate import listing
from refute.spaces.nodes.node import UNIT, Built, Choice, CyclicError, Node, Pair, Subset, Sum
from refute.spaces.nodes.recast import Converted, Flat, Placed
from refute.spaces.nodes.recipes import cons
from refute.spaces.nodes.sample import drawing

MOST = 5  # sizes looked at


def sum_of(*parts: Node) -> Sum:
    node = Sum()
    for part in parts:
        node.add(part)
    return node


class Nodes:
    """Random nodes whose values are all different, as those of a space are: each scalar occurs in one choice only."""

    def __init__(self, seed: int, extension: tuple[int, ...] = ()) -> None:
        self.random = random.Random(seed)
        self.extension = extension
        self._next = 0

    def _fresh(self) -> str:
        self._next += 1
        return f"s{self._next}"

    def choice(self) -> Node:
        if self.extension and self.random.random() < 0.5:
            places = sorted(self.random.sample(range(len(self.extension)), self.random.randint(1, 3)))
            return Choice(tuple(Rank(place) for place in places))
        return Choice(tuple(self._fresh() for _ in range(self.random.randint(1, 3))))

    def products(self, depth: int) -> Node:
        """A node of tuples, as constructors take them."""
        node: Node = UNIT
        for _ in range(self.random.randint(1, 3)):
            node = Pair(self.values(depth - 1), node)
        return node

    def values(self, depth: int) -> Node:
        kinds = ["choice"] if depth <= 0 else ["choice", "sum", "built", "built", "converted", "flat", "subset"]
        match self.random.choice(kinds):
            case "choice":
                return self.choice()
            case "sum":
                return sum_of(*(self._tagged(self.values(depth - 1)) for _ in range(self.random.randint(1, 3))))
            case "built":
                return self._tagged(self.products(depth), cost=self.random.randint(0, 2))
            case "converted":
                inner = self._tagged(self.products(depth), cost=1)
                return Converted(list_of_one, inner)
            case "flat":
                return Flat(self.values(depth - 1))
            case _:
                inner = self.values(depth - 1)
                sizes = [size for size in range(MOST) if inner.count(size) > 1]
                if not sizes:
                    return inner
                of = self.random.choice(sizes)
                return Subset(inner, of, self.random.randint(1, min(3, inner.count(of))))

    def _tagged(self, node: Node, cost: int = 0) -> Node:
        """Built of a constructor of its own, so that no other node has the same values."""
        tag = self._fresh()
        tuples = node if isinstance(node, Pair) or node is UNIT else Pair(node, UNIT)
        return Built(lambda *parts: (tag, *parts), tuples, cost)


def list_of_one(value: Any) -> tuple[str, Any]:
    return ("list", value)


def listed(node: Node, size: int, extension: tuple[int, ...] = ()) -> list[Any]:
    return list(chain.from_iterable(listing(node, size, extension)))


def assert_agree(node: Node, extension: tuple[int, ...] = ()) -> None:
    """All ways to the values of a node lead to the same ones."""
    for size in range(MOST):
        count = node.count(size)
        if count > 3000:
            break
        values = listed(node, size, extension)
        assert len(values) == count
        assert len(set(values)) == count
        assert [node.unrank(size, index, extension) for index in range(count)] == values
        assert Counter(drawing(node, size)(index, extension, 0) for index in range(count)) == Counter(values)
        for skip in {0, 1, count // 2, count - 1, count} & set(range(count + 1)):
            assert list(chain.from_iterable(listing(node, size, extension, skip))) == values[skip:]


every_seed = pytest.mark.parametrize("seed", range(120))


@every_seed
def test_counts_indices_lists_and_draws_agree(seed: int) -> None:
    assert_agree(sum_of(Nodes(seed).values(3)))


@every_seed
def test_they_agree_over_ranks_in_any_extension(seed: int) -> None:
    extension = tuple(sorted(random.Random(seed).sample(range(-9, 10), 5)))
    node = sum_of(Nodes(seed, extension).values(3))
    assert_agree(node, extension)
    assert_agree(node, tuple(number + 1 for number in extension))


@every_seed
def test_counting_packed_is_counting_one_by_one(seed: int) -> None:
    node = sum_of(Nodes(seed).values(4))
    most = node.most()
    one_by_one = [node.count(size) for size in range(most + 2)]
    assert node.total() == sum(one_by_one)
    assert one_by_one[most] > 0
    assert one_by_one[most + 1] == 0
    assert all(count == 0 for count in one_by_one[: node.least])
    width = node.total().bit_length() + 1
    for sizes in (1, most, most + 3):
        packed = node.packed(width, sizes)
        assert [packed >> width * size & ((1 << width) - 1) for size in range(sizes)] == (one_by_one + [0] * sizes)[
            :sizes
        ]


@every_seed
def test_preparing_the_counts_does_not_change_them(seed: int) -> None:
    one, other = (sum_of(Nodes(seed).values(4)) for _ in range(2))
    one.prepare(one.most() + 1)
    sizes = range(one.most() + 3)
    assert [one.count(size) for size in sizes] == [other.count(size) for size in sizes]
    assert list(one.counts(4))[:5] == [other.count(size) for size in range(5)]


# Cyclic nodes


def texts() -> Sum:
    """Texts over two letters, as cells: nothing, or a letter and a text."""
    node = Sum()
    node.add(UNIT)
    node.add(Built(cons, Pair(Choice(("a", "b")), Pair(node, UNIT)), 1))
    return node


def test_a_cyclic_node_is_counted_size_by_size() -> None:
    node = texts()
    assert [node.count(size) for size in range(8)] == [2**size for size in range(8)]
    assert_agree(node)


def test_a_cyclic_node_has_neither_a_total_nor_a_largest_size() -> None:
    node = texts()
    for ask in (node.total, node.most, lambda: node.packed(8, 3)):
        with pytest.raises(CyclicError):
            ask()
    node.prepare(4)
    assert node.count(3) == 8


def test_a_list_kept_for_one_extension_does_not_serve_for_another() -> None:
    """In a cycle, what a node depends on is not known when it is made."""
    inner = sum_of(Choice(("none",)))
    pairs = sum_of(Built(lambda *parts: parts, Pair(inner, Pair(inner, UNIT)), 0))
    node = sum_of(Built(lambda *parts: parts, Pair(pairs, Pair(Choice(("x", "y")), UNIT)), 0))
    inner.add(Choice((Rank(0), Rank(1))))
    for extension in ((1, 2), (5, 6)):
        assert {part for pair, _ in listed(node, 0, extension) for part in pair} == {"none", *extension}


# Kinds with something of their own


@pytest.mark.parametrize("n", range(1, 9))
def test_a_subset_knows_the_place_of_every_combination(n: int) -> None:
    pool = Choice(tuple(f"v{i}" for i in range(n)))
    for chosen in range(1, n + 1):
        node = Subset(pool, 0, chosen)
        expected = list(combinations(range(n), chosen))
        assert node.total() == node.count(chosen) == comb(n, chosen) == len(expected)
        assert [tuple(node.places(index)) for index in range(node.total())] == expected
        assert [node.index_of(places) for places in expected] == list(range(node.total()))
        assert listed(node, chosen) == [tuple(f"v{i}" for i in places) for places in expected]


def test_the_place_of_a_combination_among_very_many_is_found_at_once() -> None:
    node = Subset(Choice(tuple(range(400))), 0, 200)
    index = node.total() // 3
    assert node.index_of(node.places(index)) == index


def test_scalars_of_ranks_are_ordered_by_what_they_stand_for() -> None:
    node = Choice((Rank(0), Rank(1), Rank(2)))
    assert listed(node, 0, (-2, 0, 1)) == [0, 1, -2]
    assert listed(node, 0, (-1, 5, 9)) == [-1, 5, 9]


def test_parts_tagged_with_a_rank_are_ordered_by_what_it_stands_for() -> None:
    node = Sum()
    for place in range(3):
        node.add(Pair(Choice((Rank(place),)), UNIT), place)
    assert listed(node, 0, (-3, -1, 2)) == [(-1,), (2,), (-3,)]
    assert node.before(0, 0, (-3, -1, 2)) == 2
    assert node.before(0, 0, (0, 1, 2)) == 0


@pytest.mark.parametrize(
    ("picks", "around", "expected"),
    [
        ((4, 7), (), (4, 7)),
        ((Rank(1), Rank(2)), (10, 20, 30, 40), (20, 30)),
        ((Rank(0), Rank(3)), (10, 20, 30, 40), (10, 40)),
    ],
)
def test_what_is_placed_takes_its_extension_from_its_picks(picks: Any, around: Any, expected: Any) -> None:
    inner = sum_of(Pair(Choice((Rank(0), Rank(1))), Pair(Choice((Rank(1),)), UNIT)))
    node = Placed(inner, picks)
    assert node.extension(around) == expected
    low, high = expected
    assert listed(node, 0, around) == [(low, high), (high, high)]
    assert [node.unrank(0, index, around) for index in range(2)] == [(low, high), (high, high)]
    assert sorted(drawing(node, 0)(index, around, 0) for index in range(2)) == [(low, high), (high, high)]


def test_what_is_flat_comes_in_the_order_of_the_sizes_it_had() -> None:
    node = Flat(sum_of(Built(cons, Pair(Choice(("big",)), Pair(UNIT, UNIT)), 2), Choice(("small",))))
    assert listed(node, 0) == ["small", ("big",)]
    assert node.before(2) == 1
    assert node.count(2) == 0
