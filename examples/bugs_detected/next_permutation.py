"""The next permutation: the rest is not put into ascending order."""

from __future__ import annotations

from itertools import permutations
from typing import Annotated

from refute import where


def _larger(xs):
    return [list(p) for p in permutations(xs) if list(p) > xs]


def next_permutation(
    xs: list[int],
) -> Annotated[list[int] | None, where(lambda v, xs: v == min(_larger(xs), default=None))]:
    for i in reversed(range(len(xs) - 1)):
        if xs[i] < xs[i + 1]:
            j = max(j for j in range(i + 1, len(xs)) if xs[j] > xs[i])
            xs[i], xs[j] = xs[j], xs[i]
            return xs
    return None
