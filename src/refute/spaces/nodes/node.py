"""The algebra of spaces: start reading here.

A node is a finite set of values, graded by size, without repetition, in a fixed order. It is built from few kinds:

    Choice    scalars, listed; their size is 0
    UNIT      the empty tuple, of size 0
    Pair      a value of one node in front of a tuple of another: sizes add up, counts multiply
    Sum       one node or another: counts add up
    Built     a constructor applied to the tuples of a node, which may cost one more in size
    Subset    so many different values of one node and size, as an ordered tuple

and those that show the values of another node as something else, in `recast`.

Nodes may be cyclic, through a `Built` that costs something: a list is nothing, or an element and a list. Counts of
a node are computed for one size after another, from smaller sizes, and kept; those of a node that is not cyclic for
all sizes at once. Values are reached by index here, listed by `listing`, drawn by `sampling`. Laws: see
tests/spaces/test_algebra.py.

Values are built in *frozen form*: where a part is mutable, a `Recipe` stands for it, so that parts can be shared
between values and between tests (see `frozen`).
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate
from math import comb
from operator import mul
from typing import Any, NamedTuple, final

from refute.logic.terms.term import Rank
from refute.spaces.nodes.combinations import combination, index_of_combination
from refute.spaces.residuals.renaming import Extension, by_smallness

# Counting a node goes by what it was found to contain before, so only one thread counts at a time.
_counting = threading.RLock()


class CyclicError(Exception):
    """Asked of a cyclic node what only a finite one has."""


class Node(ABC):
    """A graded finite set. `extension` is what ranks stand for; nodes without ranks do not look at it."""

    __slots__ = ("_tables", "least")

    least: int  # the smallest size it has a value of

    def __init__(self, least: int) -> None:
        self.least = least
        # made when first needed: most nodes are counted, few are looked into
        self._tables: dict[Any, Any] | None = None

    @property
    def tables(self) -> dict[Any, Any]:
        if self._tables is None:
            self._tables = {}
        return self._tables

    @tables.setter
    def tables(self, tables: dict[Any, Any]) -> None:
        self._tables = tables

    @abstractmethod
    def count(self, size: int) -> int:
        """How many values of that size."""

    def counts(self, size: int) -> Sequence[int]:
        """How many values of each size up to this one, at least."""
        return [self.count(this) for this in range(size + 1)]

    @abstractmethod
    def total(self) -> int:
        """How many values of any size; only for nodes that are not cyclic."""

    @abstractmethod
    def most(self) -> int:
        """The largest size it has a value of; only for nodes that are not cyclic."""

    @abstractmethod
    def packed(self, width: int, sizes: int) -> int:
        """The counts of sizes below `sizes` in one integer, `width` bits each: counting is multiplying integers.

        Only for nodes that are not cyclic, and with a width that their totals fit into.
        """

    @abstractmethod
    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        """The value at a place among those of one size."""


@final
class Choice(Node):
    """Scalars. Ranks among them are enumerated in the order of what they stand for."""

    __slots__ = ("ranked", "values")

    def __init__(self, values: tuple[Any, ...]) -> None:
        super().__init__(0)
        self.values = values
        self.ranked = any(type(value) is Rank for value in values)

    def count(self, size: int) -> int:
        return len(self.values) if size == 0 else 0

    def total(self) -> int:
        return len(self.values)

    def most(self) -> int:
        return 0

    def packed(self, width: int, sizes: int) -> int:
        return len(self.values)

    def in_order(self, extension: Extension) -> Sequence[Any]:
        if not self.ranked:
            return self.values
        return by_smallness([extension[value.place] for value in self.values])

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.in_order(extension)[index]


@final
class Unit(Node):
    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(0)

    def count(self, size: int) -> int:
        return 1 if size == 0 else 0

    def total(self) -> int:
        return 1

    def most(self) -> int:
        return 0

    def packed(self, width: int, sizes: int) -> int:
        return 1

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return ()


UNIT = Unit()


def _cut(packed: int, width: int, sizes: int) -> int:
    """Packed counts without those of sizes that were not asked for."""
    bits = width * sizes
    return packed & ((1 << bits) - 1) if packed >> bits else packed


@final
class Pair(Node):
    """`first` in front of a tuple of `rest`; ordered by the size of the first, then the first, then the rest."""

    __slots__ = ("first", "rest")

    def __init__(self, first: Node, rest: Node) -> None:
        super().__init__(first.least + rest.least)
        self.first = first
        self.rest = rest

    def count(self, size: int) -> int:
        first, rest = self.first, self.rest
        if rest is UNIT:
            return first.count(size)
        low, high = first.least, size - rest.least
        if high < low:
            return 0
        ahead, behind = first.counts(high), rest.counts(size - low)
        return sum(map(mul, ahead[low : high + 1], behind[size - high : size - low + 1][::-1]))

    def total(self) -> int:
        return self.first.total() * self.rest.total()

    def most(self) -> int:
        return self.first.most() + self.rest.most()

    def packed(self, width: int, sizes: int) -> int:
        return _cut(self.first.packed(width, sizes) * self.rest.packed(width, sizes), width, sizes)

    def splits(self, size: int) -> tuple[list[int], list[int]]:
        """Sizes the first part may have, and how many values come up to and with each."""
        table: tuple[list[int], list[int]] | None = self.tables.get(size)
        if table is None:
            first, rest = self.first, self.rest
            counts = [
                (taken, first.count(taken) * rest.count(size - taken))
                for taken in range(first.least, size - rest.least + 1)
            ]
            taken = [taken for taken, count in counts if count]
            ends = list(accumulate(count for _, count in counts if count))
            table = self.tables[size] = (taken, ends)
        return table

    def before(self, size: int, taken: int) -> int:
        """How many values come before those whose first part has that size."""
        sizes, ends = self.splits(size)
        place = sizes.index(taken)
        return ends[place - 1] if place else 0

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        sizes, ends = self.splits(size)
        place = bisect_right(ends, index)
        if place:
            index -= ends[place - 1]
        taken = sizes[place]
        ahead, behind = divmod(index, self.rest.count(size - taken))
        first = self.first.unrank(taken, ahead, extension)
        return (first, *self.rest.unrank(size - taken, behind, extension))


@final
class Sum(Node):
    """One part or another. Parts are added while a space is being discovered, never after it is counted.

    A part may be tagged with a rank, when it is the choice of that rank: then parts come in the order of what the
    ranks stand for.
    """

    __slots__ = ("_busy", "_counts", "_cyclic", "_packed", "parts", "rank", "ranks")

    def __init__(self) -> None:
        super().__init__(1 << 60)
        self.parts: list[Node] = []
        self.ranks: dict[int, int] = {}  # place among the parts → rank
        self.rank: int | None = None  # the one rank that is all its values
        self._counts: list[int] = []
        self._packed: tuple[int, int, int] | None = None  # width, how many sizes, the packed counts
        self._busy = False
        self._cyclic = False

    def add(self, part: Node, rank: int | None = None) -> None:
        if rank is not None:
            self.ranks[len(self.parts)] = rank
        self.parts.append(part)
        if part.least < self.least:
            self.least = part.least

    def count(self, size: int) -> int:
        if len(self._counts) <= size:
            self._count_to(size)
        return self._counts[size]

    def counts(self, size: int) -> Sequence[int]:
        if len(self._counts) <= size:
            self._count_to(size)
        return self._counts

    def _count_to(self, size: int) -> None:
        counted = self._counts
        with _counting:
            if self._packed is not None:
                width, sizes, packed = self._packed
                one = (1 << width) - 1
                counted.extend([packed >> width * this & one for this in range(len(counted), sizes)])
            for this in range(len(counted), size + 1):
                counted.append(sum([part.count(this) for part in self.parts if part.least <= this]))

    def prepare(self, sizes: int) -> None:
        """Count all sizes below `sizes` at once if the node is not cyclic; else they are counted one by one."""
        try:
            self.packed(self.total().bit_length() + 1, sizes)
        except CyclicError:
            return

    def packed(self, width: int, sizes: int) -> int:
        known = self._packed
        if known is None or known[:2] != (width, sizes):
            packed = self._once(lambda: sum([part.packed(width, sizes) for part in self.parts]))
            known = self._packed = (width, sizes, packed)
        return known[2]

    def total(self) -> int:
        total: int | None = self.tables.get("total")
        if total is None:
            total = self.tables["total"] = self._once(lambda: sum([part.total() for part in self.parts]))
        return total

    def most(self) -> int:
        most: int | None = self.tables.get("most")
        if most is None:
            most = self.tables["most"] = self._once(lambda: max([part.most() for part in self.parts]))
        return most

    def _once(self, compute: Callable[[], int]) -> int:
        """Compute something from the parts, unless that leads back here."""
        with _counting:
            if self._busy or self._cyclic:
                self._cyclic = True
                raise CyclicError
            self._busy = True
            try:
                return compute()
            except CyclicError:
                self._cyclic = True
                raise
            finally:
                self._busy = False

    def in_order(self, size: int, extension: Extension) -> tuple[list[Node], list[int], list[int]]:
        """Parts that have values of a size, where each ends, and their places in `parts`."""
        key = (size, extension) if self.ranks else size
        table: tuple[list[Node], list[int], list[int]] | None = self.tables.get(key)
        if table is None:
            counts = {place: part.count(size) for place, part in enumerate(self.parts) if part.least <= size}
            places = [place for place, count in counts.items() if count]
            if self.ranks:
                order = {value: place for place, value in enumerate(by_smallness(extension))}
                places.sort(key=lambda place: order[extension[self.ranks[place]]] if place in self.ranks else -1)
            ends = list(accumulate(counts[place] for place in places))
            table = self.tables[key] = [self.parts[place] for place in places], ends, places
        return table

    def before(self, size: int, place: int, extension: Extension) -> int:
        """How many values of a size come before those of one part."""
        _, ends, places = self.in_order(size, extension)
        position = places.index(place)
        return ends[position - 1] if position else 0

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        parts, ends, _ = self.in_order(size, extension)
        place = bisect_right(ends, index)
        return parts[place].unrank(size, index - ends[place - 1] if place else index, extension)


class Making(NamedTuple):
    """What a constructor is: two that are equal make the same from the same fields."""

    key: Hashable
    build: Callable[..., Any]  # from the fields as they are declared
    take: Callable[[Any], Sequence[Any] | None]
    order: tuple[int, ...]  # which field stands where in the tuples it is applied to
    mapping: bool  # whether it makes dicts
    selected: bool = False  # whether it makes sets or dicts of any size (see `selections`)


@final
class Built(Node):
    """A constructor applied to tuples, spread out; `cost` is what it adds to the size.

    `made` says which constructor, where its fields can be told apart.
    """

    __slots__ = ("build", "cost", "inner", "made")

    def __init__(self, build: Callable[..., Any], inner: Node, cost: int, made: Making | None = None) -> None:
        super().__init__(inner.least + cost)
        self.build = build
        self.inner = inner
        self.cost = cost
        self.made = made

    def count(self, size: int) -> int:
        return self.inner.count(size - self.cost) if size >= self.cost else 0

    def total(self) -> int:
        return self.inner.total()

    def most(self) -> int:
        return self.inner.most() + self.cost

    def packed(self, width: int, sizes: int) -> int:
        return _cut(self.inner.packed(width, sizes) << width * self.cost, width, sizes)

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.build(*self.inner.unrank(size - self.cost, index, extension))


@final
class Subset(Node):
    """`chosen` different values of `inner`, all of size `of`; each costs one more. In lexicographic order."""

    __slots__ = ("chosen", "inner", "of")

    def __init__(self, inner: Node, of: int, chosen: int) -> None:
        super().__init__(chosen * (of + 1))
        self.inner = inner
        self.of = of
        self.chosen = chosen

    def count(self, size: int) -> int:
        return self.total() if size == self.least else 0

    def total(self) -> int:
        return comb(self.inner.count(self.of), self.chosen)

    def most(self) -> int:
        return self.least

    def packed(self, width: int, sizes: int) -> int:
        return self.total() << width * self.least if self.least < sizes else 0

    def places(self, index: int) -> list[int]:
        """The places, ascending, of the chosen values: the combination at an index."""
        return combination(self.inner.count(self.of), self.chosen, index)

    def index_of(self, places: Sequence[int]) -> int:
        """The index of the combination with these places."""
        return index_of_combination(self.inner.count(self.of), places)

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return tuple([self.inner.unrank(self.of, place, extension) for place in self.places(index)])
