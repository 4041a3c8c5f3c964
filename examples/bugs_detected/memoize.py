"""Remembering answers: what is asked below zero is taken for what is above."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from refute import where


def memoize(f: Callable[[int], int]) -> Callable[[int], int]:
    known: dict[int, int] = {}

    def remembered(x: int) -> int:
        if abs(x) not in known:
            known[abs(x)] = f(x)
        return known[abs(x)]

    return remembered


def answers(
    f: Callable[[int], int], xs: list[int]
) -> Annotated[list[int], where(lambda v, f, xs: v == [f(x) for x in xs])]:
    """Ask for each, but not twice for the same."""
    return list(map(memoize(f), xs))
