"""`check`: test a function against its types."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
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
from refute.check.service import CheckService
from refute.check.warnings import warnings
from refute.choices import ENGINES, LEFTOVERS
from refute.errors import EmptyTypeError, RefuteError, ScopeError
from refute.judge.findings import vacuous
from refute.run.host.process import Host
from refute.run.inside import Inside
from refute.run.isolated import Isolated
from refute.run.limits import Limits
from refute.run.wall.rules import Rules
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
    `engine` chooses the inputs: "classes" from scopes, "smt" by a solver, "auto" by the solver where scopes have few.
    `store` is a directory in which failures are kept, to be tried first on the next run; without it, nothing is kept.
    `leftovers` says what is made of calls that leave something changed or running: "warn", "fail" or "ignore".
    `audit` is a file to which every call is written before it happens.
    `progress` is called now and then with how far the check has come.
    """
    rules = (limits or Limits()).wall
    with closing(host_for(function, bound_to, in_process=in_process, wall=rules, audit=audit)) as host:
        return checked(
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


def host_for(
    function: Callable[..., Any] | None = None,
    bound_to: type | None = None,
    *,
    in_process: bool = False,
    wall: Rules = Rules(),  # noqa: B008 - frozen
    audit: str | os.PathLike[str] | None = None,
) -> Host | LocalHost:
    """What reads and runs the user's code: a process that is forked from this one, or, on request, this one."""
    if in_process:
        return LocalHost(lambda: CheckService(lambda limits: Inside(), function, bound_to))
    if audit is not None:  # it writes there what happens
        wall = replace(wall, write=(*wall.write, os.fspath(audit)))
    return Host(lambda: CheckService(Isolated, function, bound_to), wall=wall)


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
    share = 1.0 if scope is not None else _FOR_EXHAUSTING
    clock = Clock(budget, share, now)
    allowed = limits or Limits()
    options = Options(allowed, engine, scope, budget, None if audit is None else Path(audit).absolute())
    client = Client(host, reference, options, name, now)

    def searched(client: Client, clock: Clock, replay: Replay | None) -> _Search:
        campaign = Campaign(
            *(client, Ledger(), clock, allowed),
            max_findings=max_findings,
            max_tests=tests,
            leftovers=leftovers,
            progress=progress,
        )
        search = _Search(client, campaign, clock, scope, seed, engine)
        search.run(replay)
        return search

    info = client.info
    replay = Replay(Path(store), info.store_key, info.store_name, client) if store is not None else None
    search = searched(client, clock, replay)
    try:
        spoiled = search.spoiled_by_decorators()
        if replay is not None:
            replay.keep(search.campaign if spoiled is None else None)
        if spoiled is not None:
            search = searched(client.undecorated(), Clock(budget, share, now), None)
            search.said.append(spoiled)
        elif replay is not None:
            search.campaign.add_replayed(replay.note())
    except KeyboardInterrupt:
        search.campaign.interrupted = True
    report = search.report(name=client.info.name, seconds=now() - clock.began)
    if replay is not None:
        report.warnings[:0] = replay.words
    return report


def _expect(what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ScopeError(f"there is no {what} {value!r}", remedy=f"Use one of {', '.join(known)}.")


class _Search:
    """One function, searched: the plan, what comes of it, and what is said of that."""

    def __init__(
        self, client: Client, campaign: Campaign, clock: Clock, scope: Scope | None, seed: int, engine: str
    ) -> None:
        self.client = client
        self.campaign = campaign
        self.said: list[str] = []  # warnings
        self._scope = scope
        self._seed = seed
        self._engine = engine
        self._clock = clock
        self._space: SpaceInfo | None = None
        self._others: dict[Scope, int] = {}
        self._solver: tuple[str, ...] = ()
        self._by_solver: Scope | None = None
        self._plan = Plan(client.info.search, self._spaces, self._past, campaign.ledger, self._clock, seed=seed)

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
        if not self.client.info.is_decorated or self.campaign.interrupted:
            return None
        try:
            for finding, key in zip(self.campaign.findings, self.campaign.keys, strict=True):
                spoiled = self.client.only_with_decorators(finding, key)
                if spoiled is not None:
                    return spoiled
        except KeyboardInterrupt:
            self.campaign.interrupted = True
        return None

    def report(self, name: str, seconds: float) -> Report:
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
        report = Report(
            target=name,
            place=info.place,
            claims=claims,
            ledger=campaign.ledger,
            findings=campaign.findings,
            engines=[*(self._space.engines if self._space else ()), *self._solver],
            notes=self._space.notes if self._space and self._space.notes else info.notes,
            seconds=seconds,
            failed_after=campaign.failed_after,
            interrupted=campaign.interrupted,
        )
        try:
            report.warnings = [
                *self.said,
                *warnings(self.client, report, late=self._clock.is_over()),
                *self.client.warnings,
            ]
        except KeyboardInterrupt:
            report.interrupted = True
        except RefuteError:  # of larger scopes, which were built only to see whether there is more
            pass
        if not report.findings:
            report.warnings += campaign.remarks
            if claims.undecided:
                inputs = plural(claims.undecided, "input")
                first = f"the first being {campaign.first_doubted} (scope=Scope(...) goes further)"
                report.warnings.append(f"undecided for {inputs}, {first}")
        return report
