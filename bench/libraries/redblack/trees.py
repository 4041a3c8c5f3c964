"""What a red-black tree is: in order, no red node under a red one, as many black ones on every way down."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Generic, TypeVar

from refute import Nat, measure, where

K = TypeVar("K")


class Colour(Enum):
    RED = "red"
    BLACK = "black"


RED, BLACK = Colour.RED, Colour.BLACK


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Node(Generic[K]):
    colour: Colour
    key: K
    left: Tree[Annotated[K, where(lambda v, key: v < key)]]
    right: Tree[Annotated[K, where(lambda v, key: v > key)]]


Tree = Leaf | Node[K]
Key = Nat
LEAF = Leaf()


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
def in_balance(t: Tree[int]) -> bool:
    match t:
        case Node(_, _, left, right):
            return black_height(left) == black_height(right) and in_balance(left) and in_balance(right)
    return True


@measure
def nearly_sound(t: Tree[int]) -> bool:
    """Whether red nodes are under a red one at most at the root."""
    match t:
        case Node(Colour.RED, _, left, right):
            return no_red_red(left) and no_red_red(right)
    return no_red_red(t)


@measure
def greatest(t: Tree[int]) -> int:
    """The greatest key, -1 if there is none."""
    match t:
        case Node(_, key, _, Leaf()):
            return key
        case Node(_, _, _, right):
            return greatest(right)
    return -1


def keys(t: Tree[int]) -> list[int]:
    return [*keys(t.left), t.key, *keys(t.right)] if isinstance(t, Node) else []


# Inside of a tree, the root may be red; the trees that the interface gives and takes have black ones.
Inner = Annotated[Tree[Key], where(lambda t: no_red_red(t) and in_balance(t))]
OkTree = Annotated[Inner, where(lambda t: is_black(t))]
Filled = Annotated[OkTree, where(lambda t: isinstance(t, Node))]

# Sides of a node, and what comes after another tree.
Below = Annotated[Tree[Annotated[Key, where(lambda v, key: v < key)]], where(lambda t: in_balance(t))]
Above = Annotated[Tree[Annotated[Key, where(lambda v, key: v > key)]], where(lambda t: in_balance(t))]
After = Annotated[Tree[Annotated[Key, where(lambda v, left: v > greatest(left))]], where(lambda t: in_balance(t))]

Sound = where(lambda t: no_red_red(t))
NearlySound = where(lambda t: nearly_sound(t))
Black = where(lambda t: is_black(t))


def blackened(t: Tree[int]) -> Tree[int]:
    return Node(BLACK, t.key, t.left, t.right) if isinstance(t, Node) and t.colour is RED else t


def is_red(t: Tree[int]) -> bool:
    return isinstance(t, Node) and t.colour is RED
