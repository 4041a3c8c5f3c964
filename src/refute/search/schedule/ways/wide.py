"""Wide samples: inputs whose scalars are from all over their types, from spaces of palettes that are always new.

A palette and a size are drawn together: few scalars and large structures, or many and small ones. So are two
distributions: uniformly over values, or by skeletons. Sizes and magnitudes grow in steps as long as calls are quick:
what takes a hundred times as long for numbers of 16 bits does not end for those of 64. Where no scalar is in the inputs
that a palette changes, only those are drawn that are larger than what has been exhausted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from refute.errors import ExplosionError, RefinementError, ScopeError
from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import Assignment, Domain, Drawn, Segment, SpaceInfo
from refute.search.schedule.ways.samples import drawn_once
from refute.spaces.ground.palette import MANNERS, Palette
from refute.spaces.scope import Scope


@dataclass(frozen=True)
class Step:
    """How far inputs go at most."""

    size: int  # in steps: a record in a list is one
    bits: int
    length: int  # of texts over an alphabet


_WITHOUT_END = 40  # palettes at most where no time is set: a type may have hardly any values in each
STEPS = (Step(8, 10, 4), Step(16, 16, 8), Step(40, 20, 16), Step(200, 70, 40))
_WIDTHS = (3, 8, 24, 100)
_WITH_CONSTANTS = 0.4  # of the palettes
_WIDTHS_OF_SCALARS = (24, 100, 300)  # where inputs have nothing else
_SHARES = (0.1, 0.25, 0.5, 1.0)  # of the size
_TOGETHER = 6  # palettes of which inputs are run one after the other, or fewer
_ON_THE_WAY = 3  # where they do not go as far yet as others will,
_FIRST = 25  # inputs of each, and later as many as can be run
_FEWEST, _MOST = 60, 600
_SOME = 10  # times as many as are drawn: of no more inputs than that, none is drawn twice
_TELLING = 50  # inputs, without which it is not known how long one takes
_SIZES = 8  # of a palette, from which inputs are drawn
_AT_LEAST = 0.1  # seconds for those that are run together
_SHORT = 0.25  # seconds in which a batch was built and run, after which the next step does not wait for another turn
_QUICK = 3e-3  # seconds that a call may take on average for larger ones to be tried,
_TIMES_SLOWER = 3  # or so many times as long as those of the first step
_PATIENCE = 8  # batches until a step that was too slow is tried again
_MOST_ROUNDS = 1 << 20


class Spaces(Protocol):
    def __call__(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo: ...


class Record(Protocol):
    """What has been done."""

    def unjudged(self, domain: Domain) -> int:
        """How many inputs of a domain took too long, or too much memory."""
        ...

    @property
    def tests(self) -> int: ...


class WideSamples:
    """Of one search."""

    def __init__(
        self,
        spaces: Spaces,
        record: Record,
        clock: Clock,
        seed: int,
        constants: Sequence[Any] = (),
        scalars: bool = True,
    ) -> None:
        """`constants` of the code, which may become more, are in some of the palettes. `scalars`: whether inputs have
        any that palettes change."""
        self._spaces = spaces
        self._record = record
        self._clock = clock
        self._seed = seed
        self._constants = constants
        self._scalars = scalars
        self._beyond = -1  # sizes that are drawn are larger
        self._exhausted: Scope | None = None
        self._round = 0
        self._step = 0
        self._ceiling = len(STEPS) - 1  # the step that is not gone beyond,
        self._waits = 0  # for so many batches
        self._only_scalars = False
        self._stride = 1  # by how much sizes differ
        self._texts: set[str] = set()  # of inputs that were drawn where there are few
        self._most: float = math.inf  # scalars times size that can be built in time
        self._each = _FIRST
        self._first_took: float | None = None  # seconds for an input of the first step
        self.went_far = False  # inputs of the last step were tried, or it was seen that they cannot be

    def drawn(self, exhausted: int) -> Iterator[Assignment]:
        """Samples of some palettes at a time, until the turn is over. All inputs to a size have been `exhausted`."""
        clock, begins = self._clock, True
        if clock.deadline is None and self._round >= _WITHOUT_END:
            return
        self._beyond = -1 if self._scalars else exhausted
        self._exhausted = Scope(size=exhausted) if exhausted >= 0 else None
        while True:
            began, tests = clock.now(), self._record.tests
            segments = self._segments()
            built = clock.now()
            if begins:
                clock.to_sample_widely()
                begins = False
            self.went_far |= not segments
            if segments:
                yield Assignment(tuple(segments), clock.until)
                self._learn(segments, self._record.tests - tests, built - began, clock.now() - built)
            is_on_the_way = not self.went_far and clock.now() - began < _SHORT and not clock.is_over()
            is_over = clock.until is None or clock.until - clock.now() < built - began  # to build more, and to run it
            if self._record.tests == tests or (is_over and not is_on_the_way):
                return
            if is_over:
                clock.give(_SHORT)

    def _segments(self) -> list[Segment]:
        until = self._clock.until_built()
        found = []
        for _ in range(_TOGETHER if self.went_far or self._step == len(STEPS) - 1 else _ON_THE_WAY):
            now = self._clock.now()
            if until is not None and now >= until:
                break
            domain = self._domain(None if until is None else now + (until - now) / 2)
            self._round += 1
            if domain is not None:
                found.append(Segment(domain, 0, domain.count, total=domain.count))
        return found

    def _domain(self, until: float | None) -> Drawn | None:
        random = Random(f"{self._seed} {self._round}")
        scope = self._scope(random)
        try:
            info = self._spaces(scope, self._exhausted, until)
        except (ExplosionError, ScopeError):
            assert scope.size is not None
            assert scope.palette is not None
            self._most = max(scope.size * scope.palette.width // 2, 1)
            return None
        except RefinementError:  # of the user, which raises for such scalars
            return None
        known = [size for size in info.sizes if size > self._beyond]
        if not known:
            return None
        self._only_scalars = info.sizes == [0]
        self._stride = max(self._stride, info.stride)
        self._most *= 1.1
        seed = self._seed * _MOST_ROUNDS + self._round
        if info.texts:
            texts = info.texts
            new = [one for one in info.places(known) if texts[one[0]] and texts[one[0]] not in self._texts]
            self._texts.update(texts[place] for place, _ in new)
            return drawn_once(scope, new, seed) if new else None
        sizes = random.sample(known, min(_SIZES, len(known)))
        by_skeleton = random.random() < 0.5
        among = sum(info.tiers[size] for size in sizes)
        if among <= _SOME * self._each:
            places = info.places(sizes)
            return drawn_once(scope, random.sample(places, min(self._each, among)), seed)
        return Drawn(scope, tuple(sizes), self._each, seed, by_skeleton)

    def _scope(self, random: Random) -> Scope:
        step = STEPS[self._step]
        width = random.choice(_WIDTHS_OF_SCALARS if self._only_scalars else _WIDTHS)
        size = max(2, round(step.size * random.choice(_SHARES)) * self._stride) + max(self._beyond, 0)
        while size * width > self._most and size * width > 2:
            if size > 2 and (width <= 2 or random.random() < 0.5):
                size //= 2
            else:
                width = max(width // 2, 1)
            if size <= 2 and width <= 1:
                break
        length = random.choice((1, 2, step.length // 2, step.length))
        manner, seed = random.choice(MANNERS), random.getrandbits(32)
        constants = tuple(self._constants) if random.random() < _WITH_CONSTANTS else ()
        palette = Palette(seed, width=width, manner=manner, bits=step.bits, length=length, constants=constants)
        return Scope(size=size, palette=palette)

    def _learn(self, segments: list[Segment], tests: int, building: float, running: float) -> None:
        """How many inputs to run next time, and how far they may go."""
        is_troubled = any(self._record.unjudged(segment.domain) for segment in segments)
        if tests < min(_TELLING, sum(segment.stop for segment in segments)) and not is_troubled:
            return
        each = running / max(tests, 1)
        if self._first_took is None:
            self._first_took = each
        enough = max(_AT_LEAST, 2 * building) / max(each, 1e-6) / _TOGETHER
        self._each = int(min(max(enough, _FEWEST), _MOST))
        self._waits = max(self._waits - 1, 0)
        self.went_far |= self._step == len(STEPS) - 1
        if is_troubled:
            self._step = max(self._step - 1, 0)
            self._ceiling, self._waits, self.went_far = self._step, 1 << 30, True
        elif each > max(_QUICK, _TIMES_SLOWER * self._first_took):
            self._step = max(self._step - 1, 0)
            self._ceiling, self._waits, self.went_far = self._step, _PATIENCE, True
        elif self._step < self._ceiling or not self._waits:
            self._step = min(self._step + 1, len(STEPS) - 1)
