"""Red-black trees: insertion keeps the order, the colours and the black height, and adds the one key."""

from __future__ import annotations

from typing import Annotated

from redblack import Node, OkTree, Tree, add

from refute import Nat, measure, where


@measure
def keys(t: Tree[int]) -> frozenset[int]:
    return keys(t.left) | {t.key} | keys(t.right) if isinstance(t, Node) else frozenset()


def insert(key: Nat, t: OkTree) -> Annotated[OkTree, where(lambda v, key, t: keys(v) == keys(t) | {key})]:
    return add(key, t)
