"""Going through all entries: folds, maps with other values or keys, and conversion to and from lists."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import pairwise
from typing import Annotated

from libraries.maps.changes import insert, insert_with
from libraries.maps.trees import TIP, Bin, Key, OkMap, Tip, Value, branch, entries, pairs
from refute import where

Pairs = list[tuple[Key, Value]]
Ascending = Annotated[Pairs, where(lambda v: all(a[0] < b[0] for a, b in pairwise(v)))]


def fold_left(
    f: Callable[[int, Value], int], start: int, m: OkMap
) -> Annotated[int, where(lambda v, f, start, m: v == reduce(f, entries(m).values(), start))]:
    if isinstance(m, Tip):
        return start
    return fold_left(f, f(fold_left(f, start, m.left), m.value), m.right)


def fold_right(
    f: Callable[[Value, int], int], start: int, m: OkMap
) -> Annotated[
    int, where(lambda v, f, start, m: v == reduce(lambda a, x: f(x, a), reversed(entries(m).values()), start))
]:
    if isinstance(m, Tip):
        return start
    return fold_right(f, f(m.value, fold_right(f, start, m.right)), m.left)


def fold_left_with_key(
    f: Callable[[int, Key, Value], int], start: int, m: OkMap
) -> Annotated[int, where(lambda v, f, start, m: v == reduce(lambda a, e: f(a, *e), pairs(m), start))]:
    if isinstance(m, Tip):
        return start
    before = fold_left_with_key(f, start, m.left)
    return fold_left_with_key(f, f(before, m.key, m.value), m.right)


def map(
    f: Callable[[Value], Value], m: OkMap
) -> Annotated[OkMap, where(lambda v, f, m: pairs(v) == [(k, f(x)) for k, x in pairs(m)])]:
    if isinstance(m, Tip):
        return m
    return Bin(m.size, m.key, f(m.value), map(f, m.left), map(f, m.right))


def map_with_key(
    f: Callable[[Key, Value], Value], m: OkMap
) -> Annotated[OkMap, where(lambda v, f, m: pairs(v) == [(k, f(k, x)) for k, x in pairs(m)])]:
    if isinstance(m, Tip):
        return m
    return Bin(m.size, m.key, f(m.key, m.value), map_with_key(f, m.left), map_with_key(f, m.right))


def map_accumulating(
    f: Callable[[bool, Value], tuple[bool, Value]], start: bool, m: OkMap
) -> Annotated[
    tuple[bool, OkMap],
    where(lambda v, start, m: list(entries(v[1])) == list(entries(m)) and (v[0] == start or len(entries(m)) > 0)),
]:
    """The function sees what was carried along from the keys below, and says what is carried on."""
    if isinstance(m, Tip):
        return start, m
    carried, left = map_accumulating(f, start, m.left)
    carried, value = f(carried, m.value)
    carried, right = map_accumulating(f, carried, m.right)
    return carried, Bin(m.size, m.key, value, left, right)


def map_keys(
    f: Callable[[Key], Key], m: OkMap
) -> Annotated[OkMap, where(lambda v, f, m: entries(v) == {f(k): x for k, x in entries(m).items()})]:
    """Where keys become the same, the value of the greatest stays."""
    return from_list([(f(key), value) for key, value in items(m)])


def all_values(
    test: Callable[[Value], bool], m: OkMap
) -> Annotated[bool, where(lambda v, test, m: v == all(test(x) for x in entries(m).values()))]:
    if isinstance(m, Tip):
        return True
    return all_values(test, m.left) and test(m.value) and all_values(test, m.right)


def keys(m: OkMap) -> Annotated[list[Key], where(lambda v, m: v == sorted(entries(m)))]:
    if isinstance(m, Tip):
        return []
    return [*keys(m.left), m.key, *keys(m.right)]


def elems(m: OkMap) -> Annotated[list[Value], where(lambda v, m: v == list(entries(m).values()))]:
    return [value for _, value in items(m)]


def items(m: OkMap) -> Annotated[Ascending, where(lambda v, m: dict(v) == entries(m))]:
    found: list[tuple[int, bool]] = []
    waiting = []
    while waiting or isinstance(m, Bin):
        while isinstance(m, Bin):
            waiting.append(m)
            m = m.left
        top = waiting.pop()
        found.append((top.key, top.value))
        m = top.right
    return found


def items_descending(m: OkMap) -> Annotated[Pairs, where(lambda v, m: v == list(reversed(pairs(m))))]:
    if isinstance(m, Tip):
        return []
    return [*items_descending(m.right), (m.key, m.value), *items_descending(m.left)]


def from_list(given: Pairs) -> Annotated[OkMap, where(lambda v, given: entries(v) == dict(given))]:
    """Of keys that come up twice, the last value counts."""
    m = TIP
    for key, value in given:
        m = insert(key, value, m)
    return m


def from_list_with(
    f: Callable[[Value, Value], Value], given: Pairs
) -> Annotated[OkMap, where(lambda v, given: set(entries(v)) == {k for k, _ in given})]:
    m = TIP
    for key, value in given:
        m = insert_with(f, key, value, m)
    return m


def from_ascending(given: Ascending) -> Annotated[OkMap, where(lambda v, given: pairs(v) == given)]:
    """In linear time, of entries in order."""
    if not given:
        return TIP
    middle = len(given) // 2
    key, value = given[middle]
    return branch(key, value, from_ascending(given[:middle]), from_ascending(given[middle + 1 :]))


def equal(a: OkMap, b: OkMap) -> Annotated[bool, where(lambda v, a, b: v == (entries(a) == entries(b)))]:
    """Whether entries are the same, whatever the trees look like."""
    return items(a) == items(b)
