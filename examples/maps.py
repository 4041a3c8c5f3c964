"""Maps as balanced search trees that store their size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from refute import Nat, measure, where

K = TypeVar("K")


@dataclass(frozen=True)
class Tip: ...


@dataclass(frozen=True)
class Bin(Generic[K]):
    size: int
    key: K
    value: None
    left: Map[Annotated[K, where(lambda v, key: v < key)]]
    right: Map[Annotated[K, where(lambda v, key: v > key)]]


Map = Tip | Bin[K]


@measure
def size(m: Map[int]) -> int:
    match m:
        case Bin(size):
            return size
    return 0


@measure
def in_balance(m: Map[int]) -> bool:
    match m:
        case Bin(stored, _, _, left, right):
            a, b = size(left), size(right)
            fair = a + b <= 1 or (a <= 3 * b and b <= 3 * a)
            return in_balance(left) and in_balance(right) and stored == 1 + a + b and fair
    return True


OkMap = Annotated[Map[Nat], where(lambda m: in_balance(m))]
