"""Ordered lists, as cells whose tail holds only what is larger than the head, and of a given length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from refute import Nat, measure, where

T = TypeVar("T")


@dataclass(frozen=True)
class Nil: ...


@dataclass(frozen=True)
class Cons(Generic[T]):
    head: T
    tail: Ordered[Annotated[T, where(lambda v, head: head < v)]]


Ordered = Nil | Cons[T]


@measure
def length(xs: Ordered[int]) -> int:
    match xs:
        case Cons(_, tail):
            return 1 + length(tail)
    return 0


@dataclass(frozen=True)
class Best:
    """The best k of some scores."""

    k: Nat
    scores: Annotated[Ordered[int], where(lambda v, k: length(v) == k)]
