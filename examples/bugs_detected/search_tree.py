"""A search tree: removing a node moves the largest key below up, and leaves it below as well."""

from __future__ import annotations

from typing import Annotated

from correct_code.search_tree import Node, Tree, keys, largest

from refute import where


def remove(key: int, t: Tree[int]) -> Annotated[Tree[int], where(lambda v, key, t: keys(v) == keys(t) - {key})]:
    if t is None:
        return None
    if key < t.key:
        return Node(t.key, remove(key, t.left), t.right)
    if key > t.key:
        return Node(t.key, t.left, remove(key, t.right))
    if t.left is None:
        return t.right
    top = largest(t.left)
    return Node(top, t.left, t.right)
