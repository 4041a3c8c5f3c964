"""Changing a list in place: the result is compared with the argument as it was before."""

from __future__ import annotations

from typing import Annotated

from refute import NonEmpty, where


def from_zero(xs: NonEmpty[int]) -> Annotated[list[int], where(lambda v, xs: v == [x - min(xs) for x in xs])]:
    low = min(xs)
    for i in range(len(xs)):
        xs[i] -= low
    return xs
