"""Red-black trees: insertion by Okasaki's method, deletion by Kahrs' method."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Annotated, Generic, TypeVar

from refute import where

K = TypeVar("K")


class Colour(Enum):
    RED = "red"
    BLACK = "black"


RED, BLACK = Colour.RED, Colour.BLACK


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Node(Generic[K]):
    colour: Colour
    key: K
    value: bool
    left: Tree[Annotated[K, where(lambda v, key: v < key)]]
    right: Tree[Annotated[K, where(lambda v, key: v > key)]]


Tree = Leaf | Node[K]


def find(k: int, t: Tree[int]) -> bool | None:
    while isinstance(t, Node):
        if k == t.key:
            return t.value
        t = t.left if k < t.key else t.right
    return None


# ------------------------------------------------------------------------------------------------------- insertion


def insert(k: int, v: bool, t: Tree[int]) -> Tree[int]:
    return painted(BLACK, grown(k, v, t))


def grown(k: int, v: bool, t: Tree[int]) -> Tree[int]:
    """The tree with a key more; its root may be red over red."""
    if isinstance(t, Leaf):
        return Node(RED, k, v, Leaf(), Leaf())
    if k < t.key:
        return balanced(t.colour, t.key, t.value, grown(k, v, t.left), t.right)
    if k > t.key:
        return balanced(t.colour, t.key, t.value, t.left, grown(k, v, t.right))
    return Node(t.colour, t.key, v, t.left, t.right)


def balanced(colour: Colour, k: int, v: bool, left: Tree[int], right: Tree[int]) -> Tree[int]:
    """A black node over a red one over a red one becomes a red node over two black ones."""
    if colour is BLACK:
        match left:
            case Node(Colour.RED, y, yv, Node(Colour.RED, x, xv, a, b), c):
                return Node(RED, y, yv, Node(BLACK, x, xv, a, b), Node(BLACK, k, v, c, right))
            case Node(Colour.RED, x, xv, a, Node(Colour.RED, y, yv, b, c)):
                return Node(RED, y, yv, Node(BLACK, x, xv, a, b), Node(BLACK, k, v, c, right))
        match right:
            case Node(Colour.RED, z, zv, Node(Colour.RED, y, yv, b, c), d):
                return Node(RED, y, yv, Node(BLACK, k, v, left, b), Node(BLACK, z, zv, c, d))
            case Node(Colour.RED, y, yv, b, Node(Colour.RED, z, zv, c, d)):
                return Node(RED, y, yv, Node(BLACK, k, v, left, b), Node(BLACK, z, zv, c, d))
    return Node(colour, k, v, left, right)


# -------------------------------------------------------------------------------------------------------- deletion


def delete(k: int, t: Tree[int]) -> Tree[int]:
    return painted(BLACK, shrunk(k, t))


def shrunk(k: int, t: Tree[int]) -> Tree[int]:
    """The tree without a key: if its root was black, it is one black node lower, and may be red over red."""
    if isinstance(t, Leaf):
        return t
    if k < t.key:
        return shrunk_left(k, t)
    if k > t.key:
        return shrunk_right(k, t)
    return join(t.left, t.right)


def shrunk_left(k: int, t: Node[int]) -> Tree[int]:
    left = shrunk(k, t.left)
    if is_black_node(t.left):
        return left_balanced(t.key, t.value, left, t.right)
    return Node(RED, t.key, t.value, left, t.right)


def shrunk_right(k: int, t: Node[int]) -> Tree[int]:
    right = shrunk(k, t.right)
    if is_black_node(t.right):
        return right_balanced(t.key, t.value, t.left, right)
    return Node(RED, t.key, t.value, t.left, right)


def left_balanced(k: int, v: bool, left: Tree[int], right: Tree[int]) -> Tree[int]:
    """A node whose left side is one black node too low."""
    match left, right:
        case Node(Colour.RED, x, xv, a, b), _:
            return Node(RED, k, v, Node(BLACK, x, xv, a, b), right)
        case _, Node(Colour.BLACK, y, yv, a, b):
            return balanced(BLACK, k, v, left, Node(RED, y, yv, a, b))
        case _, Node(Colour.RED, z, zv, Node(Colour.BLACK, y, yv, a, b), c):
            return Node(RED, y, yv, Node(BLACK, k, v, left, a), balanced(BLACK, z, zv, b, reddened(c)))
    raise ValueError("the right side is too low as well")


def right_balanced(k: int, v: bool, left: Tree[int], right: Tree[int]) -> Tree[int]:
    """A node whose right side is one black node too low."""
    match left, right:
        case _, Node(Colour.RED, x, xv, a, b):
            return Node(RED, k, v, left, Node(BLACK, x, xv, a, b))
        case Node(Colour.BLACK, y, yv, a, b), _:
            return balanced(BLACK, k, v, Node(RED, y, yv, a, b), right)
        case Node(Colour.RED, x, xv, a, Node(Colour.BLACK, y, yv, b, c)), _:
            return Node(RED, y, yv, balanced(BLACK, x, xv, reddened(a), b), Node(BLACK, k, v, c, right))
    raise ValueError("the left side is too low as well")


def join(t: Tree[int], u: Tree[int]) -> Tree[int]:
    """Both trees in one, where all keys of the first are less than those of the second, and heights are equal."""
    match t, u:
        case Leaf(), _:
            return u
        case _, Leaf():
            return t
        case Node(Colour.RED, x, xv, a, b), Node(Colour.RED, y, yv, c, d):
            middle = join(b, c)
            match middle:
                case Node(Colour.RED, z, zv, e, f):
                    return Node(RED, z, zv, Node(RED, x, xv, a, e), Node(RED, y, yv, f, d))
            return Node(RED, x, xv, a, Node(RED, y, yv, middle, d))
        case Node(Colour.BLACK, x, xv, a, b), Node(Colour.BLACK, y, yv, c, d):
            middle = join(b, c)
            match middle:
                case Node(Colour.RED, z, zv, e, f):
                    return Node(RED, z, zv, Node(BLACK, x, xv, a, e), Node(BLACK, y, yv, f, d))
            return left_balanced(x, xv, a, Node(BLACK, y, yv, middle, d))
        case _, Node(Colour.RED, y, yv, c, d):
            return Node(RED, y, yv, join(t, c), d)
        case Node(_, x, xv, a, b), _:
            return Node(RED, x, xv, a, join(b, u))


def painted(colour: Colour, t: Tree[int]) -> Tree[int]:
    return t if isinstance(t, Leaf) else Node(colour, t.key, t.value, t.left, t.right)


def reddened(t: Tree[int]) -> Tree[int]:
    if not is_black_node(t):
        raise ValueError("only a black node can become red")
    return painted(RED, t)


def is_black_node(t: Tree[int]) -> bool:
    return isinstance(t, Node) and t.colour is BLACK


# -------------------------------------------------------------------------------------------------------- validity


def pairs(t: Tree[int]) -> list[tuple[int, bool]]:
    """Keys and values from left to right."""
    if isinstance(t, Leaf):
        return []
    return [*pairs(t.left), (t.key, t.value), *pairs(t.right)]


def height(t: Tree[int]) -> int | None:
    """The number of black nodes on every way down; None if ways differ, or if a red node has a red child."""
    if isinstance(t, Leaf):
        return 0
    left, right = height(t.left), height(t.right)
    if left is None or left != right:
        return None
    if t.colour is BLACK:
        return left + 1
    return None if is_red(t.left) or is_red(t.right) else left


def is_red(t: Tree[int]) -> bool:
    return isinstance(t, Node) and t.colour is RED


def is_red_black(t: Tree[int]) -> bool:
    return height(t) is not None and all(a < b for (a, _), (b, _) in pairwise(pairs(t)))
