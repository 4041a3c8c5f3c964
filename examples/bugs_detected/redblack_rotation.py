"""Red-black trees: one of the four rotations mixes up two keys."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Generic, TypeVar

from refute import Nat, measure, where

K = TypeVar("K")


class Colour(Enum):
    RED = "red"
    BLACK = "black"


RED, BLACK = Colour


@dataclass(frozen=True)
class Node(Generic[K]):
    colour: Colour
    key: K
    left: Tree[Annotated[K, where(lambda v, key: v < key)]]
    right: Tree[Annotated[K, where(lambda v, key: v > key)]]


Tree = None | Node[K]


@measure
def black_height(t: Tree[int]) -> int:
    return 0 if t is None else black_height(t.left) + (t.colour is Colour.BLACK)


@measure
def is_red(t: Tree[int]) -> bool:
    return t is not None and t.colour is Colour.RED


@measure
def valid(t: Tree[int]) -> bool:
    if t is None:
        return True
    reds = t.colour is Colour.RED and (is_red(t.left) or is_red(t.right))
    return not reds and black_height(t.left) == black_height(t.right) and valid(t.left) and valid(t.right)


Valid = Annotated[Tree[Nat], where(lambda t: valid(t))]


def _balance(t):
    match t:
        case (
            Node(Colour.BLACK, z, Node(Colour.RED, y, Node(Colour.RED, x, a, b), c), d)
            | Node(Colour.BLACK, z, Node(Colour.RED, x, a, Node(Colour.RED, y, b, c)), d)
            | Node(Colour.BLACK, x, a, Node(Colour.RED, y, Node(Colour.RED, z, b, c), d))
            | Node(Colour.BLACK, x, a, Node(Colour.RED, y, b, Node(Colour.RED, z, c, d)))
        ):
            return Node(RED, y, Node(BLACK, x, a, b), Node(BLACK, z, c, d))
    return t


def _put(key, t):
    if t is None:
        return Node(RED, key, None, None)
    if key < t.key:
        return _balance(Node(t.colour, t.key, _put(key, t.left), t.right))
    if key > t.key:
        return _balance(Node(t.colour, t.key, t.left, _put(key, t.right)))
    return t


def insert(key: Nat, t: Valid) -> Valid:
    root = _put(key, t)
    return Node(BLACK, root.key, root.left, root.right)
