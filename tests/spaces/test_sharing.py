"""Mutable values are fresh each time they are handed out; immutable ones share their parts."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Annotated, Any, NamedTuple, TypedDict

import pytest
from brute_force import fingerprint

from refute.logic.reading.predicates import where
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope
from refute.spaces.space import Space


@dataclass
class Box:
    items: list[bool]
    note: str | None = None


@dataclass(frozen=True)
class Sealed:
    """Frozen, with something mutable inside."""

    inside: list[bool]
    flag: bool = False


class Pair(NamedTuple):
    left: list[bool]
    right: tuple[bool, ...]


class Record(TypedDict, total=False):
    tags: set[bool]


@dataclass
class Chain:
    rest: Chain | None = None
    extra: list[None] = field(default_factory=list)


MUTABLE: list[Any] = [
    list[bool],
    deque[bool],
    set[bool],
    dict[bool, None],
    list[list[bool]],
    tuple[list[bool], bool],
    dict[bool, list[bool]],
    dict[bool, tuple[list[bool], ...]],
    Box,
    Sealed,
    Pair,
    Record,
    Chain,
    Chain | None,
    tuple[Sealed, Sealed],
    Annotated[list[list[bool]], where(lambda v: all(len(row) == len(v[0]) for row in v))],
]
SCOPE = Scope(size=4)

every_mutable = pytest.mark.parametrize("tp", MUTABLE, ids=str)


def mutable_parts(value: Any) -> Iterator[Any]:
    """All that can be changed in a value."""
    match value:
        case list() | deque() | set():
            yield value
            inner = list(value)
        case dict():
            yield value
            inner = [*value, *value.values()]
        case tuple() | frozenset():
            inner = list(value)
        case Box() | Chain() | Sealed():
            if not isinstance(value, Sealed):
                yield value
            inner = list(vars(value).values())
        case _:
            inner = []
    for part in inner:
        yield from mutable_parts(part)


def spoil(value: Any) -> None:
    """Change everything in a value that can be changed."""
    for part in list(mutable_parts(value)):
        match part:
            case list() | deque():
                part.append("spoilt")
            case set():
                part.add("spoilt")
            case dict():
                part["spoilt"] = "spoilt"
            case _:
                part.spoilt = True


WAYS: dict[str, Callable[[Space[Any]], list[Any]]] = {
    "indexing": lambda space: [space[i] for i in range(space.count)],
    "slicing": lambda space: space[:],
    "iterating": list,
    "iterating over shards": lambda space: [value for shard in space.shards(3) for value in shard],
    "indexing shards": lambda space: [shard[i] for shard in space.shards(2) for i in range(len(shard))],
    "sampling": lambda space: space.sample(space.count, seed=5),
    "sampling one size": lambda space: space.sample(30, seed=5, size=max(space.tiers)),
}
every_way = pytest.mark.parametrize("way", WAYS)


@every_mutable
@every_way
def test_changing_a_value_changes_neither_the_space_nor_what_it_gives_next(tp: Any, way: str) -> None:
    space = inhabitants(tp, SCOPE)
    before = [fingerprint(value) for value in WAYS[way](space)]
    for value in WAYS[way](space):
        spoil(value)
    assert [fingerprint(value) for value in WAYS[way](space)] == before


@every_mutable
@every_way
def test_no_two_values_have_a_mutable_part_in_common(tp: Any, way: str) -> None:
    given = WAYS[way](inhabitants(tp, SCOPE))
    parts = [{id(part) for part in mutable_parts(value)} for value in given]
    assert any(parts)
    assert not any(one & other for one, other in combinations(parts[:80], 2))


@every_mutable
def test_no_value_has_the_same_mutable_part_twice(tp: Any) -> None:
    for value in inhabitants(tp, SCOPE):
        parts = [id(part) for part in mutable_parts(value)]
        assert len(set(parts)) == len(parts)


def test_a_value_changed_while_iterating_does_not_change_those_to_come() -> None:
    expected = [fingerprint(value) for value in inhabitants(list[list[bool]], SCOPE)]
    met = []
    for value in inhabitants(list[list[bool]], SCOPE):
        met.append(fingerprint(value))
        spoil(value)
    assert met == expected


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Tree:
    left: Tree | Leaf
    right: Tree | Leaf


def subtrees(tree: Any) -> Iterator[Any]:
    yield tree
    if isinstance(tree, Tree):
        yield from subtrees(tree.left)
        yield from subtrees(tree.right)


def test_immutable_values_share_their_parts() -> None:
    trees = list(inhabitants(Tree, Scope(size=6)))
    parts = [part for tree in trees for child in (tree.left, tree.right) for part in subtrees(child)]
    assert len({id(part) for part in parts}) < len(parts) / 3


def test_constants_of_the_user_are_handed_out_as_they_are() -> None:
    shared = inhabitants(tuple[Leaf, ...], Scope(size=3))
    assert [len(value) for value in shared] == [0, 1, 2, 3]
    assert all(isinstance(part, Leaf) for value in shared for part in value)
