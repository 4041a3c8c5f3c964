"""Maps with one entry more, less, or other than before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from libraries.maps.balancing import balance, find_and_delete_max, find_and_delete_min, glue
from libraries.maps.trees import TIP, Bin, Key, OkMap, Tip, Value, branch, changed, entries, pairs, without
from refute import where

Inserted = Annotated[OkMap, where(lambda v, key, value, m: entries(v) == {**entries(m), key: value})]


def empty() -> Annotated[OkMap, where(lambda v: entries(v) == {})]:
    return TIP


def singleton(key: Key, value: Value) -> Annotated[OkMap, where(lambda v, key, value: entries(v) == {key: value})]:
    return branch(key, value, TIP, TIP)


def insert(key: Key, value: Value, m: OkMap) -> Inserted:
    if isinstance(m, Tip):
        return branch(key, value, m, m)
    if key < m.key:
        return balance(m.key, m.value, insert(key, value, m.left), m.right)
    if key > m.key:
        return balance(m.key, m.value, m.left, insert(key, value, m.right))
    return Bin(m.size, key, value, m.left, m.right)


def insert_with(
    f: Callable[[Value, Value], Value], key: Key, value: Value, m: OkMap
) -> Annotated[
    OkMap,
    where(
        lambda v, f, key, value, m: (
            entries(v) == {**entries(m), key: f(value, entries(m)[key]) if key in entries(m) else value}
        )
    ),
]:
    """If the key is there, its value becomes what the function makes of the new and the old one."""
    if isinstance(m, Tip):
        return branch(key, value, m, m)
    if key < m.key:
        return balance(m.key, m.value, insert_with(f, key, value, m.left), m.right)
    if key > m.key:
        return balance(m.key, m.value, m.left, insert_with(f, key, value, m.right))
    return Bin(m.size, key, f(value, m.value), m.left, m.right)


def insert_lookup(
    key: Key, value: Value, m: OkMap
) -> Annotated[tuple[Value | None, Inserted], where(lambda v, key, m: v[0] is entries(m).get(key))]:
    """The value there was before, and the map."""
    if isinstance(m, Tip):
        return None, branch(key, value, m, m)
    if key < m.key:
        old, left = insert_lookup(key, value, m.left)
        return old, balance(m.key, m.value, left, m.right)
    if key > m.key:
        old, right = insert_lookup(key, value, m.right)
        return old, balance(m.key, m.value, m.left, right)
    return m.value, Bin(m.size, key, value, m.left, m.right)


def delete(key: Key, m: OkMap) -> Annotated[OkMap, where(lambda v, key, m: entries(v) == without(m, key))]:
    if isinstance(m, Tip):
        return m
    if key < m.key:
        return balance(m.key, m.value, delete(key, m.left), m.right)
    if key > m.key:
        return balance(m.key, m.value, m.left, delete(key, m.right))
    return glue(m.left, m.right)


def adjust(
    f: Callable[[Value], Value], key: Key, m: OkMap
) -> Annotated[
    OkMap, where(lambda v, f, key, m: entries(v) == {k: f(x) if k == key else x for k, x in entries(m).items()})
]:
    if isinstance(m, Tip):
        return m
    if key < m.key:
        return Bin(m.size, m.key, m.value, adjust(f, key, m.left), m.right)
    if key > m.key:
        return Bin(m.size, m.key, m.value, m.left, adjust(f, key, m.right))
    return Bin(m.size, m.key, f(m.value), m.left, m.right)


def update(
    f: Callable[[Value], Value | None], key: Key, m: OkMap
) -> Annotated[
    OkMap,
    where(
        lambda v, f, key, m: entries(v) == (changed(m, key, f(entries(m)[key])) if key in entries(m) else entries(m))
    ),
]:
    """The value of a key becomes what the function makes of it; if that is None, the key is gone."""
    if isinstance(m, Tip):
        return m
    if key < m.key:
        return balance(m.key, m.value, update(f, key, m.left), m.right)
    if key > m.key:
        return balance(m.key, m.value, m.left, update(f, key, m.right))
    value = f(m.value)
    if value is None:
        return glue(m.left, m.right)
    return Bin(m.size, m.key, value, m.left, m.right)


def alter(
    f: Callable[[Value | None], Value | None], key: Key, m: OkMap
) -> Annotated[OkMap, where(lambda v, f, key, m: entries(v) == changed(m, key, f(entries(m).get(key))))]:
    """As `update`, but the function is also asked, with None, if the key is not there."""
    if isinstance(m, Tip):
        value = f(None)
        return m if value is None else branch(key, value, m, m)
    if key < m.key:
        return balance(m.key, m.value, alter(f, key, m.left), m.right)
    if key > m.key:
        return balance(m.key, m.value, m.left, alter(f, key, m.right))
    value = f(m.value)
    if value is None:
        return glue(m.left, m.right)
    return Bin(m.size, m.key, value, m.left, m.right)


def delete_min(m: OkMap) -> Annotated[OkMap, where(lambda v, m: pairs(v) == pairs(m)[1:])]:
    if isinstance(m, Tip):
        return m
    return find_and_delete_min(m)[1]


def delete_max(m: OkMap) -> Annotated[OkMap, where(lambda v, m: pairs(v) == pairs(m)[:-1])]:
    if isinstance(m, Tip):
        return m
    return find_and_delete_max(m)[1]


def min_view(
    m: OkMap,
) -> Annotated[
    tuple[Value, OkMap] | None,
    where(lambda v, m: entries(m) == {} if v is None else [v[0], *pairs(v[1])] == [pairs(m)[0][1], *pairs(m)[1:]]),
]:
    """The value of the least key, and the map without it."""
    if isinstance(m, Tip):
        return None
    (_, value), rest = find_and_delete_min(m)
    return value, rest


def max_view(
    m: OkMap,
) -> Annotated[
    tuple[Value, OkMap] | None,
    where(lambda v, m: entries(m) == {} if v is None else [*pairs(v[1]), v[0]] == [*pairs(m)[:-1], pairs(m)[-1][1]]),
]:
    if isinstance(m, Tip):
        return None
    (_, value), rest = find_and_delete_max(m)
    return value, rest


def update_min(
    f: Callable[[Value], Value | None], m: OkMap
) -> Annotated[
    OkMap,
    where(lambda v, f, m: entries(v) == (changed(m, pairs(m)[0][0], f(pairs(m)[0][1])) if entries(m) else {})),
]:
    if isinstance(m, Tip):
        return m
    if isinstance(m.left, Bin):
        return balance(m.key, m.value, update_min(f, m.left), m.right)
    value = f(m.value)
    return m.right if value is None else Bin(m.size, m.key, value, m.left, m.right)


def update_max(
    f: Callable[[Value], Value | None], m: OkMap
) -> Annotated[
    OkMap,
    where(lambda v, f, m: entries(v) == (changed(m, pairs(m)[-1][0], f(pairs(m)[-1][1])) if entries(m) else {})),
]:
    if isinstance(m, Tip):
        return m
    if isinstance(m.right, Bin):
        return balance(m.key, m.value, m.left, update_max(f, m.right))
    value = f(m.value)
    return m.left if value is None else Bin(m.size, m.key, value, m.left, m.right)
