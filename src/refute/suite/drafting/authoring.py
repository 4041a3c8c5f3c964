"""Authoring: a target is explored, programs are chosen and made smaller, and tests of them are drafted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from refute.campaign.campaign import Progress
from refute.campaign.report import Report
from refute.check.client import Requests
from refute.explore.coverage_data import Ways, arcs_of
from refute.explore.data import ExploreOptions, Reference
from refute.explore.expedition import Wishes
from refute.programs.engine.coverage.branches import Arc
from refute.programs.hosting.explored import Reached
from refute.programs.hosting.telling import Told
from refute.programs.program.program import Program
from refute.run.system.interrupts import interruptible
from refute.suite.data import Candidate, Mutant, TargetInfo, Tried
from refute.suite.drafting.choosing import Choice, covering, needed
from refute.suite.drafting.client import SuiteClient
from refute.suite.drafting.gathering import Gathering, Listening
from refute.suite.mutants.trying import Judge
from refute.suite.running.trimming import Wanted
from refute.suite.text.findings import written_finding
from refute.suite.text.functions import Numbered, WrittenTest, written_tests
from refute.suite.text.layout import WIDTH

DEFAULT_SECONDS = 10.0
# Shares of the time: until then, from the beginning.
_GATHERED, _OBSERVED, _TRIMMED, _STRENGTHENED = 0.5, 0.65, 0.8, 0.95
_MOST = 1_500  # programs that are observed
_FOR_FINDINGS, _LEAST = 0.15, 0.2  # of the time is for making findings smaller, and so many seconds for each at least
_UNTESTABLE = ("hang", "death", "memory")
_FOR_COVERAGE, _FOR_VARIETY = 4, 12  # programs for each place, and for each operation and outcome


@dataclass(frozen=True)
class MutantCount:
    """What became of mutants within the time."""

    tried: int = 0
    noticed: int = 0
    equivalent: int = 0  # whose code does the same
    unreached: int = 0  # at lines that no program runs
    surviving: tuple[Mutant, ...] = ()


@dataclass
class Draft:
    """Tests of one target, not verified yet."""

    target: str
    about: TargetInfo
    tests: list[WrittenTest]
    places: dict[int, frozenset[int]]  # that programs reach, by their numbers
    mutants: MutantCount = MutantCount()
    explored: Report | None = None
    left_out: list[str] = field(default_factory=list)  # findings of which there is no test, and why
    warnings: list[str] = field(default_factory=list)
    ways: Ways | None = None

    def arcs(self, tests: Sequence[WrittenTest]) -> dict[str, set[Arc]]:
        """The ways between lines that some of its tests take, with those that imports take."""
        return {} if self.ways is None else arcs_of(self.reached(tests), self.ways)

    def reached(self, tests: Sequence[WrittenTest]) -> list[Reached]:
        """What some of its tests reach, by function."""
        seen = {place for test in tests for number in test.observed for place in self.places.get(number, ())}
        found = []
        for one in self.about.functions:
            missed = tuple(line for line, place in zip(one.lines, one.places, strict=True) if place not in seen)
            ways = zip(one.branches, one.branch_places, strict=True)
            untaken = tuple(arc for arc, place in ways if place not in seen)
            found.append(Reached(one.name, one.file, one.line, one.lines, missed, one.branches, untaken))
        return found


class Authoring:
    """Drafts tests of one target, step by step."""

    def __init__(
        self,
        host: Requests,
        reference: Reference,
        options: ExploreOptions,
        name: str,
        seconds: float = DEFAULT_SECONDS,
        progress: Callable[[Progress], None] | None = None,
        coverage: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._coverage = coverage
        self._name = name
        self._seconds = seconds
        self._now = now
        self._began = now()
        self._listening = Listening(host)
        self._client = SuiteClient(host, name)
        wishes = Wishes(seconds * _GATHERED, max_findings=1_000, looks=False, progress=progress)
        how = replace(options.how, strategy="coverage", traced=True)
        self._gathering = Gathering(self._listening, reference, replace(options, how=how), wishes, name, now)
        self._about: TargetInfo | None = None
        self._choices: list[Choice] = []
        self._every: dict[int, Choice] = {}
        self._mutants = MutantCount()

    @interruptible
    def drafted(self, taken: set[str], width: int = WIDTH) -> Draft:
        """Tests by names that are not taken."""
        self._gather()
        self._observe()
        self._choose()
        self._strengthen()
        return self._draft(taken, width)

    def _left(self, share: float) -> float:
        """Seconds until a share of the time is over."""
        return max(0.1, self._began + self._seconds * share - self._now())

    # -- programs ------------------------------------------------------------------------------------------------------

    def _gather(self) -> None:
        for step in self._gathering.steps():
            step()
        self._about = self._client.about()

    def _observe(self) -> None:
        """Have programs performed from nothing; those of which no test can be made are left out."""
        programs = [one.program for one in self._promising()]
        for number, seen in self._client.observe(programs, self._left(_OBSERVED)).items():
            if not isinstance(seen, str):
                size = self._sizes[programs[number]]
                self._every[number] = Choice(number, programs[number], seen, size)

    def _promising(self) -> list[Candidate]:
        """The smallest programs for each place, and for each operation and way."""
        assert self._about is not None
        about = frozenset(self._about.about)
        every = sorted(self._listening.candidates, key=lambda one: one.size)
        self._sizes = {one.program: one.size for one in reversed(every)}
        by_place: dict[int, int] = {}
        by_way: dict[tuple[str, tuple[int, ...]], int] = {}
        by_operation: dict[str, int] = {}
        chosen: dict[Program, Candidate] = {}
        for one in every:
            if about and one.operation not in about:
                continue
            new = [place for place in one.places if by_place.get(place, 0) < _FOR_COVERAGE]
            way = one.operation, one.places
            is_other = by_way.get(way, 0) < 2 or by_operation.get(one.operation, 0) < _FOR_VARIETY
            if (new or is_other) and len(chosen) < _MOST:
                chosen.setdefault(one.program, one)
                by_way[way] = by_way.get(way, 0) + 1
                by_operation[one.operation] = by_operation.get(one.operation, 0) + 1
                for place in one.places:
                    by_place[place] = by_place.get(place, 0) + 1
        return list(chosen.values())

    def _choose(self) -> None:
        """Few programs that reach all that is reached, made smaller."""
        self._choices = covering(self._every.values())
        wanted = [Wanted(one.number, one.program, one.wanted) for one in self._choices]
        smaller = self._client.smaller(wanted, self._left(_TRIMMED))
        changed = [(number, program) for number, program in smaller.items() if program != self._every[number].program]
        seen = self._client.observe([program for _, program in changed], self._left(_TRIMMED + 0.05))
        for place, (number, program) in enumerate(changed):
            found = seen.get(place)
            if found is not None and not isinstance(found, str):
                before = self._every[number]
                one = Choice(number, program, found, _shorter(before, program), wanted=before.wanted)
                if before.wanted <= one.places:
                    self._every[number] = one
        self._choices = covering(self._every[one.number] for one in self._choices)

    def _strengthen(self) -> None:
        """Programs that notice mutants which the others do not; then those that have become superfluous go."""
        chosen = {one.number for one in self._choices}
        first = sorted(self._every.values(), key=lambda one: (one.number not in chosen, one.is_weak, one.cost))
        judges = [self._judge(one) for one in first if one.number in chosen or not one.is_weak]
        kills: dict[int, set[int]] = {}
        tried: list[Tried] = []
        order = range(1 << 20)
        for one in self._client.tried(judges, order[: _most_mutants(self._seconds)], self._left(0.9)):
            tried.append(one)
            for killer in one.killers:
                kills.setdefault(killer, set()).add(one.mutant.number)
        strong = [self._every[number] for number in kills if number not in chosen]
        self._choices += sorted(strong, key=lambda one: one.cost)
        numbers = [one.mutant.number for one in tried if one.killers]
        own = [self._judge(one) for one in self._choices]
        for one in self._client.tried(own, numbers, self._left(_STRENGTHENED), every=True):
            for killer in one.killers:
                kills.setdefault(killer, set()).add(one.mutant.number)
        self._choices = needed(self._choices, kills)
        self._mutants = _counted(tried)

    # -- tests ---------------------------------------------------------------------------------------------------------

    def _draft(self, taken: set[str], width: int) -> Draft:
        assert self._about is not None
        info = self._gathering.client.info if self._gathering.client is not None else None
        order = {one.name: place for place, one in enumerate(() if info is None else info.operations)}
        chosen = sorted(self._choices, key=lambda one: (order.get(one.observation.script.operation, 0), one.cost))
        tests = written_tests([Numbered(one.number, one.observation) for one in chosen], taken, width)
        findings, left_out = self._wrong(taken, width)
        tests = sorted([*tests, *findings], key=lambda test: order.get(test.operation, 0))
        places = {one.number: one.places for one in self._choices}
        ways = self._gathering.client.ways() if self._coverage and self._gathering.client is not None else None
        report = self._gathering.report()  # after which nothing can be asked any more
        draft = Draft(self._name, self._about, tests, places, self._mutants, report, left_out)
        draft.warnings += self._client.warnings
        draft.ways = ways
        return draft

    def _wrong(self, taken: set[str], width: int) -> tuple[list[WrittenTest], list[str]]:
        """Tests of what is wrong, and what is wrong of which there is none."""
        assert self._about is not None
        tests: list[WrittenTest] = []
        left_out: list[str] = []
        found, about = self._gathering.found, self._about.about
        each = max(_LEAST, self._seconds * _FOR_FINDINGS / max(1, len(found)))
        for one in found:
            if one.broke is None or one.failure.kind in _UNTESTABLE:
                left_out.append(f"{one.failure.outcome}: no test of that would come to an end")
                continue
            told = self._client.failing(Told(one.broke, one.output, one.number), each)
            if told is not None and (not about or told[0].target in about):
                test = written_finding(*told, one.failure.exception, taken, width)
                if test is not None:
                    tests.append(test)
        return tests, left_out

    def _judge(self, one: Choice) -> Judge:
        return Judge(
            one.number, one.program, one.observation.digest, one.observation.steps, frozenset(self._lines(one.places))
        )

    def _lines(self, places: frozenset[int]) -> Iterator[tuple[str, int]]:
        assert self._about is not None
        for function in self._about.functions:
            for line, place in zip(function.lines, function.places, strict=True):
                if place in places:
                    yield function.file, line


def _shorter(before: Choice, program: Program) -> int:
    return min(before.size, len(program) * 12 + before.size % 12)


def _most_mutants(seconds: float) -> int:
    return max(50, int(seconds * 100))


def _counted(tried: Sequence[Tried]) -> MutantCount:
    surviving: list[Mutant] = []
    noticed = equivalent = unreached = 0
    for one in tried:
        if one.is_equivalent:
            equivalent += 1
        elif one.killers or one.is_ended:
            noticed += 1
        elif not one.tried:
            unreached += 1
        else:
            surviving.append(one.mutant)
    return MutantCount(len(tried), noticed, equivalent, unreached, tuple(surviving))
