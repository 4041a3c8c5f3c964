"""Needed narrowing: the laws of spaces for predicates that can only be run, and how often they are run."""

# ruff: noqa: SIM110  # `all` and `any` could be read as logic

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Annotated, Any

import pytest
import zoo_of_predicates
from brute_force import BruteForce, fingerprint
from zoo_of_predicates import PREDICATES, Leaf, Node, Tree, is_balanced, is_search_tree

from refute.errors import ExplosionError, RefinementError
from refute.logic.reading.predicates import where
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope
from refute.spaces.space import Space

ENTRIES = [(name, scope) for name, (_, scopes) in PREDICATES.items() for scope in scopes]
every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry[0]}, {entry[1]}")
Entry = tuple[str, Scope]


@cache
def space(entry: Entry) -> Space[Any]:
    name, scope = entry
    return inhabitants(PREDICATES[name][0], scope)


@cache
def filtered(entry: Entry) -> dict[Any, int]:
    """What generate and filter finds, with its sizes."""
    name, scope = entry
    return {fingerprint(v): size for v, size in BruteForce(scope).values(PREDICATES[name][0], vars(zoo_of_predicates))}


@pytest.mark.sampled(2)
@every_entry
def test_the_values_are_those_that_generate_and_filter_finds(entry: Entry) -> None:
    marks = [fingerprint(value) for value in space(entry)]
    assert len(marks) == space(entry).count > 0
    assert len(set(marks)) == len(marks)
    assert set(marks) == set(filtered(entry))


@every_entry
def test_sizes_are_counted_and_never_decrease(entry: Entry) -> None:
    sizes = [filtered(entry)[fingerprint(value)] for value in space(entry)]
    assert sizes == sorted(sizes)
    assert dict(space(entry).tiers) == Counter(sizes)


@every_entry
def test_each_value_is_at_its_index(entry: Entry) -> None:
    values = list(space(entry))
    for place in range(0, len(values), 1 + len(values) // 150):
        assert fingerprint(space(entry)[place]) == fingerprint(values[place])
        assert space(entry).index(values[place]) == place


@every_entry
def test_samples_are_members_and_shards_make_up_the_whole(entry: Entry) -> None:
    marks = [fingerprint(value) for value in space(entry)]
    assert {fingerprint(value) for value in space(entry).sample(100, seed=3)} <= set(marks)
    assert [fingerprint(value) for shard in space(entry).shards(3) for value in shard] == marks


def effort(tp: Any, scope: Scope) -> tuple[int, int]:
    """How often predicates were run, and on how many values that would have been without narrowing."""
    (note,) = [note for note in inhabitants(tp, scope).notes if note.status == "narrowed"]
    runs, among = note.reason.replace(",", "").removesuffix(" values").split(" runs for ")
    return int(runs), int(among)


NOT_NARROWED = {"by type", "by the type of a key"}


@pytest.mark.parametrize("name", [name for name in PREDICATES if name not in NOT_NARROWED])
def test_what_narrowing_took_is_noted(name: str) -> None:
    statuses = [note.status for note in inhabitants(PREDICATES[name][0], PREDICATES[name][1][0]).notes]
    assert "narrowed" in statuses


@pytest.mark.parametrize("name", sorted(NOT_NARROWED))
def test_code_that_asks_for_the_type_of_values_is_run_on_each(name: str) -> None:
    statuses = [note.status for note in inhabitants(PREDICATES[name][0], PREDICATES[name][1][0]).notes]
    assert "narrowed" not in statuses


def root_is_zero(t: Tree) -> bool:
    for _ in range(1):
        return isinstance(t, Leaf) or t.key == 0
    return False


def test_what_is_not_looked_at_stays_a_family() -> None:
    space = inhabitants(Annotated[Tree, where(root_is_zero)], Scope(size=12))
    runs, among = effort(Annotated[Tree, where(root_is_zero)], Scope(size=12))
    assert runs < 700
    assert among > 10**20
    assert space.count > 10**19
    assert root_is_zero(space[space.count // 2])
    assert space.index(space[space.count // 2]) == space.count // 2


IN_ANY_ORDER = [
    Annotated[Tree, where(lambda t: is_balanced(t) and is_search_tree(t))],
    Annotated[Tree, where(lambda t: is_search_tree(t) and is_balanced(t))],
    Annotated[Tree, where(is_balanced), where(is_search_tree)],
    Annotated[Tree, where(is_search_tree), where(is_balanced)],
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("tp", IN_ANY_ORDER)
def test_predicates_prune_alike_in_whatever_order_they_are_joined(tp: Any) -> None:
    scope = Scope(size=4, ints=(0, 3))
    assert inhabitants(tp, scope).count == 41
    assert effort(tp, scope) == effort(IN_ANY_ORDER[0], scope)


def test_of_predicates_that_are_joined_each_prunes_what_the_others_would_look_at() -> None:
    scope = Scope(size=4, ints=(0, 3))
    runs, among = effort(IN_ANY_ORDER[0], scope)
    assert runs < among / 10
    assert runs < effort(Annotated[Tree, where(is_search_tree)], scope)[0] / 4


def test_what_is_symbolic_is_not_even_run() -> None:
    asked: list[Tree] = []

    def noted(t: Tree) -> bool:
        for _ in range(1):
            if isinstance(t, Node) and t.key < 0:
                asked.append(t)
        return True

    tp = Annotated[Tree, where(noted), where(lambda t: isinstance(t, Leaf) or t.key >= 0)]
    assert all(isinstance(t, Leaf) or t.key >= 0 for t in inhabitants(tp, Scope(size=1)))
    assert not asked


@pytest.mark.parametrize("first", [True, False])
def test_what_is_symbolic_prunes_before_and_after_what_is_opaque(first: bool) -> None:
    symbolic, opaque = where(lambda t: isinstance(t, Leaf) or t.key >= 2), where(is_search_tree)
    tp = Annotated[Tree, symbolic, opaque] if first else Annotated[Tree, opaque, symbolic]
    scope = Scope(size=3, ints=(0, 3))
    assert effort(tp, scope) == effort(Annotated[Tree, symbolic, opaque], scope)
    assert effort(tp, scope)[1] < effort(Annotated[Tree, opaque], scope)[1] * 0.6
    assert effort(tp, scope)[0] < effort(Annotated[Tree, opaque], scope)[0] * 0.8


def raises_on_three(v: list[int]) -> bool:
    for item in v:
        if item == 3:
            raise ValueError("three")
    return True


def test_a_predicate_that_raises_is_an_error_said_with_the_smallest_value() -> None:
    with pytest.raises(RefinementError, match=r"`raises_on_three` raised ValueError: three, for the value \[3\]"):
        inhabitants(Annotated[list[int], where(raises_on_three)], Scope(size=3))


def divides(v: list[int]) -> bool:
    for item in v:
        if 6 // item == 0:
            return False
    return True


def no_zero(v: list[int]) -> bool:
    for item in v:
        if item == 0:
            return False
    return True


def test_a_predicate_need_not_answer_where_one_before_it_is_false() -> None:
    space = inhabitants(Annotated[list[int], where(lambda v: no_zero(v) and divides(v))], Scope(size=2))
    assert space.count > 1
    assert all(no_zero(v) and divides(v) for v in space)


def test_values_that_can_be_changed_are_fresh_each_time() -> None:
    space = inhabitants(PREDICATES["sorted cells that can be changed"][0], Scope(size=2))
    first, again = space[space.count - 1], space[space.count - 1]
    first.value = 100
    assert again.value != 100
    assert all(value is None or value.value != 100 for value in space)


@pytest.mark.slow
def test_too_many_runs_are_given_up() -> None:
    with pytest.raises(ExplosionError, match="`ascending` has to be run too often"):
        inhabitants(PREDICATES["sorted lists"][0], Scope(size=15))
