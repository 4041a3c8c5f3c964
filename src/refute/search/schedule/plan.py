"""The plan of a search: growing scopes to their ends, and in between samples of larger ones, and wide ones.

A plan asks what has been done, and never assumes it: a scope is run until its inputs are all accounted for, also where
time ended in the middle of it, and no larger one is run before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Protocol

from refute.search.schedule.clock import Clock, Pace
from refute.search.schedule.domains import Aliased, Assignment, Domain, Exhaustive, OnStates, Segment, Solved
from refute.search.schedule.extent import Extent
from refute.search.schedule.scopes import LOOKED_AT, Planned, Scopes, Spaces
from refute.search.schedule.shares import Attention, Novelty
from refute.search.schedule.ways.families import FamilyTurns
from refute.search.schedule.ways.landmarks import Landmarks, some_of
from refute.search.schedule.ways.samples import Samples
from refute.search.schedule.ways.wide import WideSamples
from refute.spaces.scope import Scope

ENDLESS = 1 << 62  # behaviours of functions, which are not counted before they are tried
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
_OF_THE_TESTS = 4  # a part of those that are left, for several scopes at a time
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
    narrows: bool = False  # whether the code may leave something of its inputs unseen


class SolverInputs(Protocol):
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

    def inputs(self, domain: Domain) -> int:
        """How many inputs what was performed of a domain stands for."""
        ...

    def is_given_up(self, domain: Domain) -> bool:
        """Whether nothing is to be proved by a domain."""
        ...

    def is_complete(self, domain: Domain) -> bool:
        """Whether all inputs of a domain were performed."""
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
        solver: SolverInputs,
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
        self._solver = solver
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
        self._families = FamilyTurns(record, clock, pays=search.narrows and tests is None)
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
            planned = self._in_order(Planned(Exhaustive(one, previous), info, info.count - info.same))
            if self._families.are_for(info.count):
                yield from self._families.assignments(one, info.count, self._clock.deadline)
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
        scopes = Scopes(self._search.extent, self._search.letters, self._spaces, clock, self._pace)
        waiting: deque[Planned] = deque()
        patient, largest = clock.now() + _PATIENCE, -1  # the largest size of which all inputs have been tried
        if in_turns:
            clock.to_exhaust()
        while waiting or not scopes.ended:
            if not waiting:
                begin = clock.now()
                waiting.extend(scopes.some(self._most_at_once) if in_turns else scopes.one())
                clock.go_on(begin)
            began, tests = clock.now(), self._record.tests
            yield from self._attention.during("scopes", self._turn_of(waiting))
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
        """A method on instances that other methods have made, in a share of the time: once there was any for it."""
        if not self._search.states or self._has_been_on_states or self._clock.is_over():
            return
        begin, deadline = self._clock.now(), self._clock.deadline
        until = None if deadline is None else begin + share * (deadline - begin)
        yield Assignment((Segment(domain, 0, _ON_STATES if deadline is None else ENDLESS),), until)
        self._has_been_on_states = self._record.inputs(domain) > 0 or self._record.ended(domain)
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
        found = self._solver(scope, tuple(self._counts[-3:]))
        if found is not None and not self._clock.is_over():
            total = found.count if found.beside is None else ENDLESS
            known = total if found.beside is None else None
            yield Assignment((Segment(found, 0, total, total=known),), self._clock.deadline)

    def _turn_of(self, waiting: deque[Planned]) -> Iterator[Assignment]:
        """What comes next of some scopes: by families, if the first is too large otherwise."""
        if waiting:
            info = waiting[0].info
            is_begun = list(self._record.gaps(waiting[0].domain, info.count)) != [(0, info.count)]
            is_too_large = self._in_order(waiting[0]).domain.order is not None
            if is_too_large and not is_begun and self._families.are_for(info.count):
                yield from self._families.assignments(info.scope, info.count, self._clock.until)
                if self._families.are_for(info.count):
                    return
        yield from self._left_of(self._next_of(waiting), self._clock.until)

    @property
    def _most_at_once(self) -> int | None:
        """Inputs of scopes that are run together: constants of the code have their turn in any number of tests."""
        return None if self._tests is None else (self._tests - self._record.tests) // _OF_THE_TESTS

    def _next_of(self, waiting: deque[Planned]) -> Sequence[Planned]:
        """Small scopes, which are run together, or a large one, whose order is chosen when it is begun."""
        small = list(takewhile(lambda planned: planned.added < _MANY, waiting))
        if small or not waiting:
            return small
        planned, whole = waiting[0], waiting[0].info.count
        if list(self._record.gaps(planned.domain, whole)) == [(0, whole)]:
            waiting[0] = self._in_order(planned)
        return [waiting[0]]

    def _in_order(self, planned: Planned) -> Planned:
        """A scope, smallest first, or in any order, if it has too many inputs to come to its end."""
        left = self._clock.left_to_exhaust()
        limits = [] if left is None else [_TIMES_TOO_MANY * self._pace.inputs_in(left)]
        if self._tests is not None:
            limits.append(self._tests - self._record.tests)
        is_large = not self._search.functions and planned.added >= _MANY
        if is_large and any(planned.added > limit for limit in limits):
            return replace(planned, domain=replace(planned.domain, order=self._seed))
        return planned

    def _to_its_end(self, planned: Planned, until: float | None) -> Iterator[Assignment]:
        while not self._is_complete(planned):
            yield from self._left_of([planned], until)
            if self._clock.is_over():
                return

    def _total(self, planned: Planned) -> int | None:
        return None if self._search.functions else planned.info.count

    def _is_complete(self, planned: Planned) -> bool:
        if self._search.functions:
            return self._record.ended(planned.domain)
        if self._families.is_complete(planned.info.scope, planned.info.count):
            return True
        return not self._record.gaps(planned.domain, planned.info.count)

    def _left_of(self, waiting: Sequence[Planned], until: float | None) -> Iterator[Assignment]:
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
