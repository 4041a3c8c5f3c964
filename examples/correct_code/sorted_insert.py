"""Inserting into a sorted list keeps it sorted, and adds exactly the element."""

from __future__ import annotations

from typing import Annotated

from refute import Sorted, where


def insert(x: int, xs: Sorted[int]) -> Annotated[Sorted[int], where(lambda v, x, xs: v == sorted([x, *xs]))]:
    for i, y in enumerate(xs):
        if x <= y:
            return [*xs[:i], x, *xs[i:]]
    return [*xs, x]
