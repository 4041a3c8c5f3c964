"""Sets with one key more or less, and what keeps them in balance."""

from __future__ import annotations

from typing import Annotated

from libraries.redblack.queries import maximum, minimum
from libraries.redblack.trees import (
    BLACK,
    LEAF,
    RED,
    Above,
    After,
    Below,
    Colour,
    Filled,
    Inner,
    Key,
    Leaf,
    NearlySound,
    Node,
    OkTree,
    Sound,
    Tree,
    black_height,
    blackened,
    in_balance,
    keys,
    nearly_sound,
)
from refute import where

AsHigh = where(lambda t, left: black_height(t) == black_height(left))
Higher = where(lambda t, left: black_height(t) == black_height(left) + 1)
Lower = where(lambda t, left: black_height(t) == black_height(left) - 1)
Together = where(lambda v, key, left, right: keys(v) == [*keys(left), key, *keys(right)])
NearlyInner = Annotated[Tree[Key], where(lambda t: nearly_sound(t) and in_balance(t))]


def singleton(key: Key) -> Annotated[OkTree, where(lambda v, key: keys(v) == [key])]:
    return Node(BLACK, key, LEAF, LEAF)


def insert(key: Key, t: OkTree) -> Annotated[OkTree, where(lambda v, key, t: keys(v) == sorted({*keys(t), key}))]:
    return blackened(_inserted(key, t))


def _inserted(key: int, t: Tree[int]) -> Tree[int]:
    match t:
        case Node(Colour.BLACK, own, left, right) if key < own:
            return balance(own, _inserted(key, left), right)
        case Node(Colour.BLACK, own, left, right) if key > own:
            return balance(own, left, _inserted(key, right))
        case Node(Colour.RED, own, left, right) if key < own:
            return Node(RED, own, _inserted(key, left), right)
        case Node(Colour.RED, own, left, right) if key > own:
            return Node(RED, own, left, _inserted(key, right))
        case Node():
            return t
    return Node(RED, key, LEAF, LEAF)


def balance(
    key: Key, left: Annotated[Below, NearlySound], right: Annotated[Above, NearlySound, AsHigh]
) -> Annotated[Inner, Together, where(lambda v, left: black_height(v) == black_height(left) + 1)]:
    """A black node, painted anew where one of its sides has a red node under a red one at its root."""
    match left, right:
        case Node(Colour.RED, x, a, b), Node(Colour.RED, z, c, d):
            return Node(RED, key, Node(BLACK, x, a, b), Node(BLACK, z, c, d))
        case Node(Colour.RED, y, Node(Colour.RED, x, a, b), c), d:
            return Node(RED, y, Node(BLACK, x, a, b), Node(BLACK, key, c, d))
        case Node(Colour.RED, x, a, Node(Colour.RED, y, b, c)), d:
            return Node(RED, y, Node(BLACK, x, a, b), Node(BLACK, key, c, d))
        case a, Node(Colour.RED, y, b, Node(Colour.RED, z, c, d)):
            return Node(RED, y, Node(BLACK, key, a, b), Node(BLACK, z, c, d))
        case a, Node(Colour.RED, z, Node(Colour.RED, y, b, c), d):
            return Node(RED, y, Node(BLACK, key, a, b), Node(BLACK, z, c, d))
    return Node(BLACK, key, left, right)


def delete(
    key: Key, t: OkTree
) -> Annotated[OkTree, where(lambda v, key, t: keys(v) == [k for k in keys(t) if k != key])]:
    return blackened(_deleted(key, t))


def _deleted(key: int, t: Tree[int]) -> Tree[int]:
    """The tree without a key; if it was black, it is lower by one."""
    match t:
        case Node(_, own, Node(Colour.BLACK) as left, right) if key < own:
            return balance_left(own, _deleted(key, left), right)
        case Node(_, own, left, right) if key < own:
            return Node(RED, own, _deleted(key, left), right)
        case Node(_, own, left, Node(Colour.BLACK) as right) if key > own:
            return balance_right(own, left, _deleted(key, right))
        case Node(_, own, left, right) if key > own:
            return Node(RED, own, left, _deleted(key, right))
        case Node(_, _, left, right):
            return fuse(left, right)
    return t


def balance_left(
    key: Key, left: Annotated[Below, NearlySound], right: Annotated[Above, Sound, Higher]
) -> Annotated[NearlyInner, Together, where(lambda v, right: black_height(v) == black_height(right))]:
    """A tree whose left side is lower by one."""
    match left, right:
        case Node(Colour.RED, x, a, b), _:
            return Node(RED, key, Node(BLACK, x, a, b), right)
        case _, Node(Colour.BLACK, y, a, b):
            return balance(key, left, Node(RED, y, a, b))
        case _, Node(Colour.RED, z, Node(Colour.BLACK, y, a, b), c):
            return Node(RED, y, Node(BLACK, key, left, a), balance(z, b, _reddened(c)))
    raise AssertionError("the higher side has a black node")  # not reached: the types say so


def balance_right(
    key: Key, left: Annotated[Below, Sound], right: Annotated[Above, NearlySound, Lower]
) -> Annotated[NearlyInner, Together, where(lambda v, left: black_height(v) == black_height(left))]:
    """A tree whose right side is lower by one."""
    match left, right:
        case _, Node(Colour.RED, y, b, c):
            return Node(RED, key, left, Node(BLACK, y, b, c))
        case Node(Colour.BLACK, x, a, b), _:
            return balance(key, Node(RED, x, a, b), right)
        case Node(Colour.RED, x, a, Node(Colour.BLACK, y, b, c)), _:
            return Node(RED, y, balance(x, _reddened(a), b), Node(BLACK, key, c, right))
    raise AssertionError("the higher side has a black node")  # not reached: the types say so


def _reddened(t: Node[int]) -> Node[int]:
    return Node(RED, t.key, t.left, t.right)


def fuse(
    left: Inner, right: Annotated[After, Sound, AsHigh]
) -> Annotated[
    NearlyInner,
    where(lambda v, left, right: keys(v) == keys(left) + keys(right)),
    where(lambda v, left: black_height(v) == black_height(left)),
]:
    """Two trees of one height, one after the other."""
    match left, right:
        case Leaf(), _:
            return right
        case _, Leaf():
            return left
        case Node(Colour.RED, x, a, b), Node(Colour.RED, y, c, d):
            match fuse(b, c):
                case Node(Colour.RED, z, e, f):
                    return Node(RED, z, Node(RED, x, a, e), Node(RED, y, f, d))
                case middle:
                    return Node(RED, x, a, Node(RED, y, middle, d))
        case Node(Colour.BLACK, x, a, b), Node(Colour.BLACK, y, c, d):
            match fuse(b, c):
                case Node(Colour.RED, z, e, f):
                    return Node(RED, z, Node(BLACK, x, a, e), Node(BLACK, y, f, d))
                case middle:
                    return balance_left(x, a, Node(BLACK, y, middle, d))
        case _, Node(Colour.RED, y, c, d):
            return Node(RED, y, fuse(left, c), d)
    return Node(RED, left.key, left.left, fuse(left.right, right))


def delete_min(t: OkTree) -> Annotated[OkTree, where(lambda v, t: keys(v) == keys(t)[1:])]:
    return delete(minimum(t), t) if isinstance(t, Node) else t


def delete_max(t: OkTree) -> Annotated[OkTree, where(lambda v, t: keys(v) == keys(t)[:-1])]:
    return delete(maximum(t), t) if isinstance(t, Node) else t


def pop_min(t: Filled) -> Annotated[tuple[Key, OkTree], where(lambda v, t: [v[0], *keys(v[1])] == keys(t))]:
    least = minimum(t)
    return least, delete(least, t)
