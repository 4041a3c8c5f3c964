"""What search trees promise: order, what is found afterwards, agreement with lists of pairs, and how operations mix."""

from __future__ import annotations

from typing import Annotated

from models import put, without
from program import Tree, delete, find, insert, is_search_tree, pairs, union

from refute import where

Ordered = Tree[int]  # nodes say themselves how their keys are ordered
Holds = Annotated[bool, where(lambda r: r)]


def same(t: Tree[int], u: Tree[int]) -> bool:
    """The same keys and values; the shape may differ."""
    return pairs(t) == pairs(u)


def insert_valid(k: int, v: bool, t: Ordered) -> Holds:
    return is_search_tree(insert(k, v, t))


def delete_valid(k: int, t: Ordered) -> Holds:
    return is_search_tree(delete(k, t))


def union_valid(t: Ordered, u: Ordered) -> Holds:
    return is_search_tree(union(t, u))


def insert_post(k: int, v: bool, other: int, t: Ordered) -> Holds:
    return find(other, insert(k, v, t)) == (v if other == k else find(other, t))


def delete_post(k: int, other: int, t: Ordered) -> Holds:
    return find(other, delete(k, t)) == (None if other == k else find(other, t))


def union_post(k: int, t: Ordered, u: Ordered) -> Holds:
    found = find(k, t)
    return find(k, union(t, u)) == (find(k, u) if found is None else found)


def insert_model(k: int, v: bool, t: Ordered) -> Holds:
    return pairs(insert(k, v, t)) == put(k, v, pairs(t))


def delete_model(k: int, t: Ordered) -> Holds:
    return pairs(delete(k, t)) == without(k, pairs(t))


def union_model(t: Ordered, u: Ordered) -> Holds:
    return pairs(union(t, u)) == sorted({**dict(pairs(u)), **dict(pairs(t))}.items())


def insert_insert(k: int, v: bool, other: int, w: bool, t: Ordered) -> Holds:
    swapped = insert(k, v, t) if k == other else insert(other, w, insert(k, v, t))
    return same(insert(k, v, insert(other, w, t)), swapped)


def insert_delete(k: int, v: bool, other: int, t: Ordered) -> Holds:
    swapped = insert(k, v, t) if k == other else delete(other, insert(k, v, t))
    return same(insert(k, v, delete(other, t)), swapped)


def insert_union(k: int, v: bool, t: Ordered, u: Ordered) -> Holds:
    return same(insert(k, v, union(t, u)), union(insert(k, v, t), u))


def delete_insert(k: int, other: int, v: bool, t: Ordered) -> Holds:
    swapped = delete(k, t) if k == other else insert(other, v, delete(k, t))
    return same(delete(k, insert(other, v, t)), swapped)


def delete_delete(k: int, other: int, t: Ordered) -> Holds:
    return same(delete(k, delete(other, t)), delete(other, delete(k, t)))


def delete_union(k: int, t: Ordered, u: Ordered) -> Holds:
    return same(delete(k, union(t, u)), union(delete(k, t), delete(k, u)))


def union_delete_insert(k: int, v: bool, t: Ordered, u: Ordered) -> Holds:
    return same(union(delete(k, t), insert(k, v, u)), insert(k, v, union(t, u)))


def union_idempotent(t: Ordered) -> Holds:
    return same(union(t, t), t)


def union_associative(t: Ordered, u: Ordered, w: Ordered) -> Holds:
    return same(union(union(t, u), w), union(t, union(u, w)))
