"""Overlap of intervals: whether they have a point in common."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from refute import Nat, where


class Interval(NamedTuple):
    start: Nat
    stop: Annotated[int, where(lambda v, start: v > start)]


def _common(a, b):
    return set(range(*a)) & set(range(*b))


def overlap(a: Interval, b: Interval) -> Annotated[bool, where(lambda v, a, b: v == bool(_common(a, b)))]:
    return a.start < b.stop and b.start < a.stop
