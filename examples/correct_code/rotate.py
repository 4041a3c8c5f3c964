"""Rotating a list by any number of places."""

from __future__ import annotations

from typing import Annotated

from refute import Nat, where


def rotate(
    xs: list[int], n: Nat
) -> Annotated[list[int], where(lambda v, xs, n: all(x == xs[(i + n) % len(xs)] for i, x in enumerate(v)))]:
    n = n % len(xs) if xs else 0
    return xs[n:] + xs[:n]
