"""Rotating a list: by more than its length it does not go round again."""

from __future__ import annotations

from typing import Annotated

from refute import Nat, where


def rotate(
    xs: list[int], n: Nat
) -> Annotated[list[int], where(lambda v, xs, n: all(x == xs[(i + n) % len(xs)] for i, x in enumerate(v)))]:
    return xs[n:] + xs[:n]
