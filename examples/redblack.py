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
