"""A balanced map: deletion keeps order, balance and stored sizes, and takes away just the key."""

from __future__ import annotations

from typing import Annotated

from maps import OkMap, Tip, balanced, keys, without_smallest

from refute import Nat, where


def delete(key: Nat, m: OkMap) -> Annotated[OkMap, where(lambda v, key, m: keys(v) == keys(m) - {key})]:
    if isinstance(m, Tip):
        return m
    if key < m.key:
        return balanced(m.key, delete(key, m.left), m.right)
    if key > m.key:
        return balanced(m.key, m.left, delete(key, m.right))
    if isinstance(m.right, Tip):
        return m.left
    smallest, rest = without_smallest(m.right)
    return balanced(smallest, m.left, rest)
