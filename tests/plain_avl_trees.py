"""AVL trees with predicates as people write them, and a deletion that forgets to balance: nothing is marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from refute import where


@dataclass(frozen=True)
class Tree:
    key: int
    left: Tree | None
    right: Tree | None


def height(tree: Tree | None) -> int:
    if tree is None:
        return 0
    return 1 + max(height(tree.left), height(tree.right))


def is_bst(tree: Tree | None, low: int | None = None, high: int | None = None) -> bool:
    if tree is None:
        return True
    if low is not None and tree.key <= low:
        return False
    if high is not None and tree.key >= high:
        return False
    return is_bst(tree.left, low, tree.key) and is_bst(tree.right, tree.key, high)


def is_avl(tree: Tree | None) -> bool:
    if tree is None:
        return True
    if abs(height(tree.left) - height(tree.right)) > 1:
        return False
    return is_avl(tree.left) and is_avl(tree.right)


Avl = Annotated[Tree, where(lambda t: is_bst(t) and is_avl(t))]
OptionalAvl = Annotated[Tree | None, where(lambda t: is_bst(t) and is_avl(t))]


def delete_min(tree: Avl) -> OptionalAvl:
    """Without the smallest key, but no longer in balance where the left side was the lower one."""
    if tree.left is None:
        return tree.right
    return Tree(tree.key, delete_min(tree.left), tree.right)


def turned_left(tree: Tree) -> Tree:
    right = tree.right
    if height(right.left) > height(right.right):
        right = Tree(right.left.key, right.left.left, Tree(right.key, right.left.right, right.right))
    return Tree(right.key, Tree(tree.key, tree.left, right.left), right.right)


def delete_min_and_balance(tree: Avl) -> OptionalAvl:
    if tree.left is None:
        return tree.right
    rest = Tree(tree.key, delete_min_and_balance(tree.left), tree.right)
    return turned_left(rest) if height(rest.right) > height(rest.left) + 1 else rest
