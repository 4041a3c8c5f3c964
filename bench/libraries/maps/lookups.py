"""Asking maps: is a key there, what is its value, which key is next to it."""

from __future__ import annotations

from typing import Annotated

from libraries.maps.trees import Bin, Filled, Key, Map, OkMap, Tip, Value, entries, fair, pairs, size
from refute import Nat, where

Entry = tuple[Key, Value] | None


def length(m: OkMap) -> Annotated[Nat, where(lambda v, m: v == len(entries(m)))]:
    return size(m)


def is_empty(m: OkMap) -> Annotated[bool, where(lambda v, m: v == (entries(m) == {}))]:
    return isinstance(m, Tip)


def member(key: Key, m: OkMap) -> Annotated[bool, where(lambda v, key, m: v == (key in entries(m)))]:
    while isinstance(m, Bin):
        if key == m.key:
            return True
        m = m.left if key < m.key else m.right
    return False


def lookup(key: Key, m: OkMap) -> Annotated[Value | None, where(lambda v, key, m: v is entries(m).get(key))]:
    if isinstance(m, Tip):
        return None
    if key < m.key:
        return lookup(key, m.left)
    if key > m.key:
        return lookup(key, m.right)
    return m.value


def find_with_default(
    default: Value, key: Key, m: OkMap
) -> Annotated[Value, where(lambda v, default, key, m: v == entries(m).get(key, default))]:
    found = lookup(key, m)
    return default if found is None else found


def lookup_min(m: OkMap) -> Annotated[Entry, where(lambda v, m: v == next(iter(pairs(m)), None))]:
    if isinstance(m, Tip):
        return None
    while isinstance(m.left, Bin):
        m = m.left
    return m.key, m.value


def lookup_max(m: OkMap) -> Annotated[Entry, where(lambda v, m: v == next(reversed(pairs(m)), None))]:
    if isinstance(m, Tip):
        return None
    while isinstance(m.right, Bin):
        m = m.right
    return m.key, m.value


def find_min(m: Filled) -> Annotated[tuple[Key, Value], where(lambda v, m: v == pairs(m)[0])]:
    found = lookup_min(m)
    if found is None:
        raise LookupError("an empty map has no least key")  # not reached: a filled map has one
    return found


def find_max(m: Filled) -> Annotated[tuple[Key, Value], where(lambda v, m: v == pairs(m)[-1])]:
    found = lookup_max(m)
    if found is None:
        raise LookupError("an empty map has no greatest key")  # not reached: a filled map has one
    return found


def lookup_lt(
    key: Key, m: OkMap
) -> Annotated[Entry, where(lambda v, key, m: v == max((e for e in pairs(m) if e[0] < key), default=None))]:
    """The greatest key below one."""
    best = None
    while isinstance(m, Bin):
        if m.key < key:
            best = m.key, m.value
            m = m.right
        else:
            m = m.left
    return best


def lookup_gt(
    key: Key, m: OkMap
) -> Annotated[Entry, where(lambda v, key, m: v == min((e for e in pairs(m) if e[0] > key), default=None))]:
    """The least key above one."""
    best = None
    while isinstance(m, Bin):
        if m.key > key:
            best = m.key, m.value
            m = m.left
        else:
            m = m.right
    return best


def lookup_le(
    key: Key, m: OkMap
) -> Annotated[Entry, where(lambda v, key, m: v == max((e for e in pairs(m) if e[0] <= key), default=None))]:
    best = None
    while isinstance(m, Bin):
        if m.key == key:
            return m.key, m.value
        if m.key < key:
            best = m.key, m.value
            m = m.right
        else:
            m = m.left
    return best


def lookup_ge(
    key: Key, m: OkMap
) -> Annotated[Entry, where(lambda v, key, m: v == min((e for e in pairs(m) if e[0] >= key), default=None))]:
    best = None
    while isinstance(m, Bin):
        if m.key == key:
            return m.key, m.value
        if m.key > key:
            best = m.key, m.value
            m = m.left
        else:
            m = m.right
    return best


def valid(m: Map[Key, Value]) -> Annotated[bool, where(lambda v, m: not v or size(m) == len(entries(m)))]:
    """Whether a tree is a map: in order, in balance, and of the size it says."""
    return _is_ordered(m, -1, None) and _counted(m) is not None


def _is_ordered(m: Map[int, bool], low: int, high: int | None) -> bool:
    if isinstance(m, Tip):
        return True
    if m.key <= low or (high is not None and m.key >= high):
        return False  # not reached: the types of keys have the order in them
    return _is_ordered(m.left, low, m.key) and _is_ordered(m.right, m.key, high)


def _counted(m: Map[int, bool]) -> int | None:
    """How many entries there are, None if a size is wrong or a tree is out of balance."""
    if isinstance(m, Tip):
        return 0
    a, b = _counted(m.left), _counted(m.right)
    if a is None or b is None or not fair(a, b) or m.size != a + b + 1:
        return None
    return m.size
