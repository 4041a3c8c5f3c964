"""Functions of lists with links both ways and of rings: right ones, and ones that forget a link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from refute import invariant, where


@dataclass(eq=False)
class Node:
    value: int
    next: Node | None = None
    prev: Node | None = None


@dataclass
class DList:
    head: Node | None
    size: int

    @invariant
    def is_linked(self) -> bool:
        before, count, node = None, 0, self.head
        while node is not None:
            if node.prev is not before:
                return False
            before, count, node = node, count + 1, node.next
        return count == self.size

    def values(self) -> list[int]:
        found, node = [], self.head
        while node is not None:
            found.append(node.value)
            node = node.next
        return found

    def remove(self, value: int) -> bool:
        node = self.head
        while node is not None and node.value != value:
            node = node.next
        if node is None:
            return False
        if node.prev is None:
            self.head = node.next
        else:
            node.prev.next = node.next
        if node.next is not None:
            node.next.prev = node.prev
        self.size -= 1
        return True

    def remove_without_prev(self, value: int) -> bool:
        node = self.head
        while node is not None and node.value != value:
            node = node.next
        if node is None:
            return False
        if node.prev is None:
            self.head = node.next
        else:
            node.prev.next = node.next
        self.size -= 1
        return True

    def reversed_in_place(self) -> None:
        node, last = self.head, None
        while node is not None:
            node.next, node.prev = node.prev, node.next
            last, node = node, node.prev
        self.head = last


@dataclass(eq=False)
class Bead:
    next: Bead
    prev: Bead


@dataclass
class Ring:
    first: Bead

    @invariant
    def is_closed(self) -> bool:
        bead = self.first
        while bead.next.prev is bead:
            bead = bead.next
            if bead is self.first:
                return True
        return False

    def insert(self) -> None:
        bead = Bead(self.first, self.first.prev)
        self.first.prev.next = bead
        self.first.prev = bead

    def insert_without_way_back(self) -> None:
        bead = Bead(self.first, self.first.prev)
        self.first.prev.next = bead


def fails_on_long_lists(numbers: DList) -> int:
    assert numbers.size < 3 or numbers.values()[0] > 20
    return numbers.size


def sum_up_to(numbers: DList, limit: Annotated[int, where(lambda v, numbers: v <= numbers.size)]) -> int:
    assert limit <= numbers.size
    return sum(numbers.values()[: max(limit, 0)])


def made_circular(ring: Ring, by: Annotated[int, where("0 <= v <= 2")]) -> Ring:
    for _ in range(by):
        ring = Ring(ring.first.next)
    return ring


def torn(ring: Ring) -> Ring:
    first = ring.first
    return Ring(Bead(first, first.prev))


class Card:
    def __init__(self, value: int) -> None:
        self.value = value
        self.above: Card | None = None
        self.below: Card | None = None


class Pile:
    """As in a textbook: links are attributes that the constructor sets to None."""

    def __init__(self) -> None:
        self.top: Card | None = None
        self.height: int = 0

    @invariant
    def is_piled_up(self) -> bool:
        above, count, card = None, 0, self.top
        while card is not None:
            if card.above is not above:
                return False
            above, count, card = card, count + 1, card.below
        return count == self.height

    def push(self, value: int) -> None:
        card = Card(value)
        card.below = self.top
        if self.top is not None:
            self.top.above = card
        self.top, self.height = card, self.height + 1

    def pop_without_link(self) -> None:
        if self.top is not None:
            self.top, self.height = self.top.below, self.height - 1


@dataclass(eq=False)
class Checked:
    value: int
    next: Checked | None = None

    def __post_init__(self) -> None:
        if self.value < 0:
            raise ValueError("negative")


@dataclass(eq=False)
class CheckedRing:
    first: Checked | None

    @invariant
    def is_closed(self) -> bool:
        if self.first is None:
            return True
        node = self.first.next
        while node is not self.first:
            if node is None:
                return False
            node = node.next
        return True


def of_checked(ring: CheckedRing) -> bool:
    return ring.first is None


@dataclass(eq=False)
class Step:
    next: Step | None


@dataclass
class Walk:
    first: Step

    @invariant
    def ends(self) -> bool:
        step, before = self.first, None
        while step is not None:
            before, step = step, step.next  # type: ignore[assignment]
        return before is not self


@dataclass(eq=False)
class Unfriendly:
    peer: Unfriendly | None = None

    def __deepcopy__(self, memo: object) -> Unfriendly:
        raise RuntimeError("no copies")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparisons")

    __hash__ = object.__hash__


@dataclass(eq=False)
class Couple:
    one: Unfriendly
    other: Unfriendly

    @invariant
    def is_mutual(self) -> bool:
        return self.one.peer is self.other and self.other.peer is self.one


def parts(couple: Couple) -> None:
    couple.one.peer = None
