"""Classes whose objects point at each other, with invariants that compare by `is`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, TypeVar

from linked_functions import Ring
from refute import Nat, invariant, where


@dataclass(eq=False)
class Link:
    value: Literal[0, 1]
    next: Link | None = None
    prev: Link | None = None


@dataclass
class Chain:
    """A list with links both ways, which knows its length."""

    head: Link | None
    length: int

    @invariant
    def is_linked(self) -> bool:
        before, count, link = None, 0, self.head
        while link is not None:
            if link.prev is not before:
                return False
            before, count, link = link, count + 1, link.next
        return count == self.length


@dataclass(eq=False)
class Fork:
    left: Fork | None
    right: Fork | None


@dataclass
class Any2:
    """All that can be linked by two pointers."""

    top: Fork

    @invariant
    def is_itself(self) -> bool:
        return self.top is self.top


@dataclass(eq=False)
class Branch:
    key: int
    left: Branch | None = None
    right: Branch | None = None


@dataclass
class SearchTree:
    """A search tree with the keys 1 to `size`, found to be a tree by the identity of its nodes."""

    root: Branch | None
    size: Nat

    @invariant
    def is_ordered(self) -> bool:
        met: set[int] = set()

        def fits(node: Branch | None, low: int, high: int) -> bool:
            if node is None:
                return True
            if id(node) in met or not low < node.key < high:
                return False
            met.add(id(node))
            return fits(node.left, low, node.key) and fits(node.right, node.key, high)

        return fits(self.root, 0, self.size + 1) and len(met) == self.size


@dataclass(eq=False)
class Vertex:
    near: set[Vertex]


@dataclass
class Graph:
    """A graph without loops, of at most four vertices."""

    vertices: set[Vertex]

    @invariant
    def is_symmetric(self) -> bool:
        if len(self.vertices) > 4:
            return False
        for vertex in self.vertices:
            if vertex in vertex.near or not vertex.near <= self.vertices:
                return False
            if not all(any(vertex is back for back in other.near) for other in vertex.near):
                return False
        return True


@dataclass(eq=False)
class Folder:
    inside: list[Folder]
    parent: Folder | None = None


@dataclass
class Files:
    """A tree with lists of children, which know their parents."""

    root: Folder

    @invariant
    def is_tree(self) -> None:
        met: list[Folder] = []
        waiting = [self.root]
        assert self.root.parent is None
        while waiting:
            folder = waiting.pop()
            assert not any(folder is other for other in met)
            met.append(folder)
            assert all(child.parent is folder for child in folder.inside)
            waiting += folder.inside


@dataclass(eq=False)
class Letter:
    next: dict[Literal["a", "b"], Letter]
    last: Letter | None


@dataclass
class Words:
    """A trie whose nodes know the one before, by a helper of the class."""

    top: Letter

    def _known(self, letter: Letter, last: Letter | None, room: int) -> bool:
        if letter.last is not last or room == 0:
            return False
        return all(self._known(other, letter, room - 1) for other in letter.next.values())

    @invariant
    def is_trie(self) -> bool:
        return self._known(self.top, None, 4)


@dataclass(eq=False)
class Pet:
    owner: Owner | None


@dataclass(eq=False)
class Owner:
    pet: Pet | None

    @invariant
    def is_known(self) -> bool:
        return self.pet is None or self.pet.owner is self


@dataclass
class House:
    """Each owner in a house satisfies an invariant of its own."""

    owners: tuple[Owner, Owner]

    @invariant
    def has_two(self) -> bool:
        return self.owners[0] is not self.owners[1]


@dataclass(eq=False)
class Span:
    low: Literal[0, 1, 2]
    high: Annotated[Literal[0, 1, 2], where(lambda v, low: low <= v)]
    other: Span | None = None


@dataclass
class Spans:
    """Fields that are refined by others of the same object."""

    one: Span

    @invariant
    def is_met(self) -> bool:
        return self.one.other is None or self.one.other is self.one


T = TypeVar("T")


@dataclass(eq=False)
class Cell(Generic[T]):
    item: T
    next: Cell[T] | None = None


@dataclass
class Queue(Generic[T]):
    """A generic class with pointers to both ends."""

    first: Cell[T] | None
    last: Cell[T] | None = field(default=None)

    @invariant
    def ends(self) -> bool:
        before, cell, left = None, self.first, 5
        while cell is not None and left:
            before, cell, left = cell, cell.next, left - 1
        return cell is None and before is self.last


CLASSES: dict[str, Any] = {
    "chain": Chain,
    "ring": Ring,
    "anything": Any2,
    "search tree": SearchTree,
    "graph": Graph,
    "files": Files,
    "words": Words,
    "house": House,
    "spans": Spans,
    "queue": Queue[Literal[0, 1]],
}
