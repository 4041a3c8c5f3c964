"""Folding a list: the function is given its arguments in the wrong order."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Annotated

from refute import where


def fold(
    f: Callable[[int, int], int], start: int, xs: list[int]
) -> Annotated[int, where(lambda v, f, start, xs: v == reduce(f, xs, start))]:
    for x in xs:
        start = f(x, start)
    return start
