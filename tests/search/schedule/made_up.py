"""Spaces, a solver and a host that are made up, so that plans can be followed with a clock that is moved by hand."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from refute.campaign.ledger import Ledger
from refute.campaign.runner import CampaignRunner, Tampered
from refute.errors import ExplosionError
from refute.judge.bodies.steps import TAMPERED
from refute.run.events import Died, Event, Finished, Hung, Mark, Said, Settled
from refute.run.limits import Limits
from refute.run.steps.marks import DISCARDED, KNOWN
from refute.run.steps.phases import Phase
from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import Assignment, Domain, Exhaustive, Segment, Solved, SpaceInfo
from refute.search.schedule.extent import Extent
from refute.search.schedule.plan import Plan, Search
from refute.search.schedule.shares import Novelty
from refute.spaces.scope import Scope

_LOOK = 1e-5  # seconds
Happened = tuple[Domain, int]


@dataclass
class Hand:
    """A clock that is moved by hand, and a little by each look at it: nothing takes no time at all."""

    at: float = 1_000.0

    def __call__(self) -> float:
        self.at += _LOOK
        return self.at


@dataclass
class MadeUpSpaces:
    """Spaces with so many inputs up to each size, the largest for all larger ones. An input is a number.

    The inputs of a scope are in any order, apart from the first, which are those of the scope before.
    """

    now: Hand
    counts: Sequence[int]
    same: bool = True  # whether the first inputs are known to be those of the scope before
    seconds: Callable[[Scope], float] = lambda scope: 0.0  # to build one
    asked: list[Scope] = field(default_factory=list)
    _orders: dict[Exhaustive, list[int]] = field(default_factory=dict)

    def __call__(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo:
        self.asked.append(scope)
        end = self.now.at + self.seconds(scope)
        if until is not None and end > until:
            self.now.at = max(self.now.at, until)
            raise ExplosionError(f"{scope} takes too long")
        self.now.at = end
        tiers = {size: self.count(size) - self.count(size - 1) for size in range(scope.reach + 1)}
        same = self.count(previous.reach) // 2 if self.same and previous is not None else 0
        return SpaceInfo(scope, self.count(scope.reach), {size: n for size, n in tiers.items() if n}, same)

    def count(self, size: int) -> int:
        return 0 if size < 0 else self.counts[min(size, len(self.counts) - 1)]

    def inputs(self, domain: Exhaustive) -> list[int]:
        """In their order."""
        if domain not in self._orders:
            self._orders[domain] = self._order(domain)
        return self._orders[domain]

    def _order(self, domain: Exhaustive) -> list[int]:
        own = list(range(self.count(domain.scope.reach)))
        same = self.count(domain.previous.reach) // 2 if self.same and domain.previous is not None else 0
        rest = own[same:]
        Random(domain.scope.reach).shuffle(rest)
        return own[:same] + rest

    def is_known(self, domain: Exhaustive, number: int) -> bool:
        return domain.previous is not None and number < self.count(domain.previous.reach)


class MadeUpHost:
    """Runs ranges: each input takes its time. Runs are cut short, and processes end, where chance says so."""

    def __init__(self, spaces: MadeUpSpaces, chance: Random, *, cut: float = 0.0, bad: float = 0.0) -> None:
        self._spaces = spaces
        self._chance = chance
        self._cut = cut  # how likely a run ends after an input
        self._bad = bad  # how likely an input does not come to an end
        self.each = 0.0  # seconds
        self.tampering = 0  # so many runs find that inputs were changed
        self.run_through: list[Happened] = []  # in their order

    def run(self, segments: Sequence[Segment], until: float | None, careful: bool) -> Generator[Event, None, None]:
        places = [(segment, index) for segment in segments for index in self._indices(segment)]
        at = first = segments[0].first if len(segments) == 1 else 0
        marks: list[Mark] = []
        ended = len(segments) == 1 and len(places) < segments[0].stop - segments[0].first
        for segment, index in places:
            if until is not None and self._spaces.now.at >= until:
                ended = False
                break
            self._spaces.now.at += self.each
            if self._chance.random() < self._bad:
                if first < at:
                    yield self._settled(first, at, marks)
                phase = self._chance.choice((Phase.CALLING, Phase.JUDGING))
                dead = Died(at, phase, "signal SIGSEGV", "")
                self.run_through.append((segment.domain, index))
                yield self._chance.choice((dead, Hung(at, phase, 1.0, "", "")))
                at = first = at + 1
                marks = []
            else:
                mark = self._mark(segment.domain, index)
                marks += [] if mark is None else [Mark(mark, at, at + 1)]
                self.run_through.append((segment.domain, index))
                at += 1
            if self._chance.random() < self._cut:
                ended = False
                break
        if self.tampering and at > first:
            self.tampering -= 1
            del self.run_through[len(self.run_through) - (at - first) :]
            yield Said(at - 1, TAMPERED, "")
            return
        if first < at:
            yield self._settled(first, at, marks)
        yield Finished(at, ended)

    def _settled(self, first: int, stop: int, marks: list[Mark]) -> Settled:
        return Settled(first, stop, tuple(marks), worker=1)

    def _indices(self, segment: Segment) -> range:
        """Where inputs are not counted before they are run, the end is where there are no more."""
        if isinstance(segment.domain, Exhaustive):
            return range(segment.first, min(segment.stop, self._spaces.count(segment.domain.scope.reach)))
        if isinstance(segment.domain, Solved):
            return range(segment.first, min(segment.stop, segment.domain.count))
        return range(segment.first, segment.stop)

    def _mark(self, domain: Domain, index: int) -> int | None:
        if isinstance(domain, Exhaustive) and self._spaces.is_known(domain, self._spaces.inputs(domain)[index]):
            return KNOWN
        return DISCARDED if self._chance.random() < 0.1 else None


@dataclass
class Followed:
    """A plan, the ledger that it asks, and what carries it out."""

    spaces: MadeUpSpaces
    host: MadeUpHost
    clock: Clock
    plan: Plan
    ledger: Ledger
    assignments: list[tuple[Assignment, float]] = field(default_factory=list)  # each with when it was offered

    def carry_out(self, assignments: Iterator[Assignment], chance: Random, *, leave: float = 0.0) -> Iterator[None]:
        """One assignment after the other, some of them left as something happens; a pause after each."""
        runner = CampaignRunner(self.host, self.ledger, Limits())
        for assignment in assignments:
            self.assignments.append((assignment, self.spaces.now.at))
            happenings = runner.run(assignment.segments, assignment.until, False)
            for happening in happenings:
                if isinstance(happening, Tampered):
                    for domain in happening.domains:
                        self.ledger.retract(domain)
                        self.host.run_through[:] = [one for one in self.host.run_through if one[0] != domain]
                if chance.random() < leave:
                    happenings.close()
            yield

    def performed(self) -> list[tuple[Exhaustive, int]]:
        """The inputs of scopes that were run as new ones, in their order."""
        found = []
        for domain, index in self.host.run_through:
            if isinstance(domain, Exhaustive):
                number = self.spaces.inputs(domain)[index]
                if not self.spaces.is_known(domain, number):
                    found.append((domain, number))
        return found


def followed(
    counts: Sequence[int],
    *,
    functions: bool = False,
    ends: bool = False,
    budget: float | None = None,
    same: bool = True,
    chance: Random | None = None,
    cut: float = 0.0,
    bad: float = 0.0,
    solver: Callable[[Scope, Sequence[int]], Solved | None] = lambda scope, smaller: None,
    constants: tuple[int, ...] = (),
    asks: Sequence[Sequence[int]] = (),
    tests: int | None = None,
    novelty: Novelty = lambda domains: None,
    letters: str = "",
) -> Followed:
    """`ends`: the last count is known to be that of all inputs there are; `asks`: what code asks, each time."""
    now = Hand()
    spaces = MadeUpSpaces(now, counts, same and not functions)
    host = MadeUpHost(spaces, chance or Random(0), cut=cut, bad=bad)
    clock, ledger = Clock(budget, 0.5, now), Ledger()
    extent = Extent(len(counts) - 1, 0) if ends else None
    search = Search(functions, True, extent, constants, bool(asks), letters=letters)
    answers = iter(asks)
    plan = Plan(
        search,
        spaces,
        solver,
        ledger,
        clock,
        questions=lambda segments: next(answers, ()),
        tests=tests,
        novelty=novelty,
    )
    return Followed(spaces, host, clock, plan, ledger)
