"""Merging intervals: the same points, in intervals that do not touch."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, NamedTuple

from refute import Nat, where


class Interval(NamedTuple):
    start: Nat
    stop: Annotated[int, where(lambda v, start: v > start)]


def points(intervals):
    return {n for i in intervals for n in range(i.start, i.stop)}


Apart = Annotated[list[Interval], where(lambda v: all(a.stop < b.start for a, b in pairwise(v)))]


def merge(intervals: list[Interval]) -> Annotated[Apart, where(lambda v, intervals: points(v) == points(intervals))]:
    merged: list[Interval] = []
    for i in sorted(intervals):
        if merged and i.start <= merged[-1].stop:
            merged[-1] = Interval(merged[-1].start, max(i.stop, merged[-1].stop))
        else:
            merged.append(i)
    return merged
