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
from refute.spaces.nodes.node import Built, Choice, Node, Product, Sum


class Normaliser:
    """Brings nodes into normal form; what they share, their normal forms share. Values and order stay the same."""

    def __init__(self) -> None:
        self._known: dict[Node, Node] = {}
        self._open: dict[Node, Sum | None] = {}  # sums being normalised, and what stands for them inside
        self.cyclic = False  # whether a node contains itself
        self._finite: set[Node] = set()  # nodes that were made in normal form, and do not

    def normal(self, node: Node) -> Node:
        """The normal form of a node. Recursive: nodes nest as deeply as what they were built by."""
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = self._made(node)
        return found

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

    def _made(self, node: Node) -> Node:
        """The normal form of a node that is not known yet. Nodes that have it already, and cannot grow, stay."""
        if type(node) is Sum:
            return self._made_sum(node)
        if type(node) is Product:
            fields, tail = tuple([self.normal(field) for field in node.fields]), node.tail
            if tail is None:
                return node if fields == node.fields else Product(fields)
            behind = self.normal(tail)
            return Product(fields + behind.fields, behind.tail) if type(behind) is Product else Product(fields, behind)
        if node.finished:
            self.cyclic = self.cyclic or self._contains_itself(node)
            return node
        if type(node) is Choice:
            return node
        (inner,) = node.inside
        made = self.normal(inner)
        return node if made is inner else _around(node, made)

    def _made_sum(self, node: Sum) -> Node:
        if node in self._open:  # it contains itself
            self.cyclic = True
            found = self._open[node]
            if found is None:
                found = self._open[node] = Sum()
                found.min_size = node.min_size
            return found
        self._open[node] = None
        parts = [self.normal(part) for part in node.parts]
        found = self._open.pop(node)
        if found is None:
            if len(parts) == 1:
                return parts[0]
            found = Sum()
        for place, part in enumerate(parts):
            found.add(part, node.ranks.get(place))
        return found


def _around(node: Node, inner: Node) -> Node:
    """A node of one part, with another in its place."""
    match node:
        case Placed(picks=picks):
            return Placed(inner, picks)
        case Selected(of_items=of_items):
            assert isinstance(inner, Product)
            return Selected(inner, of_items=of_items)
        case Built(construction=construction, cost=cost):
            return Built(construction, inner, cost)
        case Flat():
            return Flat(inner)
        case Subset(of=of, chosen=chosen):
            return Subset(inner, of, chosen)
        case Distinct(of=of, places=places):
            return Distinct(inner, of, places)
    raise AssertionError(node)


def normal(node: Node) -> Node:
    """The normal form of a node."""
    return Normaliser().normal(node)
