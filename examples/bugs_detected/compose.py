"""Composing functions: in the wrong order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Protocol

from refute import where


class Composed(Protocol):
    def __call__(self, x: int) -> Annotated[int, where(lambda v, x, f, g: v == f(g(x)))]: ...


def compose(f: Callable[[int], int], g: Callable[[int], int]) -> Composed:
    return lambda x: g(f(x))
