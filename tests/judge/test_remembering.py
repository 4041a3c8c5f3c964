"""What is remembered of results: only what cannot change, and nothing that could accuse."""

from __future__ import annotations

import enum
import weakref
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, TypeVar

import pytest
from judging import read

from refute.conform.compiled import contract_of
from refute.conform.memo import Memory, memory_for
from refute.judge.trials import Trial
from refute.logic.reading.measures import measure
from refute.logic.reading.predicates import where
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope
from refute.types.aliases import Nat
from refute.types.signatures import read_signature

K = TypeVar("K")


class Colour(enum.Enum):
    RED = 1
    BLACK = 2


@dataclass(frozen=True)
class Node(Generic[K]):
    colour: Colour
    key: K
    left: Tree[Annotated[K, where(lambda v, key: v < key)]]
    right: Tree[Annotated[K, where(lambda v, key: v > key)]]


Tree = None | Node[K]


@measure
def depth(t: Tree[int]) -> int:
    return 0 if t is None else 1 + max(depth(t.left), depth(t.right))


@measure
def even(t: Tree[int]) -> bool:
    return t is None or (depth(t.left) == depth(t.right) and even(t.left) and even(t.right))


Even = Annotated[Tree[Nat], where(lambda t: even(t))]
RED, BLACK = Colour.RED, Colour.BLACK


def leaf(key: Any, colour: Any = RED) -> Node[Any]:
    return Node(colour, key, None, None)


def memory_of(annotation: Any, *siblings: str, most: int = 10_000) -> Memory:
    memory = memory_for(read(annotation, *siblings, depth=2), most)
    assert memory is not None
    return memory


def accepted(memory: Memory, value: Any) -> bool:
    """What does not come to an answer is not accepted."""
    try:
        return memory.accepts(value, {})
    except Exception:
        return False


TREES = list(inhabitants(Tree[int], Scope(depth=3, ints=(-1, 3), landmarks=False)))
ODD = [
    leaf(True),
    leaf("1"),
    leaf(1.0),
    leaf(None),
    leaf(1, None),
    Node(RED, 1, leaf(0), leaf(True)),
    Node(RED, 1, leaf(0), 2),
    Node(RED, 1, 0, 2),
    Node(RED, 1, leaf(False), leaf(2)),
    1,
    "x",
    [],
]


@pytest.mark.parametrize("kept", [False, True], ids=["new objects", "kept objects"])
def test_what_is_accepted_is_what_the_contract_holds_of(kept: bool) -> None:
    memory, contract = memory_of(Even), contract_of(read(Even))
    for value in (*TREES, *ODD, *TREES):
        if kept:
            memory.keep(value)
        holds = contract.holds(value, {})
        assert accepted(memory, value) <= holds
        assert value in ODD or accepted(memory, value) == holds


def test_values_that_are_equal_but_not_of_the_same_class_are_told_apart() -> None:
    def truth(key: int) -> Annotated[Tree[int], where(lambda t: even(t) and t.key is not True)]:
        return leaf(key)

    memory = memory_for(read_signature(truth).result)
    assert memory is None or (accepted(memory, leaf(1)) and not accepted(memory, leaf(True)))
    other = memory_of(Even)
    assert accepted(other, leaf(1))
    assert not accepted(other, leaf(1.0))


def test_relations_with_inputs_are_asked_of_each_input() -> None:
    deeper = Annotated[Tree[int], where(lambda t, u: depth(t) == depth(u) + 1)]
    memory = memory_of(deeper, "u")
    result = leaf(1)
    assert memory.accepts(result, {"u": None})
    assert not memory.accepts(result, {"u": leaf(1)})
    assert memory.accepts(leaf(1), {"u": None})


@dataclass
class Box:
    content: int


@measure
def content(box: Box) -> int:
    return box.content


@dataclass(frozen=True)
class Bag:
    items: list[int]


@measure
def first(bag: Bag) -> int:
    return bag.items[0]


@dataclass(frozen=True)
class Counted:
    n: int
    seen: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seen", 1)


@measure
def number(c: Counted) -> int:
    return c.n


limit = 3


@measure
def small(t: Tree[int]) -> bool:
    return depth(t) <= limit


@pytest.mark.parametrize(
    "annotation",
    [
        Annotated[Box, where(lambda v: content(v) > 0)],
        Annotated[Bag, where(lambda v: first(v) > 0)],
        Annotated[Counted, where(lambda v: number(v) > 0)],
        Annotated[Tree[int], where(lambda t: small(t))],
        Annotated[Tree[float], where(lambda t: even(t))],
    ],
    ids=["a mutable class", "a class that holds a list", "more than its fields", "a refinement of a global", "floats"],
)
def test_nothing_is_remembered_of_what_may_change(annotation: Any) -> None:
    assert memory_for(read(annotation)) is None


def test_a_list_in_a_field_of_immutable_data_is_looked_at_each_time() -> None:
    memory = memory_of(Annotated[Tree[Any], where(lambda t: even(t))])
    assert accepted(memory, leaf(1))
    assert not accepted(memory, leaf([1]))


def test_objects_are_kept_up_to_a_number() -> None:
    memory = memory_of(Even, most=100)
    alive = []
    for key in range(2_000):
        tree = leaf(key)
        memory.keep(tree)
        assert memory.accepts(leaf(key + 1), {})
        alive.append(weakref.ref(tree))
    del tree
    assert sum(ref() is not None for ref in alive) <= 100


def test_a_value_that_was_broken_by_a_back_door_accuses_no_later_call() -> None:
    def same(t: Even) -> Even:
        return t

    trial = Trial(read_signature(same))
    tree = leaf(1)
    object.__setattr__(tree, "key", -1)
    assert trial.run((tree,), (tree,)) is not None
    object.__setattr__(tree, "key", 1)
    assert trial.run((tree,), (tree,)) is None
    assert trial.run((leaf(1),), (leaf(1),)) is None


def test_the_usual_way_to_try_an_input_finds_what_the_general_one_finds() -> None:
    def mirrored(t: Even) -> Even:
        return t if t is None else Node(t.colour, t.key, t.right, t.left)

    trial = Trial(read_signature(mirrored))
    assert trial.run is not trial
    found = [bool(trial.run((tree,), (tree,))) for tree in TREES]
    assert found == [bool(trial((tree,), (tree,))) for tree in TREES]
    assert any(found)
    assert not all(found)
