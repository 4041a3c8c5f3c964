"""Folding a list: what there is so far comes first."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Annotated

from refute import where


def fold(
    f: Callable[[int, int], int], start: int, xs: list[int]
) -> Annotated[int, where(lambda v, f, start, xs: v == reduce(f, xs, start))]:
    for x in xs:
        start = f(start, x)
    return start
