"""Functions that leave parts of their arguments unseen, and some that hide what they look at."""

from __future__ import annotations

import enum
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Generic, TypeVar

from refute import assume, raises, where

T = TypeVar("T")


@dataclass(frozen=True)
class Empty: ...


@dataclass(frozen=True)
class Branch:
    left: Tree
    key: int
    right: Tree

    def depth(self) -> int:
        return 1 + (0 if isinstance(self.left, Empty) else self.left.depth())


Tree = Empty | Branch


class Colour(enum.Enum):
    RED = 1
    BLACK = 2


@dataclass
class Order:
    item: str
    number: int
    tags: list[str]

    def __post_init__(self) -> None:
        if self.number < -1:
            raise ValueError("a negative number")


@dataclass(frozen=True)
class Box(Generic[T]):
    content: T
    label: str


def insert(n: int, tree: Tree) -> Tree:
    match tree:
        case Empty():
            return Branch(tree, n, tree)
        case Branch(left, key, right):
            return Branch(insert(n, left), key, right) if n < key else Branch(left, key, insert(n, right))


def insert_once(n: int, tree: Tree) -> Branch:
    match tree:
        case Empty():
            return Branch(tree, n, tree)
        case Branch(left, key, right) if n != key:
            return replace(tree, left=insert(n, left)) if n < key else replace(tree, right=insert(n, right))
    raise AssertionError("no such case")


def flagged(a: bool, b: int, c: list[int], d: str) -> int:
    return b if a else len(c)


def leftmost(tree: Tree, x: int) -> int:
    return tree.depth() if isinstance(tree, Branch) else x


def priced(order: Order, price: int) -> int:
    return price // order.number


def opened(box: Box[int], other: Box[str]) -> Box[str]:
    return Box("a", "b") if box.label else other


def paired(x: tuple[int, str], ys: dict[int, str]) -> str:
    return ys.get(x[0], x[1])


def in_set(xs: set[int], y: int, zs: deque[int]) -> bool:
    return not xs or y in xs


def by_type(x: int | str, y: int) -> int:
    if type(x) is int:
        raise AssertionError("an integer")
    return y


def by_identity(x: int | None, y: Colour) -> int:
    assert x is None or y is Colour.RED
    return 0


def swallowing(x: int, y: int) -> int:
    try:
        large = x > 1
    except BaseException:
        large = True
    assert not large
    return y


def through_c(n: int, xs: list[int]) -> int:
    return [10, 20][:n][0]


def written(x: int, y: int) -> str:
    """JSON is written in C, which does not know holes."""
    try:
        return json.dumps([x])
    except TypeError:
        return "?"


def changing(xs: list[int], ys: list[int]) -> int:
    xs.append(1)
    return 1 // (len(xs) - 2)


def assuming(x: int, ys: list[int]) -> int:
    y = x + 1
    assume(y > 0)
    return y


@raises(KeyError)
def declaring(x: int, ys: list[int]) -> int:
    return {0: 1}[x]


def refusing(x: int, ys: list[int]) -> int:
    if x < 0:
        raise ValueError("negative")
    return x


def refined(
    x: int, ys: list[int], z: Annotated[int, where(lambda v, x: v >= x)]
) -> Annotated[int, where(lambda v, x: v >= x)]:
    return z if x > 0 else x


_KEPT: list[Any] = []


def keeping(x: int, ys: list[int]) -> int:
    """Looks at what it was given before."""
    _KEPT.append(ys)
    return len(_KEPT[0]) if x else 0


ALL: list[Callable[..., Any]] = [
    *[insert, insert_once, flagged, leftmost, priced, opened, paired, in_set, by_type, by_identity, swallowing],
    *[through_c, written, changing, assuming, declaring, refusing, refined],
]
