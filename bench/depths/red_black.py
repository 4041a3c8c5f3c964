"""Adding to a red-black tree, by Okasaki's method."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from redblack import Colour, Leaf, Node, add

from depths.subject import Arguments, Subject
from refute import Nat, where

MOST = 1 << 30


def black_height(t: Any, low: int, high: int) -> int:
    """The black height of a valid tree, or -1."""
    if isinstance(t, Leaf):
        return 0
    if not isinstance(t, Node) or not isinstance(t.key, int) or not low < t.key < high:
        return -1
    left, right = black_height(t.left, low, t.key), black_height(t.right, t.key, high)
    if left < 0 or left != right:
        return -1
    if t.colour is Colour.RED:
        for child in (t.left, t.right):
            if isinstance(child, Node) and child.colour is Colour.RED:
                return -1
        return left
    return left + 1 if t.colour is Colour.BLACK else -1


def is_red_black(tree: Any) -> bool:
    """Told node by node, in a loop: nothing that the logic reads. On every way as many black nodes as leftmost."""
    blacks = 0
    leftmost = tree
    while isinstance(leftmost, Node):
        blacks += leftmost.colour is Colour.BLACK
        leftmost = leftmost.left
    waiting: list[tuple[Any, float, float, int, bool]] = [(tree, -1, MOST, blacks, False)]
    while waiting:
        node, low, high, left, below_red = waiting.pop()
        if isinstance(node, Leaf):
            if left:
                return False
            continue
        red = node.colour is Colour.RED
        if (red and below_red) or (not red and not left) or not low < node.key < high:
            return False
        left -= not red
        waiting += [(node.right, node.key, high, left, red), (node.left, low, node.key, left, red)]
    return True


@dataclass(frozen=True)
class AnyNode(Node[int]):
    """A node whose keys need not be in order."""

    colour: Colour
    key: Nat
    left: AnyTree
    right: AnyTree


AnyTree = Leaf | AnyNode


def add_opaque(x: Nat, t: Annotated[AnyTree, where(is_red_black)]) -> Annotated[Any, where(is_red_black)]:
    return add(x, t)


def red_black_trees(depth: int) -> Iterator[Any]:
    """All red-black trees over natural numbers by the rule of SmallCheck; subtrees are kept and shared."""
    leaf = Leaf()

    @cache
    def trees(depth: int, low: int, high: int, blacks: int, red: bool) -> list[Any]:
        found: list[Any] = [leaf] if blacks == 0 else []
        if depth <= 0:
            return found
        for key in range(max(low, 0), min(high, depth - 1) + 1):
            if red:
                rights = trees(depth - 1, key + 1, high, blacks, False)
                for left in trees(depth - 1, low, key - 1, blacks, False) if rights else ():
                    found += [Node(Colour.RED, key, left, right) for right in rights]
            if blacks:
                rights = trees(depth - 1, key + 1, high, blacks - 1, True)
                for left in trees(depth - 1, low, key - 1, blacks - 1, True) if rights else ():
                    found += [Node(Colour.BLACK, key, left, right) for right in rights]
        return found

    for blacks in range(depth + 1):
        yield from trees(depth, 0, depth, blacks, True)


def inputs(depth: int) -> Iterator[Arguments]:
    for t in red_black_trees(depth):
        for x in range(depth + 1):
            yield x, t


def by_hand(inputs: Iterable[Arguments]) -> int:
    count = 0
    for x, t in inputs:
        assert black_height(add(x, t), -1, MOST) >= 0
        count += 1
    return count


RED_BLACK = Subject(
    "red-black add",
    add,
    add_opaque,
    inputs,
    by_hand,
    lambda x, t: black_height(t, -1, MOST) >= 0,
    published={8: 41.7, 10: 209, 12: 1508},
)
