"""Inputs made of constants of the code: all small ones of them, and some that are as large as the code says numbers.

Scopes have a palette for that, in which there are the constants, what is near them, and a few ordinary scalars. Where
all small inputs of them are too many, there are some with all pairs: every two of them for every two parameters. Where
there are many constants, there are several palettes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from refute.errors import ExplosionError, ScopeError
from refute.logic.terms.term import identity_key
from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import Assignment, Domain, Marked, Segment, SpaceInfo
from refute.spaces.ground.palette import CONSTANTS, Palette
from refute.spaces.scope import Scope

_WIDTH = 10  # constants of a type in one palette
_PALETTES = 4  # for the constants of one round
_MOST_PALETTES = 1 << 10
_SIZE = 3  # of inputs of which all are tried, while these are so many:
_MOST = 2_000
_WIDTH_OF_PAIRS = 40  # constants of a type of which all pairs are tried,
_MOST_PAIRS = 5_000  # inputs at most
_DRAWN = 500  # inputs of sizes of which there are more
_SIZES = range(3, 101)  # of inputs, that the code may name
_MOST_SIZES = 24
_OF_EACH_SIZE = 20  # inputs
_SECONDS = 0.75  # for the inputs of one palette,
_SHARE = 0.1  # or more of the time that is left
_LOOKED_AT = 20  # inputs in each of some
_PLACES = 5


class Spaces(Protocol):
    def __call__(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo: ...


class Landmarks:
    """Constants, and the inputs made of them. `tried` are those that have been given out."""

    def __init__(
        self, constants: Iterable[Any], spaces: Spaces, clock: Clock, seed: int, *, pairs: bool = False
    ) -> None:
        """`pairs`: whether there are several parameters, of which all pairs of values are to be tried."""
        self._pairs = pairs
        self._spaces = spaces
        self._clock = clock
        self._seed = seed
        self._known: dict[Any, Any] = {}
        self._new: list[Any] = []
        self._palettes = 0  # so far
        self.tried: list[Any] = []
        self.add(constants)

    def add(self, constants: Iterable[Any]) -> bool:
        """Add some; whether there are new ones among them."""
        for constant in constants:
            key = identity_key(constant)
            if key not in self._known:
                self._known[key] = constant
                self._new.append(constant)
        return bool(self._new)

    def assignments(self) -> Iterator[Assignment]:
        """Inputs with the constants that are new."""
        new, self._new = self._new, []
        drawn = False  # whether there are too many inputs of some to try all of them
        hands = list(_dealt(new))
        for constants in hands:
            if self._clock.is_over():
                return
            seed = self._seed * _MOST_PALETTES + self._palettes
            self._palettes += 1
            self.tried += constants
            segments = [*self._small(constants, seed), *self._of_sizes(constants, seed)]
            if segments:
                drawn |= isinstance(segments[0].domain, Marked) and bool(segments[0].domain.sizes)
                yield Assignment(tuple(segments), self._until())
        if self._pairs and (drawn or len(hands) > 1) and not self._clock.is_over():
            yield from self._paired()

    def _until(self) -> float | None:
        now, deadline = self._clock.now(), self._clock.deadline
        return None if deadline is None else min(deadline, now + max(_SECONDS, _SHARE * (deadline - now)))

    def _small(self, constants: tuple[Any, ...], seed: int) -> Iterator[Segment]:
        palette = Palette(seed=seed, width=2 * _WIDTH, manner=CONSTANTS, length=1, constants=constants)
        info = self._built(Scope(size=_SIZE, palette=palette))
        if info is None or not info.count:
            return
        count = 0
        more: list[int] = []
        for size, number in sorted(info.tiers.items()):
            if not more and count + number <= _MOST:
                count += number
            else:
                more.append(size)
        if count:
            yield Segment(Marked(info.scope, count), 0, count, total=count)
        if more:
            drawn = _DRAWN if count or self._pairs else _MOST
            yield Segment(Marked(info.scope, drawn, tuple(more), seed), 0, drawn, total=drawn)

    def _paired(self) -> Iterator[Assignment]:
        """Inputs with all pairs of the constants so far. How many there are is not known before they are run."""
        palette = Palette(self._seed, width=_WIDTH_OF_PAIRS, manner=CONSTANTS, length=1, constants=tuple(self.tried))
        info = self._built(Scope(size=_SIZE, palette=palette))
        if info is not None and info.count:
            pairs = Marked(info.scope, _MOST_PAIRS, pairs=True)
            yield Assignment((Segment(pairs, 0, _MOST_PAIRS),), self._until())

    def _of_sizes(self, constants: tuple[Any, ...], seed: int) -> Iterator[Segment]:
        """Inputs as large as the numbers among the constants: a little more and less, and of two nodes for each."""
        named = sorted({number for number in constants if type(number) is int and number in _SIZES})
        wanted = {size for number in named for size in (number - 1, number, number + 1, 2 * number, 2 * number + 2)}
        if not wanted:
            return
        most = max(named) + 2  # different elements of sets
        palette = Palette(
            seed=seed, width=2, manner=CONSTANTS, length=most, constants=constants, ordinary=most // 2 + 1
        )
        info = self._built(Scope(size=max(wanted), palette=palette))
        sizes = tuple(size for size in info.sizes if size in wanted and size > _SIZE) if info is not None else ()
        if info is not None and sizes:
            sizes = sizes[:_MOST_SIZES]
            count = _OF_EACH_SIZE * len(sizes)
            yield Segment(Marked(info.scope, count, sizes, seed), 0, count, total=count)

    def _built(self, scope: Scope) -> SpaceInfo | None:
        try:
            return self._spaces(scope, None, self._clock.until_built())
        except (ExplosionError, ScopeError):
            return None


def some_of(domain: Domain, count: int) -> list[Segment]:
    """Some inputs of a domain, at several places."""
    places = {count * place // _PLACES for place in range(_PLACES)} | {max(0, count - _LOOKED_AT)}
    return [Segment(domain, place, min(place + _LOOKED_AT, count)) for place in sorted(places) if place < count]


def _dealt(constants: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Constants, dealt out so that there are few of each type in each hand."""
    by_type: defaultdict[type, list[Any]] = defaultdict(list)
    for constant in constants:
        by_type[type(constant)].append(constant)
    most = max(map(len, by_type.values()), default=0)
    hands = min(-(-most // _WIDTH), _PALETTES)
    for hand in range(hands):
        yield tuple(one for own in by_type.values() for one in own[hand::hands])
