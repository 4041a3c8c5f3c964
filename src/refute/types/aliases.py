"""Common refinement types, defined as a user would define them."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, TypeVar

from refute.logic.reading.predicates import where

T = TypeVar("T")

Nat = Annotated[int, where(lambda v: v >= 0)]
Pos = Annotated[int, where(lambda v: v > 0)]
NonZero = Annotated[int, where(lambda v: v != 0)]

Sorted = Annotated[list[T], where(lambda v: all(a <= b for a, b in pairwise(v)))]
Unique = Annotated[list[T], where(lambda v: all(x not in v[i + 1 :] for i, x in enumerate(v)))]
NonEmpty = Annotated[list[T], where(lambda v: len(v) > 0)]


def Rng(lo: int | str, hi: int | str) -> Any:  # noqa: N802  # the name of a type
    """Integers from `lo` up to but not including `hi`, as in `range`. A string names a sibling: `Rng(0, "r1")`."""
    return Annotated[int, where(f"{lo} <= v < {hi}")]
