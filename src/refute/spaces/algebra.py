"""The algebra of spaces: start reading here.

A node is a finite set of values, graded by size, without repetition, in a fixed order. Everything is built from few kinds:

    Choice    scalars, listed; their size is 0
    UNIT      the empty tuple, of size 0
    Pair      a value of one node in front of a tuple of another: sizes add up, counts multiply
    Sum       one node or another: counts add up
    Built     a constructor applied to the tuples of a node, which may cost one more in size
    Flat      a node seen as scalars: all of size 0, in the order of the sizes they had
    Subset    so many different values of one node and size, as an ordered tuple
    Placed    a node whose ranks are places in a given extension (see `renaming`)

Nodes may be cyclic, through a `Built` that costs something: a list is nothing, or an element and a list. What is known of a
node is computed for one size at a time, from smaller sizes, and kept. Laws: see tests/spaces/test_algebra.py.

Values are built in *frozen form*: where a part is mutable, a `Recipe` stands for it, so that parts can be shared between
values and between tests; `thaw` builds the real, fresh thing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations
from math import comb
from typing import Any, final

from refute.logic.terms import Rank
from refute.spaces.renaming import Extension, by_smallness

# Lists of values are kept when they are this short; longer ones are generated again each time.
_KEPT = 20_000


@final
class Recipe:
    """A mutable value in frozen form: what builds it, and its parts."""

    __slots__ = ("make", "parts")

    def __init__(self, make: Callable[[Sequence[Any]], Any], parts: Sequence[Any]) -> None:
        self.make = make
        self.parts = parts


def thaw(value: Any) -> Any:
    """The real value of a frozen form, fresh in all its mutable parts."""
    if type(value) is Recipe:
        return value.make([thaw(part) for part in value.parts])
    return value


class Node:
    """A graded finite set. `extension` is what ranks stand for; nodes without ranks do not look at it."""

    __slots__ = ("_counts", "_kept", "_tables", "least", "ranked")

    least: int  # the smallest size it has a value of
    ranked: bool

    def __init__(self, least: int, ranked: bool = False) -> None:
        self.least = least
        self.ranked = ranked
        # made when first needed: most nodes are counted, few are looked into
        self._counts: list[int] | None = None
        self._tables: dict[Any, Any] | None = None
        self._kept: dict[Any, list[Any]] | None = None

    @property
    def tables(self) -> dict[Any, Any]:
        if self._tables is None:
            self._tables = {}
        return self._tables

    def count(self, size: int) -> int:
        """How many values of that size."""
        counts = self._counts
        if counts is None:
            counts = self._counts = []
        while len(counts) <= size:
            counts.append(self._count(len(counts)))
        return counts[size]

    def _count(self, size: int) -> int:
        raise NotImplementedError

    def total(self) -> int:
        """How many values of any size; only for nodes that are not cyclic."""
        raise NotImplementedError

    def most(self) -> int:
        """The largest size it has a value of; only for nodes that are not cyclic."""
        raise NotImplementedError

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        """The value at a place among those of one size."""
        raise NotImplementedError

    def each(self, size: int, extension: Extension) -> Iterator[Any]:
        """All values of one size, in order."""
        raise NotImplementedError

    def listed(self, size: int, extension: Extension) -> Iterator[Any] | list[Any]:
        """The same, kept for the next time if they are few."""
        key = (size, extension) if self.ranked else size
        if self._kept is None:
            self._kept = {}
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        if self.count(size) > _KEPT:
            return self.each(size, extension)
        kept = self._kept[key] = list(self.each(size, extension))
        return kept


@final
class Choice(Node):
    """Scalars. Ranks among them are enumerated in the order of what they stand for."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[Any, ...]) -> None:
        super().__init__(0, any(type(value) is Rank for value in values))
        self.values = values

    def _count(self, size: int) -> int:
        return len(self.values) if size == 0 else 0

    def total(self) -> int:
        return len(self.values)

    def most(self) -> int:
        return 0

    def in_order(self, extension: Extension) -> Sequence[Any]:
        if not self.ranked:
            return self.values
        return by_smallness([extension[value.place] for value in self.values])

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.in_order(extension)[index]

    def each(self, size: int, extension: Extension) -> Iterator[Any]:
        if size == 0:
            yield from self.in_order(extension)


@final
class Unit(Node):
    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(0)

    def _count(self, size: int) -> int:
        return 1 if size == 0 else 0

    def total(self) -> int:
        return 1

    def most(self) -> int:
        return 0

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return ()

    def each(self, size: int, extension: Extension) -> Iterator[Any]:
        if size == 0:
            yield ()


UNIT = Unit()


@final
class Pair(Node):
    """`first` in front of a tuple of `rest`; ordered by the size of the first, then the first, then the rest."""

    __slots__ = ("first", "rest")

    def __init__(self, first: Node, rest: Node) -> None:
        super().__init__(first.least + rest.least, first.ranked or rest.ranked)
        self.first = first
        self.rest = rest

    def _count(self, size: int) -> int:
        first, rest = self.first, self.rest
        total = 0
        for taken in range(first.least, size - rest.least + 1):
            ways = first.count(taken)
            if ways:
                total += ways * rest.count(size - taken)
        return total

    def total(self) -> int:
        return self.first.total() * self.rest.total()

    def most(self) -> int:
        return self.first.most() + self.rest.most()

    def splits(self, size: int) -> tuple[list[int], list[int]]:
        """Sizes the first part may have, and how many values come up to and with each."""
        table = self.tables.get(size)
        if table is None:
            taken = [
                s
                for s in range(self.first.least, size - self.rest.least + 1)
                if self.first.count(s) and self.rest.count(size - s)
            ]
            ends = list(accumulate(self.first.count(s) * self.rest.count(size - s) for s in taken))
            table = self.tables[size] = (taken, ends)
        return table  # type: ignore[no-any-return]

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

    def each(self, size: int, extension: Extension) -> Iterator[Any]:
        first, rest = self.first, self.rest
        for taken in self.splits(size)[0]:
            if rest is UNIT:
                for head in first.listed(taken, extension):
                    yield (head,)
                continue
            for head in first.listed(taken, extension):
                for tail in rest.listed(size - taken, extension):
                    yield (head, *tail)


@final
class Sum(Node):
    """One part or another. Parts are added while a space is being discovered, never after it is counted.

    A part may be tagged with a rank, when it is the choice of that rank: then parts come in the order of what the ranks
    stand for.
    """

    __slots__ = ("parts", "rank", "ranks")

    def __init__(self) -> None:
        super().__init__(1 << 60)
        self.parts: list[Node] = []
        self.ranks: dict[int, int] = {}  # place among the parts → rank
        self.rank: int | None = None  # the one rank that is all its values

    def add(self, part: Node, rank: int | None = None) -> None:
        if rank is not None:
            self.ranks[len(self.parts)] = rank
            self.ranked = True
        self.parts.append(part)
        if part.least < self.least:
            self.least = part.least
        if part.ranked:
            self.ranked = True

    def _count(self, size: int) -> int:
        return sum([part.count(size) for part in self.parts if part.least <= size])

    def total(self) -> int:
        table = self.tables.get("total")
        if table is None:
            table = self.tables["total"] = sum(part.total() for part in self.parts)
        return table  # type: ignore[no-any-return]

    def most(self) -> int:
        table = self.tables.get("most")
        if table is None:
            table = self.tables["most"] = max(part.most() for part in self.parts)
        return table  # type: ignore[no-any-return]

    def in_order(self, size: int, extension: Extension) -> tuple[list[Node], list[int], list[int]]:
        """Parts that have values of a size, where each ends, and their places in `parts`."""
        key = (size, extension) if self.ranks else size
        table = self.tables.get(key)
        if table is None:
            places = [place for place, part in enumerate(self.parts) if part.least <= size and part.count(size)]
            if self.ranks:
                order = {value: place for place, value in enumerate(by_smallness(extension))}
                places.sort(key=lambda place: order[extension[self.ranks[place]]] if place in self.ranks else -1)
            parts = [self.parts[place] for place in places]
            table = self.tables[key] = parts, list(accumulate(part.count(size) for part in parts)), places
        return table  # type: ignore[no-any-return]

    def before(self, size: int, place: int, extension: Extension) -> int:
        """How many values of a size come before those of one part."""
        _, ends, places = self.in_order(size, extension)
        position = places.index(place)
        return ends[position - 1] if position else 0

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        parts, ends, _ = self.in_order(size, extension)
        place = bisect_right(ends, index)
        return parts[place].unrank(size, index - ends[place - 1] if place else index, extension)

    def each(self, size: int, extension: Extension) -> Iterator[Any]:
        for part in self.in_order(size, extension)[0]:
            yield from part.each(size, extension)


@final
class Built(Node):
    """A constructor applied to tuples; `cost` is what it adds to the size."""

    __slots__ = ("build", "cost", "inner")

    def __init__(self, build: Callable[[Any], Any], inner: Node, cost: int) -> None:
        super().__init__(inner.least + cost, inner.ranked)
        self.build = build
        self.inner = inner
        self.cost = cost

    def _count(self, size: int) -> int:
        return self.inner.count(size - self.cost) if size >= self.cost else 0

    def total(self) -> int:
        return self.inner.total()

    def most(self) -> int:
        return self.inner.most() + self.cost

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.build(self.inner.unrank(size - self.cost, index, extension))

    def each(self, size: int, extension: Extension) -> Iterator[Any]:
        if size >= self.cost:
            yield from map(self.build, self.inner.each(size - self.cost, extension))


@final
class Flat(Node):
    """The values of a node that is not cyclic, as scalars of size 0."""

    __slots__ = ("inner",)

    def __init__(self, inner: Node) -> None:
        super().__init__(0, inner.ranked)
        self.inner = inner

    def _count(self, size: int) -> int:
        return self.inner.total() if size == 0 else 0

    def total(self) -> int:
        return self.inner.total()

    def most(self) -> int:
        return 0

    def _ends(self) -> list[int]:
        table = self.tables.get("ends")
        if table is None:
            sizes = range(self.inner.most() + 1)
            table = self.tables["ends"] = list(accumulate(self.inner.count(size) for size in sizes))
        return table  # type: ignore[no-any-return]

    def before(self, inner_size: int) -> int:
        return self._ends()[inner_size - 1] if inner_size else 0

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        ends = self._ends()
        inner_size = bisect_right(ends, index)
        return self.inner.unrank(inner_size, index - (ends[inner_size - 1] if inner_size else 0), extension)

    def each(self, size: int, extension: Extension) -> Iterator[Any]:
        if size == 0:
            for inner_size in range(self.inner.most() + 1):
                yield from self.inner.each(inner_size, extension)


@final
class Subset(Node):
    """`chosen` different values of `inner`, all of size `of`; each costs one more. In lexicographic order."""

    __slots__ = ("chosen", "inner", "of")

    def __init__(self, inner: Node, of: int, chosen: int) -> None:
        super().__init__(chosen * (of + 1), inner.ranked)
        self.inner = inner
        self.of = of
        self.chosen = chosen

    def _count(self, size: int) -> int:
        return self.total() if size == self.least else 0

    def total(self) -> int:
        return comb(self.inner.count(self.of), self.chosen)

    def most(self) -> int:
        return self.least

    def places(self, index: int) -> list[int]:
        """The places, ascending, of the chosen values: the combination at an index."""
        found: list[int] = []
        left, place = self.inner.count(self.of), 0
        for chosen in range(self.chosen, 0, -1):
            # combinations that begin at `place` or later number comb(left, chosen); find where this one begins
            low, high = 0, left - chosen
            whole = comb(left, chosen)
            while low < high:
                middle = (low + high) // 2
                if whole - comb(left - middle - 1, chosen) <= index:
                    low = middle + 1
                else:
                    high = middle
            index -= whole - comb(left - low, chosen)
            found.append(place + low)
            place += low + 1
            left -= low + 1
        return found

    def index_of(self, places: Sequence[int]) -> int:
        index, begin = 0, 0
        left = self.inner.count(self.of)
        for position, place in enumerate(places):
            chosen = self.chosen - position
            index += comb(left, chosen) - comb(left - (place - begin), chosen)
            left -= place - begin + 1
            begin = place + 1
        return index

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return tuple(self.inner.unrank(self.of, place, extension) for place in self.places(index))

    def each(self, size: int, extension: Extension) -> Iterator[Any]:
        if size == self.least:
            yield from combinations(self.inner.listed(self.of, extension), self.chosen)


@final
class Placed(Node):
    """A node over ranks, put into an extension: scalars themselves, or ranks of the extension around it."""

    __slots__ = ("inner", "picks")

    def __init__(self, inner: Node, picks: tuple[Any, ...]) -> None:
        super().__init__(inner.least, any(type(pick) is Rank for pick in picks))
        self.inner = inner
        self.picks = picks

    def _count(self, size: int) -> int:
        return self.inner.count(size)

    def total(self) -> int:
        return self.inner.total()

    def most(self) -> int:
        return self.inner.most()

    def extension(self, around: Extension) -> Extension:
        if not self.ranked:
            return self.picks
        return tuple([around[pick.place] for pick in self.picks])

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.inner.unrank(size, index, self.extension(extension))

    def each(self, size: int, extension: Extension) -> Iterator[Any]:
        return iter(self.inner.listed(size, self.extension(extension)))
