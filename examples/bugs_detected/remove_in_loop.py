"""Removing from the list that is iterated over: the next element is skipped."""

from __future__ import annotations

from typing import Annotated

from refute import where


def drop_negative(xs: list[int]) -> Annotated[list[int], where(lambda v, xs: v == [x for x in xs if x >= 0])]:
    for x in xs:
        if x < 0:
            xs.remove(x)
    return xs
