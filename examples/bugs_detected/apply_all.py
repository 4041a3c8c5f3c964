"""Applying a function to all elements: an answer that is zero is taken for none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from refute import where


def apply_all(
    f: Callable[[int], int], xs: list[int]
) -> Annotated[list[int], where(lambda v, f, xs: v == list(map(f, xs)))]:
    return [y for x in xs if (y := f(x))]
