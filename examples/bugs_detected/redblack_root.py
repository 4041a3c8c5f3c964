"""Red-black trees: insertion gives the root its former colour back, and that may be red."""

from __future__ import annotations

from redblack import Colour, Node, OkTree, add

from refute import Nat


def insert(key: Nat, t: OkTree) -> OkTree:
    grown = add(key, t)
    former = t.colour if isinstance(t, Node) else Colour.BLACK
    return Node(former, grown.key, grown.left, grown.right)
