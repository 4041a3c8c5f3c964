"""The normal form of a node: wide products, and no sums of one part.

While a space is discovered, a product is a chain: one field, and a sum of what may come behind it, which mostly turns
out to have one part.

    Sum                              Product
    └─ Product                       ├─ Choice(RED)
       ├─ Choice(RED)                ├─ Choice(0, 1)
       └─ Sum                   →    ├─ …
          └─ Product                 └─ …
             ├─ Choice(0, 1)
             └─ Sum …
"""

from __future__ import annotations

from refute.spaces.nodes.derived import Distinct, Flat, Placed, Selected, Subset
from refute.spaces.nodes.node import Built, Node, Product, Sum


class Normaliser:
    """Brings nodes into normal form; what they share, their normal forms share. Values and order stay the same."""

    def __init__(self) -> None:
        self._known: dict[Node, Node] = {}
        self._open: dict[Node, Sum | None] = {}  # sums that are being looked into, and what stands for them inside
        self.cyclic = False  # whether a node contains itself
        self._finite: set[Node] = set()  # nodes that were made in normal form, and do not

    def normal(self, node: Node) -> Node:
        """The normal form of a node. Without recursion: nodes nest as deeply as values."""
        known, open_, waiting = self._known, self._open, [node]
        while waiting:
            here = waiting[-1]
            if here.finished:
                known[here] = here
                self.cyclic = self.cyclic or self._contains_itself(here)
            elif here not in known:
                inside = here.inside
                if isinstance(here, Sum) and here not in open_:
                    open_[here] = None
                before = [part for part in inside if part not in known and part not in open_]
                if before:
                    waiting += before
                    continue
                known[here] = self._made(here, [known.get(part) or self._itself(part) for part in inside])
            waiting.pop()
        return known[node]

    def _contains_itself(self, node: Node) -> bool:
        """Whether a node that is in normal form is, or has inside it, a node that contains itself."""
        waiting, around = [node], set[Node]()
        while waiting:
            here = waiting[-1]
            if here in around or here in self._finite:
                waiting.pop()
                around.discard(here)
                self._finite.add(here)
                continue
            around.add(here)
            if any(part in around for part in here.inside):
                return True
            waiting += [part for part in here.inside if part not in self._finite]
        return False

    def _itself(self, node: Node) -> Sum:
        """What stands for a sum inside itself."""
        self.cyclic = True
        found = self._open[node]
        if found is None:
            found = self._open[node] = Sum()
            found.min_size = node.min_size
        return found

    def _made(self, node: Node, inside: list[Node]) -> Node:
        """The normal form of a node, from those of what is inside it."""
        match node:
            case Product(tail=tail):
                return _product(inside if tail is None else inside[:-1], None if tail is None else inside[-1])
            case Sum(ranks=ranks):
                found = self._open.pop(node)
                if found is None and len(inside) == 1:
                    return inside[0]
                return _sum(found or Sum(), inside, ranks)
            case Placed(picks=picks):
                return Placed(inside[0], picks)
            case Selected(of_items=of_items):
                (inner,) = inside
                assert isinstance(inner, Product)
                return Selected(inner, of_items=of_items)
            case Built(construction=construction, cost=cost):
                return Built(construction, inside[0], cost)
            case Flat():
                return Flat(inside[0])
            case Subset(of=of, chosen=chosen):
                return Subset(inside[0], of, chosen)
            case Distinct(of=of, places=places):
                return Distinct(inside[0], of, places)
        return node


def _product(fields: list[Node], tail: Node | None) -> Product:
    if isinstance(tail, Product):
        return Product((*fields, *tail.fields), tail.tail)
    return Product(tuple(fields), tail)


def _sum(node: Sum, parts: list[Node], ranks: dict[int, int]) -> Sum:
    for place, part in enumerate(parts):
        node.add(part, ranks.get(place))
    return node


def normal(node: Node) -> Node:
    """The normal form of a node."""
    return Normaliser().normal(node)
