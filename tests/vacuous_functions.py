"""Functions that have no arguments, and functions that only look as if they had none."""

import datetime
import enum
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from refute import measure, where

Never = Annotated[int, where(lambda v: v * v == 2)]


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Node:
    left: "Tree"
    key: int
    right: "Tree"


Tree = Leaf | Node
Chain = Annotated[tuple[int, "Chain"], where(lambda c: c[0] > 10**6)] | None


@measure
def size(t: Tree) -> int:
    match t:
        case Leaf():
            return 0
        case Node(left, _, right):
            return size(left) + size(right) + 1


@measure
def height(t: Tree) -> int:
    match t:
        case Leaf():
            return 0
        case Node(left, _, right):
            return 1 + max(height(left), height(right))


@measure
def total(t: Tree) -> int:
    match t:
        case Leaf():
            return 0
        case Node(left, key, right):
            return total(left) + key + total(right)


@dataclass(frozen=True)
class Pair:
    low: int
    high: Annotated[int, where(lambda v, low: v > low)]


@dataclass(frozen=True)
class Squares:
    a: int
    b: int

    def __post_init__(self) -> None:
        if self.a * self.a + self.b * self.b != 3:
            raise ValueError


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Settings(TypedDict):
    level: NotRequired[Never]


# -- without arguments -------------------------------------------------------------------------------------------------


def an_element(xs: Annotated[list[Never], where(lambda xs: len(xs) >= 1)]) -> None: ...


def an_item(xs: Annotated[dict[str, Never], where(lambda xs: len(xs) == 3)]) -> None: ...


def a_place(xs: tuple[int, Never]) -> None: ...


def alternatives(x: Never | Annotated[int, where(lambda v: v * v == 3)]) -> None: ...


def a_field(p: Annotated[Pair, where(lambda p: p.high <= p.low)]) -> None: ...


def a_constructor(s: Squares) -> None: ...


def together(
    x: Annotated[int, where(lambda v: v > 0)],
    y: Annotated[int, where(lambda v, x: v > x)],
    z: Annotated[int, where(lambda v, x, y: x > v > y)],
) -> None: ...


def across(p: Pair, z: Annotated[int, where(lambda v, p: p.high < v < p.low)]) -> None: ...


def negative(t: Annotated[Tree, where(lambda t: size(t) < 0)]) -> None: ...


def unfolded(t: Annotated[Node, where(lambda t: size(t) == 0)]) -> None: ...


def two_measures(t: Annotated[Tree, where(lambda t: size(t) == 3 and height(t) == 0)]) -> None: ...


def a_length(xs: Annotated[list[int], where(lambda xs: len(xs) * len(xs) == 2)]) -> None: ...


def listed(a: Literal[1, 2], b: Annotated[Literal[3, 4], where(lambda v, a: v < a)]) -> None: ...


def beside_a_function(f: Callable[[int], int], n: Never) -> None: ...


def by_colour(c: Colour, n: Annotated[int, where(lambda v, c: v * v == (2 if c is Colour.RED else 3))]) -> None: ...


# -- with arguments, far out or hard to find ---------------------------------------------------------------------------


def no_number(x: Annotated[float, where(lambda v: v != v)]) -> None: ...


def absorbing(x: Annotated[float, where(lambda v: v + 1 == v and v > 0)]) -> None: ...


def absorbing_decimal(x: Annotated[Decimal, where(lambda v: v.is_finite() and v + 1 == v)]) -> None: ...


def rounded_root(x: Annotated[float, where(lambda v: v * v == 2.0000000000000004)]) -> None: ...


def no_element(xs: list[Never]) -> None: ...


def few_elements(xs: Annotated[list[Never], where(lambda xs: len(xs) < 3)]) -> None: ...


def some_key(xs: Annotated[dict[str, int], where(lambda xs: len(xs) > 0)]) -> None: ...


def perhaps(x: Never | None) -> None: ...


def left_out(x: Never = 3) -> None: ...


def far_below(t: Annotated[Tree, where(lambda t: total(t) < -(10**6) and size(t) == 1)]) -> None: ...


def large(t: Annotated[Tree, where(lambda t: size(t) == 30 and height(t) == 5)]) -> None: ...


def anything(x: Annotated[object, where(lambda v: v == "zzzz")]) -> None: ...


def whatever(x: Annotated[Any, where(lambda v: v == 10**40)]) -> None: ...


def without_a_key(x: Annotated[Settings, where(lambda d: len(d) * 1000 < 10)]) -> None: ...


def a_third(x: Annotated[Fraction, where(lambda v: v * 3 == 1)]) -> None: ...


def a_cube(x: Annotated[int, where(lambda v: v**3 == 10**30)]) -> None: ...


def sharp(x: Annotated[str, where(lambda v: v.upper() == "STRASSE" and len(v) == 6)]) -> None: ...


def a_leap_day(
    d: Annotated[datetime.date, where(lambda d: d.month == 2 and d.day == 29 and d.year % 100 == 0)],
) -> None: ...


def divided(x: Annotated[int, where(lambda v: v != 0 and 10**6 // v == 7 and v % -7 == -3)]) -> None: ...


def raising(x: Annotated[int, where(lambda v: v > 0 or 10 // v > 3)]) -> None: ...


def chained(c: Chain) -> None: ...


def in_a_tree(t: Tree, x: Annotated[int, where(lambda v, t: v == size(t) + 10**6)]) -> None: ...


def of_a_letter(s: Annotated[str, where(lambda s: len(s) == 1 and s > "\U0003ffff")]) -> None: ...


def in_two_colours(a: Colour, b: Annotated[Colour, where(lambda v, a: v is not a)]) -> None: ...


# -- results -----------------------------------------------------------------------------------------------------------


def impossible(x: bool) -> Annotated[int, where(lambda r: r > 5 and r < 3)]:
    return 4


def wrong(x: bool) -> Annotated[int, where(lambda r: r > 5)]:
    return 4
