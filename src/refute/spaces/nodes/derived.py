"""Nodes that show the values of another node as something else.

    Flat      values as scalars: all of size 0, in the order of the sizes they had
    Distinct  some of the values of one size
    Subset    a number of different values of one size, as an ordered tuple
    Selected  a subset, a value for each of its elements if they are keys, and a selection behind it
    Placed    values over ranks as values over what these stand for

Nodes as such: see `node`. Examples show the values of a node by size:

>>> from refute.spaces.nodes.construction import END
>>> from refute.spaces.nodes.enumerate import tiers
>>> from refute.spaces.nodes.node import UNIT, Choice, Sum
>>> bit, letter = Choice((0, 1)), Choice(("a", "b"))
>>> BOXED = Construction("boxed", 1, lambda part: [part])
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import comb
from typing import Any, final

from refute.logic.terms.term import Rank
from refute.spaces.nodes.combinations import combination, index_of_combination
from refute.spaces.nodes.construction import Construction
from refute.spaces.nodes.extension import Extension
from refute.spaces.nodes.heads import Heads
from refute.spaces.nodes.node import Built, Memo, Node, Place, Product

_FEW = 2_000  # up to so many texts are ranked by a table


@final
class Flat(Node):
    """The values of a node that is not cyclic, as scalars.

    >>> tiers(Flat(Sum(Built(BOXED, Product((letter,)), 2), bit)), 2)
    [[0, 1, ['a'], ['b']], [], []]
    """

    __slots__ = ("inner",)

    def __init__(self, inner: Node) -> None:
        super().__init__(0)
        self.inner = inner

    def __repr__(self) -> str:
        return "Flat"

    @property
    def inside(self) -> Sequence[Node]:
        return (self.inner,)

    def count(self, size: int) -> int:
        return self.inner.total() if size == 0 else 0

    def total(self) -> int:
        return self.inner.total()

    def max_size(self) -> int:
        return 0

    def generating(self, width: int, sizes: int) -> int:
        return self.inner.total()

    def ends(self) -> list[int]:
        """How many values there are up to each size they had."""
        ends: list[int] | None = self.tables.get("ends")
        if ends is None:
            sizes = range(self.inner.max_size() + 1)
            ends = self.tables["ends"] = list(accumulate(self.inner.count(size) for size in sizes))
        return ends

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        ends = self.ends()
        inner_size = bisect_right(ends, index)
        return self.inner.unrank(inner_size, index - (ends[inner_size - 1] if inner_size else 0), extension)

    def rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        inner = self.inner
        if isinstance(inner, Built) and inner.construction.makes in (str, bytes) and inner.total() <= _FEW:
            index = self._places().get(value) if type(value) is inner.construction.makes else None
            return None if index is None else (0, index)
        found = self.inner.rank(value, extension, memo)
        if found is None:
            return None
        inner_size, index = found
        return 0, index + (self.ends()[inner_size - 1] if inner_size else 0)

    def _places(self) -> dict[Any, int]:
        """The index of each text."""
        places: dict[Any, int] | None = self.tables.get("places")
        if places is None:
            places = {self.unrank(0, index, ()): index for index in range(self.inner.total())}
            self.tables["places"] = places
        return places

    def heads(self) -> Heads:
        return self.inner.heads()


@final
class Distinct(Node):
    """Those of the values of one size that are at some places, ascending: the first of each set of equal ones, say.

    >>> tiers(Distinct(Choice((1, True, 2)), 0, [0, 2]), 0)
    [[1, 2]]
    """

    __slots__ = ("inner", "of", "places")

    def __init__(self, inner: Node, of: int, places: Sequence[int]) -> None:
        super().__init__(of)
        self.inner = inner
        self.of = of
        self.places = places

    def __repr__(self) -> str:
        return f"Distinct({len(self.places)} of size {self.of})"

    @property
    def inside(self) -> Sequence[Node]:
        return (self.inner,)

    def count(self, size: int) -> int:
        return len(self.places) if size == self.of else 0

    def total(self) -> int:
        return len(self.places)

    def max_size(self) -> int:
        return self.of

    def generating(self, width: int, sizes: int) -> int:
        return len(self.places) << width * self.of if self.of < sizes else 0

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.inner.unrank(self.of, self.places[index], extension)

    def rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        found = self.inner.rank(value, extension, memo)
        if found is None or found[0] != self.of:
            return None
        index = bisect_left(self.places, found[1])
        return (self.of, index) if index < len(self.places) and self.places[index] == found[1] else None

    def heads(self) -> Heads:
        return self.inner.heads()


@final
class Subset(Node):
    """`chosen` different values of `inner`, all of size `of`; each costs one more. In lexicographic order.

    >>> tiers(Subset(Choice(("a", "b", "c")), 0, 2), 2)
    [[], [], [('a', 'b'), ('a', 'c'), ('b', 'c')]]
    """

    __slots__ = ("chosen", "inner", "of")

    def __init__(self, inner: Node, of: int, chosen: int) -> None:
        super().__init__(chosen * (of + 1))
        self.inner = inner
        self.of = of
        self.chosen = chosen

    def __repr__(self) -> str:
        return f"Subset({self.chosen} of size {self.of})"

    @property
    def inside(self) -> Sequence[Node]:
        return (self.inner,)

    def count(self, size: int) -> int:
        return self.total() if size == self.min_size else 0

    def total(self) -> int:
        return comb(self.inner.count(self.of), self.chosen)

    def max_size(self) -> int:
        return self.min_size

    def generating(self, width: int, sizes: int) -> int:
        return self.total() << width * self.min_size if self.min_size < sizes else 0

    def places(self, index: int) -> list[int]:
        """The places, ascending, of the chosen values: the combination at an index."""
        return combination(self.inner.count(self.of), self.chosen, index)

    def index_of(self, places: Sequence[int]) -> int:
        """The index of the combination with these places."""
        return index_of_combination(self.inner.count(self.of), places)

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return tuple([self.inner.unrank(self.of, place, extension) for place in self.places(index)])

    def rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        found = [self.inner.rank(part, extension, memo) for part in value]
        places = [place for size, place in filter(None, found) if size == self.of]
        if len(places) != len(found) or len(places) != self.chosen or places != sorted(set(places)):
            return None
        return self.min_size, self.index_of(places)


def _with_rest(chosen: tuple[Any, ...], rest: tuple[Any, ...]) -> Any:
    return (*chosen, *rest)


def _with_values(keys: tuple[Any, ...], *values_and_rest: Any) -> Any:
    *values, rest = values_and_rest
    return (*zip(keys, values, strict=True), *rest)


_ELEMENTS = Construction("elements", 2, _with_rest)
_ITEMS = Construction("items", 2, _with_values)


@final
class Selected(Built):
    """A subset, a value for each of its elements if they are keys, and a selection from what comes later.

    Values are tuples: the elements of a set, or the items of a dict.

    >>> none = Built(END, UNIT, 0)
    >>> more = Sum(none, Selected(Product((Subset(Choice(("c",)), 0, 1), none))))
    >>> tiers(Selected(Product((Subset(letter, 0, 1), more))), 2)
    [[], [('a',), ('b',)], [('a', 'c'), ('b', 'c')]]
    >>> tiers(Selected(Product((Subset(letter, 0, 1), bit, none)), of_items=True), 1)
    [[], [(('a', 0),), (('a', 1),), (('b', 0),), (('b', 1),)]]
    """

    __slots__ = ("of_items",)

    inner: Product

    def __init__(self, inner: Product, *, of_items: bool = False) -> None:
        super().__init__(_ITEMS if of_items else _ELEMENTS, inner, 0)
        self.of_items = of_items

    @property
    def picked(self) -> Subset:
        picked = self.inner.fields[0]
        while isinstance(picked, Distinct):
            picked = picked.inner
        assert isinstance(picked, Subset)
        return picked

    def rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        """`value` has elements or items in any order."""
        picked, here, others = self.picked, [], []
        for item in value:
            found = picked.inner.rank(item[0] if self.of_items else item, extension, memo)
            if found is not None and found[0] == picked.of:
                here.append((found[1], item))
            else:
                others.append(item)
        if len(here) != picked.chosen:
            return None
        here.sort(key=lambda found: found[0])
        keys = tuple([item[0] if self.of_items else item for _, item in here])
        values = [item[1] for _, item in here] if self.of_items else []
        return self.inner.rank((keys, *values, tuple(others)), extension, memo)

    def heads(self) -> None:
        return None


@final
class Placed(Node):
    """A node over ranks, put into an extension: scalars themselves, or ranks of the extension around it.

    >>> ranks = Choice((Rank(0), Rank(1)))
    >>> tiers(Placed(ranks, (4, 7)), 0)
    [[4, 7]]
    >>> tiers(Placed(ranks, (Rank(1), Rank(2))), 0, (10, 20, 30))
    [[20, 30]]
    """

    __slots__ = ("begin", "end", "inner", "picks", "ranked")

    def __init__(self, inner: Node, picks: tuple[Any, ...]) -> None:
        super().__init__(inner.min_size)
        self.inner = inner
        self.picks = picks
        self.ranked = any(type(pick) is Rank for pick in picks)
        # ranks in a row, the usual case, are a slice of the extension around; -1: they are not
        in_row = self.ranked and picks[-1].place - picks[0].place == len(picks) - 1
        self.begin: int = picks[0].place if in_row else -1
        self.end: int = picks[-1].place + 1 if in_row else -1

    def __repr__(self) -> str:
        return f"Placed({', '.join(map(repr, self.picks[:4]))}{', …' if len(self.picks) > 4 else ''})"

    @property
    def inside(self) -> Sequence[Node]:
        return (self.inner,)

    def extension(self, around: Extension) -> Extension:
        """What the ranks of the inner node stand for."""
        if not self.ranked:
            return self.picks
        if self.begin >= 0:
            return around[self.begin : self.end]
        return tuple([around[pick.place] for pick in self.picks])

    def count(self, size: int) -> int:
        return self.inner.count(size)

    def total(self) -> int:
        return self.inner.total()

    def max_size(self) -> int:
        return self.inner.max_size()

    def generating(self, width: int, sizes: int) -> int:
        return self.inner.generating(width, sizes)

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.inner.unrank(size, index, self.extension(extension))

    def rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        return self.inner.rank(value, self.extension(extension), memo)

    def heads(self) -> Heads:
        return self.inner.heads()
