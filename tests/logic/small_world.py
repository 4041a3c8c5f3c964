"""Data, measures and small functions that the random expressions of these tests speak about."""

from __future__ import annotations

import itertools
import math
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from refute.logic.reading.measures import measure
from refute.types.reading.annotations import Reader
from refute.types.reading.context import context_of


class Colour(Enum):
    RED = 1
    BLACK = 2


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Node:
    key: int
    left: Tree
    right: Tree

    @property
    def is_last(self) -> bool:
        return isinstance(self.left, Leaf) and isinstance(self.right, Leaf)

    def doubled(self, extra: int) -> int:
        return self.key * 2 + extra

    def among(self, xs: list[int]) -> bool:
        return any(x == self.key for x in xs if all(y <= x for y in xs[:1]))


Tree = Leaf | Node


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Span:
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("upside down")


@dataclass(frozen=True)
class Rose:
    label: int
    children: tuple[Rose, ...]

    @measure
    def depth(self) -> int:
        return 1 + max((child.depth() for child in self.children), default=0)

    def has(self, wanted: int) -> bool:
        return any(child.label == wanted for child in self.children)


@measure
def size(t: Tree) -> int:
    match t:
        case Node(_, left, right):
            return 1 + size(left) + size(right)
        case _:
            return 0


@measure
def height(t: Tree) -> int:
    return 0 if isinstance(t, Leaf) else 1 + max(height(t.left), height(t.right))


@measure
def balanced(t: Tree) -> bool:
    if isinstance(t, Leaf):
        return True
    return abs(height(t.left) - height(t.right)) <= 1 and balanced(t.left) and balanced(t.right)


@measure
def keys(t: Tree) -> frozenset[int]:
    match t:
        case Leaf():
            return frozenset()
        case Node(key=key, left=left, right=right):
            return keys(left) | {key} | keys(right)


@measure
def in_order(t: Tree) -> tuple[int, ...]:
    match t:
        case Leaf():
            return ()
        case Node(key, left, right):
            return in_order(left) + (key,) + in_order(right)  # noqa: RUF005


@measure
def member(t: Tree, wanted: int) -> bool:
    match t:
        case Leaf():
            return False
        case Node(key) if key == wanted:
            return True
        case Node(_, left, right):
            return member(left, wanted) or member(right, wanted)


@measure
def even_length(xs: Sequence[Any]) -> bool:
    match xs:
        case []:
            return True
        case [_, *rest]:
            return odd_length(rest)


@measure
def odd_length(xs: Sequence[Any]) -> bool:
    return False if not xs else even_length(xs[1:])


@measure
def alternating(xs: list[int]) -> int:
    match xs:
        case [first, *rest]:
            return first - alternating(rest)
        case _:
            return 0


@measure
def weight(r: Rose, wanted: int) -> int:
    return (r.label == wanted) + sum(weight(child, wanted) for child in r.children)


@measure
def labels(r: Rose) -> frozenset[int]:
    return frozenset({r.label}) | {x for child in r.children for x in labels(child)}


def clamp(x: int, low: int, high: int) -> int:
    if x < low:
        return low
    if x > high:
        return high
    return x


def sign(x: int) -> int:
    match x:
        case 0:
            return 0
        case n if n < 0:
            return -1
        case _:
            return 1


def shape(xs: list[int]) -> str:
    match xs:
        case []:
            return "none"
        case [only]:
            return "one" if only else "zero"
        case [first, *_, last] if first == last:
            return "ends"
        case [0 | 1 as head, *_]:
            return "low" if head else "zeros"
        case _:
            return "many"


def halves(x: int) -> tuple[int, int]:
    half, odd = divmod(x, 2)
    return half, half + odd


def kind(x: object) -> str:
    match x:
        case None:
            return "none"
        case True | False:
            return "flag"
        case int():
            return "number"
        case str() as text:
            return text
        case (a, b):
            return "pair" if a == b else "tuple"
        case Node(key, Leaf(), Leaf()):
            return "single" if key else "null"
        case Node(left=Leaf()):
            return "leaning"
        case Leaf() | Node():
            return "tree"
    return "other"


def checked(x: int) -> int:
    assert x >= 0, "negative"
    if x > 5:
        raise ValueError("too large")
    return x


def occurrences(x: int, xs: list[int], least: int = 0) -> int:
    return sum(1 for y in xs if y == x and y >= least)


def greatest(x: int, xs: list[int]) -> bool:
    return all(y <= x for y in xs)


def collatz(n: int) -> int:
    """Not for the logic: it loops."""
    steps = 0
    while n > 1 and steps < 20:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


LIMIT = 3
PRIMES = frozenset({2, 3, 5, 7})
WORD = re.compile(r"[a-c]+\d?")

_MEASURES = (size, height, balanced, keys, in_order, member, even_length, odd_length, alternating, weight, labels)
_FUNCTIONS = (clamp, sign, shape, halves, kind, checked, occurrences, greatest, collatz)
NAMESPACE: dict[str, Any] = {
    **{part.__name__: part for part in (*_MEASURES, *_FUNCTIONS, Colour, Leaf, Node, Point, Rose, Span)},
    "LIMIT": LIMIT,
    "PRIMES": PRIMES,
    "WORD": WORD,
    "re": re,
    "deque": deque,
    "math": math,
    "itertools": itertools,
}


def makers() -> dict[type, Any]:
    """The constructors of the data above, as the reader of types finds them."""
    reader = Reader()
    for annotation in (Tree, Point, Rose, Span):
        reader.read_whole(annotation, context_of(size))
    return reader.constructors
