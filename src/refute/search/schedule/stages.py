"""Stages: the inputs of domains, which can be entered at any index. They are where the user's code is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, islice, repeat, takewhile
from typing import Any

from refute.search.permutation import Permutation
from refute.search.schedule.domains import Aliased, Drawn
from refute.search.schedule.previous_scope import PreviousScope
from refute.spaces.runtime import deep_recursion
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.data.abstract.iterators import copied
from refute.types.spelling import Speller, spelled


class _Skipped:
    """Stands for an input that an earlier stage has tried."""

    def __repr__(self) -> str:
        return "<tried before>"


SKIPPED = _Skipped()
_MOST_CHUNKS = 1 << 20  # in a sample
_FEW_TO_TELL = 250  # inputs over a palette, by which it is seen that another one has the same,
_SMALL_TO_TELL = 25_000  # and their sizes together
_SMALLEST = 200  # inputs that come first in any order
Inputs = Space[tuple[Any, ...]]


def _in_common(earlier: Inputs, inputs: Inputs) -> int:
    """How many of the first inputs are those of another space, in the same order, if each is a single integer."""
    pairs = zip(earlier, inputs, strict=False)
    alike = takewhile(lambda pair: len(pair[0]) == 1 and type(pair[0][0]) is int and pair[0] == pair[1], pairs)
    return sum(1 for _ in alike)


@dataclass(frozen=True)
class Exhaust:
    """All inputs of a scope, without those of the scope before."""

    scope: Scope
    space: Inputs
    before: Exhaust | None = None
    previous: PreviousScope | None = None  # tells inputs of earlier scopes from others, where it can
    order: int | None = None  # the seed of the permutation in which they come, but for the smallest

    @property
    def count(self) -> int:
        return self.space.count

    @cached_property
    def same(self) -> int:
        """How many of the first inputs are surely those of the earlier scope: as many of a size as there were then."""
        if self.before is None or self.before.scope.size is None or self.before.scope.letters != self.scope.letters:
            return 0
        earlier = self.before.space.tiers
        if list(self.space.tiers) == list(earlier) == [0]:
            return _in_common(self.before.space, self.space)
        tiers = takewhile(lambda tier: earlier.get(tier[0]) == tier[1], self.space.tiers.items())
        return sum(count for _, count in tiers)

    @property
    def changing(self) -> bool:
        """Whether inputs can be changed by a call."""
        return self.space.mutable

    @property
    def is_listed(self) -> bool:
        """Whether inputs come as the space lists them, with parts that they share."""
        return self.order is None

    def place(self, index: int) -> int:
        """Where an input is in the space."""
        if self._permutation is None or index < self._smallest:
            return index
        return self._smallest + self._permutation[index - self._smallest]

    @cached_property
    def _smallest(self) -> int:
        """How many come first in any order: those that are surely known, and the next ones."""
        return min(self.same + _SMALLEST, self.count)

    @cached_property
    def _permutation(self) -> Permutation | None:
        return None if self.order is None else Permutation(self.count - self._smallest, self.order)

    def input(self, index: int) -> tuple[Any, ...]:
        return self.space[self.place(index)]

    def make(self, index: int) -> Any:
        """The input of an index, or that it was tried before."""
        if index >= self.count:
            raise StopIteration
        index = self.place(index)
        value = self.space[index]
        largest = None if self.before is None else self.before.scope.size
        if self.before is None or largest is None or self.space.size_of(index) > largest:
            return value
        return self._or_skipped(self.before.space, largest, value)

    def size(self, index: int) -> int:
        return self.space.size_of(self.place(index))

    def start(self, index: int, built: Callable[[], None] | None = None) -> Iterator[Any]:
        """The inputs from an index on. `built` is called before the first of some that were built is given."""
        if self.order is not None:
            known = repeat(SKIPPED, min(max(self.same - index, 0), sys.maxsize))
            return chain(known, map(self.make, range(max(self.same, index), self.count)))
        if self.before is None or self.before.scope.size is None:
            return self.space.starting_at(index, built)
        new = max(index, self.same)
        values = self.space.starting_at(new, built)
        tried = repeat(SKIPPED, min(new - index, sys.maxsize))
        return chain(tried, self._without_earlier(values, new, self.before.space, self.before.scope.size))

    def _without_earlier(self, values: Iterator[Any], index: int, earlier: Inputs, largest: int) -> Iterator[Any]:
        # what is larger than the earlier scope is new; of the rest, new is what has scalars beyond it
        known = sum(count for size, count in self.space.tiers.items() if size <= largest)
        return chain(
            map(partial(self._or_skipped, earlier, largest), islice(values, min(max(0, known - index), sys.maxsize))),
            values,
        )

    def _or_skipped(self, earlier: Inputs, largest: int, value: Any) -> Any:
        was_there = None if self.previous is None else self.previous.has(value, largest)
        if was_there is None:
            was_there = value in earlier
        return SKIPPED if was_there else value


@dataclass(frozen=True)
class Chosen(Exhaust):
    """Some inputs of a scope, by their places in the space."""

    places: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        return len(self.places)

    @property
    def is_listed(self) -> bool:
        return False

    def place(self, index: int) -> int:
        return self.places[index]

    def start(self, index: int, built: Callable[[], None] | None = None) -> Iterator[Any]:
        return map(self.input, range(index, self.count))


@dataclass(frozen=True)
class AnyOrder(Exhaust):
    """All inputs of a scope by their places in the space, whichever comes first."""

    order: int | None = 0

    def place(self, index: int) -> int:
        return index


@dataclass(frozen=True)
class Sample:
    """Inputs drawn from those of one size, some at a time, then from those of the next; or those at some places."""

    domain: Drawn
    space: Inputs

    @property
    def scope(self) -> Scope:
        return self.domain.scope

    @property
    def count(self) -> int:
        return self.domain.count

    @property
    def changing(self) -> bool:
        return self.space.mutable

    def input(self, index: int) -> tuple[Any, ...]:
        if self.domain.places:
            return self.space[self.domain.places[index]]
        return self._drawn(index // self.domain.at_a_time)[index % self.domain.at_a_time]

    def make(self, index: int) -> Any:
        if index >= self.count:
            raise StopIteration
        return self.input(index)

    def size(self, index: int) -> int:
        return self.domain.size(index)

    def start(self, index: int) -> Iterator[Any]:
        if self.domain.places:
            return map(self.space.__getitem__, self.domain.places[index:])
        at_a_time = self.domain.at_a_time
        chunks = map(self._drawn, range(index // at_a_time, -(-self.count // at_a_time)))
        return islice(chain.from_iterable(chunks), index % at_a_time, None)

    def _drawn(self, chunk: int) -> list[tuple[Any, ...]]:
        domain = self.domain
        size, seed = domain.sizes[chunk % len(domain.sizes)], domain.seed * _MOST_CHUNKS + chunk
        if domain.by_skeleton:
            return self.space.sample_skeletons(domain.at_a_time, seed=seed, size=size)
        return self.space.sample(domain.at_a_time, seed=seed, size=size)


@dataclass(frozen=True)
class Listed:
    """Inputs that are at hand. Each is given as a copy: a call may change it."""

    inputs: Sequence[tuple[Any, ...]]
    changing = True

    def start(self, index: int) -> Iterator[Any]:
        return map(copied, self.inputs[index:])

    def make(self, index: int) -> Any:
        if index >= len(self.inputs):
            raise StopIteration
        return copied(self.inputs[index])


@dataclass(frozen=True)
class Making:
    """Inputs that are made anew every time, one by one: found by a solver, or kept from earlier runs."""

    makers: tuple[Callable[[], tuple[Any, ...]], ...]
    sizes: tuple[int, ...]
    changing = True

    @property
    def count(self) -> int:
        return len(self.makers)

    def input(self, index: int) -> tuple[Any, ...]:
        return self.makers[index]()

    def make(self, index: int) -> Any:
        if index >= self.count:
            raise StopIteration
        return self.makers[index]()

    def size(self, index: int) -> int:
        return self.sizes[index]

    def start(self, index: int) -> Iterator[Any]:
        return (make() for make in self.makers[index:])

    def only(self, index: int) -> Making:
        """One of them."""
        return Making((self.makers[index],), (self.sizes[index],))


@dataclass(frozen=True)
class Few:
    """What there is of a space for a few inputs that are made anew every time."""

    makers: tuple[Callable[[], tuple[Any, ...]], ...]
    sizes: tuple[int, ...]
    mutable = True
    notes = ()

    @property
    def count(self) -> int:
        return len(self.makers)

    def maker(self, index: int) -> Callable[[], tuple[Any, ...]]:
        return self.makers[index]

    def size_of(self, index: int) -> int:
        return self.sizes[index]

    def index(self, values: tuple[Any, ...]) -> int:
        text = spelled(values)  # not all values are equal to others that are built alike
        return next(index for index in range(self.count) if spelled(self[index]) == text)

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        return self.makers[index]()


class SolvedBeside(Exhaust):
    """Inputs that a solver found beside functions, to be tried with every behaviour of these up to a scope."""


@dataclass(frozen=True)
class Aliasing:
    """Inputs in which two parameters are one object. Those that do not satisfy what is said of both are skipped."""

    domain: Aliased
    space: Inputs
    names: tuple[str, ...]  # of the parameters of the function
    own_names: tuple[str, ...]  # of those that the space has values for
    fits: Callable[[Sequence[Any]], bool]
    changing = True

    @property
    def count(self) -> int:
        return min(self.space.count, self.domain.most)

    def input(self, index: int) -> tuple[Any, ...]:
        return self._joined(self.space[index])

    def make(self, index: int) -> Any:
        if index >= self.count:
            raise StopIteration
        return self._or_skipped(self.space[index])

    def size(self, index: int) -> int:
        return self.space.size_of(index)

    def start(self, index: int) -> Iterator[Any]:
        return map(self._or_skipped, islice(self.space.starting_at(index), max(0, self.count - index)))

    def _joined(self, values: Sequence[Any]) -> tuple[Any, ...]:
        given = dict(zip(self.own_names, values, strict=True))
        given[self.domain.dropped] = given[self.domain.kept]
        return tuple([given[name] for name in self.names])

    def _or_skipped(self, values: Sequence[Any]) -> Any:
        joined = self._joined(values)
        return joined if self.fits(joined) else SKIPPED


Stage = Exhaust | Sample | Making | Aliasing


def texts_of(space: Inputs, known: Inputs | None) -> tuple[str, ...]:
    """Inputs as texts, empty for those that are known; none if they are many, or are not told apart by that."""
    if space.count > _FEW_TO_TELL or sum(size * count for size, count in space.tiers.items()) > _SMALL_TO_TELL:
        return ()
    speller = Speller()
    with deep_recursion:
        texts = tuple(["" if known is not None and values in known else speller.spell(values) for values in space])
    return texts if speller.complete else ()
