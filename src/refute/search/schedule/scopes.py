"""Growing scopes: the sizes that a search goes through, until larger ones explode or have no more inputs."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from refute.errors import ExplosionError
from refute.search.schedule.clock import Clock, Pace
from refute.search.schedule.domains import Exhaustive, SpaceInfo
from refute.search.schedule.extent import Extent
from refute.spaces.scope import Scope

LOOKED_AT = 4  # the size at which it is decided whether a solver is asked
_SAME_IN_A_ROW = 4  # after so many scopes that add nothing, larger ones are not built any more,
_FAR = 64  # from this size on
_WITHIN_REACH = 100_000  # integers
_ONE_BY_ONE = 8  # up to this size; above it, several sizes are taken together while they add little
_LITTLE = 1_000  # inputs
_OVER_LETTERS = 5_000  # inputs at most with texts over the letters that the code tells apart, before those over two
_FEW = 400  # inputs for which alone a process is not started, if there are more by then:
_AHEAD = 0.04  # seconds that inputs may wait for others to be built, about what a process takes to start and end
_ALL_AT_ONCE = 10_000  # inputs at most that are all there are, which come after small sizes, if they take
_OF_THE_TIME = 0.5  # of what is left at most
_TIMES_LONGER = 3  # as long as the last one may building the next scope take


class Spaces(Protocol):
    """Builds spaces, somewhere. Raises ExplosionError when it takes too much, or longer than it may."""

    def __call__(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo: ...


@dataclass(frozen=True)
class Planned:
    domain: Exhaustive
    info: SpaceInfo
    added: int  # inputs to those of the scope before


class Scopes:
    """Scopes of growing sizes, until they explode, or have all inputs there are.

    The first ones have texts over the letters that the code tells apart, while these are few.
    """

    def __init__(self, extent: Extent | None, letters: str, spaces: Spaces, clock: Clock, pace: Pace) -> None:
        """`letters`: those that the code can tell apart, if inputs have texts."""
        self._letters = letters or None
        self._extent = extent
        self._spaces = spaces
        self._clock = clock
        self._pace = pace
        self._is_too_large = 0  # a size at which all inputs there are were too many
        self._last: SpaceInfo | None = None
        self._before: SpaceInfo | None = None  # the one before that
        self._added = 0  # inputs by the last one
        self._same = 0  # scopes in a row that added nothing
        self._landmarks = True  # whether they have them
        self.ended = False
        self.have_all_built = False  # whether no larger one has more
        self.all_there_is = False  # whether there are no others either, which are not built

    def one(self) -> list[Planned]:
        """The next one; none if there are no more."""
        last = self._last
        size = 0 if last is None else _next_size(last, self._added, self._before)
        previous = None if last is None else last.scope
        try:
            info = self._all_there_is(last) or self._built(size, previous)
        except ExplosionError:
            if last is None:
                raise
            if last.count == 0 and self._landmarks:  # rather than to try none at all
                self._landmarks = False
                return self.one()
            self.ended = True
            return []
        scope = info.scope
        # one over two letters need not have all inputs of one over more
        self._added = max(info.count - (0 if last is None else last.count), 0)
        self._before, self._last = last, info
        self._same = self._same + 1 if last is not None and info.count == last.count else 0
        if self._extent is not None and scope.reach >= self._extent.reach:
            self.ended = self.have_all_built = True
            self.all_there_is = self._extent.complete and self._landmarks
        elif (
            self._same >= _SAME_IN_A_ROW
            and size >= _FAR
            and (self._extent is None or self._extent.reach > _WITHIN_REACH)
        ):
            self.ended = True  # there may be more further out: samples and the solver look there
        return [Planned(Exhaustive(scope, previous), info, self._added)]

    def _all_there_is(self, last: SpaceInfo | None) -> SpaceInfo | None:
        """The scope with all inputs there are, after small ones, where they are few."""
        if self._extent is None or last is None or not LOOKED_AT <= last.scope.reach < self._extent.reach:
            return None
        if self._extent.reach > _WITHIN_REACH or last.scope.reach < 2 * self._is_too_large:
            return None
        left = self._clock.left_to_exhaust()
        most = _ALL_AT_ONCE if left is None else min(_ALL_AT_ONCE, _OF_THE_TIME * self._pace.surely_in(left))
        if last.count <= most:
            with suppress(ExplosionError):
                scope = Scope(size=self._extent.reach, landmarks=self._landmarks)
                info = self._spaces(scope, last.scope, self._clock.until_then())
                if info.count - last.count <= most:
                    return info
        self._is_too_large = last.scope.reach
        return None

    def _built(self, size: int, previous: Scope | None) -> SpaceInfo:
        """Raises ExplosionError. As long as no input is known, there is time left to look for one among fewer."""
        looks = self._last is not None and self._last.count == 0 and self._landmarks
        if self._letters is not None:
            until = self._until(looks)
            letters, self._letters = self._letters, None
            try:
                info = self._spaces(Scope(size=size, letters=letters), previous, until)
                if info.count <= _OVER_LETTERS:
                    self._letters = letters
                    return info
            except ExplosionError:
                if looks and until is not None and self._clock.now() >= until:
                    raise
        # the first is built however little time there is
        scope = Scope(size=size, landmarks=self._landmarks)
        return self._spaces(scope, previous, None if previous is None else self._until(looks))

    def _until(self, looks: bool) -> float | None:
        return self._clock.until_found() if looks else self._clock.until_then()

    def some(self, most: int | None) -> list[Planned]:
        """The next ones, to be run together while they have few inputs, `most` at the most, and are soon built."""
        ahead: list[Planned] = []
        began = self._clock.now()
        while not self.ended:
            before = self._clock.now()
            ahead += self.one()
            now = self._clock.now()
            few = not ahead or ahead[-1].added < _FEW
            few &= most is None or sum(planned.added for planned in ahead) < most
            is_for_solver = bool(ahead) and ahead[-1].domain.scope.size == LOOKED_AT and not ahead[-1].added
            if not few or is_for_solver or now - began + _TIMES_LONGER * (now - before) > _AHEAD:
                break
        return ahead


def _next_size(last: SpaceInfo, added: int, before: SpaceInfo | None) -> int:
    """Where there are only scalars, the size by which their number is doubled, if it goes on growing as it did."""
    size = last.scope.reach
    if size >= _ONE_BY_ONE and last.sizes == [0] and before is not None and before.count and added:
        power = math.log(last.count / before.count) / math.log(size / before.scope.reach)
        return max(size + 1, int(size * 2 ** (1 / max(power, 1))))
    return size + (size // 4 if size >= _ONE_BY_ONE and added < _LITTLE else 1)
