"""Binary search: the upper bound leaves out the last element."""

from __future__ import annotations

from typing import Annotated

from refute import Sorted, where


def find(
    x: int, xs: Sorted[int]
) -> Annotated[int | None, where(lambda v, x, xs: x not in xs if v is None else xs[v] == x)]:
    low, high = 0, len(xs) - 1
    while low < high:
        middle = (low + high) // 2
        if xs[middle] == x:
            return middle
        if xs[middle] < x:
            low = middle + 1
        else:
            high = middle
    return None
