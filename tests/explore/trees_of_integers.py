"""Trees as data that only functions look at, and what is wrong with some of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Fork:
    left: Leaf | Fork
    key: int
    right: Leaf | Fork


@dataclass
class Cup:
    level: int

    def fill(self, by: int) -> None:
        self.level += by
        assert self.level < 2


def third(first: Leaf | Fork, second: Leaf | Fork, number: int) -> int:
    assert not isinstance(first, Fork)
    return number


def leftmost(tree: Leaf | Fork) -> int:
    assert isinstance(tree, Fork)
    return tree.key if isinstance(tree.left, Leaf) else leftmost(tree.left)


def both(one: Fork) -> int:
    return 1 // (0 if one.left is one.right else 1)
