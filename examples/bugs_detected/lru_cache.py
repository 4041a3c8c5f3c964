"""A least-recently-used cache: a full one evicts a key even if the new one is there already."""

from __future__ import annotations

from typing import Annotated

from refute import Pos, Unique, where


def use(
    capacity: Pos, cache: Annotated[Unique[int], where(lambda v, capacity: len(v) <= capacity)], key: int
) -> Annotated[
    Unique[int],
    where(lambda v, capacity, key: len(v) <= capacity and v[-1] == key),
    where(lambda v, capacity, cache, key: set(cache) <= set(v) or (len(cache) == capacity and key not in cache)),
]:
    """The keys from the oldest to the newest, after one is used."""
    kept = cache[1:] if len(cache) == capacity else cache
    return [*(k for k in kept if k != key), key]
