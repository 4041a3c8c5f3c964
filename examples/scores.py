"""Scores and weighted averages: numbers that depend on each other, in tuples and lists."""

from __future__ import annotations

from typing import NamedTuple

from refute import Nat, NonEmpty, Pos, Rng

Score = Rng(0, 101)


class Rescaling(NamedTuple):
    """What `rescale` takes: a score out of r1, to be one out of r2."""

    r1: Nat
    r2: Nat
    s: Rng(0, "r1")


class Weighted(NamedTuple):
    weight: Pos
    score: Score


Report = NonEmpty[Weighted]
