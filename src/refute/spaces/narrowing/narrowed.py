"""Nodes that a search results in: families of values, and values that were found one by one.

The family of a value is found by the decision tree of the search:

    Fork at ()                              the whole
    ├─ Leaf                                 family 0
    └─ Node: Fork at (0,)                   its key
       ├─ 0: Fork at (1,)                   its left subtree
       │  ├─ Leaf                           family 1
       │  └─ Node: …
       └─ 1: …
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, final

from refute.logic.terms.term import identity_key
from refute.spaces.narrowing.holes import SIZE, Path
from refute.spaces.narrowing.partial import Part
from refute.spaces.nodes.construction import Construction
from refute.spaces.nodes.extension import Extension
from refute.spaces.nodes.node import Memo, Node, Place, Sum
from refute.spaces.nodes.recipes import thaw

# What values are grouped by: their constructors, or a name for several of them.
Group = Construction | str
REST, MAPPINGS = "others", "mappings"
SELECTED, FORMED = "selected", "formed"


@dataclass
class Leaf:
    """A leaf of the decision tree: one family."""

    family: int | None = None  # its number among the nodes found; None if a predicate is false on it
    place: int | None = None  # the place of its only value in that node, if it has one


@dataclass
class Fork:
    """An inner node of the decision tree: values are grouped by what is at a place."""

    path: Path
    scalars: dict[Any, Fork | Leaf] = field(default_factory=dict)
    structures: list[tuple[Construction, Fork | Leaf]] = field(default_factory=list)
    holes: dict[bool, Fork | Leaf] = field(default_factory=dict)  # by whether the hole is for a dict

    def add(self, group: Group, then: Fork | Leaf) -> None:
        if not isinstance(group, Construction):
            self.holes[group == MAPPINGS] = then
        elif group.take is None:
            self.scalars[group.key] = then
        else:
            self.structures.append((group, then))

    def follow(self, inside: dict[Path, Any]) -> Fork | Leaf | None:
        """The branch of a value. Its parts at this place are added to `inside`, for later forks."""
        if self.path[-1:] == (SIZE,):
            return self.scalars.get(identity_key(len(inside[self.path[:-1]])))
        value = inside[self.path]
        then = self.scalars.get(identity_key(value))
        if then is not None:
            return then
        for head, branch in self.structures:
            parts = head.take(value) if head.take is not None else None
            if parts is not None:
                inside.update({(*self.path, place): part for place, part in enumerate(parts)})
                return branch
        return self.holes.get(isinstance(value, dict))


Spot = Fork | Leaf


def leaf_of(spot: Spot, value: Any) -> Leaf | None:
    """The leaf of a value."""
    inside: dict[Path, Any] = {(): value}
    while isinstance(spot, Fork):
        then = spot.follow(inside)
        if then is None:
            return None
        spot = then
    return spot


class Narrowed(Sum):
    """The families that a search found."""

    __slots__ = ("_places", "_root", "_searched_of")

    finished = True

    def __init__(
        self, families: Sequence[tuple[int, Node]], root: Spot, searched_of: Callable[[Any], tuple[Any] | None]
    ) -> None:
        """`families` have numbers. `searched_of` maps a value to a tuple of what predicates were run on, or to None."""
        super().__init__(*[node for _, node in families])
        self._places = {family: place for place, (family, _) in enumerate(families)}
        self._root = root
        self._searched_of = searched_of

    def __repr__(self) -> str:
        return f"Narrowed to {len(self.parts)} families"

    def _rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        searched = self._searched_of(value)
        leaf = None if searched is None else leaf_of(self._root, *searched)
        if leaf is None or leaf.family not in self._places:
            return None
        place = self._places[leaf.family]
        part = self.parts[place]
        found = part.rank(value, extension, memo) if leaf.place is None else (part.min_size, leaf.place)
        return None if found is None else (found[0], self.in_order(found[0], extension)[2][place] + found[1])


@final
class Singles(Node):
    """Values that were found one by one, all of one size."""

    __slots__ = ("found", "size")

    finished = True

    def __init__(self, found: Sequence[Part], size: int) -> None:
        super().__init__(size)
        self.found = found  # without holes
        self.size = size

    def __repr__(self) -> str:
        return f"Singles({len(self.found)} of size {self.size})"

    def some(self, places: Sequence[int]) -> Singles:
        """Those at some places."""
        return Singles([self.found[place] for place in places], self.size)

    def under(self, head: Construction) -> Singles:
        """The same with another constructor applied to the parts of each."""
        return Singles([Part(head.reordered(part.head.order), part.parts) for part in self.found], self.size)

    def count(self, size: int) -> int:
        return len(self.found) if size == self.size else 0

    def total(self) -> int:
        return len(self.found)

    def max_size(self) -> int:
        return self.size

    def generating(self, width: int, sizes: int) -> int:
        return len(self.found) << width * self.size if self.size < sizes else 0

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.found[index].again()

    def rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        place = next((place for place, part in enumerate(self.found) if _is(part, value)), None)
        return None if place is None else (self.size, place)


def _is(part: Part, value: Any) -> bool:
    """Whether a part, which has no holes, is this value."""
    take = part.head.take
    if take is None:
        return identity_key(thaw(part.frozen())) == identity_key(value)
    parts = take(value)
    if parts is None or len(parts) != len(part.parts):
        return False
    return all(type(inner) is Part and _is(inner, one) for inner, one in zip(part.parts, parts, strict=True))
