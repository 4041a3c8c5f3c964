"""Scores: the running example of the paper "Type Targeted Testing", section 2.

refute check examples/scores.py
"""

from __future__ import annotations

from typing import Annotated

from refute import Nat, NonZero, Pos, Rng, Sorted, where

Score = Rng(0, 100)


def rescale_naive(r1: Nat, r2: Nat, s: Rng(0, "r1")) -> Rng(0, "r2"):
    """A score out of r1 as one out of r2. Who has a range of none?"""
    return s * (r2 // r1)


def rescale(r1: Pos, r2: Pos, s: Rng(0, "r1")) -> Rng(0, "r2"):
    return s * (r2 // r1)


def average_naive(wxs: list[tuple[int, Score]]) -> Score:
    """A weighted average. Weights may be zero."""
    if not wxs:
        return 0
    total = sum(w * x for w, x in wxs)
    n = sum(w for w, _ in wxs)
    return total // n


def average_hopeful(wxs: list[tuple[NonZero, Score]]) -> Score:
    """Weights are not zero, but may add up to it."""
    return average_naive(wxs)


def average(wxs: list[tuple[Pos, Score]]) -> Score:
    return average_naive(wxs)


def insert(x: Score, xs: Sorted[Score]) -> Sorted[Score]:
    """A score put into its place among others."""
    smaller = [y for y in xs if y < x]
    return [*smaller, x, *xs[len(smaller) :]]


def best_naive(k: Nat, xs: list[Score]) -> Annotated[list[Score], where(lambda v, k: len(v) == k)]:
    """The best k scores. There may be fewer."""
    return sorted(xs, reverse=True)[:k]


def best(
    k: Nat, xs: Annotated[list[Score], where(lambda v, k: len(v) >= k)]
) -> Annotated[list[Score], where(lambda v, k: len(v) == k)]:
    return sorted(xs, reverse=True)[:k]
