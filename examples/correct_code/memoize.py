"""Remembering answers: each for its own question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Protocol

from refute import where


class Same(Protocol):
    def __call__(self, x: int) -> Annotated[int, where(lambda v, x, f: v == f(x))]: ...


def memoize(f: Callable[[int], int]) -> Same:
    known: dict[int, int] = {}

    def remembered(x: int) -> int:
        if x not in known:
            known[x] = f(x)
        return known[x]

    return remembered
