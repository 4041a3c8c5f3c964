"""Asking sets: which keys are there, in what order."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Annotated

from libraries.redblack.trees import (
    LEAF,
    Filled,
    Key,
    Leaf,
    Node,
    OkTree,
    Tree,
    in_balance,
    is_black,
    is_red,
    keys,
    no_red_red,
)
from refute import Nat, where


def empty() -> Annotated[OkTree, where(lambda v: keys(v) == [])]:
    return LEAF


def is_empty(t: OkTree) -> Annotated[bool, where(lambda v, t: v == (keys(t) == []))]:
    return isinstance(t, Leaf)


def size(t: OkTree) -> Annotated[Nat, where(lambda v, t: v == len(keys(t)))]:
    return 1 + size(t.left) + size(t.right) if isinstance(t, Node) else 0


def height(t: OkTree) -> Annotated[Nat, where(lambda v, t: len(keys(t)) < 2**v <= (len(keys(t)) + 1) ** 2)]:
    return 1 + max(height(t.left), height(t.right)) if isinstance(t, Node) else 0


def member(key: Key, t: OkTree) -> Annotated[bool, where(lambda v, key, t: v == (key in keys(t)))]:
    while isinstance(t, Node):
        if key < t.key:
            t = t.left
        elif key > t.key:
            t = t.right
        else:
            return True
    return False


def minimum(t: Filled) -> Annotated[Key, where(lambda v, t: v == keys(t)[0])]:
    if isinstance(t, Leaf):
        raise ValueError("an empty set has no minimum")  # not reached: a filled tree is a node
    return minimum(t.left) if isinstance(t.left, Node) else t.key


def maximum(t: Filled) -> Annotated[Key, where(lambda v, t: v == keys(t)[-1])]:
    if isinstance(t, Leaf):
        raise ValueError("an empty set has no maximum")  # not reached: a filled tree is a node
    return maximum(t.right) if isinstance(t.right, Node) else t.key


def floor(
    key: Key, t: OkTree
) -> Annotated[Key | None, where(lambda v, key, t: v == max((k for k in keys(t) if k <= key), default=None))]:
    """The greatest key that is not above one."""
    best = None
    while isinstance(t, Node):
        if key < t.key:
            t = t.left
        else:
            best, t = t.key, t.right
    return best


def ceiling(
    key: Key, t: OkTree
) -> Annotated[Key | None, where(lambda v, key, t: v == min((k for k in keys(t) if k >= key), default=None))]:
    best = None
    while isinstance(t, Node):
        if key > t.key:
            t = t.right
        else:
            best, t = t.key, t.left
    return best


def to_list(t: OkTree) -> Annotated[list[Key], where(lambda v, t: v == keys(t) == sorted(set(v)))]:
    found: list[int] = []
    _add_keys(t, found)
    return found


def _add_keys(t: Tree[int], found: list[int]) -> None:
    if isinstance(t, Node):
        _add_keys(t.left, found)
        found.append(t.key)
        _add_keys(t.right, found)


def fold_left(
    f: Callable[[int, Key], int], start: int, t: OkTree
) -> Annotated[int, where(lambda v, f, start, t: v == reduce(f, keys(t), start))]:
    if isinstance(t, Leaf):
        return start
    return fold_left(f, f(fold_left(f, start, t.left), t.key), t.right)


def fold_right(
    f: Callable[[Key, int], int], start: int, t: OkTree
) -> Annotated[int, where(lambda v, f, start, t: v == reduce(lambda a, k: f(k, a), reversed(keys(t)), start))]:
    if isinstance(t, Leaf):
        return start
    return fold_right(f, f(t.key, fold_right(f, start, t.right)), t.left)


def any_key(
    test: Callable[[Key], bool], t: OkTree
) -> Annotated[bool, where(lambda v, test, t: v == any(test(k) for k in keys(t)))]:
    if isinstance(t, Leaf):
        return False
    return any_key(test, t.left) or test(t.key) or any_key(test, t.right)


def valid(
    t: Tree[Key],
) -> Annotated[bool, where(lambda v, t: v == (is_black(t) and no_red_red(t) and in_balance(t)))]:
    """Whether a search tree is a red-black tree."""
    return not is_red(t) and _black_height(t) is not None


def _black_height(t: Tree[int]) -> int | None:
    """None if a red node is under a red one, or heights differ."""
    if isinstance(t, Leaf):
        return 0
    a, b = _black_height(t.left), _black_height(t.right)
    if a is None or b is None or a != b:
        return None
    if is_red(t) and (is_red(t.left) or is_red(t.right)):
        return None
    return a if is_red(t) else a + 1
