"""What a map is: search trees that store their size, no side more than three times as large as the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from refute import Nat, measure, where

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class Tip: ...


@dataclass(frozen=True)
class Bin(Generic[K, V]):
    size: int
    key: K
    value: V
    left: Map[Annotated[K, where(lambda v, key: v < key)], V]
    right: Map[Annotated[K, where(lambda v, key: v > key)], V]


Map = Tip | Bin[K, V]

Key = Nat
Value = bool

DELTA = 3  # how many times as large one side may be as the other
RATIO = 2  # of the sides of the larger side, from which on a double rotation is needed


def fair(a: int, b: int) -> bool:
    """Whether sides of these sizes are in balance."""
    return a + b <= 1 or (a <= DELTA * b and b <= DELTA * a)


def was_fair(a: int, b: int) -> bool:
    """Whether sides of these sizes were in balance, before one was added or taken away on one side."""
    return fair(a, b) or fair(a - 1, b) or fair(a, b - 1) or fair(a + 1, b) or fair(a, b + 1)


@measure
def size(m: Map[int, bool]) -> int:
    match m:
        case Bin(stored):
            return stored
    return 0


@measure
def in_balance(m: Map[int, bool]) -> bool:
    match m:
        case Bin(stored, _, _, left, right):
            a, b = size(left), size(right)
            return in_balance(left) and in_balance(right) and stored == 1 + a + b and fair(a, b)
    return True


@measure
def greatest(m: Map[int, bool]) -> int:
    """The greatest key, -1 if there is none."""
    match m:
        case Bin(_, key, _, _, Tip()):
            return key
        case Bin(_, _, _, _, right):
            return greatest(right)
    return -1


def entries(m: Map[int, bool]) -> dict[int, bool]:
    """A map as Python has them, keys in ascending order."""
    match m:
        case Bin(_, key, value, left, right):
            return {**entries(left), key: value, **entries(right)}
    return {}


def pairs(m: Map[int, bool]) -> list[tuple[int, bool]]:
    return list(entries(m).items())


def without(m: Map[int, bool], key: int) -> dict[int, bool]:
    return {k: value for k, value in entries(m).items() if k != key}


def changed(m: Map[int, bool], key: int, value: bool | None) -> dict[int, bool]:
    """The entries with one that is new, or gone if its value is None."""
    return without(m, key) if value is None else {**entries(m), key: value}


def below(m: Map[int, bool], key: int) -> dict[int, bool]:
    return {k: value for k, value in entries(m).items() if k < key}


def above(m: Map[int, bool], key: int) -> dict[int, bool]:
    return {k: value for k, value in entries(m).items() if k > key}


OkMap = Annotated[Map[Key, Value], where(lambda m: in_balance(m))]
Filled = Annotated[OkMap, where(lambda m: size(m) > 0)]
Below = Annotated[Map[Annotated[Key, where(lambda v, key: v < key)], Value], where(lambda m: in_balance(m))]
Above = Annotated[Map[Annotated[Key, where(lambda v, key: v > key)], Value], where(lambda m: in_balance(m))]
After = Annotated[Map[Annotated[Key, where(lambda v, left: v > greatest(left))], Value], where(lambda m: in_balance(m))]
TIP = Tip()


def branch(key: int, value: bool, left: Map[int, bool], right: Map[int, bool]) -> Bin[int, bool]:
    return Bin(1 + size(left) + size(right), key, value, left, right)
