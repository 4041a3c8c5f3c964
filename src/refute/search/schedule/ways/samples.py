"""Samples of sizes beyond those that are exhausted, from spaces that grow as there is time to build them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol

from refute.errors import ExplosionError, ScopeError
from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import Assignment, Drawn, Segment, SpaceInfo
from refute.spaces.scope import Scope

LARGEST = 30  # steps in size up to which inputs are sampled
_MOST_ONCE = 20_000  # inputs, of no more of which none is drawn twice
_FEW = (-2, 2)  # integers, where more are too many
_AT_A_TIME = 2_000  # inputs,
_TOGETHER = 8  # in so many parts
_TIMES_EACH = 3  # so often inputs of each space there is are drawn before the next is built
_MOST_ROUNDS = 1 << 20
_FIRST = 8  # the size that is sampled first, or so much larger than what is exhausted:
_LARGER = 5
_TIMES_MORE = 2  # as much time as was not enough is there for it to be tried again
_TIMES_LONGER = 4  # at most so many times as long as the last one does building the next space take


class Spaces(Protocol):
    def __call__(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo: ...


class Samples:
    """`integers`: whether inputs have them, so that fewer of them make smaller spaces."""

    def __init__(self, integers: bool, spaces: Spaces, clock: Clock, seed: int) -> None:
        self._integers = integers
        self._spaces = spaces
        self._clock = clock
        self._seed = seed
        self._sources: list[SpaceInfo] = []
        self._took = 0.0  # seconds, to build the last space
        self._stride = 1  # by how much sizes differ
        self._max_size = LARGEST  # the size of the next one at most, as larger ones take longer than there is time
        self._ended = False  # no larger space can be built
        self._few = False  # whether more integers than few are too many,
        self._short = 0.0  # or were, in so many seconds
        self._crowded = True  # whether half the integers are enough for inputs of all sizes
        self._round = 0
        self._left: dict[Scope, list[tuple[int, int]]] = {}  # of spaces with few inputs, those that were not drawn

    def drawn(self, from_size: int) -> Iterator[Assignment]:
        """Samples of sizes above one, some at a time, until the turn is over. It begins once there is what to draw."""
        clock = self._clock
        self._grow(from_size)
        clock.to_sample()
        while sources := self._above(from_size):
            domains = self._domains(sources[-1 - self._round % len(sources)], from_size)
            yield Assignment(tuple(Segment(one, 0, one.count, total=one.count) for one in domains), clock.until)
            self._round += 1
            if clock.turn_is_over():
                return

    def _domains(self, source: SpaceInfo, from_size: int) -> list[Drawn]:
        """Uniform ones and others by skeletons, by turns. Where there are few inputs, none is drawn twice."""
        seed = self._seed * _MOST_ROUNDS + self._round
        sizes = [size for size in source.sizes if size > from_size]
        if sum(source.tiers[size] for size in sizes) > _MOST_ONCE:
            random, each = Random(seed), _AT_A_TIME // _TOGETHER
            orders = [tuple(random.sample(sizes, len(sizes))) for _ in range(_TOGETHER)]
            seeds = [seed * _TOGETHER + place for place in range(_TOGETHER)]
            return [
                Drawn(source.scope, order, each, own, by_skeleton=place % 2 == 1)
                for place, (order, own) in enumerate(zip(orders, seeds, strict=True))
            ]
        left = self._left.get(source.scope)
        if left is None:
            left = source.places(sizes)
            Random(seed).shuffle(left)
        larger = [one for one in left if one[1] > from_size]  # the others have been exhausted since
        self._left[source.scope] = larger[_AT_A_TIME:]
        return [drawn_once(source.scope, larger[:_AT_A_TIME], seed)]

    def may_grow(self, from_size: int) -> bool:
        """Whether there may be something to draw later, if there is nothing now."""
        largest = LARGEST * self._stride
        is_largest = bool(self._sources) and self._sources[-1].scope.reach >= largest and not self._few
        return not self._ended and not is_largest and from_size < largest

    def _grow(self, from_size: int) -> None:
        """Add larger spaces as long as they are soon built, one at least if there is time for it."""
        until, known = self._clock.until_built(), -1
        if self._above(from_size) and self._is_early():
            return
        while known < len(self._sources):
            known = len(self._sources)
            self._add(from_size, until)
            if until is None or self._clock.now() + _TIMES_LONGER * self._took > until:
                return

    def _add(self, from_size: int, until: float | None) -> None:
        """Add the next larger space, if it is built in time; if not, the next has fewer integers, or is smaller."""
        started, largest = self._clock.now(), LARGEST * self._stride
        allowed = math.inf if until is None else until - started
        last = self._sources[-1].scope.reach if self._sources else 0
        if self._few and self._short * _TIMES_MORE <= allowed and self._short < math.inf:
            self._few = False
            last = self._sources[-1].sizes[-1] if self._sources else 0
        size = min(max(self._max_size, from_size + 1), max(_FIRST, from_size + _LARGER, last + last // 2 + 1), largest)
        if self._ended or size <= max(last, from_size):
            return
        try:
            source = self._source(size, until)
        except (ExplosionError, ScopeError):
            late = until is not None and self._clock.now() >= until
            if self._integers and not self._few:
                self._few, self._short = True, allowed if late else math.inf
                if not late:
                    self._add(from_size, until)
            elif late:
                self._max_size = (from_size + size) // 2
            else:
                self._ended = True
            return
        self._stride = max(self._stride, source.stride)
        self._took, self._max_size = self._clock.now() - started, LARGEST * self._stride
        if source.sizes:
            self._sources.append(source)
        elif self._few and self._short < math.inf:
            self._short = 0.0  # few integers are of no use: more of them, in whatever time there is
        else:
            self._ended = True

    def _above(self, from_size: int) -> list[SpaceInfo]:
        """Spaces with larger inputs that have not all been drawn."""
        return [
            source for source in self._sources if source.sizes[-1] > from_size and not self._is_drawn(source, from_size)
        ]

    def _is_drawn(self, source: SpaceInfo, from_size: int) -> bool:
        left = self._left.get(source.scope)
        return left is not None and not any(size > from_size for _, size in left)

    def _is_early(self) -> bool:
        return self._took * _TIMES_LONGER > self._clock.turn or self._round < _TIMES_EACH * len(self._sources)

    def _source(self, size: int, until: float | None) -> SpaceInfo:
        """With half the integers of the scope, parts have more in common, and far less is to be built.

        Where that is too much still, there are few integers, so that there are larger structures at all.
        """
        if self._few:
            return self._spaces(Scope(size=size, ints=_FEW), None, until)
        if self._crowded:
            source = self._spaces(Scope(size=size, ints=(-(size // 2), size // 2)), None, until)
            if source.sizes and source.sizes[-1] == size:
                return source
            self._crowded = False
        return self._spaces(Scope(size=size), None, until)


def drawn_once(scope: Scope, places: Sequence[tuple[int, int]], seed: int) -> Drawn:
    """The inputs at some places of a scope, each with its size."""
    sizes = tuple(size for _, size in places)
    return Drawn(scope, sizes, len(places), seed, places=tuple(place for place, _ in places))
