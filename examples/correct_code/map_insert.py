"""A balanced map: insertion keeps order, balance and stored sizes, and adds just the key."""

from __future__ import annotations

from typing import Annotated

from maps import OkMap, Tip, balanced, branch, keys

from refute import Nat, where


def insert(key: Nat, m: OkMap) -> Annotated[OkMap, where(lambda v, key, m: keys(v) == keys(m) | {key})]:
    if isinstance(m, Tip):
        return branch(key, m, m)
    if key < m.key:
        return balanced(m.key, insert(key, m.left), m.right)
    if key > m.key:
        return balanced(m.key, m.left, insert(key, m.right))
    return m
