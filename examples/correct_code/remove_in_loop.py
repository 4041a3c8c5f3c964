"""Removing from a list while iterating over a copy of it."""

from __future__ import annotations

from typing import Annotated

from refute import where


def drop_negative(xs: list[int]) -> Annotated[list[int], where(lambda v, xs: v == [x for x in xs if x >= 0])]:
    for x in xs[:]:
        if x < 0:
            xs.remove(x)
    return xs
