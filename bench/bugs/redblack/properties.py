"""What red-black trees promise: validity, what is found afterwards, agreement with lists of pairs, and how operations
mix."""

from __future__ import annotations

from typing import Annotated

from models import put, without
from program import RED, Leaf, Tree, delete, find, insert, is_red_black, pairs

from refute import measure, where

Holds = Annotated[bool, where(lambda r: r)]


@measure
def black_height(t: Tree[int]) -> int:
    return 0 if isinstance(t, Leaf) else black_height(t.left) + (t.colour is not RED)


@measure
def even(t: Tree[int]) -> bool:
    """All ways down have the same number of black nodes."""
    return isinstance(t, Leaf) or (black_height(t.left) == black_height(t.right) and even(t.left) and even(t.right))


@measure
def root_red(t: Tree[int]) -> bool:
    return not isinstance(t, Leaf) and t.colour is RED


@measure
def no_red_red(t: Tree[int]) -> bool:
    if isinstance(t, Leaf):
        return True
    if t.colour is RED and (root_red(t.left) or root_red(t.right)):
        return False
    return no_red_red(t.left) and no_red_red(t.right)


RedBlack = Annotated[Tree[int], where(lambda t: no_red_red(t) and even(t))]


def same(t: Tree[int], u: Tree[int]) -> bool:
    """The same keys and values; the shape may differ."""
    return pairs(t) == pairs(u)


def insert_valid(k: int, v: bool, t: RedBlack) -> Holds:
    return is_red_black(insert(k, v, t))


def delete_valid(k: int, t: RedBlack) -> Holds:
    return is_red_black(delete(k, t))


def insert_post(k: int, v: bool, other: int, t: RedBlack) -> Holds:
    return find(other, insert(k, v, t)) == (v if other == k else find(other, t))


def delete_post(k: int, other: int, t: RedBlack) -> Holds:
    return find(other, delete(k, t)) == (None if other == k else find(other, t))


def insert_model(k: int, v: bool, t: RedBlack) -> Holds:
    return pairs(insert(k, v, t)) == put(k, v, pairs(t))


def delete_model(k: int, t: RedBlack) -> Holds:
    return pairs(delete(k, t)) == without(k, pairs(t))


def insert_insert(k: int, v: bool, other: int, w: bool, t: RedBlack) -> Holds:
    swapped = insert(k, v, t) if k == other else insert(other, w, insert(k, v, t))
    return same(insert(k, v, insert(other, w, t)), swapped)


def insert_delete(k: int, v: bool, other: int, t: RedBlack) -> Holds:
    swapped = insert(k, v, t) if k == other else delete(other, insert(k, v, t))
    return same(insert(k, v, delete(other, t)), swapped)


def delete_insert(k: int, other: int, v: bool, t: RedBlack) -> Holds:
    swapped = delete(k, t) if k == other else insert(other, v, delete(k, t))
    return same(delete(k, insert(other, v, t)), swapped)


def delete_delete(k: int, other: int, t: RedBlack) -> Holds:
    return same(delete(k, delete(other, t)), delete(other, delete(k, t)))
