"""Sorting by a key: what is equal is put before instead of behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from refute import where


def sort_by(
    key: Callable[[int], int], xs: list[int]
) -> Annotated[list[int], where(lambda v, key, xs: v == sorted(xs, key=key))]:
    """Sort by a key. Those whose keys are equal stay in the order they were in."""
    done: list[int] = []
    for x in xs:
        place = sum(key(y) < key(x) for y in done)
        done.insert(place, x)
    return done
