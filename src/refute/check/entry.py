"""`check`: test a function against its types."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import FunctionType
from typing import Any

from refute.campaign.campaign import Campaign, Progress
from refute.campaign.claims import claims_of
from refute.campaign.ledger import Ledger
from refute.campaign.replay import Replay
from refute.campaign.report import Report
from refute.check.client import Client, LocalHost, Requests
from refute.check.data import Options, Reference
from refute.check.rebuilding import SpawningService, named
from refute.check.service import CheckService
from refute.check.warnings import warnings
from refute.choices import ENGINES, LEFTOVERS, WORKERS
from refute.errors import EmptyTypeError, RefuteError, ScopeError
from refute.judge.findings import vacuous
from refute.run.body import Rebuild
from refute.run.host.process import Host
from refute.run.host.spawned import SpawnedHost
from refute.run.inside import Inside
from refute.run.isolated import Isolated
from refute.run.limits import Limits
from refute.run.system.forks import way_of
from refute.run.system.interrupts import Interrupts, interruptible
from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import Assignment, Segment, Solved, SpaceInfo
from refute.search.schedule.plan import Plan
from refute.spaces.scope import Scope
from refute.words import plural

DEFAULT_BUDGET = 5.0
_FOR_EXHAUSTING = 0.5  # share of a budget for scopes, which grow too fast for more to help; the rest is for samples


def check(
    function: Callable[..., Any],
    *,
    scope: Scope | None = None,
    budget: float | None = None,
    tests: int | None = None,
    seed: int = 0,
    in_process: bool = False,
    workers: str = "auto",
    limits: Limits | None = None,
    max_findings: int = 3,
    engine: str = "auto",
    bound_to: type | None = None,
    store: str | os.PathLike[str] | None = None,
    leftovers: str = "warn",
    audit: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """Test a function against its types. With a scope it is run to its end; without one, the budget leads.

    The function is read and run in processes of its own. `in_process` does all of that here, for debuggers.
    `workers` says how these come about: "fork" from this one, "spawn" as fresh interpreters, "auto" what suits the
    system.
    `engine` chooses the inputs: "classes" from scopes, "smt" by a solver, "auto" by the solver where scopes have few.
    `store` is a directory in which failures are kept, to be tried first on the next run; without it, nothing is kept.
    `leftovers` says what is made of calls that leave something changed or running: "warn", "fail" or "ignore".
    `audit` is a file to which every call is written before it happens.
    `progress` is called now and then with how far the check has come.
    """
    with (
        Interrupts() as interrupts,
        closing(
            host_for(function, bound_to, in_process=in_process, limits=limits, audit=audit, workers=workers)
        ) as host,
    ):
        report = checked(
            host,
            Reference(),
            name=_name(function),
            scope=scope,
            budget=budget,
            tests=tests,
            seed=seed,
            limits=limits,
            max_findings=max_findings,
            engine=engine,
            store=store,
            leftovers=leftovers,
            audit=audit,
            progress=progress,
        )
    report.interrupted = report.interrupted or interrupts.raised
    return report


def host_for(
    function: Callable[..., Any] | None = None,
    bound_to: type | None = None,
    *,
    in_process: bool = False,
    limits: Limits | None = None,
    audit: str | os.PathLike[str] | None = None,
    workers: str = "auto",
) -> Host | LocalHost:
    """What reads and runs the user's code: a process that is forked from this one, or a fresh interpreter, or, on
    request, this one."""
    _expect("kind of workers", workers, WORKERS)
    if in_process:
        return LocalHost(lambda: CheckService(lambda limits: Inside(), function, bound_to))
    wall = (limits or Limits()).wall
    if audit is not None:  # it writes there what happens
        wall = replace(wall, write=(*wall.write, os.fspath(audit)))
    if way_of(workers) == "fork":
        return Host(lambda: CheckService(Isolated, function, bound_to), wall=wall)
    names = (None if one is None else named(one) for one in (function, bound_to))
    return SpawnedHost(Rebuild(SpawningService.__module__, SpawningService.__name__, (*names,)), wall=wall)


def _name(function: Callable[..., Any]) -> str:
    """What a function is called until its types have been read."""
    return function.__name__ if type(function) is FunctionType else "the function"


def checked(
    host: Requests,
    reference: Reference,
    *,
    name: str,
    scope: Scope | None = None,
    budget: float | None = None,
    tests: int | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    max_findings: int = 3,
    engine: str = "auto",
    store: str | os.PathLike[str] | None = None,
    leftovers: str = "warn",
    audit: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], None] | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Report:
    """The same for a function that a host knows. `now` is the clock that budgets are measured by."""
    _expect("engine", engine, ENGINES)
    if budget is not None and not isinstance(budget, int | float):
        raise ScopeError(f"the budget {budget!r} is no number of seconds", remedy="Write budget=1.5, say.")
    _expect("leftovers", leftovers, LEFTOVERS)
    if scope is None and budget is None and tests is None:
        budget = DEFAULT_BUDGET
    options = Options(limits or Limits(), engine, scope, budget, None if audit is None else Path(audit).absolute())
    how = _How(options, tests, seed, max_findings, leftovers, None if store is None else Path(store), progress)
    check = _Check(host, reference, name, how, _Watch(now))
    check.run()
    return check.report()


def _expect(what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ScopeError(f"there is no {what} {value!r}", remedy=f"Use one of {', '.join(known)}.")


class _Watch:
    """A clock that remembers when it was last looked at."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.last: float | None = None

    def __call__(self) -> float:
        self.last = self._now()
        return self.last


@dataclass(frozen=True)
class _How:
    """How a function is to be checked."""

    options: Options
    tests: int | None
    seed: int
    max_findings: int
    leftovers: str
    store: Path | None
    progress: Callable[[Progress], None] | None

    def clock(self, now: Callable[[], float]) -> Clock:
        return Clock(self.options.seconds, 1.0 if self.options.scope is not None else _FOR_EXHAUSTING, now)


class _Check:
    """One function, checked step by step. An interrupt ends the steps; what is known by then is reported."""

    def __init__(self, host: Requests, reference: Reference, name: str, how: _How, now: _Watch) -> None:
        self._host = host
        self._reference = reference
        self._name = name
        self._how = how
        self._now = now
        self._began: float | None = None
        self._client: Client | None = None
        self._search: _Search | None = None
        self._replay: Replay | None = None
        self._spoiled: str | None = None  # what decorators do, if a call fails because of them
        self._interrupted = False

    def run(self) -> None:
        for step in (self._begin, self._carry_out, self._keep, self._leave_decorators):
            try:
                step()
            except KeyboardInterrupt:
                self._interrupted = True

    @interruptible
    def _begin(self) -> None:
        clock = self._how.clock(self._now)
        self._began = clock.began
        self._client = client = Client(self._host, self._reference, self._how.options, self._name, self._now)
        if self._how.store is not None:
            self._replay = Replay(self._how.store, client.info.store_key, client.info.store_name, client)
        self._search = _Search(client, self._how, clock)

    @interruptible
    def _carry_out(self) -> None:
        if self._search is None or self._interrupted:
            return
        self._search.run(self._replay)
        if not self._search.campaign.interrupted:
            self._spoiled = self._search.spoiled_by_decorators()

    @interruptible
    def _keep(self) -> None:
        if self._replay is not None and self._search is not None:
            self._replay.keep(self._search.campaign if self._spoiled is None else None)

    @interruptible
    def _leave_decorators(self) -> None:
        if self._spoiled is None or self._client is None:
            return
        self._search = None  # what it found is not to be told
        if not self._interrupted:
            self._search = _Search(self._client.undecorated(), self._how, self._how.clock(self._now))
            self._search.said.append(self._spoiled)
            self._search.run(None)

    def report(self) -> Report:
        try:
            self._look_at_the_clock()
        except KeyboardInterrupt:
            self._interrupted = True
        search, replay = self._search, self._replay
        if search is not None and replay is not None and self._spoiled is None:
            search.campaign.add_replayed(replay.note())
        report = self._nothing() if search is None else search.report()
        if self._client is not None:
            report.target = self._client.info.name
        report.interrupted = report.interrupted or self._interrupted
        if self._began is not None and self._now.last is not None:
            report.seconds = self._now.last - self._began
        if search is not None:
            try:
                search.tell(report)
            except KeyboardInterrupt:
                report.interrupted = True
            search.tell_the_rest(report)
        if replay is not None:
            report.warnings[:0] = replay.words
        return report

    @interruptible
    def _look_at_the_clock(self) -> None:
        if not self._interrupted:
            self._now()

    def _nothing(self) -> Report:
        """What is said where nothing was tried."""
        info = self._client.info if self._client is not None else None
        return Report(
            target=self._name,
            place=info.place if info is not None else None,
            claims=claims_of(Ledger(), refuted=False, asked=None, ended=False, seed=self._how.seed),
            ledger=Ledger(),
            warnings=[] if self._spoiled is None else [self._spoiled],
            notes=info.notes if info is not None else (),
        )


class _Search:
    """One function, searched: the plan, what comes of it, and what is said of that."""

    def __init__(self, client: Client, how: _How, clock: Clock) -> None:
        self.client = client
        self.campaign = Campaign(
            *(client, Ledger(), clock, how.options.limits),
            max_findings=how.max_findings,
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
        self._solver: tuple[str, ...] = ()
        self._by_solver: Scope | None = None
        self._plan = Plan(client.info.search, self._spaces, self._past, self.campaign.ledger, clock, seed=how.seed)

    def run(self, replay: Replay | None) -> None:
        campaign = self.campaign
        try:
            if replay is not None:
                campaign.carry_out(replay.assignments(campaign.ledger))
            if not campaign.interrupted:
                campaign.carry_out(self._assignments())
        except EmptyTypeError as error:
            campaign.findings.append(vacuous(self.client.info.name, self.client.info.place, error))
            campaign.keys.append(("vacuous",))
        except RefuteError as error:
            if not campaign.findings:
                raise
            self.said.append(error.problem)  # what was found before stands

    def _assignments(self) -> Iterator[Assignment]:
        if self._engine == "smt":
            return self._solved()
        return self._plan.growing() if self._scope is None else self._plan.within(self._scope)

    def _spaces(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo:
        info = self.client.space(scope, previous, until)
        self._space = info
        self._others[scope] = info.count
        self.campaign.remarks |= dict.fromkeys(info.caveats)
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

    def report(self) -> Report:
        campaign, info = self.campaign, self.client.info
        claims = claims_of(
            campaign.ledger,
            refuted=bool(campaign.findings),
            asked=None if info.cut else self._scope,
            ended=self._plan.everything,
            seed=self._seed,
            functions=info.functions,
            others=self._others,
            by_solver=self._by_solver,
        )
        return Report(
            target=info.name,
            place=info.place,
            claims=claims,
            ledger=campaign.ledger,
            findings=campaign.findings,
            engines=[*(self._space.engines if self._space else ()), *self._solver],
            notes=self._space.notes if self._space and self._space.notes else info.notes,
            failed_after=campaign.failed_after,
            interrupted=campaign.interrupted,
        )

    @interruptible
    def tell(self, report: Report) -> None:
        """Add what keeps the verdict from meaning much."""
        with suppress(RefuteError):  # of larger scopes, which were built only to see whether there is more
            report.warnings += warnings(self.client, report, late=self._clock.is_over())

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
