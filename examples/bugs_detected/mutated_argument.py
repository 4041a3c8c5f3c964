"""Changing a list in place: the minimum is asked for again when it has changed already."""

from __future__ import annotations

from typing import Annotated

from refute import NonEmpty, where


def from_zero(xs: NonEmpty[int]) -> Annotated[list[int], where(lambda v, xs: v == [x - min(xs) for x in xs])]:
    for i in range(len(xs)):
        xs[i] -= min(xs)
    return xs
