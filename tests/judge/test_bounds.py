"""Data that is ordered by its type is tested with two bounds, and by the walk: they agree on everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

import pytest
from judging import holds, read

from refute.conform.compiled import contract_of
from refute.logic.reading.predicates import where
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope
from refute.types.aliases import Nat

K = TypeVar("K")


@dataclass(frozen=True)
class Node(Generic[K]):
    key: K
    left: Tree[Annotated[K, where(lambda v, key: v < key)]]
    right: Tree[Annotated[K, where(lambda v, key: key <= v)]]


Tree = None | Node[K]


@dataclass(frozen=True)
class Span(Generic[K]):
    """Both bounds at once, and a field that has nothing to do with them."""

    name: str
    low: K
    high: Annotated[int, where(lambda v: v > 0)]
    top: K
    inside: Spans[Annotated[K, where(lambda v, low: low < v), where(lambda v, top: v < top)]]


Spans = None | Span[K]

SmallTree = Tree[Annotated[int, where(lambda v: 0 <= v < 3)]]
OddTree = Tree[Annotated[int, where(lambda v: v % 2 == 1)]]
KEYS = (-1, 0, 1, 2, True, "a", "b", None, 1.5, 1 << 70)


def leaf(key: Any) -> Node[Any]:
    return Node(key, None, None)


TREES = [
    *KEYS,
    *(leaf(key) for key in KEYS),
    *(Node(key, leaf(left), leaf(right)) for key in KEYS for left in KEYS for right in KEYS),
    *(Node(2, Node(0, None, leaf(key)), None) for key in KEYS),
    *(Node(0, None, Node(2, leaf(key), leaf(key))) for key in KEYS),
]


@pytest.mark.parametrize("annotation", [Tree[int], Tree[Nat], SmallTree, OddTree, Tree[str], Tree[float], Tree[Any]])
@pytest.mark.sampled(3)
def test_trees_of_all_sorts_of_keys_are_judged_as_by_the_walk(annotation: Any) -> None:
    tp = read(annotation)
    answers = {holds(tp, tree) for tree in TREES}
    assert answers == {True, False}


@pytest.mark.parametrize("low", KEYS)
@pytest.mark.parametrize("top", KEYS)
@pytest.mark.sampled(3)
def test_two_bounds_at_once_are_both_asked(low: Any, top: Any) -> None:
    tp = read(Spans[int])
    for inner in KEYS:
        for high in (0, 1):
            holds(tp, Span("x", low, high, top, Span("y", inner, 1, inner, None)))
    assert holds(tp, Span("x", 0, 1, 3, Span("y", 1, 1, 2, None)))
    assert not holds(tp, Span("x", 0, 1, 3, Span("y", 1, 1, 3, None)))


def test_ordinary_trees_of_integers_need_no_walk() -> None:
    accepts = contract_of(read(Tree[Nat])).accepts
    assert all(accepts(tree, {}) for tree in inhabitants(Tree[Nat], Scope(depth=3)))
    assert not accepts(Node(1, leaf(1), None), {})
