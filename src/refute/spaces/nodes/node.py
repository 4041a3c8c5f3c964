"""The algebra of spaces: start reading here.

A node is a finite set of values, graded by size, without repetition, in a fixed order. It is built from few kinds:

    Choice    scalars, listed; their size is 0
    Product   tuples of a value of each of some nodes: sizes add up, counts multiply
    Sum       a value of one node or another: counts add up
    Built     a constructor applied to the tuples of a node, which may cost something in size

and those of `derived`, which show the values of another node as something else.

Nodes may be cyclic, through a `Built` that costs something: a list is nothing, or an element and a list. Counts of a
node are computed for one size after another, from smaller sizes, and kept; those of a node that is not cyclic for all
sizes at once. `unrank` leads from an index to a value, `rank` back; `enumerate` lists values, `sample` draws some.
Laws: see tests/spaces/test_algebra.py.

Values are built in *frozen form*: where a part is mutable, a `Recipe` stands for it, so that parts can be shared
between values and between tests (see `recipes`). `rank` is given real values.

Examples show the values of a node by size:

>>> from refute.spaces.nodes.construction import CELL, END
>>> from refute.spaces.nodes.enumerate import tiers
>>> bit, letter = Choice((0, 1)), Choice(("a", "b"))
>>> BOXED = Construction("boxed", 1, lambda part: [part])
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Sequence
from itertools import accumulate
from math import prod
from typing import Any, final

from refute.logic.terms.term import Rank, identity_key
from refute.spaces.nodes.construction import Construction
from refute.spaces.nodes.extension import Extension, by_smallness
from refute.spaces.nodes.heads import OF_UNIT, HeadIndex, Heads

Place = tuple[int, int]  # a size, and an index among the values of that size
# What was found of values in one search, and the values, so that no other gets the identity of one.
Memo = dict[tuple[Any, ...], tuple[Any, Place | None]]
_NO_SIZE = 1 << 60  # of a node without values


class Node:
    """A graded finite set. `extension` is what ranks stand for; nodes without ranks ignore it.

    Abstract for type checkers only: `isinstance` takes three times as long with `ABC`.
    """

    __slots__ = ("_tables", "min_size")

    min_size: int  # the smallest size it has a value of
    finished = False  # whether it is in normal form when it is made (see `normal`)

    def __init__(self, min_size: int) -> None:
        self.min_size = min_size
        # made when first needed: most nodes are counted only
        self._tables: dict[Any, Any] | None = None

    @property
    def tables(self) -> dict[Any, Any]:
        """Memo tables."""
        if self._tables is None:
            self._tables = {}
        return self._tables

    @tables.setter
    def tables(self, tables: dict[Any, Any]) -> None:
        self._tables = tables

    @property
    def inside(self) -> Sequence[Node]:
        """The nodes it consists of."""
        return ()

    @abstractmethod
    def count(self, size: int) -> int:
        """How many values of that size."""

    @abstractmethod
    def total(self) -> int:
        """How many values of any size; only for nodes that are not cyclic."""

    @abstractmethod
    def max_size(self) -> int:
        """The largest size it has a value of; only for nodes that are not cyclic."""

    @abstractmethod
    def generating(self, width: int, sizes: int) -> int:
        """The generating function of the counts up to size `sizes` - 1, at 2 to the power of `width`.

        By this substitution (Kronecker's) the counts stand in one integer, `width` bits each, and a product takes one
        multiplication. Only for nodes that are not cyclic, and with a width that their totals fit into.
        """

    @abstractmethod
    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        """The value at an index among those of one size."""

    @abstractmethod
    def rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        """The size of a value, and its index among those of that size; None if it is not there."""

    def heads(self) -> Heads:
        """Heads of which a value has at least one; None: unknown."""
        return None


@final
class Choice(Node):
    """Scalars, in their order.

    >>> tiers(Choice((0, 1, -1)), 1)
    [[0, 1, -1], []]

    Ranks among them come in the order of what they stand for.

    >>> tiers(Choice((Rank(0), Rank(1), Rank(2))), 0, (-3, -1, 2))
    [[-1, 2, -3]]
    """

    __slots__ = ("ranked", "values")

    def __init__(self, values: tuple[Any, ...]) -> None:
        super().__init__(0)
        self.values = values
        self.ranked = any(type(value) is Rank for value in values)

    def __repr__(self) -> str:
        shown = [repr(value) for value in self.values[:4]] + ["…"] * (len(self.values) > 4)
        return f"Choice({', '.join(shown)})"

    def count(self, size: int) -> int:
        return len(self.values) if size == 0 else 0

    def total(self) -> int:
        return len(self.values)

    def max_size(self) -> int:
        return 0

    def generating(self, width: int, sizes: int) -> int:
        return len(self.values)

    def in_order(self, extension: Extension) -> Sequence[Any]:
        if not self.ranked:
            return self.values
        return by_smallness([extension[value.place] for value in self.values])

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.in_order(extension)[index]

    def rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        if self.ranked:
            values = self.in_order(extension)
            return (0, values.index(value)) if type(value) is int and value in values else None
        places: dict[Hashable, int] | None = self.tables.get("places")
        if places is None:
            keys = [(identity_key(value), place) for place, value in enumerate(self.values)]
            places = self.tables["places"] = dict(keys)
        place = places.get(identity_key(value))
        return None if place is None else (0, place)

    def heads(self) -> Heads:
        return (int,) if self.ranked else [identity_key(value) for value in self.values]


def _cut(function: int, width: int, sizes: int) -> int:
    """A generating function without the sizes from `sizes` on."""
    bits = width * sizes
    return function & ((1 << bits) - 1) if function >> bits else function


@final
class Product(Node):
    """Tuples: a value of each field, and behind them a tuple of `tail`, if there is one.

    Ordered by the size of the first field, then its value, then those of the next.

    >>> tiers(Product((bit, letter)), 1)
    [[(0, 'a'), (0, 'b'), (1, 'a'), (1, 'b')], []]
    >>> pairs = Sum(Product((Choice(("x",)), bit)), Product((Choice(("y",)), letter)))
    >>> tiers(Product((bit,), pairs), 0)
    [[(0, 'x', 0), (0, 'x', 1), (0, 'y', 'a'), (0, 'y', 'b'), (1, 'x', 0), (1, 'x', 1), (1, 'y', 'a'), (1, 'y', 'b')]]
    """

    __slots__ = ("fields", "tail")

    def __init__(self, fields: tuple[Node, ...], tail: Node | None = None) -> None:
        min_size = 0 if tail is None else tail.min_size
        for field in fields:
            min_size += field.min_size
        self.min_size = min_size
        self._tables = None  # as Node.__init__ does; a call would double the time, and most nodes are products
        self.fields = fields
        self.tail = tail

    def __repr__(self) -> str:
        return f"Product of {len(self.fields)}{' and a tail' if self.tail is not None else ''}"

    @property
    def inside(self) -> Sequence[Node]:
        return self.fields if self.tail is None else (*self.fields, self.tail)

    def count(self, size: int) -> int:
        function: tuple[int, int, int] | None = self.tables.get("generating")
        if function is not None and size < function[1]:
            width = function[0]
            return function[2] >> width * size & ((1 << width) - 1)
        return self.count_from(0, size)

    def total(self) -> int:
        total: int | None = self.tables.get("total")
        if total is None:
            total = self.tables["total"] = prod([node.total() for node in self.inside])
        return total

    def max_size(self) -> int:
        largest: int | None = self.tables.get("max_size")
        if largest is None:
            largest = self.tables["max_size"] = sum([node.max_size() for node in self.inside])
        return largest

    def generating(self, width: int, sizes: int) -> int:
        known: tuple[int, int, int] | None = self.tables.get("generating")
        if known is None or known[:2] != (width, sizes):
            function = 1
            for node in self.inside:
                function = _cut(function * node.generating(width, sizes), width, sizes)
            known = self.tables["generating"] = (width, sizes, function)
        return known[2]

    def min_size_from(self, place: int) -> int:
        """The smallest size of the fields from a place on, with the tail."""
        min_sizes: list[int] | None = self.tables.get("min_sizes")
        if min_sizes is None:
            own = reversed([node.min_size for node in self.inside])
            min_sizes = self.tables["min_sizes"] = list(accumulate(own, initial=0))[::-1]
        return min_sizes[place]

    def count_from(self, place: int, size: int) -> int:
        """How many tuples of a size the fields from a place on have, with the tail."""
        if place == len(self.fields):
            return (1 if size == 0 else 0) if self.tail is None else self.tail.count(size)
        key = (place, size)
        count: int | None = self.tables.get(key)
        if count is None:
            field, min_size = self.fields[place], self.min_size_from(place + 1)
            ahead = [(taken, field.count(taken)) for taken in range(field.min_size, size - min_size + 1)]
            count = sum([here * self.count_from(place + 1, size - taken) for taken, here in ahead if here])
            self.tables[key] = count
        return count

    def splits(self, place: int, size: int) -> tuple[list[int], list[int]]:
        """Sizes that the field at a place may have, and how many tuples from there on come up to and with each."""
        key = ("splits", place, size)
        table: tuple[list[int], list[int]] | None = self.tables.get(key)
        if table is None:
            field, min_size = self.fields[place], self.min_size_from(place + 1)
            counts = [
                (taken, field.count(taken) * self.count_from(place + 1, size - taken))
                for taken in range(field.min_size, size - min_size + 1)
            ]
            taken = [taken for taken, count in counts if count]
            table = self.tables[key] = (taken, list(accumulate(count for _, count in counts if count)))
        return table

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        values = []
        for place, field in enumerate(self.fields):
            sizes, ends = self.splits(place, size)
            chosen = bisect_right(ends, index) if len(ends) > 1 else 0
            if chosen:
                index -= ends[chosen - 1]
            taken = sizes[chosen]
            size -= taken
            ahead, index = divmod(index, self.count_from(place + 1, size))
            values.append(field.unrank(taken, ahead, extension))
        return tuple(values) if self.tail is None else (*values, *self.tail.unrank(size, index, extension))

    def rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        width = len(self.fields)
        if len(value) != width and (self.tail is None or len(value) < width):
            return None
        found = []
        for field, part in zip(self.fields, value, strict=False):
            place = field.rank(part, extension, memo)
            if place is None:
                return None
            found.append(place)
        size, index = 0, 0
        if self.tail is not None:
            behind = self.tail.rank(value[width:], extension, memo)
            if behind is None:
                return None
            size, index = behind
        for at in reversed(range(width)):
            taken, ahead = found[at]
            index += ahead * self.count_from(at + 1, size)
            size += taken
            sizes, ends = self.splits(at, size)
            if len(sizes) > 1:
                chosen = sizes.index(taken)
                index += ends[chosen - 1] if chosen else 0
        return size, index

    def heads(self) -> Heads:
        """Those of the first value of a tuple."""
        return self.inside[0].heads() if self.inside else (OF_UNIT,)


UNIT = Product(())


class Sum(Node):
    """A value of one part or another: those of the first part come first, of each size.

    >>> tiers(Sum(bit, Built(BOXED, Product((letter,)), 1), letter), 1)
    [[0, 1, 'a', 'b'], [['a'], ['b']]]

    Parts are added while a space is being discovered, never after it is counted. A part may be tagged with a rank, when
    it is the choice of that rank: then parts come in the order of what the ranks stand for.

    >>> node = Sum()
    >>> for place in range(3):
    ...     node.add(Product((Choice((Rank(place),)), bit)), place)
    >>> tiers(node, 0, (-3, -1, 2))
    [[(-1, 0), (-1, 1), (2, 0), (2, 1), (-3, 0), (-3, 1)]]

    The part that has a value is found by its head (see `heads`).
    """

    __slots__ = ("_counts", "parts", "rank_of_all", "ranks")

    def __init__(self, *parts: Node) -> None:
        self.min_size = min([part.min_size for part in parts]) if parts else _NO_SIZE
        self._tables = None
        self.parts: list[Node] = [*parts]
        self.ranks: dict[int, int] = {}  # place among the parts → rank
        self.rank_of_all: int | None = None  # the one rank that is all its values
        self._counts: dict[int, int] = {}

    def __repr__(self) -> str:
        return f"Sum of {len(self.parts)}"

    @property
    def inside(self) -> Sequence[Node]:
        return self.parts

    def add(self, part: Node, rank: int | None = None) -> None:
        if rank is not None:
            self.ranks[len(self.parts)] = rank
        self.parts.append(part)
        if part.min_size < self.min_size:
            self.min_size = part.min_size

    def count(self, size: int) -> int:
        count = self._counts.get(size)
        if count is None:
            count = self._counts[size] = sum([part.count(size) for part in self.parts if part.min_size <= size])
        return count

    def total(self) -> int:
        total: int | None = self.tables.get("total")
        if total is None:
            total = self.tables["total"] = sum([part.total() for part in self.parts])
        return total

    def max_size(self) -> int:
        largest: int | None = self.tables.get("max_size")
        if largest is None:
            largest = self.tables["max_size"] = max([part.max_size() for part in self.parts])
        return largest

    def generating(self, width: int, sizes: int) -> int:
        known: tuple[int, int, int] | None = self.tables.get("generating")
        if known is None or known[:2] != (width, sizes):
            function = sum([part.generating(width, sizes) for part in self.parts])
            known = self.tables["generating"] = (width, sizes, function)
            one = (1 << width) - 1
            self._counts = {size: function >> width * size & one for size in range(sizes)}
        return known[2]

    def in_order(self, size: int, extension: Extension) -> tuple[list[Node], list[int], dict[int, int]]:
        """Parts that have values of a size, where each ends, and where each begins, by its place in `parts`."""
        key = (size, extension) if self.ranks else size
        table: tuple[list[Node], list[int], dict[int, int]] | None = self.tables.get(key)
        if table is None:
            counts = {place: part.count(size) for place, part in enumerate(self.parts) if part.min_size <= size}
            places = [place for place, count in counts.items() if count]
            if self.ranks:
                order = {value: place for place, value in enumerate(by_smallness(extension))}
                places.sort(key=lambda place: order[extension[self.ranks[place]]] if place in self.ranks else -1)
            ends = list(accumulate(counts[place] for place in places))
            begins = dict(zip(places, [0, *ends], strict=False))
            table = self.tables[key] = [self.parts[place] for place in places], ends, begins
        return table

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        parts, ends, _ = self.in_order(size, extension)
        place = bisect_right(ends, index)
        return parts[place].unrank(size, index - ends[place - 1] if place else index, extension)

    def rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        key = (id(self), id(value), extension)
        known = memo.get(key)
        if known is None:
            known = memo[key] = value, self._rank(value, extension, memo)
        return known[1]

    def _rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        for place in self._candidates(value, extension):
            found = self.parts[place].rank(value, extension, memo)
            if found is not None:
                size, index = found
                return size, self.in_order(size, extension)[2][place] + index
        return None

    def _candidates(self, value: Any, extension: Extension) -> Iterable[int]:
        """The places of parts that may have a value."""
        if len(self.parts) <= 2:
            return range(len(self.parts))
        index: HeadIndex | None = self.tables.get("heads")
        if index is None:
            heads = [None if place in self.ranks else part.heads() for place, part in enumerate(self.parts)]
            index = self.tables["heads"] = HeadIndex(heads, self.ranks, of_tuples=_has_tuples(self))
        return index.candidates(value, extension)


def _has_tuples(node: Node) -> bool:
    """Whether values are tuples that a constructor is applied to."""
    return _has_tuples(node.parts[0]) if isinstance(node, Sum) else isinstance(node, Product)


class Built(Node):
    """A constructor applied to tuples; `cost` is what it adds to the size.

    >>> tiers(Built(BOXED, Product((letter,)), 1), 2)
    [[], [['a'], ['b']], []]

    A list is nothing, or a cell:

    >>> cells = Sum(Built(END, UNIT, 0))
    >>> cells.add(Built(CELL, Product((letter, cells)), 1))
    >>> tiers(cells, 2)
    [[()], [('a',), ('b',)], [('a', 'a'), ('a', 'b'), ('b', 'a'), ('b', 'b')]]
    """

    __slots__ = ("build", "construction", "cost", "inner")

    def __init__(self, construction: Construction, inner: Node, cost: int) -> None:
        super().__init__(inner.min_size + cost)
        self.construction = construction
        self.build = construction.build
        self.inner = inner
        self.cost = cost

    def __repr__(self) -> str:
        return f"Built({self.construction.key!r}{f', +{self.cost}' if self.cost else ''})"

    @property
    def inside(self) -> Sequence[Node]:
        return (self.inner,)

    def count(self, size: int) -> int:
        return self.inner.count(size - self.cost) if size >= self.cost else 0

    def total(self) -> int:
        return self.inner.total()

    def max_size(self) -> int:
        return self.inner.max_size() + self.cost

    def generating(self, width: int, sizes: int) -> int:
        return _cut(self.inner.generating(width, sizes) << width * self.cost, width, sizes)

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.build(*self.inner.unrank(size - self.cost, index, extension))

    def rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        take = self.construction.take
        parts = None if take is None else take(value)
        if parts is None:
            return None
        found = self.inner.rank(parts, extension, memo)
        return None if found is None else (found[0] + self.cost, found[1])

    def heads(self) -> Heads:
        return None if self.construction.makes is None else (self.construction.makes,)
