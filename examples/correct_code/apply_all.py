"""Applying a function to all elements: each has an answer, whatever it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from refute import where


def apply_all(
    f: Callable[[int], int], xs: list[int]
) -> Annotated[list[int], where(lambda v, f, xs: v == list(map(f, xs)))]:
    return [f(x) for x in xs]
