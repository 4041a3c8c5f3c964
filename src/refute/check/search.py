"""The search of one function: the plan, what comes of it, and what is said of that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from refute.campaign.campaign import Campaign, Progress
from refute.campaign.claims import claims_of
from refute.campaign.interest import Interest
from refute.campaign.known_findings import KnownFindings
from refute.campaign.ledger import Ledger
from refute.campaign.replay import Replay
from refute.campaign.report import Report
from refute.check.client import Client
from refute.check.data import Options
from refute.check.warnings import warnings
from refute.errors import EmptyTypeError, RefuteError
from refute.judge.findings import vacuous
from refute.logic.terms.numerals import represented
from refute.run.system.interrupts import interruptible
from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import Assignment, OnStates, Segment, Solved, SpaceInfo
from refute.search.schedule.plan import Plan
from refute.spaces.scope import Scope
from refute.words import plural

_FOR_EXHAUSTING = 0.5  # share of a budget for scopes, which grow too fast for more to help; the rest is for samples
_FOR_A_LOOK = 1.0  # seconds for a look at what inputs do


@dataclass(frozen=True)
class How:
    """How a function is to be checked."""

    options: Options
    patient: bool  # to the end of what was asked for, also where nothing new comes of it
    tests: int | None
    seed: int
    max_findings: int
    known: KnownFindings
    leftovers: str
    store: Path | None
    progress: Callable[[Progress], None] | None

    def clock(self, now: Callable[[], float]) -> Clock:
        return Clock(self.options.seconds, 1.0 if self.options.scope is not None else _FOR_EXHAUSTING, now)


class Search:
    """One function, searched: the plan, what comes of it, and what is said of that."""

    def __init__(self, client: Client, how: How, clock: Clock) -> None:
        self.client = client
        self.campaign = Campaign(
            *(client, Ledger(), clock, how.options.limits),
            max_findings=how.max_findings,
            known=how.known,
            max_tests=how.tests,
            leftovers=how.leftovers,
            progress=how.progress,
        )
        self.said: list[str] = []  # warnings
        self._scope = how.options.scope
        self._seed = how.seed
        self._engine = how.options.engine
        self._clock = clock
        self._space: SpaceInfo | None = None
        self._others: dict[Scope, int] = {}
        self._empty: Scope | None = None  # the largest scope that was built, if none has an input
        self._alphabets: dict[Scope, tuple[str | bytes, ...]] = {}
        self._solver: tuple[str, ...] = ()
        self._by_solver: Scope | None = None
        self._states = 0
        self._interest = Interest(lambda segments: client.look(segments, _FOR_A_LOOK), self.campaign.ledger)
        self._patient = how.patient or client.info.search.functions
        self.is_left = False  # with more to do
        self._left: Iterator[Assignment] | None = None  # what there is to do, once it was begun
        self._plan = Plan(
            *(client.info.search, self._spaces, self._past, self.campaign.ledger, clock),
            seed=how.seed,
            questions=lambda segments: client.questions(segments, _FOR_A_LOOK),
            tests=how.tests,
            novelty=self._interest.sees_new,
        )

    @property
    def staleness(self) -> float:
        return self._interest.staleness

    def run(self, replay: Replay | None, seconds: float | None) -> None:
        """Begin, or go on where it was left, for so long."""
        campaign, is_begun = self.campaign, self._left is not None
        if seconds is not None:
            self._clock.take_turn(seconds)
        try:
            if replay is not None and not is_begun:
                campaign.carry_out(replay.assignments(campaign.ledger))
            if not campaign.interrupted:
                self._left = self._left or self._assignments()
                campaign.carry_out(self._turn(self._left, seconds))
        except EmptyTypeError as error:
            info = self.client.info
            if info.assumes:  # a property that speaks of nothing: every input would be discarded
                self.said.append(error.problem)
                return
            campaign.findings.append(vacuous(info.name, info.place, error, info.store_key))
            campaign.keys.append(("vacuous",))
        except RefuteError as error:
            if not campaign.findings:
                raise
            self.said.append(error.problem)  # what was found before stands

    def _turn(self, left: Iterator[Assignment], seconds: float | None) -> Iterator[Assignment]:
        """What is left to do, for so long; where something was found, until that is told."""
        self.is_left = False
        until = None if seconds is None else self._clock.now() + seconds
        for assignment in left:
            if until is not None and not self.campaign.new_findings:
                assignment = replace(assignment, until=min(until, assignment.until or until))
            yield assignment
            if until is not None and not self.campaign.new_findings and self._clock.now() >= until:
                self.is_left = True
                return

    def _assignments(self) -> Iterator[Assignment]:
        if self._engine == "smt":
            return self._solved()
        if self._scope is not None:
            return self._plan.within(self._scope)
        return self._plan.growing() if self._patient else self._while_interesting()

    def _while_interesting(self) -> Iterator[Assignment]:
        for assignment in self._plan.growing():
            yield assignment
            if not (self.campaign.new_findings or self._interest.ask(may_end=self._plan.has_tried_all_ways)):
                return

    def _spaces(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo:
        info = self.client.space(scope, previous, until)
        if scope.palette is None:
            self._space = info
            self._empty = scope if info.count == 0 else None
        self._others[scope] = info.count
        self._alphabets[scope] = info.alphabets
        self.campaign.remarks |= dict.fromkeys([*info.caveats, *info.unsettled])
        return info

    def _past(self, scope: Scope, smaller: Sequence[int]) -> Solved | None:
        found, self._solver = self.client.past(scope, smaller)
        return found

    def _solved(self) -> Iterator[Assignment]:
        """The inputs of a scope, or of growing sizes without bounds on scalars, as a solver finds them."""
        self._solver = ("smt: all parameters, as asked for",)
        while not isinstance(found := self.client.solved(self._scope), bool):
            yield Assignment((Segment(found, 0, found.count, total=found.count),), self._clock.deadline)
        self._by_solver = self._scope if found else None
        if self._scope is not None and self._by_solver is None:
            self.said.append("the solver left questions unanswered: there may be other inputs in this scope")

    def spoiled_by_decorators(self) -> str | None:
        """What decorators do, if a call fails because of them."""
        if not self.client.info.is_decorated:
            return None
        for finding, key in zip(self.campaign.findings, self.campaign.keys, strict=True):
            spoiled = self.client.only_with_decorators(finding, key)
            if spoiled is not None:
                return spoiled
        return None

    @interruptible
    def count_states(self) -> None:
        """Ask how many instances of its class there were for a method, while its host knows."""
        on_states = (one for one in self.campaign.ledger.accounts if isinstance(one.domain, OnStates))
        if any(account.performed for account in on_states):
            self._states = self.client.states()

    def report(self) -> Report:
        campaign, info = self.campaign, self.client.info
        is_whole = not info.cut and not (self._space and self._space.unsettled)
        claims = claims_of(
            campaign.ledger,
            refuted=bool(campaign.findings),
            asked=self._scope if is_whole else None,
            ended=self._plan.everything and is_whole,
            seed=self._seed,
            functions=info.functions,
            others=self._others,
            alphabets=self._alphabets,
            by_solver=self._by_solver,
            stopped=self._interest.is_over,
            states=self._states,
        )
        return Report(
            target=info.name,
            place=info.place,
            claims=claims,
            ledger=campaign.ledger,
            findings=campaign.findings,
            engines=[*(self._space.engines if self._space else ()), *self._solver, *self._unasked()],
            constants=[represented(constant) for constant in self._plan.constants],
            notes=self._space.notes if self._space and self._space.notes else info.notes,
            failed_after=campaign.failed_after,
            interrupted=campaign.interrupted,
        )

    def _unasked(self) -> list[str]:
        """Why the code was not asked any more what it compares its arguments with."""
        why = self.client.unasked
        return [f"notes: given up, as a call with arguments that take notes {why}"] if why else []

    @interruptible
    def tell(self, report: Report) -> None:
        """Add what keeps the verdict from meaning much."""
        with suppress(RefuteError):  # of larger scopes, which were built only to see whether there is more
            late = self.is_left or self._clock.is_over()
            report.warnings += warnings(self.client, report, late=late, empty=self._empty)

    def tell_the_rest(self, report: Report) -> None:
        """Add what was noticed on the way."""
        campaign = self.campaign
        report.warnings[:0] = self.said
        report.warnings += [*self.client.warnings, *self.client.denied(), *campaign.notices]
        if not report.findings:
            report.warnings += campaign.remarks
            if report.claims.undecided:
                inputs = plural(report.claims.undecided, "input")
                first = f"the first being {campaign.first_doubted} (scope=Scope(...) goes further)"
                report.warnings.append(f"undecided for {inputs}, {first}")
