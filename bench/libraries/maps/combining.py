"""Maps out of several: union, difference, intersection and their kin, by splitting one at the root of another."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Annotated

from libraries.maps.balancing import concat, link
from libraries.maps.splitting import split, split_lookup
from libraries.maps.trees import TIP, Key, OkMap, Tip, Value, entries
from refute import where


def union(a: OkMap, b: OkMap) -> Annotated[OkMap, where(lambda v, a, b: entries(v) == {**entries(b), **entries(a)})]:
    """All entries of two maps; of keys that are in both, those of the first."""
    if isinstance(b, Tip):
        return a
    if isinstance(a, Tip):
        return b
    low, high = split(a.key, b)
    return link(a.key, a.value, union(a.left, low), union(a.right, high))


def union_with(
    f: Callable[[Value, Value], Value], a: OkMap, b: OkMap
) -> Annotated[
    OkMap,
    where(
        lambda v, f, a, b: (
            entries(v)
            == {**entries(b), **{k: f(x, entries(b)[k]) if k in entries(b) else x for k, x in entries(a).items()}}
        )
    ),
]:
    if isinstance(b, Tip):
        return a
    if isinstance(a, Tip):
        return b
    low, other, high = split_lookup(a.key, b)
    value = a.value if other is None else f(a.value, other)
    return link(a.key, value, union_with(f, a.left, low), union_with(f, a.right, high))


def unions(
    maps: list[OkMap],
) -> Annotated[
    OkMap, where(lambda v, maps: entries(v) == {k: x for m in reversed(maps) for k, x in entries(m).items()})
]:
    return reduce(union, maps, TIP)


def difference(
    a: OkMap, b: OkMap
) -> Annotated[
    OkMap, where(lambda v, a, b: entries(v) == {k: x for k, x in entries(a).items() if k not in entries(b)})
]:
    if isinstance(a, Tip) or isinstance(b, Tip):
        return a
    low, high = split(b.key, a)
    return concat(difference(low, b.left), difference(high, b.right))


def difference_with(
    f: Callable[[Value, Value], Value | None], a: OkMap, b: OkMap
) -> Annotated[
    OkMap,
    where(
        lambda v, f, a, b: (
            entries(v)
            == {
                k: f(x, entries(b)[k]) if k in entries(b) else x
                for k, x in entries(a).items()
                if k not in entries(b) or f(x, entries(b)[k]) is not None
            }
        )
    ),
]:
    """Of keys that are in both, the function says what becomes of the value; None is nothing."""
    if isinstance(a, Tip) or isinstance(b, Tip):
        return a
    low, value, high = split_lookup(b.key, a)
    left, right = difference_with(f, low, b.left), difference_with(f, high, b.right)
    if value is not None:
        kept = f(value, b.value)
        if kept is not None:
            return link(b.key, kept, left, right)
    return concat(left, right)


def intersection(
    a: OkMap, b: OkMap
) -> Annotated[OkMap, where(lambda v, a, b: entries(v) == {k: x for k, x in entries(a).items() if k in entries(b)})]:
    if isinstance(a, Tip) or isinstance(b, Tip):
        return TIP
    low, other, high = split_lookup(a.key, b)
    left, right = intersection(a.left, low), intersection(a.right, high)
    return concat(left, right) if other is None else link(a.key, a.value, left, right)


def intersection_with(
    f: Callable[[Value, Value], Value], a: OkMap, b: OkMap
) -> Annotated[
    OkMap,
    where(lambda v, f, a, b: entries(v) == {k: f(x, entries(b)[k]) for k, x in entries(a).items() if k in entries(b)}),
]:
    if isinstance(a, Tip) or isinstance(b, Tip):
        return TIP
    low, other, high = split_lookup(a.key, b)
    left, right = intersection_with(f, a.left, low), intersection_with(f, a.right, high)
    return concat(left, right) if other is None else link(a.key, f(a.value, other), left, right)


def disjoint(
    a: OkMap, b: OkMap
) -> Annotated[bool, where(lambda v, a, b: v == entries(a).keys().isdisjoint(entries(b)))]:
    if isinstance(a, Tip) or isinstance(b, Tip):
        return True
    low, other, high = split_lookup(a.key, b)
    return other is None and disjoint(a.left, low) and disjoint(a.right, high)


def is_submap_of(
    a: OkMap, b: OkMap
) -> Annotated[bool, where(lambda v, a, b: v == (entries(a).items() <= entries(b).items()))]:
    if isinstance(a, Tip):
        return True
    if isinstance(b, Tip) or a.size > b.size:
        return False
    low, other, high = split_lookup(a.key, b)
    return other is a.value and is_submap_of(a.left, low) and is_submap_of(a.right, high)


def is_submap_of_by(
    f: Callable[[Value, Value], bool], a: OkMap, b: OkMap
) -> Annotated[
    bool,
    where(lambda v, f, a, b: v == all(k in entries(b) and f(x, entries(b)[k]) for k, x in entries(a).items())),
]:
    """Whether all keys of the first are in the second, with values that the function accepts."""
    if isinstance(a, Tip):
        return True
    if isinstance(b, Tip):
        return False
    low, other, high = split_lookup(a.key, b)
    if other is None or not f(a.value, other):
        return False
    return is_submap_of_by(f, a.left, low) and is_submap_of_by(f, a.right, high)


def restrict_keys(
    m: OkMap, keys: frozenset[Key]
) -> Annotated[OkMap, where(lambda v, m, keys: entries(v) == {k: x for k, x in entries(m).items() if k in keys})]:
    if isinstance(m, Tip):
        return m
    left, right = restrict_keys(m.left, keys), restrict_keys(m.right, keys)
    return link(m.key, m.value, left, right) if m.key in keys else concat(left, right)


def without_keys(
    m: OkMap, keys: frozenset[Key]
) -> Annotated[OkMap, where(lambda v, m, keys: entries(v) == {k: x for k, x in entries(m).items() if k not in keys})]:
    for key in keys:
        low, value, high = split_lookup(key, m)
        if value is not None:
            m = concat(low, high)
    return m
