"""Red-black trees: ordered by the types of their keys, balanced by measures.

refute show examples/redblack.py:OkTree --size 3 --draw
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Generic, TypeVar

from refute import Nat, measure, where

K = TypeVar("K")


class Colour(Enum):
    RED = "red"
    BLACK = "black"


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Node(Generic[K]):
    colour: Colour
    key: K
    left: Tree[Annotated[K, where(lambda v, key: v < key)]]
    right: Tree[Annotated[K, where(lambda v, key: v > key)]]


Tree = Leaf | Node[K]


@measure
def black_height(t: Tree[int]) -> int:
    match t:
        case Node(colour, _, left, _):
            return black_height(left) + (colour is Colour.BLACK)
    return 0


@measure
def is_black(t: Tree[int]) -> bool:
    return not isinstance(t, Node) or t.colour is Colour.BLACK


@measure
def no_red_red(t: Tree[int]) -> bool:
    match t:
        case Node(Colour.RED, _, left, right):
            return is_black(left) and is_black(right) and no_red_red(left) and no_red_red(right)
        case Node(_, _, left, right):
            return no_red_red(left) and no_red_red(right)
    return True


@measure
def balanced(t: Tree[int]) -> bool:
    match t:
        case Node(_, _, left, right):
            return black_height(left) == black_height(right) and balanced(left) and balanced(right)
    return True


OkTree = Annotated[Tree[Nat], where(lambda t: no_red_red(t) and balanced(t))]


def add(x: Nat, t: OkTree) -> OkTree:
    """The tree with one more key, by Okasaki's method."""
    grown = _grown(x, t)
    return Node(Colour.BLACK, grown.key, grown.left, grown.right)


def _grown(x: int, t: Tree[int]) -> Node[int]:
    match t:
        case Node(colour, key, left, right):
            if x < key:
                return _rebalanced(colour, key, _grown(x, left), right)
            if x > key:
                return _rebalanced(colour, key, left, _grown(x, right))
            return t
    return Node(Colour.RED, x, t, t)


def _rebalanced(colour: Colour, key: int, left: Tree[int], right: Tree[int]) -> Node[int]:
    """A black node with a red child that has a red child becomes a red one with two black children."""
    red, black = Colour.RED, Colour.BLACK
    if colour is black:
        match left:
            case Node(Colour.RED, y, Node(Colour.RED, x, a, b), c) | Node(Colour.RED, x, a, Node(Colour.RED, y, b, c)):
                return Node(red, y, Node(black, x, a, b), Node(black, key, c, right))
        match right:
            case Node(Colour.RED, z, Node(Colour.RED, y, b, c), d) | Node(Colour.RED, y, b, Node(Colour.RED, z, c, d)):
                return Node(red, y, Node(black, key, left, b), Node(black, z, c, d))
    return Node(colour, key, left, right)
