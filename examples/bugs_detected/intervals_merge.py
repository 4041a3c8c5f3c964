"""Merging intervals: one that lies within the last shortens it."""

from __future__ import annotations

from typing import Annotated

from correct_code.intervals_merge import Apart, Interval, points

from refute import where


def merge(intervals: list[Interval]) -> Annotated[Apart, where(lambda v, intervals: points(v) == points(intervals))]:
    merged: list[Interval] = []
    for i in sorted(intervals):
        if merged and i.start <= merged[-1].stop:
            merged[-1] = Interval(merged[-1].start, i.stop)
        else:
            merged.append(i)
    return merged
