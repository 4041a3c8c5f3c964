"""The nodes of the algebra: counting, reaching by index, listing and drawing agree, for random nodes of every kind."""

from __future__ import annotations

import doctest
import random
from collections import Counter
from itertools import chain, combinations
from math import comb
from types import ModuleType
from typing import Any

import pytest

from refute.logic.terms.term import Rank
from refute.spaces.nodes import construction, derived
from refute.spaces.nodes import node as node_module
from refute.spaces.nodes.construction import CELL, END, Construction
from refute.spaces.nodes.derived import Distinct, Flat, Placed, Selected, Subset
from refute.spaces.nodes.enumerate import listing
from refute.spaces.nodes.node import UNIT, Built, Choice, Node, Product, Sum
from refute.spaces.nodes.normal import Normaliser, normal
from refute.spaces.nodes.sampling.uniform import drawing
from refute.spaces.nodes.sharing import nodes_in

MOST = 5  # sizes looked at


def tagged(tag: str) -> Construction:
    """A constructor of tuples that begin with a tag."""

    def take(value: Any) -> Any:
        return value[1:] if type(value) is tuple and value[:1] == (tag,) else None

    return Construction(tag, 0, lambda *parts: (tag, *parts), take, tuple)


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
        """A node of tuples, as constructors take them: wide, or a chain, or sums in between."""
        fields = tuple(self.values(depth - 1) for _ in range(self.random.randint(0, 3)))
        match self.random.choice(["wide", "chain", "sum", "unit"]):
            case "chain":
                return Product(fields, Sum(self.products(depth - 1)) if depth > 0 else None)
            case "sum" if depth > 0:
                # parts that begin differently have no tuple in common
                parts = [Product((Choice((self._fresh(),)),), self.products(depth - 1)) for _ in range(2)]
                return Product(fields, Sum(*parts))
            case "unit":
                return UNIT
        return Product(fields)

    def values(self, depth: int) -> Node:
        kinds = ["choice"] if depth <= 0 else ["choice", "sum", "built", "built", "flat", "subset", "distinct"]
        match self.random.choice(kinds):
            case "choice":
                return self.choice()
            case "sum":
                several = range(self.random.randint(1, 4))
                return Sum(*(self._tagged(Product((self.values(depth - 1),))) for _ in several))
            case "built":
                return self._tagged(self.products(depth), cost=self.random.randint(0, 2))
            case "flat":
                return Flat(self.values(depth - 1))
        inner = self.values(depth - 1)
        sizes = [size for size in range(MOST) if inner.count(size) > 1]
        if not sizes:
            return inner
        of = self.random.choice(sizes)
        if self.random.random() < 0.5:
            return Distinct(inner, of, range(0, inner.count(of), 2))
        return Subset(inner, of, self.random.randint(1, min(3, inner.count(of))))

    def _tagged(self, tuples: Node, cost: int = 0) -> Node:
        """Built by a constructor of its own, so that no other node has the same values."""
        return Built(tagged(self._fresh()), tuples, cost)


def listed(node: Node, size: int, extension: tuple[int, ...] = ()) -> list[Any]:
    return list(chain.from_iterable(listing(node, size, extension)))


def assert_agree(node: Node, extension: tuple[int, ...] = ()) -> None:
    """All ways to the values of a node, and of its normal form, lead to the same ones, and back."""
    form = normal(node)
    for size in range(MOST):
        count = node.count(size)
        assert form.count(size) == count
        if count > 3000:
            break
        values = listed(node, size, extension)
        assert len(values) == count
        assert len(set(values)) == count
        assert listed(form, size, extension) == values
        for same in (node, form):
            assert [same.unrank(size, index, extension) for index in range(count)] == values
            assert [same.rank(value, extension, {}) for value in values] == [(size, index) for index in range(count)]
            assert Counter(drawing(same, size)(index, extension, 0) for index in range(count)) == Counter(values)
            for skip in {0, 1, count // 3, count // 2, count - 1, count} & set(range(count + 1)):
                assert list(chain.from_iterable(listing(same, size, extension, skip))) == values[skip:]
    assert node.rank("foreign", extension, {}) is None


every_seed = pytest.mark.parametrize("seed", range(120))


@every_seed
def test_counts_indices_lists_and_draws_agree(seed: int) -> None:
    assert_agree(Nodes(seed).values(3))


@every_seed
def test_they_agree_over_ranks_in_any_extension(seed: int) -> None:
    extension = tuple(sorted(random.Random(seed).sample(range(-9, 10), 5)))
    node = Nodes(seed, extension).values(3)
    assert_agree(node, extension)
    assert_agree(node, tuple(number + 1 for number in extension))


@every_seed
def test_normal_form_has_no_sum_of_one_part_and_no_product_behind_a_product(seed: int) -> None:
    for node in nodes_in(normal(Nodes(seed).values(4))):
        assert not isinstance(node, Sum) or len(node.parts) > 1
        assert not isinstance(node, Product) or not isinstance(node.tail, Product)


@every_seed
def test_generating_functions_count_as_one_by_one(seed: int) -> None:
    node = Nodes(seed).values(4)
    most = node.max_size()
    one_by_one = [node.count(size) for size in range(most + 2)]
    assert node.total() == sum(one_by_one)
    assert one_by_one[most] > 0
    assert one_by_one[most + 1] == 0
    assert all(count == 0 for count in one_by_one[: node.min_size])
    width = node.total().bit_length() + 1
    for sizes in (1, most, most + 3):
        function = node.generating(width, sizes)
        assert [function >> width * size & ((1 << width) - 1) for size in range(sizes)] == (one_by_one + [0] * sizes)[
            :sizes
        ]


@every_seed
def test_counting_all_sizes_at_once_does_not_change_the_counts(seed: int) -> None:
    one, other = (Nodes(seed).values(4) for _ in range(2))
    one.generating(one.total().bit_length() + 1, one.max_size() + 1)
    sizes = range(one.max_size() + 3)
    assert [one.count(size) for size in sizes] == [other.count(size) for size in sizes]


# Cyclic nodes


def texts() -> Sum:
    """Texts over two letters, as cells: nothing, or a letter and a text."""
    node = Sum(Built(END, UNIT, 0))
    node.add(Built(CELL, Product((Choice(("a", "b")),), Sum(Product((node,)))), 1))
    return node


def test_a_cyclic_node_is_counted_size_by_size() -> None:
    node = texts()
    assert [node.count(size) for size in range(8)] == [2**size for size in range(8)]
    assert_agree(node)


def test_a_cyclic_node_is_known_to_be_so_by_its_normal_form() -> None:
    for node, cyclic in ((texts(), True), (Built(CELL, Product((Choice(("a",)), texts())), 1), True), (UNIT, False)):
        form = Normaliser()
        form.normal(node)
        assert form.cyclic is cyclic


def test_a_list_kept_for_one_extension_does_not_serve_for_another() -> None:
    """In a cycle, what a node depends on is not known when it is made."""
    inner = Sum(Choice(("none",)))
    pairs = Sum(Built(tagged("pair"), Product((inner, inner)), 0))
    node = Sum(Built(tagged("outer"), Product((pairs, Choice(("x", "y")))), 0))
    inner.add(Choice((Rank(0), Rank(1))))
    for extension in ((1, 2), (5, 6)):
        assert {part for _, (_, *pair), _ in listed(node, 0, extension) for part in pair} == {"none", *extension}


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
        node.add(Product((Choice((Rank(place),)),)), place)
    assert listed(node, 0, (-3, -1, 2)) == [(-1,), (2,), (-3,)]
    assert node.rank((-3,), (-3, -1, 2), {}) == (0, 2)
    assert node.rank((0,), (0, 1, 2), {}) == (0, 0)
    assert node.rank((7,), (0, 1, 2), {}) is None


@pytest.mark.parametrize(
    ("picks", "around", "expected"),
    [
        ((4, 7), (), (4, 7)),
        ((Rank(1), Rank(2)), (10, 20, 30, 40), (20, 30)),
        ((Rank(0), Rank(3)), (10, 20, 30, 40), (10, 40)),
    ],
)
def test_what_is_placed_takes_its_extension_from_its_picks(picks: Any, around: Any, expected: Any) -> None:
    node = Placed(Product((Choice((Rank(0), Rank(1))), Choice((Rank(1),)))), picks)
    assert node.extension(around) == expected
    low, high = expected
    values = [(low, high), (high, high)]
    assert listed(node, 0, around) == values
    assert [node.unrank(0, index, around) for index in range(2)] == values
    assert [node.rank(value, around, {}) for value in values] == [(0, 0), (0, 1)]
    assert sorted(drawing(node, 0)(index, around, 0) for index in range(2)) == values


def test_what_is_flat_comes_in_the_order_of_the_sizes_it_had() -> None:
    node = Flat(Sum(Built(tagged("big"), UNIT, 2), Choice(("small",))))
    assert listed(node, 0) == ["small", ("big",)]
    assert node.rank(("big",), (), {}) == (0, 1)
    assert node.count(2) == 0


def test_the_items_of_a_selection_are_found_in_any_order() -> None:
    none = Built(END, UNIT, 0)
    later = Sum(none, Selected(Product((Subset(Choice(("c", "d")), 0, 1), none))))
    node = Selected(Product((Subset(Choice(("a", "b")), 0, 2), later)))
    assert listed(node, 3) == [("a", "b", "c"), ("a", "b", "d")]
    assert node.rank(("d", "b", "a"), (), {}) == (3, 1)
    assert node.rank(("b", "a"), (), {}) == (2, 0)
    assert node.rank(("a", "c"), (), {}) is None


def test_a_product_of_many_fields_is_entered_anywhere() -> None:
    bits = Product((Choice((0, 1)),) * 200)
    for index in (0, 2**199, 2**200 - 5):
        (row, *_) = next(listing(bits, 0, (), index))
        assert row == bits.unrank(0, index, ())
        assert int("".join(map(str, row)), 2) == index
        assert bits.rank(row, (), {}) == (0, index)


@pytest.mark.parametrize("module", [construction, derived, node_module], ids=lambda module: module.__name__)
def test_the_examples_in_docstrings_are_true(module: ModuleType) -> None:
    """Those of one module may use the names of another, and the nodes that the module `node` begins with."""
    names: dict[str, Any] = {}
    for one in (construction, node_module, derived):
        names |= vars(one)
    exec(doctest.script_from_examples(node_module.__doc__ or ""), names)
    runner = doctest.DocTestRunner()
    results = [runner.run(found) for found in doctest.DocTestFinder().find(module, extraglobs=names)]
    assert sum(result.attempted for result in results) > 0
    assert sum(result.failed for result in results) == 0


def test_a_value_is_found_in_time_that_grows_with_it() -> None:
    """Parts that would be tried again and again are tried once: here, half of them are tried for each half."""
    classes: list[Node] = [Sum(Built(tagged("leaf"), UNIT, 0))]
    fork = tagged("fork")
    for leaves in range(1, 40):
        products = [Product((classes[left], classes[leaves - 1 - left])) for left in range(leaves)]
        classes.append(Sum(Built(fork, Sum(*products), 1)))
    tree: Any = ("leaf",)
    for _ in range(39):
        tree = ("fork", tree, ("leaf",))
    assert classes[39].rank(tree, (), {}) == (39, classes[39].count(39) - 1)
    assert classes[38].rank(tree, (), {}) is None
