"""Objects that modules hold by name are known by identity, and are not copied."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from refute.programs.states.copying import Copies
from refute.programs.states.fingerprint import Fingerprints
from refute.programs.states.individuals import Globals, individuals_of

MODULE = """
from dataclasses import dataclass

class Node:
    def __init__(self, key, left, right):
        self.key, self.left, self.right = key, left, right

@dataclass(frozen=True)
class Leaf:
    key: int

NIL = Node(0, None, None)
EMPTY = Leaf(0)
BOTH = {"true": Node(1, NIL, NIL)}

count, LIMITS = 0, [1, 2]

def counter():
    total = 0
    def count():
        nonlocal total
        total += 1
    return count

count_up = counter()

class Tree:
    nowhere = Node(2, None, None)

    def __init__(self, nodes=[]):
        self.nodes = nodes
"""


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    made = ModuleType("held_by_name")
    monkeypatch.setitem(sys.modules, "held_by_name", made)
    exec(MODULE, vars(made))
    return made


@dataclass
class Known:
    fingerprints: Fingerprints

    def are_alike(self, one: Any, other: Any) -> bool:
        return self.fingerprints.of(one) == self.fingerprints.of(other)


@pytest.fixture
def known(module: Any) -> Known:
    return Known(Fingerprints(individuals=individuals_of({"held_by_name"})))


def test_what_a_module_holds_differs_from_what_looks_like_it(module: Any, known: Known) -> None:
    assert not known.are_alike(module.NIL, module.Node(0, None, None))
    assert not known.are_alike(module.EMPTY, module.Leaf(0))
    assert not known.are_alike(module.Node(0, module.NIL, None), module.Node(0, module.Node(0, None, None), None))
    assert known.are_alike(module.Node(0, module.NIL, None), module.Node(0, module.NIL, None))


def test_objects_in_containers_in_classes_and_in_defaults_are_held_too(module: Any, known: Known) -> None:
    assert not known.are_alike(module.BOTH["true"], module.Node(1, module.NIL, module.NIL))
    assert not known.are_alike(module.Tree.nowhere, module.Node(2, None, None))
    assert not known.are_alike(module.Tree(), module.Tree([]))


def test_a_copy_of_what_holds_one_holds_the_same_one(module: Any, known: Known) -> None:
    node = module.Node(3, module.NIL, module.Node(4, module.NIL, module.EMPTY))
    (copied,) = Copies(known.fingerprints).of([node])
    assert copied is not node
    assert copied.right is not node.right
    assert copied.left is copied.right.left is module.NIL
    assert known.are_alike(copied, node)


def test_they_are_no_part_that_values_share(module: Any, known: Known) -> None:
    one, other = module.Node(3, module.NIL, None), module.Node(4, module.NIL, None)
    assert known.fingerprints.mutable_parts(one).isdisjoint(known.fingerprints.mutable_parts(other))


def test_they_have_names_by_which_other_processes_know_them(module: Any) -> None:
    names = {name for name, _ in individuals_of({"held_by_name"}).values()}
    assert {"held_by_name.NIL", "held_by_name.EMPTY", "held_by_name.Tree.nowhere"} <= names


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("count = 7", "count"),
        ("new = 1", "new"),
        ("del BOTH", "BOTH"),
        ("LIMITS.append(3)", "LIMITS"),
        ("LIMITS[0] = 9", "LIMITS"),
        ("BOTH['false'] = NIL", "BOTH"),
        ("NIL.key = 5", "NIL.key"),
        ("BOTH['true'].left = None", "BOTH.0.left"),
        ("Tree.nowhere = NIL", "Tree.nowhere"),
        ("Tree.more = 1", "Tree.more"),
        ("count_up()", "count_up.total"),
    ],
)
def test_whatever_changes_in_a_module_is_noticed(module: Any, change: str, name: str) -> None:
    held = Globals({"held_by_name"})
    assert held.changed() == []
    exec("count = int(str(count)); LIMITS[:] = [1, 2]", vars(module))
    assert held.changed() == []
    exec(change, vars(module))
    assert held.changed() == [f"held_by_name.{name}"]
