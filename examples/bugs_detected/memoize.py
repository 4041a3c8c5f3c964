"""Remembering answers: the first is given to every question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Protocol

from refute import where


class Same(Protocol):
    def __call__(self, x: int) -> Annotated[int, where(lambda v, x, f: v == f(x))]: ...


def memoize(f: Callable[[int], int]) -> Same:
    known: list[int] = []

    def remembered(x: int) -> int:
        if not known:
            known.append(f(x))
        return known[0]

    return remembered
