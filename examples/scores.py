"""Scores: the running example of the paper "Type Targeted Testing", section 2.

refute check examples/scores.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Protocol

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


class Padding(Protocol):
    """What can be added to a score: it stays one, and it does not get less."""

    def __call__(self, s: Score) -> Annotated[Score, where(lambda v, s: s <= v)]: ...


def pad_average_naive(f: Callable[[Score], Rng(0, 101)], wxs: list[tuple[Pos, Score]]) -> Score:
    """The average of scores that are padded. One that is padded to 100 is none."""
    if not wxs:
        return f(0)
    total = sum(w * f(x) for w, x in wxs)
    n = sum(w for w, _ in wxs)
    return total // n


def pad_average_twice(f: Padding, wxs: list[tuple[Pos, Score]]) -> Score:
    """The sum of padded scores is no score, and cannot be padded."""
    if not wxs:
        return f(0)
    return f(sum(w * f(x) for w, x in wxs)) // sum(w for w, _ in wxs)


def pad_average(f: Padding, wxs: list[tuple[Pos, Score]]) -> Score:
    return pad_average_naive(f, wxs)
