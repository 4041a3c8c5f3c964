"""`Space`: the finite, ordered, indexable set of all values of a type in a scope."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, islice, pairwise
from random import Random
from typing import Any, Generic, TypeVar, overload

from refute.errors import ScopeError
from refute.spaces.narrowing.descent import Descent
from refute.spaces.nodes.construction import Construction, together
from refute.spaces.nodes.enumerate import fresh, listing
from refute.spaces.nodes.node import Built, Node, Place, Product, Sum
from refute.spaces.nodes.normal import Normaliser
from refute.spaces.nodes.recipes import thaw, thaw_rows
from refute.spaces.nodes.sampling.skeletons import draw, skeletons
from refute.spaces.nodes.sampling.uniform import drawing
from refute.spaces.nodes.sharing import Shared, forget_kept_lists
from refute.spaces.runtime import deep_recursion, no_collection
from refute.types.reading.notes import Note

T = TypeVar("T")


def _as_it_is(value: Any) -> Sequence[Any] | None:
    return value if type(value) is tuple else None


_WHOLE = Construction("whole", 0, together, _as_it_is, tuple)  # tuples as values


def _of_one(tuples: Node) -> Node:
    """The values in tuples of one."""
    if isinstance(tuples, Sum):
        return Sum(*[_of_one(part) for part in tuples.parts])
    assert isinstance(tuples, Product)
    (field,) = tuples.fields
    return field


def _in_batches(chunks: Iterator[Sequence[T]], built: Callable[[], None] | None) -> Iterator[list[T]]:
    """The values of chunks. They are built some thousand at a time, so that the collector need not run in between."""
    batch_size = 64
    more = True
    while more:
        batch: list[T] = []
        with deep_recursion, no_collection:
            for chunk in chunks:
                batch += chunk
                if len(batch) >= batch_size:
                    break
            else:
                more = False
        if built is not None:
            built()
        yield batch
        batch_size = min(2 * batch_size, 8_192)


class Space(Generic[T]):
    """All values of a type in a scope, smallest first.

    `count` is exact, whatever its size. `space[i]` costs as much as the value is large. Iterating is the fast path.
    Mutable values are built fresh each time; immutable ones share their parts.
    """

    def __init__(
        self, tuples: Node | None, largest: int | None, mutable: bool, notes: tuple[Note, ...], *, several: bool = False
    ) -> None:
        """`tuples` are all values, each in a tuple. `several`: the tuples are the values."""
        self.notes = notes  # how each piece of metadata was understood
        self.mutable = mutable  # whether a value, or a part of one, can be changed
        self.alphabets: tuple[str | bytes, ...] = ()  # of the texts in argument lists
        self._several = several
        self._largest = largest
        form = Normaliser()
        self._node = None if tuples is None else form.normal(Built(_WHOLE, tuples, 0) if several else _of_one(tuples))
        self._cyclic = form.cyclic

    @cached_property
    def count(self) -> int:
        """How many values there are."""
        if self._node is None:
            return 0
        if self._largest is None:
            with deep_recursion:
                return self._node.total()
        return sum(self.tiers.values())

    @cached_property
    def tiers(self) -> Mapping[int, int]:
        """The number of values of each size."""
        if self._node is None:
            return {}
        with deep_recursion, no_collection:
            largest = self._node.max_size() if self._largest is None else self._largest
            if not self._cyclic:
                self._node.generating(self._node.total().bit_length() + 1, largest + 1)
            return {size: count for size in range(largest + 1) if (count := self._node.count(size))}

    @cached_property
    def _sizes(self) -> list[int]:
        return list(self.tiers)

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(self.tiers.values()))

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return self.count > 0

    def __repr__(self) -> str:
        return f"<Space of {self.count:,} values>"

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.count))]
        index = _place(index, self.count, "space")
        tier = bisect_right(self._ends, index)
        return self._value(self._sizes[tier], index - (self._ends[tier - 1] if tier else 0))

    def _value(self, size: int, index: int) -> T:
        return self._maker(size, index)()

    def maker(self, index: int) -> Callable[[], T]:
        """What makes the value at an index, fresh in its mutable parts each time."""
        tier = bisect_right(self._ends, index)
        return self._maker(self._sizes[tier], index - (self._ends[tier - 1] if tier else 0))

    def _maker(self, size: int, index: int) -> Callable[[], T]:
        assert self._node is not None
        with deep_recursion:
            frozen = self._node.unrank(size, index, ())

        def make() -> T:
            with deep_recursion:
                (value,) = self._thawed([frozen])
            return value

        return make

    def size_of(self, index: int) -> int:
        """The size of the value at an index."""
        return self._sizes[bisect_right(self._ends, index)]

    def index(self, value: T) -> int:
        """The index of a value. Raises ValueError if it is not in the space."""
        found = self._place_of(value)
        if found is None:
            raise ValueError("the value is not in the space")
        size, index = found
        tier = self._sizes.index(size)
        return (self._ends[tier - 1] if tier else 0) + index

    def _place_of(self, value: Any) -> Place | None:
        """The size of a value, and its index among those of that size."""
        if self._node is None:
            return None
        with deep_recursion:
            try:
                found = self._node.rank(value, (), {})
            except RecursionError:  # it nests deeper than any value here
                return None
        return found if found is not None and found[0] in self.tiers else None

    def __contains__(self, value: object) -> bool:
        return self._place_of(value) is not None

    def __iter__(self) -> Iterator[T]:
        return self.starting_at(0)

    def starting_at(self, start: int, built: Callable[[], None] | None = None) -> Iterator[T]:
        """The values from an index on. `built` is called whenever some are built, before the first of them is given."""
        return chain.from_iterable(self._batches_from(start, built))

    def _batches_from(self, start: int, built: Callable[[], None] | None) -> Iterator[list[T]]:
        for size, end in zip(self._sizes, self._ends, strict=True):
            if start < end:
                assert self._node is not None
                skip = max(0, start - (end - self.tiers[size]))
                yield from _in_batches(self._chunks(self._node, size, skip), built)

    def _chunks(self, node: Node, size: int, skip: int) -> Iterator[Sequence[T]]:
        if not self.mutable:
            return listing(node, size, (), skip)
        return map(thaw_rows, listing(node, size, (), skip)) if self._several else fresh(node, size, skip)

    def _thawed(self, values: Sequence[Any]) -> Sequence[T]:
        if not self.mutable:
            return values
        return thaw_rows(values) if self._several else [thaw(value) for value in values]

    def shared(self) -> Shared:
        """The lists of parts that values share, as they come."""
        return Shared(self._node)

    def forget_shared(self) -> None:
        """Share no part that has been shared so far: something has changed them."""
        if self._node is not None:
            forget_kept_lists(self._node)

    def descent(self, width: int) -> Descent:
        """What goes through tuples of so many parts by families of those that code does not tell apart. There has to be
        one."""
        assert self._node is not None
        return Descent(self._node, width, self._largest)

    def sample(self, n: int, *, seed: int = 0, size: int | None = None) -> list[T]:
        """`n` values, each drawn uniformly from all, or from those of one size. The same seed gives the same sample."""
        among = self.count if size is None else self.tiers.get(size, 0)
        if among == 0:
            where = "" if size is None else f" of size {size}"
            raise ScopeError(f"there is no value{where} to draw", remedy="Ask for a larger scope.")
        assert self._node is not None
        pick = Random(seed).randrange
        sizes, starts = (self._sizes, [0, *self._ends]) if size is None else ([size], [0, among])
        values = []
        with deep_recursion, no_collection:
            draws = {tier: drawing(self._node, tier) for tier in sizes}
            for _ in range(n):
                index = pick(among)
                place = bisect_right(starts, index) - 1
                values.append(draws[sizes[place]](index - starts[place], (), 0))
            return list(self._thawed(values))

    def sample_skeletons(self, n: int, *, size: int, seed: int = 0) -> list[T]:
        """`n` values of one size: first a skeleton, each as likely as any other, then the scalars in it."""
        if self._node is None or not self.tiers.get(size, 0):
            raise ScopeError(f"there is no value of size {size} to draw", remedy="Ask for a larger scope.")
        random = Random(seed)
        with deep_recursion, no_collection:
            skeletons(self._node, size)
            return list(self._thawed([draw(self._node, size, random, ()) for _ in range(n)]))

    def shards(self, k: int) -> list[Shard[T]]:
        """The space in `k` consecutive parts of equal size (to within one)."""
        if k < 1:
            raise ScopeError(f"a space cannot be split into {k} shards", remedy="Ask for at least one.")
        edges = [self.count * i // k for i in range(k + 1)]
        return [Shard(self, start, stop) for start, stop in pairwise(edges)]


class Shard(Sequence[T]):
    """A range of indices of a space."""

    def __init__(self, space: Space[T], start: int, stop: int) -> None:
        self.space = space
        self.start = start
        self.stop = stop

    @property
    def count(self) -> int:  # type: ignore[override]  # a number, as of a space, not the method of a list
        return self.stop - self.start

    def __len__(self) -> int:
        return self.count

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.count))]
        return self.space[self.start + _place(index, self.count, "shard")]

    def __iter__(self) -> Iterator[T]:
        # islice counts up to sys.maxsize; the end of a longer shard is never reached
        return islice(self.space.starting_at(self.start), self.count if self.count <= sys.maxsize else None)


def _place(index: int, count: int, whole: str) -> int:
    """An index as Python means it: those below 0 count from the end."""
    place = index + count if index < 0 else index
    if not 0 <= place < count:
        raise IndexError(f"index {index} of a {whole} of {count:,} values")
    return place
