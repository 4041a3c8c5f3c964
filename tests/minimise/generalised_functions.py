"""Functions that fail on some inputs, for reasons that some of their arguments have no part in."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Annotated

from refute import Nat, where


@dataclass(frozen=True)
class Empty: ...


@dataclass(frozen=True)
class Branch:
    left: Tree
    key: int
    right: Tree


Tree = Empty | Branch


class Colour(enum.Enum):
    RED = 1
    BLACK = 2


@dataclass
class Order:
    item: str
    number: int
    tags: list[str] = field(default_factory=list)


def insert(n: int, tree: Tree) -> Branch:
    match tree:
        case Empty():
            return Branch(tree, n, tree)
        case Branch(left, key, right) if n < key:
            return Branch(insert(n, left), key, right)
        case Branch(left, key, right) if n > key:
            return Branch(left, key, insert(n, right))
    raise AssertionError("no such case")


def rescale(
    r1: Nat, r2: Nat, s: Annotated[int, where(lambda v, r1: 0 <= v < r1)]
) -> Annotated[int, where(lambda v, r2: 0 <= v < r2)]:
    return s * (r2 // r1)


def third(xs: list[int], name: str) -> int:
    return xs[2]


def second_key(pairs: dict[int, str], default: str) -> int:
    return list(pairs)[1]


def priced(order: Order, price: int) -> int:
    return price // order.number


def by_type(x: int | str, y: int) -> int:
    """Sees the type of a hole, which holes do not notice."""
    if type(x) is int:
        raise AssertionError("an integer")
    return y


def by_identity(x: int | None, y: int) -> int:
    """A hole is not None, and does not notice being asked."""
    if x is not None:
        raise AssertionError("something")
    return y


def by_colour(colour: Colour, n: int) -> int:
    assert colour is not Colour.RED
    return n


def swallowing(x: int, y: int) -> int:
    """Hides that a hole was looked at."""
    try:
        large = x > 1
    except BaseException:
        large = True
    assert not large
    return y


def through_c(n: int, xs: list[int]) -> int:
    """What is written in C asks for a real number."""
    return [10, 20][:n][0]


def equal_lengths(xs: list[int], ys: list[int]) -> int:
    return sum(x // (len(ys) - 1) for x in xs)


def changing(xs: list[int], ys: list[int]) -> int:
    xs.append(1)
    ys.clear()
    return 1 // (len(xs) - 2)


ALL = [
    insert,
    rescale,
    third,
    second_key,
    priced,
    by_type,
    by_identity,
    by_colour,
    swallowing,
    through_c,
    equal_lengths,
    changing,
]
