"""Sets out of others: joined at a key, split at a key, and combined by doing both."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Annotated

from libraries.redblack.changes import balance, delete_max, insert
from libraries.redblack.queries import maximum, member, to_list
from libraries.redblack.trees import (
    BLACK,
    LEAF,
    RED,
    Above,
    After,
    Below,
    Black,
    Key,
    Leaf,
    Node,
    OkTree,
    Sound,
    Tree,
    black_height,
    blackened,
    is_red,
    keys,
)
from refute import where

Ascending = Annotated[list[Key], where(lambda v: all(a < b for a, b in pairwise(v)))]


def join(
    key: Key, left: Annotated[Below, Sound, Black], right: Annotated[Above, Sound, Black]
) -> Annotated[OkTree, where(lambda v, key, left, right: keys(v) == [*keys(left), key, *keys(right)])]:
    """Two sets with a key between them, whatever their heights."""
    a, b = black_height(left), black_height(right)
    if a > b:
        return blackened(_joined_right(key, left, right, a - b))
    if a < b:
        return blackened(_joined_left(key, left, right, b - a))
    return Node(BLACK, key, left, right)


def _joined_right(key: int, left: Tree[int], right: Tree[int], higher: int) -> Tree[int]:
    """Down the right side of the higher tree, to where the other is as high."""
    if is_red(left):
        return Node(RED, left.key, left.left, _joined_right(key, left.right, right, higher))
    if higher == 0:
        return Node(RED, key, left, right)
    return balance(left.key, left.left, _joined_right(key, left.right, right, higher - 1))


def _joined_left(key: int, left: Tree[int], right: Tree[int], higher: int) -> Tree[int]:
    if is_red(right):
        return Node(RED, right.key, _joined_left(key, left, right.left, higher), right.right)
    if higher == 0:
        return Node(RED, key, left, right)
    return balance(right.key, _joined_left(key, left, right.left, higher - 1), right.right)


def concat(
    left: OkTree, right: Annotated[After, Sound, Black]
) -> Annotated[OkTree, where(lambda v, left, right: keys(v) == keys(left) + keys(right))]:
    """Two sets, one after the other."""
    if isinstance(left, Leaf):
        return right
    return join(maximum(left), delete_max(left), right)


def split(
    key: Key, t: OkTree
) -> Annotated[
    tuple[OkTree, bool, OkTree],
    where(lambda v, key, t: keys(v[0]) == [k for k in keys(t) if k < key]),
    where(lambda v, key, t: v[1] == (key in keys(t))),
    where(lambda v, key, t: keys(v[2]) == [k for k in keys(t) if k > key]),
]:
    """The keys below one, whether it is there, and the keys above it."""
    if isinstance(t, Leaf):
        return t, False, t
    left, right = blackened(t.left), blackened(t.right)
    if key < t.key:
        low, found, high = split(key, left)
        return low, found, join(t.key, high, right)
    if key > t.key:
        low, found, high = split(key, right)
        return join(t.key, left, low), found, high
    return left, True, right


def union(a: OkTree, b: OkTree) -> Annotated[OkTree, where(lambda v, a, b: keys(v) == sorted({*keys(a), *keys(b)}))]:
    if isinstance(a, Leaf):
        return b
    if isinstance(b, Leaf):
        return a
    low, _, high = split(a.key, b)
    return join(a.key, union(blackened(a.left), low), union(blackened(a.right), high))


def intersection(
    a: OkTree, b: OkTree
) -> Annotated[OkTree, where(lambda v, a, b: keys(v) == sorted({*keys(a)} & {*keys(b)}))]:
    if isinstance(a, Leaf) or isinstance(b, Leaf):
        return LEAF
    low, found, high = split(a.key, b)
    left, right = intersection(blackened(a.left), low), intersection(blackened(a.right), high)
    return join(a.key, left, right) if found else concat(left, right)


def difference(
    a: OkTree, b: OkTree
) -> Annotated[OkTree, where(lambda v, a, b: keys(v) == sorted({*keys(a)} - {*keys(b)}))]:
    if isinstance(a, Leaf) or isinstance(b, Leaf):
        return a
    low, _, high = split(b.key, a)
    return concat(difference(low, blackened(b.left)), difference(high, blackened(b.right)))


def symmetric_difference(
    a: OkTree, b: OkTree
) -> Annotated[OkTree, where(lambda v, a, b: keys(v) == sorted({*keys(a)} ^ {*keys(b)}))]:
    return union(difference(a, b), difference(b, a))


def is_subset(a: OkTree, b: OkTree) -> Annotated[bool, where(lambda v, a, b: v == ({*keys(a)} <= {*keys(b)}))]:
    if isinstance(a, Leaf):
        return True
    return member(a.key, b) and is_subset(a.left, b) and is_subset(a.right, b)


def is_disjoint(a: OkTree, b: OkTree) -> Annotated[bool, where(lambda v, a, b: v == {*keys(a)}.isdisjoint(keys(b)))]:
    return isinstance(intersection(a, b), Leaf)


def equal(a: OkTree, b: OkTree) -> Annotated[bool, where(lambda v, a, b: v == (keys(a) == keys(b)))]:
    return to_list(a) == to_list(b)


def filter(
    test: Callable[[Key], bool], t: OkTree
) -> Annotated[OkTree, where(lambda v, test, t: keys(v) == [k for k in keys(t) if test(k)])]:
    if isinstance(t, Leaf):
        return t
    left, right = filter(test, blackened(t.left)), filter(test, blackened(t.right))
    return join(t.key, left, right) if test(t.key) else concat(left, right)


def partition(
    test: Callable[[Key], bool], t: OkTree
) -> Annotated[
    tuple[OkTree, OkTree],
    where(lambda v, test, t: keys(v[0]) == [k for k in keys(t) if test(k)]),
    where(lambda v, test, t: keys(v[1]) == [k for k in keys(t) if not test(k)]),
]:
    if isinstance(t, Leaf):
        return t, t
    yes, no = partition(test, blackened(t.left))
    yes_too, no_too = partition(test, blackened(t.right))
    if test(t.key):
        return join(t.key, yes, yes_too), concat(no, no_too)
    return concat(yes, yes_too), join(t.key, no, no_too)


def map(
    f: Callable[[Key], Key], t: OkTree
) -> Annotated[OkTree, where(lambda v, f, t: keys(v) == sorted({f(k) for k in keys(t)}))]:
    return from_list([f(key) for key in to_list(t)])


def from_list(given: list[Key]) -> Annotated[OkTree, where(lambda v, given: keys(v) == sorted(set(given)))]:
    t = LEAF
    for key in given:
        t = insert(key, t)
    return t


def from_ascending(given: Ascending) -> Annotated[OkTree, where(lambda v, given: keys(v) == given)]:
    """In linear time, of keys in order: all levels that are full are black."""
    full = (len(given) + 1).bit_length() - 1
    return _built(given, full)


def _built(given: list[int], black: int) -> Tree[int]:
    if not given:
        return LEAF
    middle = len(given) // 2
    left, right = _built(given[:middle], black - 1), _built(given[middle + 1 :], black - 1)
    return Node(BLACK if black > 0 else RED, given[middle], left, right)
