"""Functions that change immutable arguments through a back door, and some that only look like it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

from refute import Nat, where


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Node:
    key: Nat
    left: Leaf | Node
    right: Leaf | Node

    @cached_property
    def total(self) -> int:
        return self.key + sum(part.total for part in (self.left, self.right) if isinstance(part, Node))


Tree = Leaf | Node


@dataclass(frozen=True, slots=True)
class Pair:
    a: Nat
    b: Nat
    _hash: int | None = field(default=None, init=False, compare=False)
    _seen: Annotated[int, where(lambda v: v == 0)] = field(default=0, compare=False)

    def __hash__(self) -> int:
        if self._hash is None:
            object.__setattr__(self, "_hash", hash((self.a, self.b)))
            object.__setattr__(self, "_seen", 1)
        return self._hash or 0


@dataclass(frozen=True)
class Rounded:
    """Does not keep what it is given."""

    n: Nat

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", self.n - self.n % 2)


def caches(t: Tree, x: Nat) -> Nat:
    return (t.total if isinstance(t, Node) else 0) + x


def hashes(p: Pair, q: Pair) -> bool:
    return p in {p, q}


def rounds(p: Rounded, q: Rounded) -> Nat:
    return p.n + q.n


def replaces_by_equal(t: Tree, x: Nat) -> int:
    if isinstance(t, Node) and isinstance(t.left, Node):
        object.__setattr__(t, "left", Node(t.left.key, t.left.left, t.left.right))
    return x


def always_changes(t: Tree, x: Nat) -> int:
    if isinstance(t, Node):
        object.__setattr__(t, "key", t.key + 1)
    return x


def changes_one(t: Tree, x: Nat) -> Annotated[int, where(lambda v: v < 7)]:
    """Without clean inputs, it would seem to fail on others, too."""
    if isinstance(t, Leaf):
        return 0
    key = t.key
    if key == 1 and x == 1:
        t.__dict__["key"] = 7
    return key


def changes_slots(p: Pair, q: Pair) -> bool:
    if p.a == 2:
        object.__setattr__(p, "b", 0)
    return True


def deletes(t: Tree, x: Nat) -> int:
    if isinstance(t, Node) and x == 1:
        object.__delattr__(t, "right")
    return x


def hides_a_fault(t: Tree, x: Nat) -> Annotated[int, where(lambda v: v != 2)]:
    """Changes the very inputs that would show its fault before they come round again."""
    if isinstance(t, Node) and x == 0 and t.key == 2:
        object.__setattr__(t, "key", 0)
    return t.key if isinstance(t, Node) and x == 2 else 0


def changes_and_raises(t: Tree, x: Nat) -> int:
    if isinstance(t, Node):
        object.__setattr__(t, "key", 5)
        raise KeyError(x)
    return x


def changes_in_lists(ps: list[Pair]) -> int:
    for p in ps:
        object.__setattr__(p, "a", p.a + 1)
    return len(ps)


async def changes_later(t: Tree) -> int:
    return always_changes(t, 0)
