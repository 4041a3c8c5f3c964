"""Deleting from a balanced map: it stays one, and just the key is taken away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from map_delete import delete
from maps import Bin, Tip

from depths.subject import Arguments, Subject
from refute import Nat, where

MOST = 1 << 30


def size(m: Any, low: int, high: int, keys: set[int]) -> int:
    """The size of a valid map, or -1; its keys are added to those that are given."""
    if isinstance(m, Tip):
        return 0
    if not isinstance(m, Bin) or not isinstance(m.key, int) or not low < m.key < high or m.value is not None:
        return -1
    a, b = size(m.left, low, m.key, keys), size(m.right, m.key, high, keys)
    if a < 0 or b < 0 or m.size != 1 + a + b or not is_fair(a, b):
        return -1
    keys.add(m.key)
    return 1 + a + b


def is_fair(a: int, b: int) -> bool:
    return a + b <= 1 or (a <= 3 * b and b <= 3 * a)


def add_keys(m: Any, keys: set[int]) -> None:
    if isinstance(m, Bin):
        keys.add(m.key)
        add_keys(m.left, keys)
        add_keys(m.right, keys)


def is_map(m: Any) -> bool:
    """Told node by node, in a loop: nothing that the logic reads. Stored sizes are right if each adds up."""
    waiting: list[tuple[Any, int, int]] = [(m, -1, MOST)]
    while waiting:
        node, low, high = waiting.pop()
        if isinstance(node, Tip):
            continue
        if not low < node.key < high:
            return False
        a, b = (0 if isinstance(part, Tip) else part.size for part in (node.left, node.right))
        if node.size != 1 + a + b or not is_fair(a, b):
            return False
        waiting += [(node.right, node.key, high), (node.left, low, node.key)]
    return True


def keys_of(m: Any) -> set[int]:
    keys: set[int] = set()
    add_keys(m, keys)
    return keys


def is_without(after: Any, key: int, m: Any) -> bool:
    return keys_of(after) == keys_of(m) - {key}


@dataclass(frozen=True)
class AnyBin(Bin[int]):
    """A map whose keys need not be in order."""

    size: int
    key: Nat
    value: None
    left: AnyMap
    right: AnyMap


AnyMap = Tip | AnyBin


def delete_opaque(
    key: Nat, m: Annotated[AnyMap, where(is_map)]
) -> Annotated[Any, where(is_map), where(lambda v, key, m: is_without(v, key, m))]:
    return delete(key, m)


def maps(depth: int) -> list[Any]:
    """All balanced maps over natural numbers by the rule of SmallCheck; submaps are kept and shared."""
    tip = Tip()

    @cache
    def between(depth: int, low: int, high: int) -> list[tuple[int, Any]]:
        found: list[tuple[int, Any]] = [(0, tip)]
        if depth <= 0:
            return found
        for key in range(low, min(high, depth - 1) + 1):
            rights = between(depth - 1, key + 1, high)
            for a, left in between(depth - 1, low, key - 1):
                found += [
                    (1 + a + b, Bin(1 + a + b, key, None, left, right))
                    for b, right in rights
                    if a + b < depth - 1 and is_fair(a, b)
                ]
        return found

    return [m for _, m in between(depth, 0, depth)]


def inputs(depth: int) -> Iterator[Arguments]:
    for m in maps(depth):
        for key in range(depth + 1):
            yield key, m


def by_hand(inputs: Iterable[Arguments]) -> int:
    count = 0
    for key, m in inputs:
        before: set[int] = set()
        after: set[int] = set()
        add_keys(m, before)
        assert size(delete(key, m), -1, MOST, after) >= 0
        assert after == before - {key}
        count += 1
    return count


MAPS = Subject(
    "map delete",
    delete,
    delete_opaque,
    inputs,
    by_hand,
    lambda key, m: size(m, -1, MOST, set()) >= 0,
    published={6: 11.1, 8: 87.8, 10: 1635},
)
