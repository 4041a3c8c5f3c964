"""The plan of a search: growing scopes to their ends, and in between samples of larger ones, and wide ones.

A plan asks what has been done, and never assumes it: a scope is run until its inputs are all accounted for, also where
time ended in the middle of it, and no larger one is run before.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Protocol

from refute.errors import ExplosionError
from refute.search.schedule.clock import Clock, Pace
from refute.search.schedule.domains import Aliased, Assignment, Domain, Exhaustive, OnStates, Segment, Solved, SpaceInfo
from refute.search.schedule.extent import Extent
from refute.search.schedule.landmarks import Landmarks, some_of
from refute.search.schedule.samples import Samples
from refute.search.schedule.shares import Attention, Novelty
from refute.search.schedule.wide import WideSamples
from refute.spaces.scope import Scope

ENDLESS = 1 << 62  # behaviours of functions, which are not counted before they are tried
LOOKED_AT = 4  # the size at which it is decided whether a solver is asked
_SAME_IN_A_ROW = 4  # after so many scopes that add nothing, larger ones are not built any more,
_FAR = 64  # from this size on
_WITHIN_REACH = 100_000  # integers
_ONE_BY_ONE = 8  # up to this size; above it, several sizes are taken together while they add little
_LITTLE = 1_000  # inputs
_OVER_LETTERS = 5_000  # inputs at most with texts over the letters that the code tells apart, before those over two
_FEW = 400  # inputs for which alone a process is not started, if there are more by then:
_AHEAD = 0.04  # seconds that inputs may wait for others to be built, about what a process takes to start and end
_TIMES_LONGER = 3  # as long as the last one may building the next scope take
_AT_LEAST = 300  # inputs of scopes are tried before samples are: what small ones show need not be made smaller
_SMALL = 2  # the size of inputs that are tried before those with constants of the code
_OF_ALIASES = 3  # the size of inputs in which two parameters are one object,
_ALL_ALIASES = 8  # or this, if there are no larger ones,
_MOST_ALIASED = 200  # and their number, for each two parameters
_PARAMETERS = 2  # of which all pairs are tried, where all inputs are too many
_FOR_ALIASES = 0.2  # of the time that is left
_FOR_STATES = 0.25  # of the time that is left, for a method on instances that others have made,
_CALLS = 3  # by programs of so many calls,
_ON_STATES = 20_000  # and so many calls in all, where time has no end
_ROUNDS = 3  # in which the code is asked what it compares inputs with
_PATIENCE = 0.3  # seconds, if they take that long
_MANY = 2_000  # inputs of a scope, which are gone through in any order if there are
_TIMES_TOO_MANY = 2  # so many times as many as there is time for


@dataclass(frozen=True)
class Search:
    """What is known of a function before it is tried."""

    functions: bool  # among the arguments
    integers: bool
    extent: Extent | None  # None: its inputs have no end, or it is not known
    constants: tuple[Any, ...] = ()  # of the code
    asks: bool = False  # whether the code compares, looks up or searches anything
    scalars: bool = True  # whether inputs have any that palettes change, beside functions
    aliases: tuple[tuple[str, str], ...] = ()  # two parameters each that may be one object
    letters: str = ""  # that the code can tell apart, if inputs have texts
    parameters: int = 0  # whose values do not depend on each other
    states: bool = False  # whether it is a method of objects that other methods change


class Spaces(Protocol):
    """Builds spaces, somewhere. Raises ExplosionError when it takes too much, or longer than it may."""

    def __call__(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo: ...


class Further(Protocol):
    """Inputs past the scopes, found by a solver."""

    def __call__(self, scope: Scope, smaller: Sequence[int]) -> Solved | None:
        """`smaller` are the counts of scopes before. Raises EmptyTypeError where there is no input at all."""
        ...


class Questions(Protocol):
    """What code asks of some inputs: constants that it compares them with."""

    def __call__(self, segments: Sequence[Segment]) -> Sequence[Any]: ...


class Record(Protocol):
    """What has been done."""

    def gaps(self, domain: Domain, total: int) -> Sequence[tuple[int, int]]:
        """The ranges of indices below a total that are not accounted for."""
        ...

    def ended(self, domain: Domain) -> bool:
        """Whether there are no more inputs in a domain than those that are accounted for."""
        ...

    def unjudged(self, domain: Domain) -> int:
        """How many inputs of a domain were not judged: they took too long, say."""
        ...

    def total(self, domain: Domain) -> int | None:
        """How many inputs a domain has, if its end has been seen."""
        ...

    @property
    def tests(self) -> int: ...

    @property
    def outcomes(self) -> int:
        """How many different things calls have come to."""
        ...


class Plan:
    """Assignments, one after the other, as long as there is something to do and time for it."""

    def __init__(
        self,
        search: Search,
        spaces: Spaces,
        further: Further,
        record: Record,
        clock: Clock,
        *,
        seed: int = 0,
        questions: Questions = lambda segments: (),
        tests: int | None = None,
        novelty: Novelty = lambda domains: None,
    ) -> None:
        """`tests`: how many inputs are tried at most; `novelty`: whether those of some domains do something new."""
        self._attention = Attention(clock, clock.now, record, novelty)
        self._tests = tests
        self._pace = Pace()
        self._search = search
        self._spaces = spaces
        self._further = further
        self._record = record
        self._clock = clock
        self._seed = seed
        self._landmarks = Landmarks(search.constants, spaces, clock, seed, pairs=search.parameters >= _PARAMETERS)
        self._questions = questions
        self._counts: list[int] = []  # of the scopes so far
        self._solver_asked = False  # whether the solver was
        self._has_been_at_landmarks = False
        self._has_been_on_states = False
        self._aliased = False  # whether inputs were tried in which two parameters are one object
        self._sampled = search.functions  # whether samples have had a turn, if they have one
        self._of_scopes = 0  # inputs, of those that were tried
        self._scopes_ended = search.functions
        self.everything = False  # no larger scope has more inputs than those that are complete

    def __repr__(self) -> str:
        return f"<Plan: scopes with {', '.join(map(str, self._counts)) or 'no'} inputs so far, {self._clock}>"

    @property
    def has_tried_all_ways(self) -> bool:
        """Whether scopes, samples and the solver have each had a turn, and scopes more than a few inputs."""
        return self._sampled and self._solver_asked and (self._scopes_ended or self._of_scopes >= _AT_LEAST)

    def within(self, scope: Scope) -> Iterator[Assignment]:
        """A scope, to its end. Tables of functions grow with their size, and only then: smaller sizes come first."""
        sizes = range(scope.size) if self._search.functions and scope.size is not None else range(0)
        previous: Scope | None = None
        for one in (*(replace(scope, size=size) for size in sizes), scope):
            if previous is not None and self._clock.is_over():
                return
            info = self._spaces(one, previous, None)
            self._counts.append(info.count)
            planned = self._in_order(_Planned(Exhaustive(one, previous), info, info.count - info.same))
            yield from self._to_its_end(planned, self._clock.deadline)
            if not self._is_complete(planned):
                return
            previous = one
        yield from self._with_aliases(scope)
        yield from self._on_states(OnStates(_CALLS))
        yield from self._past(scope, last=True)

    def growing(self) -> Iterator[Assignment]:
        """Scopes of growing sizes, in turns with samples of larger ones."""
        clock, in_turns = self._clock, not self._search.functions
        samples = Samples(self._search.integers, self._spaces, clock, self._seed)
        wide = WideSamples(self._spaces, self._record, clock, self._seed, self._landmarks.tried, self._search.scalars)
        scopes = _Scopes(self._search, self._spaces, clock)
        waiting: deque[_Planned] = deque()
        patient, largest = clock.now() + _PATIENCE, -1  # the largest size of which all inputs have been tried
        if in_turns:
            clock.to_exhaust()
        while waiting or not scopes.ended:
            if not waiting:
                begin = clock.now()
                waiting.extend(scopes.some() if in_turns else scopes.one())
                clock.go_on(begin)
            began, tests = clock.now(), self._record.tests
            yield from self._attention.during("scopes", self._left_of(self._next_of(waiting), clock.until))
            self._of_scopes += self._record.tests - tests
            self._pace.see(self._record.tests - tests, clock.now() - began)
            while waiting and self._is_complete(waiting[0]):
                done = waiting.popleft()
                largest = done.info.scope.reach
                self._counts.append(done.info.count)
                if largest >= _SMALL:
                    yield from self._with_aliases(self._of_aliases, share=_FOR_ALIASES)
                    yield from self._on_states(OnStates(), share=_FOR_STATES)
                yield from self._past(done.info.scope)
                if in_turns and largest >= _SMALL and not scopes.have_all_built:
                    yield from self._at_landmarks(some_of(done.domain, done.info.count))
            if in_turns and clock.turn_is_over() and not clock.is_over():
                if self._record.tests >= _AT_LEAST or clock.now() > patient:
                    if self._of_scopes:
                        yield from self._with_aliases(self._of_aliases, share=_FOR_ALIASES)
                    if largest >= _SMALL or clock.is_half_over():  # fresh instances fail by smaller inputs
                        yield from self._on_states(OnStates(), share=_FOR_STATES)
                    yield from self._at_landmarks([])
                    yield from self._drawn(wide, samples, largest)
                    self._sampled = wide.went_far
                else:
                    clock.lengthen()
                clock.to_exhaust()
            if clock.is_over() or (not in_turns and clock.turn_is_over()):
                break
        self._scopes_ended = True
        if self._counts:
            yield from self._with_aliases(self._of_aliases, share=_FOR_ALIASES)
            yield from self._on_states(OnStates(), share=_FOR_STATES)
            yield from self._past(Scope(size=max(largest, 0)), last=True)
        more = bool(waiting) or not scopes.have_all_built
        self.everything = not more and scopes.all_there_is and self._has_all_aliases()
        while more and not clock.is_over():
            more = samples.may_grow(largest)
            for sample in self._drawn(wide, samples, largest):
                more = True
                yield sample
            self._sampled = self._sampled or wide.went_far

    def _drawn(self, wide: WideSamples, samples: Samples, largest: int) -> Iterator[Assignment]:
        """A turn of wide samples, and one of others, of inputs larger than those that are known."""
        yield from self._attention.during("wide", wide.drawn(largest))
        if not self._clock.is_over():
            yield from self._attention.during("samples", samples.drawn(largest))

    @property
    def constants(self) -> Sequence[Any]:
        """The constants of the code that inputs were made of."""
        return self._landmarks.tried

    def _at_landmarks(self, seen: Sequence[Segment]) -> Iterator[Assignment]:
        """Inputs with constants of the code, once, as long as it asks about more. `seen` are inputs that were tried."""
        if self._has_been_at_landmarks:
            return
        begin = self._clock.now()
        for _ in range(_ROUNDS):
            for assignment in self._landmarks.assignments():
                yield assignment
                seen = [one for segment in assignment.segments for one in some_of(segment.domain, segment.stop)]
            if not (seen and self._search.asks) or self._clock.is_over():
                break
            if not self._landmarks.add(self._questions(seen)):
                break
        self._has_been_at_landmarks = bool(seen) or not self._search.asks
        self._clock.go_on(begin)

    def _with_aliases(self, scope: Scope, share: float = 1.0) -> Iterator[Assignment]:
        """The smallest inputs of a scope in which two parameters are one object, once, in a share of the time."""
        if self._aliased or self._clock.is_over():
            return
        self._aliased = True
        begin, deadline = self._clock.now(), self._clock.deadline
        until = None if deadline is None else begin + share * (deadline - begin)
        for domain in self._aliases(scope):
            yield Assignment((Segment(domain, 0, domain.most),), until)
        self._clock.go_on(begin)

    def _on_states(self, domain: OnStates, share: float = 1.0) -> Iterator[Assignment]:
        """A method on instances that other methods have made, once, in a share of the time."""
        if not self._search.states or self._has_been_on_states or self._clock.is_over():
            return
        self._has_been_on_states = True
        begin, deadline = self._clock.now(), self._clock.deadline
        until = None if deadline is None else begin + share * (deadline - begin)
        yield Assignment((Segment(domain, 0, _ON_STATES if deadline is None else ENDLESS),), until)
        self._clock.go_on(begin)

    def _aliases(self, scope: Scope) -> list[Aliased]:
        return [Aliased(scope, kept, dropped, _MOST_ALIASED) for kept, dropped in self._search.aliases]

    @property
    def _of_aliases(self) -> Scope:
        reach = 0 if self._search.extent is None else self._search.extent.reach
        return Scope(size=reach if _OF_ALIASES < reach <= _ALL_ALIASES else _OF_ALIASES)

    def _has_all_aliases(self) -> bool:
        """Whether all inputs have been tried in which two parameters are one object, if these have an end."""
        extent, scope = self._search.extent, self._of_aliases
        totals = [self._record.total(domain) for domain in self._aliases(scope) if self._record.ended(domain)]
        reaches = not self._search.aliases or (extent is not None and extent.reach <= scope.reach)
        # there is none if they took too much to build
        are_all = [total for total in totals if total is not None and 0 < total < _MOST_ALIASED]
        return reaches and len(are_all) == len(self._search.aliases)

    def _past(self, scope: Scope, *, last: bool = False) -> Iterator[Assignment]:
        """What a solver finds past the scopes, once. Without time to try it, it is still worth knowing if there is no
        input at all."""
        if self._solver_asked or not (last or scope.size == LOOKED_AT) or (self._clock.is_over() and any(self._counts)):
            return
        self._solver_asked = True
        found = self._further(scope, tuple(self._counts[-3:]))
        if found is not None and not self._clock.is_over():
            total = found.count if found.beside is None else ENDLESS
            known = total if found.beside is None else None
            yield Assignment((Segment(found, 0, total, total=known),), self._clock.deadline)

    def _next_of(self, waiting: deque[_Planned]) -> Sequence[_Planned]:
        """Small scopes, which are run together, or a large one, whose order is chosen when it is begun."""
        small = list(takewhile(lambda planned: planned.added < _MANY, waiting))
        if small or not waiting:
            return small
        planned, whole = waiting[0], waiting[0].info.count
        if list(self._record.gaps(planned.domain, whole)) == [(0, whole)]:
            waiting[0] = self._in_order(planned)
        return [waiting[0]]

    def _in_order(self, planned: _Planned) -> _Planned:
        """A scope, smallest first, or in any order, if it has too many inputs to come to its end."""
        left = self._clock.left_to_exhaust()
        limits = [] if left is None else [_TIMES_TOO_MANY * self._pace.inputs_in(left)]
        if self._tests is not None:
            limits.append(self._tests - self._record.tests)
        is_large = not self._search.functions and planned.added >= _MANY
        if is_large and any(planned.added > limit for limit in limits):
            return replace(planned, domain=replace(planned.domain, order=self._seed))
        return planned

    def _to_its_end(self, planned: _Planned, until: float | None) -> Iterator[Assignment]:
        while not self._is_complete(planned):
            yield from self._left_of([planned], until)
            if self._clock.is_over():
                return

    def _total(self, planned: _Planned) -> int | None:
        return None if self._search.functions else planned.info.count

    def _is_complete(self, planned: _Planned) -> bool:
        if self._search.functions:
            return self._record.ended(planned.domain)
        return not self._record.gaps(planned.domain, planned.info.count)

    def _left_of(self, waiting: Sequence[_Planned], until: float | None) -> Iterator[Assignment]:
        """What is left to do of some scopes, if anything."""
        segments = [
            Segment(planned.domain, first, stop, planned.info.same, self._total(planned))
            for planned in waiting
            for first, stop in self._record.gaps(
                planned.domain, ENDLESS if self._search.functions else planned.info.count
            )
        ]
        if segments:
            yield Assignment(tuple(segments), until)


@dataclass(frozen=True)
class _Planned:
    domain: Exhaustive
    info: SpaceInfo
    added: int  # inputs to those of the scope before


class _Scopes:
    """Scopes of growing sizes, until they explode, or have all inputs there are.

    The first ones have texts over the letters that the code tells apart, while these are few.
    """

    def __init__(self, search: Search, spaces: Spaces, clock: Clock) -> None:
        self._letters = search.letters or None
        self._extent = search.extent
        self._spaces = spaces
        self._clock = clock
        self._last: SpaceInfo | None = None
        self._before: SpaceInfo | None = None  # the one before that
        self._added = 0  # inputs by the last one
        self._same = 0  # scopes in a row that added nothing
        self._landmarks = True  # whether they have them
        self.ended = False
        self.have_all_built = False  # whether no larger one has more
        self.all_there_is = False  # whether there are no others either, which are not built

    def one(self) -> list[_Planned]:
        """The next one; none if there are no more."""
        last = self._last
        size = 0 if last is None else _next_size(last, self._added, self._before)
        previous = None if last is None else last.scope
        try:
            info = self._built(size, previous)
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
        if self._extent is not None and size >= self._extent.reach:
            self.ended = self.have_all_built = True
            self.all_there_is = self._extent.complete and self._landmarks
        elif (
            self._same >= _SAME_IN_A_ROW
            and size >= _FAR
            and (self._extent is None or self._extent.reach > _WITHIN_REACH)
        ):
            self.ended = True  # there may be more further out: samples and the solver look there
        return [_Planned(Exhaustive(scope, previous), info, self._added)]

    def _built(self, size: int, previous: Scope | None) -> SpaceInfo:
        if self._letters is not None:
            with suppress(ExplosionError):
                info = self._spaces(Scope(size=size, letters=self._letters), previous, self._clock.until_then())
                if info.count <= _OVER_LETTERS:
                    return info
            self._letters = None
        # the first is built however little time there is
        scope = Scope(size=size, landmarks=self._landmarks)
        return self._spaces(scope, previous, None if previous is None else self._clock.until_then())

    def some(self) -> list[_Planned]:
        """The next ones, to be run together while they have few inputs and are soon built."""
        ahead: list[_Planned] = []
        began = self._clock.now()
        while not self.ended:
            before = self._clock.now()
            known = 0 if self._last is None else self._last.count
            ahead += self.one()
            now = self._clock.now()
            few = not ahead or ahead[-1].info.count - known < _FEW
            is_looked_at = bool(ahead) and ahead[-1].domain.scope.size == LOOKED_AT
            if not few or is_looked_at or now - began + _TIMES_LONGER * (now - before) > _AHEAD:
                break
        return ahead


def _next_size(last: SpaceInfo, added: int, before: SpaceInfo | None) -> int:
    """Where there are only scalars, the size by which their number is doubled, if it goes on growing as it did."""
    size = last.scope.reach
    if size >= _ONE_BY_ONE and last.sizes == [0] and before is not None and before.count and added:
        power = math.log(last.count / before.count) / math.log(size / before.scope.reach)
        return max(size + 1, int(size * 2 ** (1 / max(power, 1))))
    return size + (size // 4 if size >= _ONE_BY_ONE and added < _LITTLE else 1)
