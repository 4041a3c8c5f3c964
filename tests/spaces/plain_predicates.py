"""Predicates and measures as people write them: recursive functions that nothing marks as measures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tree:
    key: int
    left: Tree | None
    right: Tree | None


@dataclass(frozen=True)
class Rose:
    label: int
    children: list[Rose]


def height(tree: Tree | None) -> int:
    if tree is None:
        return 0
    return 1 + max(height(tree.left), height(tree.right))


def is_avl(tree: Tree | None) -> bool:
    if tree is None:
        return True
    return abs(height(tree.left) - height(tree.right)) <= 1 and is_avl(tree.left) and is_avl(tree.right)


def is_bst(tree: Tree | None, low: int | None = None, high: int | None = None) -> bool:
    if tree is None:
        return True
    if low is not None and tree.key <= low:
        return False
    if high is not None and tree.key >= high:
        return False
    return is_bst(tree.left, low, tree.key) and is_bst(tree.right, tree.key, high)


def is_heap(tree):
    """Without annotations, and with a look at fields of fields."""
    if tree is None:
        return True
    if tree.left is not None and tree.left.key < tree.key:
        return False
    if tree.right is not None and tree.right.key < tree.key:
        return False
    return is_heap(tree.left) and is_heap(tree.right)


def total(tree: Tree | None) -> int:
    match tree:
        case None:
            return 0
        case Tree(key, left, right):
            return key + total(left) + total(right)


def keys(tree: Tree | None) -> list[int]:
    return [] if tree is None else [*keys(tree.left), tree.key, *keys(tree.right)]


def weight(rose: Rose) -> int:
    return rose.label + sum(weight(child) for child in rose.children)


def least(tree: Tree) -> int:
    """Raises for None."""
    return tree.key if tree.left is None else min(tree.key, least(tree.left))


def halves(tree: Tree | None) -> int:
    """Returns a float, whatever it declares."""
    return 0 if tree is None else tree.key / 2 + halves(tree.left) + halves(tree.right)


def is_even(tree: Tree | None) -> bool:
    """Calls itself by way of another function."""
    return tree is None or (is_odd(tree.left) and is_odd(tree.right))


def is_odd(tree: Tree | None) -> bool:
    return tree is not None and is_even(tree.left) and is_even(tree.right)


def descends(tree: Tree | None, times: int = 2) -> bool:
    """Calls itself on what is no part of a tree."""
    return times == 0 or tree is None or descends(tree, times - 1)
