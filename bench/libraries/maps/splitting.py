"""Parts of maps: below and above a key, and what a test lets through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from libraries.maps.balancing import concat, link
from libraries.maps.trees import TIP, Key, OkMap, Tip, Value, above, below, branch, entries, pairs
from refute import where


def split(
    key: Key, m: OkMap
) -> Annotated[
    tuple[OkMap, OkMap],
    where(lambda v, key, m: entries(v[0]) == below(m, key)),
    where(lambda v, key, m: entries(v[1]) == above(m, key)),
]:
    """The entries below a key, and those above it."""
    if isinstance(m, Tip):
        return m, m
    if key < m.key:
        low, high = split(key, m.left)
        return low, link(m.key, m.value, high, m.right)
    if key > m.key:
        low, high = split(key, m.right)
        return link(m.key, m.value, m.left, low), high
    return m.left, m.right


def split_lookup(
    key: Key, m: OkMap
) -> Annotated[
    tuple[OkMap, Value | None, OkMap],
    where(lambda v, key, m: entries(v[0]) == below(m, key)),
    where(lambda v, key, m: v[1] is entries(m).get(key)),
    where(lambda v, key, m: entries(v[2]) == above(m, key)),
]:
    """The same, with the value of the key between them."""
    if isinstance(m, Tip):
        return m, None, m
    if key < m.key:
        low, value, high = split_lookup(key, m.left)
        return low, value, link(m.key, m.value, high, m.right)
    if key > m.key:
        low, value, high = split_lookup(key, m.right)
        return link(m.key, m.value, m.left, low), value, high
    return m.left, m.value, m.right


def split_root(
    m: OkMap,
) -> Annotated[list[OkMap], where(lambda v, m: [pair for part in v for pair in pairs(part)] == pairs(m))]:
    """Parts to be worked on apart, in order."""
    if isinstance(m, Tip):
        return []
    return [m.left, branch(m.key, m.value, TIP, TIP), m.right]


def filter(
    test: Callable[[Value], bool], m: OkMap
) -> Annotated[OkMap, where(lambda v, test, m: entries(v) == {k: x for k, x in entries(m).items() if test(x)})]:
    if isinstance(m, Tip):
        return m
    left, right = filter(test, m.left), filter(test, m.right)
    return link(m.key, m.value, left, right) if test(m.value) else concat(left, right)


def filter_with_key(
    test: Callable[[Key, Value], bool], m: OkMap
) -> Annotated[OkMap, where(lambda v, test, m: entries(v) == {k: x for k, x in entries(m).items() if test(k, x)})]:
    if isinstance(m, Tip):
        return m
    left, right = filter_with_key(test, m.left), filter_with_key(test, m.right)
    if test(m.key, m.value):
        if left is m.left and right is m.right:
            return m
        return link(m.key, m.value, left, right)
    return concat(left, right)


def partition(
    test: Callable[[Value], bool], m: OkMap
) -> Annotated[
    tuple[OkMap, OkMap],
    where(lambda v, test, m: entries(v[0]) == {k: x for k, x in entries(m).items() if test(x)}),
    where(lambda v, test, m: entries(v[1]) == {k: x for k, x in entries(m).items() if not test(x)}),
]:
    """The entries whose values pass a test, and the others."""
    if isinstance(m, Tip):
        return m, m
    yes, no = partition(test, m.left)
    yes_too, no_too = partition(test, m.right)
    if test(m.value):
        return link(m.key, m.value, yes, yes_too), concat(no, no_too)
    return concat(yes, yes_too), link(m.key, m.value, no, no_too)


def map_maybe(
    f: Callable[[Value], Value | None], m: OkMap
) -> Annotated[
    OkMap, where(lambda v, f, m: entries(v) == {k: f(x) for k, x in entries(m).items() if f(x) is not None})
]:
    if isinstance(m, Tip):
        return m
    left, value, right = map_maybe(f, m.left), f(m.value), map_maybe(f, m.right)
    return concat(left, right) if value is None else link(m.key, value, left, right)
