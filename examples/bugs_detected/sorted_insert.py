"""Inserting into a sorted list: an element that is there already is put after its larger neighbours."""

from __future__ import annotations

from typing import Annotated

from refute import Sorted, where


def insert(x: int, xs: Sorted[int]) -> Annotated[Sorted[int], where(lambda v, xs: len(v) == len(xs) + 1)]:
    for i, y in enumerate(xs):
        if x < y:
            return [*xs[:i], x, *xs[i:]]
        if x == y:
            break
    return [*xs, x]
