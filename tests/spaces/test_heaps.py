"""Classes whose objects point at each other: all heaps with sharing and cycles, up to isomorphism."""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

import pytest
import zoo_of_heaps as zoo
from zoo_of_heaps import CLASSES, Any2, Chain, Files, Fork, Graph, Link, Queue, SearchTree

import linked_functions as linked
from refute import Scope, inhabitants, invariant, where
from refute.errors import RefinementError
from refute.spaces.space import Space
from refute.types.membership import inhabits
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context

SIZES = {
    "chain": 4,
    "ring": 4,
    "anything": 4,
    "search tree": 4,
    "graph": 7,
    "files": 7,
    "words": 7,
    "house": 8,
    "spans": 3,
    "queue": 4,
}
every_class = pytest.mark.parametrize("name", CLASSES)


@cache
def space(name: str) -> Space[Any]:
    return inhabitants(CLASSES[name], Scope(size=SIZES[name]))


# -- heaps by the naive way ----------------------------------------------------------------------------------------


def objects_of(root: Any) -> list[Any]:
    """The objects that are reached, each once."""
    found = [root]
    for one in found:
        for part in parts_of(one):
            if is_dataclass(part) and not any(part is other for other in found):
                found.append(part)
    return found


def parts_of(one: Any) -> Iterator[Any]:
    for own in fields(one):
        held = getattr(one, own.name)
        yield from held.values() if isinstance(held, dict) else held if isinstance(held, list | tuple | set) else [held]


def form(root: Any) -> Hashable:
    """The same for two heaps exactly if they are isomorphic: the least of all ways to write them down."""
    first, *others = objects_of(root)
    return min(written([first, *order]) for order in itertools.permutations(others))


def written(order: list[Any]) -> tuple[Any, ...]:
    numbers = {id(one): number for number, one in enumerate(order)}

    def text(held: Any) -> str:
        match held:
            case set():
                return f"{{{sorted(numbers[id(part)] for part in held)}}}"
            case list() | tuple():
                return repr([text(part) for part in held])
            case dict():
                return repr([(key, text(held[key])) for key in sorted(held)])
        return f"#{numbers[id(held)]}" if is_dataclass(held) else repr(held)

    return tuple((type(one).__name__, *(text(getattr(one, own.name)) for own in fields(one))) for one in order)


def linked_in_all_ways(root: Any, nodes: list[Any], domains: dict[tuple[type, str], Iterable[Any]]) -> set[Hashable]:
    """The forms of all heaps of these objects, each field of which takes each value of its domain."""
    places = [(one, own.name, list(domains[type(one), own.name])) for one in (root, *nodes) for own in fields(one)]
    found = set()
    for values in itertools.product(*(domain for _, _, domain in places)):
        for (one, name, _), value in zip(places, values, strict=True):
            setattr(one, name, value)
        if len(objects_of(root)) == 1 + len(nodes) and holds(root):
            found.add(form(root))
    return found


def holds(root: Any) -> bool:
    """The invariant of the root, for which no heap of a few objects takes a thousand steps."""
    method = next(value for value in vars(type(root)).values() if getattr(value, "__refute_invariant__", False))
    try:
        return method(root) is not False
    except AssertionError:
        return False


def chains(number: int) -> set[Hashable]:
    nodes = [Link(0) for _ in range(number)]
    links = [None, *nodes]
    scalars = {(Chain, "length"): range(-4, 5), (Link, "value"): (0, 1)}
    return linked_in_all_ways(Chain(None, 0), nodes, dict.fromkeys(LINKS, links) | scalars)


LINKS = [(Chain, "head"), (Link, "next"), (Link, "prev")]


def test_there_are_as_many_lists_with_links_both_ways_as_generate_and_filter_finds() -> None:
    # endless walks are left out of the naive way: with two objects, `next` that leads back has a `prev` that is wrong
    expected = chains(0) | chains(1)
    assert {form(chain) for chain in space("chain") if len(objects_of(chain)) <= 2} == expected


def test_all_heaps_of_two_pointers_are_there_once() -> None:
    expected = set()
    for number in range(1, 3):
        nodes = [Fork(None, None) for _ in range(number)]
        pointers = [None, *nodes]
        domains = {(Any2, "top"): nodes, (Fork, "left"): pointers, (Fork, "right"): pointers}
        expected |= linked_in_all_ways(Any2(nodes[0]), nodes, domains)
    assert {form(heap) for heap in space("anything") if len(objects_of(heap)) <= 3} == expected


def test_all_graphs_of_a_few_vertices_are_there_once() -> None:
    expected = set()
    for number in range(4):
        nodes = [zoo.Vertex(set()) for _ in range(number)]
        subsets = [set(some) for size in range(number + 1) for some in itertools.combinations(nodes, size)]
        domains = {(Graph, "vertices"): [set(nodes)], (zoo.Vertex, "near"): subsets}
        expected |= linked_in_all_ways(Graph(set()), nodes, domains)
    small = [form(graph) for graph in inhabitants(Graph, Scope(size=13)) if len(graph.vertices) <= 3]
    assert len(set(small)) == len(small)
    assert set(small) == expected


# -- the laws of spaces ----------------------------------------------------------------------------------------------


@every_class
def test_no_two_heaps_are_isomorphic(name: str) -> None:
    forms = Counter(form(heap) for heap in space(name))
    assert forms
    assert set(forms.values()) == {1}


@every_class
def test_every_heap_is_of_its_type_and_in_its_space(name: str) -> None:
    values = list(space(name))
    assert len(values) == space(name).count == sum(space(name).tiers.values())
    whole = Reader().read_whole(CLASSES[name], Context("the type", vars(zoo), {}, None))
    for index, heap in enumerate(values):
        assert inhabits(whole, heap)
        assert space(name).index(heap) == index
        assert form(space(name)[index]) == form(heap)


@every_class
def test_sizes_grow_and_a_larger_scope_begins_with_the_smaller(name: str) -> None:
    sizes = [space(name).size_of(index) for index in range(space(name).count)]
    assert sizes == sorted(sizes)
    smaller = inhabitants(CLASSES[name], Scope(size=SIZES[name] - 1, ints=(-SIZES[name], SIZES[name])))
    assert {form(heap) for heap in smaller} == {form(heap) for heap in space(name) if heap in smaller}
    assert smaller.count == sum(size < SIZES[name] for size in sizes)


@every_class
def test_samples_are_heaps_of_the_space(name: str) -> None:
    assert all(heap in space(name) for heap in space(name).sample(20))
    (size, *_) = space(name).tiers
    assert all(heap in space(name) for heap in space(name).sample_skeletons(5, size=size))


def test_heaps_are_built_fresh_each_time() -> None:
    ring = space("ring")[0]
    ring.first.next = linked.Bead(ring.first, ring.first)
    assert ring not in space("ring")
    again = space("ring")[0]
    assert again.first.next is again.first


# -- counts of the literature ----------------------------------------------------------------------------------------


def test_there_is_one_shape_of_a_list_with_links_both_ways_for_each_length() -> None:
    assert dict(inhabitants(Chain, Scope(size=6)).tiers) == {1 + n: 2**n for n in range(6)}


def test_there_is_one_circular_list_for_each_length() -> None:
    assert set(inhabitants(linked.Ring, Scope(size=8)).tiers.values()) == {1}


def test_search_trees_are_counted_by_the_numbers_of_catalan() -> None:
    assert list(inhabitants(SearchTree, Scope(size=5)).tiers.values()) == [1, 1, 2, 5, 14]


def test_trees_with_parents_are_counted_by_the_numbers_of_catalan() -> None:
    assert list(inhabitants(Files, Scope(size=10)).tiers.values()) == [1, 1, 2, 5, 14]


@pytest.mark.slow
def test_graphs_are_counted_up_to_isomorphism() -> None:
    by_vertices = Counter(len(graph.vertices) for graph in inhabitants(Graph, Scope(size=21)))
    assert by_vertices == {0: 1, 1: 1, 2: 2, 3: 4, 4: 11}


def test_heap_arrays_of_different_keys_are_counted() -> None:
    def is_heap(keys: list[int]) -> bool:
        ordered = all(keys[(place - 1) // 2] < keys[place] for place in range(1, len(keys)))
        return ordered and sorted(keys) == list(range(1, len(keys) + 1))

    space = inhabitants(Annotated[list[int], where(is_heap)], Scope(size=4))
    assert list(space.tiers.values()) == [1, 1, 1, 2, 3]


# -- when, and what else ---------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Plain:
    left: Plain | None
    right: Plain | None

    @invariant
    def is_short(self) -> bool:
        return self.left is None or self.right is None


def test_an_invariant_that_compares_with_none_alone_makes_trees() -> None:
    for tree in inhabitants(Plain, Scope(size=4)):
        assert len(objects_of(tree)) == tree_size(tree)


def tree_size(tree: Plain | None) -> int:
    return 0 if tree is None else 1 + tree_size(tree.left) + tree_size(tree.right)


@dataclass(eq=False)
class Careless:
    next: Careless | None

    @invariant
    def is_pair(self) -> bool:
        return self.next.next is self  # type: ignore[union-attr]


def test_an_invariant_that_raises_on_some_heaps_does_not_hold_for_them() -> None:
    found = inhabitants(Careless, Scope(size=3))
    assert sorted(len(objects_of(heap)) for heap in found) == [1, 2]
    assert any("raised and count as false" in note.reason for note in found.notes)


@dataclass(eq=False)
class Broken:
    next: Broken | None

    @invariant
    def is_known(self) -> bool:
        return self.nxt is self  # type: ignore[attr-defined]


def test_an_invariant_that_raises_wherever_it_does_not_fail_is_an_error() -> None:
    with pytest.raises(RefinementError, match="holds for no heap in this scope, and raised AttributeError"):
        inhabitants(Broken, Scope(size=2))


def test_an_invariant_that_does_not_end_on_a_cycle_does_not_hold_for_it() -> None:
    found = inhabitants(linked.Walk, Scope(size=4))
    assert dict(found.tiers) == {2: 1, 3: 1, 4: 1}
    assert any("did not end and count as false" in note.reason for note in found.notes)


@dataclass(eq=False)
class Patient:
    other: Patient | None
    value: bool

    @invariant
    def is_paired(self) -> bool:
        return self.other is not None and self.other.other is self and all(self.value for _ in range(3_000))


def test_an_invariant_that_reads_a_field_often_ends() -> None:
    found = inhabitants(Patient, Scope(size=2))
    assert dict(found.tiers) == {1: 1, 2: 1}
    assert not any("did not end" in note.reason for note in found.notes)


@dataclass(eq=False)
class Copied:
    next: Copied | None

    @invariant
    def is_closed(self) -> bool:
        again = copy.deepcopy(self)
        return again.next is not None and again.next.next is again


@dataclass(eq=False)
class Unfolded:
    next: Unfolded | None

    @invariant
    def is_closed(self) -> bool:
        link = self.__dict__.get("next")
        return link is not None and link.next is self


@dataclass(eq=False)
class Stated:
    next: Stated | None

    @invariant
    def is_closed(self) -> bool:
        link = self.__getstate__()["next"]  # type: ignore[index]
        return link is not None and link.next is self


@pytest.mark.parametrize("cls", [Copied, Unfolded, Stated])
def test_what_only_real_objects_can_answer_is_asked_of_them(cls: type) -> None:
    found = inhabitants(cls, Scope(size=3))
    assert sorted(len(objects_of(heap)) for heap in found) == [1, 2]
    assert not any("raised" in note.reason for note in found.notes)


@dataclass(eq=False)
class Typed:
    other: Typed | None

    @invariant
    def is_paired(self) -> bool:
        return self.other is not None and type(self.other) is Typed and self.other.other is self


def test_code_that_looks_at_types_is_run_on_real_objects() -> None:
    assert sorted(len(objects_of(heap)) for heap in inhabitants(Typed, Scope(size=3))) == [1, 2]


class Registering(type):
    """A metaclass that knows its classes by name."""

    known: ClassVar[dict[str, type]] = {}

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **options: str) -> None:
        super().__init__(name, bases, body)
        cls.known[name] = cls


class Registered(metaclass=Registering):
    tags: ClassVar[dict[str, type]] = {}

    def __init_subclass__(cls, *, tag: str) -> None:
        Registered.tags[tag] = cls

    def is_fine(self) -> bool:
        return True


@dataclass(eq=False)
class Plug(Registered, tag="plug"):
    into: Plug | None

    @property
    def __name__(self) -> str:
        return "plug"

    def is_fine(self) -> bool:
        match self:
            case Plug(into=None):
                return False
        return super().is_fine() and isinstance(self, Registered) and self.__name__ == "plug"

    @invariant
    def is_paired(self) -> bool:
        return self.is_fine() and self.into is not None and self.into.into is self


def test_programs_do_not_meet_the_classes_of_probes() -> None:
    assert [len(objects_of(heap)) for heap in inhabitants(Plug, Scope(size=3))] == [1, 2]
    assert type.__subclasses__(Plug) == []
    assert (Registering.known, Registered.tags) == ({"Registered": Registered, "Plug": Plug}, {"plug": Plug})


def test_refinements_of_heaps_and_of_what_stands_beside_them_hold() -> None:
    def is_long(chain: Chain) -> bool:
        return chain.length >= 2

    found = inhabitants(Annotated[Chain, where(is_long)], Scope(size=4))
    assert {chain.length for chain in found} == {2, 3}
    pairs = inhabitants(list[Annotated[Chain, where(lambda v: v.length == 1)]], Scope(size=6))
    assert dict(pairs.tiers) == {0: 1, 3: 2, 6: 4}


def test_generic_classes_hold_what_they_are_given() -> None:
    assert {
        cell.item for queue in inhabitants(Queue[Literal["x"]], Scope(size=4)) for cell in objects_of(queue)[1:]
    } == {"x"}


def test_other_values_are_not_in_a_space_of_heaps() -> None:
    lonely = Chain(Link(0, None, None), 2)
    loop = Link(0)
    loop.next = loop
    for other in (lonely, Chain(loop, 1), Chain(Link(5), 1), Chain(3, 1), Chain(None, 0).head, 7):  # type: ignore[arg-type]
        assert other not in space("chain")
