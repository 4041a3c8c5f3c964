"""Red-black trees: one of the four rotations mixes up two keys."""

from __future__ import annotations

from typing import Annotated

from redblack import Colour, Node, Tree

from refute import Nat, where

RED, BLACK = Colour


def rotated(
    key: Nat,
    left: Tree[Annotated[Nat, where(lambda v, key: v < key)]],
    right: Tree[Annotated[Nat, where(lambda v, key: v > key)]],
) -> Node[Nat]:
    """A black node, or a red one with black children where a red child has a red child."""
    match Node(BLACK, key, left, right):
        case (
            Node(_, z, Node(Colour.RED, y, Node(Colour.RED, x, a, b), c), d)
            | Node(_, z, Node(Colour.RED, x, a, Node(Colour.RED, y, b, c)), d)
            | Node(_, x, a, Node(Colour.RED, y, Node(Colour.RED, z, b, c), d))
            | Node(_, x, a, Node(Colour.RED, y, b, Node(Colour.RED, z, c, d)))
        ):
            return Node(RED, y, Node(BLACK, x, a, b), Node(BLACK, z, c, d))
    return Node(BLACK, key, left, right)
