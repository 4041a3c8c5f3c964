"""Stages of a search: each is a finite sequence of inputs that can be entered at any place."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, repeat, takewhile
from typing import Any, cast

from refute.search.schedule.previous_scope import Familiar
from refute.spaces.scope import Scope
from refute.spaces.space import Space


class _Skipped:
    """Stands for an input that an earlier stage has tried."""

    def __repr__(self) -> str:
        return "<tried before>"


SKIPPED = _Skipped()
_DRAWN = 50  # inputs of a sample at a time, all of one size
_MOST_CHUNKS = 1 << 20  # in a sample
Inputs = Space[tuple[Any, ...]]


@dataclass(frozen=True)
class Exhaust:
    """All inputs of a scope, without those of the scope before."""

    scope: Scope
    space: Inputs
    before: Exhaust | None = None
    familiar: Familiar | None = None
    first: int = 0  # those before it have been tried
    along: tuple[Exhaust, ...] = ()  # the next ones, if they are as well run in one process with this one

    @property
    def count(self) -> int:
        return self.space.count

    @property
    def new(self) -> int:
        """How many inputs are tried: scopes that grow contain each other."""
        return self.space.count - (self.before.space.count if self.before else 0)

    def tried(self, done: int) -> int:
        """How many inputs have been tried since the first, at least, if the stage came so far."""
        return self._tried(done) - self._tried(self.first)

    def _tried(self, done: int) -> int:
        return self.new if done >= self.count else max(0, done - (self.count - self.new))

    @property
    def changing(self) -> bool:
        """Whether inputs can be changed by a call."""
        return self.space.mutable

    def input(self, index: int) -> tuple[Any, ...]:
        return self.space[index]

    def size(self, index: int) -> int:
        return self.space.size_of(index)

    def start(self, index: int, built: Callable[[], None] | None = None) -> Iterator[Any]:
        """The inputs from an index on. `built` is called before the first of some that were built is given."""
        if self.before is None or self.before.scope.size is None:
            return self.space.starting_at(index, built)
        same = self._same(self.before.space)
        new = max(index, same)
        values = self.space.starting_at(new, built)
        tried = repeat(SKIPPED, new - index)
        return chain(tried, self._without_earlier(values, new, self.before.space, self.before.scope.size))

    def _same(self, earlier: Inputs) -> int:
        """How many of the first inputs are surely those of the earlier scope: as many of a size as there were then."""
        tiers = takewhile(lambda tier: earlier.tiers.get(tier[0]) == tier[1], self.space.tiers.items())
        return sum(count for _, count in tiers)

    def _without_earlier(self, values: Iterator[Any], index: int, earlier: Inputs, largest: int) -> Iterator[Any]:
        # what is larger than the earlier scope is new; of the rest, new is what has scalars beyond it
        known = sum(count for size, count in self.space.tiers.items() if size <= largest)
        return chain(map(partial(self._or_skipped, earlier, largest), islice(values, max(0, known - index))), values)

    def _or_skipped(self, earlier: Inputs, largest: int, value: Any) -> Any:
        was_there = None if self.familiar is None else self.familiar.tells(value, largest)
        if was_there is None:
            was_there = value in earlier
        return SKIPPED if was_there else value


@dataclass(frozen=True)
class Sample:
    """Inputs drawn uniformly from those of one size, some at a time, then from those of the next."""

    scope: Scope
    space: Inputs
    sizes: tuple[int, ...]
    count: int
    seed: int
    first = 0

    def tried(self, done: int) -> int:
        return done

    def tried_by_size(self, done: int) -> Counter[int]:
        return Counter(self.size(index) for index in range(done))

    @property
    def changing(self) -> bool:
        return self.space.mutable

    def input(self, index: int) -> tuple[Any, ...]:
        return self._drawn(index // _DRAWN)[index % _DRAWN]

    def size(self, index: int) -> int:
        return self.sizes[index // _DRAWN % len(self.sizes)]

    def start(self, index: int) -> Iterator[Any]:
        chunks = map(self._drawn, range(index // _DRAWN, -(-self.count // _DRAWN)))
        return islice(chain.from_iterable(chunks), index % _DRAWN, None)

    def _drawn(self, chunk: int) -> list[tuple[Any, ...]]:
        size = self.sizes[chunk % len(self.sizes)]
        return self.space.sample(_DRAWN, seed=self.seed * _MOST_CHUNKS + chunk, size=size)


@dataclass(frozen=True)
class Listed:
    """Inputs that are at hand. Each is given as a copy: a call may change it."""

    inputs: list[tuple[Any, ...]]
    changing = True

    def start(self, index: int) -> Iterator[Any]:
        return map(copy.deepcopy, self.inputs[index:])


@dataclass(frozen=True)
class _Making:
    """Inputs that are made anew every time, one by one."""

    makers: tuple[Callable[[], tuple[Any, ...]], ...]
    sizes: tuple[int, ...]
    changing = True
    first = 0

    @property
    def count(self) -> int:
        return len(self.makers)

    def tried(self, done: int) -> int:
        return done

    def input(self, index: int) -> tuple[Any, ...]:
        return self.makers[index]()

    def size(self, index: int) -> int:
        return self.sizes[index]

    def start(self, index: int) -> Iterator[Any]:
        return (make() for make in self.makers[index:])


class Kept(_Making):
    """Inputs that failed in an earlier run."""

    def only(self, index: int) -> Kept:
        """One of them."""
        return Kept((self.makers[index],), (self.sizes[index],))


class Solved(_Making):
    """Inputs that a solver found."""


@dataclass(frozen=True)
class _Few:
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
        return next(index for index in range(self.count) if self[index] == values)

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        return self.makers[index]()


class SolvedBeside(Exhaust):
    """Inputs that a solver found beside functions, to be tried with every behaviour of these up to a scope."""


def solved_beside(found: Solved, scope: Scope) -> SolvedBeside:
    return SolvedBeside(scope, cast(Inputs, _Few(found.makers, found.sizes)))


Stage = Exhaust | Sample | Kept | Solved
