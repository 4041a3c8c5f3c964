"""Entries by their place in the order of keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from libraries.maps.balancing import balance, glue, link
from libraries.maps.trees import TIP, Bin, Key, OkMap, Tip, Value, entries, pairs, size
from refute import Nat, raises, where

Place = Annotated[int, where(lambda v, m: 0 <= v < size(m))]


def elem_at(
    place: int, m: OkMap
) -> Annotated[
    tuple[Key, Value],
    where(lambda v, place, m: v == pairs(m)[place]),
    raises(IndexError, when=lambda place, m: not 0 <= place < size(m)),
]:
    while isinstance(m, Bin):
        before = size(m.left)
        if place == before:
            return m.key, m.value
        if place < before:
            m = m.left
        else:
            place -= before + 1
            m = m.right
    raise IndexError("no entry has this place")


def lookup_index(
    key: Key, m: OkMap
) -> Annotated[int | None, where(lambda v, key, m: v == (list(entries(m)).index(key) if key in entries(m) else None))]:
    before = 0
    while isinstance(m, Bin):
        if key == m.key:
            return before + size(m.left)
        if key < m.key:
            m = m.left
        else:
            before += size(m.left) + 1
            m = m.right
    return None


def index_of(
    key: Key, m: OkMap
) -> Annotated[
    Nat,
    where(lambda v, key, m: list(entries(m))[v] == key),
    raises(KeyError, when=lambda key, m: key not in entries(m)),
]:
    place = lookup_index(key, m)
    if place is None:
        raise KeyError(key)
    return place


def delete_at(
    place: Place, m: OkMap
) -> Annotated[OkMap, where(lambda v, place, m: pairs(v) == pairs(m)[:place] + pairs(m)[place + 1 :])]:
    if isinstance(m, Tip):
        raise IndexError("no entry has this place")  # not reached: an empty map has no places
    before = size(m.left)
    if place < before:
        return balance(m.key, m.value, delete_at(place, m.left), m.right)
    if place > before:
        return balance(m.key, m.value, m.left, delete_at(place - before - 1, m.right))
    return glue(m.left, m.right)


def update_at(
    f: Callable[[Key, Value], Value | None], place: Place, m: OkMap
) -> Annotated[
    OkMap,
    where(
        lambda v, f, place, m: (
            pairs(v)
            == [
                (k, f(k, x) if i == place else x)
                for i, (k, x) in enumerate(pairs(m))
                if i != place or f(k, x) is not None
            ]
        )
    ),
]:
    if isinstance(m, Tip):
        raise IndexError("no entry has this place")  # not reached: an empty map has no places
    before = size(m.left)
    if place < before:
        return balance(m.key, m.value, update_at(f, place, m.left), m.right)
    if place > before:
        return balance(m.key, m.value, m.left, update_at(f, place - before - 1, m.right))
    value = f(m.key, m.value)
    return glue(m.left, m.right) if value is None else Bin(m.size, m.key, value, m.left, m.right)


def take(count: Nat, m: OkMap) -> Annotated[OkMap, where(lambda v, count, m: pairs(v) == pairs(m)[:count])]:
    """The first so many entries."""
    if count <= 0:
        return TIP
    if isinstance(m, Tip) or count >= m.size:
        return m
    before = size(m.left)
    if count <= before:
        return take(count, m.left)
    return link(m.key, m.value, m.left, take(count - before - 1, m.right))


def drop(count: Nat, m: OkMap) -> Annotated[OkMap, where(lambda v, count, m: pairs(v) == pairs(m)[count:])]:
    """All but the first so many entries."""
    if count <= 0:
        return m
    if isinstance(m, Tip) or count >= m.size:
        return TIP
    before = size(m.left)
    if count > before:
        return drop(count - before - 1, m.right)
    return link(m.key, m.value, drop(count, m.left), m.right)


def split_at(
    count: Nat, m: OkMap
) -> Annotated[
    tuple[OkMap, OkMap],
    where(lambda v, count, m: pairs(v[0]) == pairs(m)[:count]),
    where(lambda v, count, m: pairs(v[1]) == pairs(m)[count:]),
]:
    return take(count, m), drop(count, m)
