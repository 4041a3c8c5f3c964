"""Nodes that show the values of another node, one for one, as something else.

    Converted a function that loses nothing applied to the values of a node
    Flat      a node seen as scalars: all of size 0, in the order of the sizes they had
    Placed    a node whose ranks are places in a given extension (see `renaming`)

Nodes as such: see `algebra`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, final

from refute.logic.terms.term import Rank
from refute.spaces.nodes.node import Making, Node
from refute.spaces.residuals.renaming import Extension


class Recast(Node):
    """The values of a node as something else, of the same sizes."""

    __slots__ = ("inner",)

    def __init__(self, inner: Node) -> None:
        super().__init__(inner.least)
        self.inner = inner

    def count(self, size: int) -> int:
        return self.inner.count(size)

    def counts(self, size: int) -> Sequence[int]:
        return self.inner.counts(size)

    def total(self) -> int:
        return self.inner.total()

    def most(self) -> int:
        return self.inner.most()

    def packed(self, width: int, sizes: int) -> int:
        return self.inner.packed(width, sizes)


@final
class Converted(Recast):
    """The values of a node as something else: cells as a list.

    `fresh` makes the real thing at once, where `convert` makes a recipe for it. `made` says what it makes, where the
    values of the inner node are cells of a sequence, one behind the other, or a selection.
    """

    __slots__ = ("convert", "fresh", "made")

    def __init__(
        self,
        convert: Callable[[Any], Any],
        inner: Node,
        fresh: Callable[[Any], Any] | None = None,
        made: Making | None = None,
    ) -> None:
        super().__init__(inner)
        self.convert = convert
        self.fresh = fresh
        self.made = made

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.convert(self.inner.unrank(size, index, extension))


@final
class Flat(Node):
    """The values of a node that is not cyclic, as scalars of size 0."""

    __slots__ = ("inner",)

    def __init__(self, inner: Node) -> None:
        super().__init__(0)
        self.inner = inner

    def count(self, size: int) -> int:
        return self.inner.total() if size == 0 else 0

    def total(self) -> int:
        return self.inner.total()

    def most(self) -> int:
        return 0

    def packed(self, width: int, sizes: int) -> int:
        return self.inner.total()

    def _ends(self) -> list[int]:
        ends: list[int] | None = self.tables.get("ends")
        if ends is None:
            sizes = range(self.inner.most() + 1)
            ends = self.tables["ends"] = list(accumulate(self.inner.count(size) for size in sizes))
        return ends

    def before(self, inner_size: int) -> int:
        """How many values were smaller than that."""
        return self._ends()[inner_size - 1] if inner_size else 0

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        ends = self._ends()
        inner_size = bisect_right(ends, index)
        return self.inner.unrank(inner_size, index - (ends[inner_size - 1] if inner_size else 0), extension)


@final
class Placed(Recast):
    """A node over ranks, put into an extension: scalars themselves, or ranks of the extension around it."""

    __slots__ = ("begin", "end", "picks", "ranked")

    def __init__(self, inner: Node, picks: tuple[Any, ...]) -> None:
        super().__init__(inner)
        self.picks = picks
        self.ranked = any(type(pick) is Rank for pick in picks)
        # ranks in a row, the usual case, are a slice of the extension around; -1: they are not
        in_row = self.ranked and picks[-1].place - picks[0].place == len(picks) - 1
        self.begin: int = picks[0].place if in_row else -1
        self.end: int = picks[-1].place + 1 if in_row else -1

    def extension(self, around: Extension) -> Extension:
        """What the ranks of the inner node stand for."""
        if not self.ranked:
            return self.picks
        if self.begin >= 0:
            return around[self.begin : self.end]
        return tuple([around[pick.place] for pick in self.picks])

    def unrank(self, size: int, index: int, extension: Extension) -> Any:
        return self.inner.unrank(size, index, self.extension(extension))
