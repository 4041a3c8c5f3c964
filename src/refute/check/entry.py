"""`check`: test a function against its types."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any, TypedDict, Unpack, overload

from refute.campaign.campaign import Progress
from refute.campaign.claims import claims_of
from refute.campaign.known_findings import KnownFindings
from refute.campaign.ledger import Ledger
from refute.campaign.replay import Replay
from refute.campaign.report import Report
from refute.check.client import Client, LocalHost, Requests
from refute.check.data import Options, Reference
from refute.check.elsewhere.rebuilding import SpawningService, named
from refute.check.hosting.service import CheckService
from refute.check.search import How, Search
from refute.choices import ENGINES, LEFTOVERS, WORKERS
from refute.errors import ScopeError, TargetError
from refute.judge.oracles import Tolerance
from refute.run.body import Rebuild
from refute.run.clocks.frozen import refuse_where_missing, stop_clocks
from refute.run.host.process import Host
from refute.run.host.spawned import SpawnedHost
from refute.run.inside import Inside
from refute.run.isolated import Isolated
from refute.run.limits import Limits
from refute.run.system.forks import way_of
from refute.run.system.interrupts import Interrupts, interruptible
from refute.spaces.scope import Scope

DEFAULT_BUDGET = 5.0  # seconds at most: a search that shows nothing new ends before


class Keywords(TypedDict, total=False):
    """How functions are checked, as `check` is told."""

    scope: Scope | None
    budget: float | None
    tests: int | None
    seed: int
    in_process: bool
    workers: str
    limits: Limits | None
    max_findings: int
    engine: str
    bound_to: type | None
    store: str | os.PathLike[str] | None
    leftovers: str
    untyped: bool
    strict: bool
    raises: Sequence[str]
    aliasing: bool
    holes: bool
    audit: str | os.PathLike[str] | None
    progress: Callable[[Progress], None] | None


@overload
def check(function: Callable[..., Any], **how: Unpack[Keywords]) -> Report: ...


@overload
def check(function: Sequence[Callable[..., Any]], **how: Unpack[Keywords]) -> list[Report]: ...


def check(
    function: Callable[..., Any] | Sequence[Callable[..., Any]],
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
    untyped: bool = False,
    strict: bool = False,
    raises: Sequence[str] = (),
    aliasing: bool = True,
    holes: bool = True,
    audit: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Report | list[Report]:
    """Test a function against its types. With a scope it is run to its end; without one, the budget leads.

    With neither, nor a number of tests, the check ends after 5 s, or when going on shows nothing new.
    A list or a tuple of functions gives a list of reports; Ctrl-C ends it with that of the function at hand.
    The function is read and run in processes of its own. `in_process` does all of that here, for debuggers.
    `workers` says how these come about: "fork" from this one, "spawn" as fresh interpreters, "auto" what suits the
    system.
    `engine` chooses the inputs: "classes" from scopes, "smt" by a solver, "auto" by the solver where scopes have few.
    `store` is a directory in which failures are kept, to be tried first on the next run; without it, nothing is kept.
    `leftovers` says what is made of calls that leave something changed or running: "warn", "fail" or "ignore".
    `untyped` gives parameters without annotation anything, instead of refusing the function.
    `strict` makes findings of exceptions by which a function with plain types refuses arguments.
    `raises` has names of exceptions that any function may raise.
    `aliasing` gives two parameters one mutable object as well, where their types allow it.
    `holes` finds out what the code does not look at, by calls with objects that report when they are looked at.
    `audit` is a file to which every call is written before it happens.
    `progress` is called now and then with how far the check has come.
    """
    how: dict[str, Any] = {
        "scope": scope,
        "budget": budget,
        "tests": tests,
        "seed": seed,
        "limits": limits,
        "max_findings": max_findings,
        "engine": engine,
        "store": store,
        "leftovers": leftovers,
        "untyped": untyped,
        "strict": strict,
        "raises": raises,
        "aliasing": aliasing,
        "holes": holes,
        "audit": audit,
        "progress": progress,
    }
    is_one = callable(function) or not isinstance(function, Sequence)
    functions: list[Any] = [function] if is_one else list(function)  # type: ignore[arg-type]
    reports: list[Report] = []
    with Interrupts() as interrupts:
        for one in functions:
            if not (reports and interrupts.pressed):
                reports.append(_check(one, bound_to, in_process, workers, how))
    if reports:
        reports[-1].interrupted = reports[-1].interrupted or interrupts.raised
    return reports[0] if is_one else reports


def _check(function: object, bound_to: type | None, in_process: bool, workers: str, how: dict[str, Any]) -> Report:
    if not callable(function):
        raise TargetError(
            f"an object of {type(function).__qualname__} is no function",
            remedy="Give check() a function, or a list of functions.",
        )
    limits, audit = how["limits"], how["audit"]
    made = host_for(function, bound_to, in_process=in_process, limits=limits, audit=audit, workers=workers)
    with closing(made) as host:
        return checked(host, Reference(), name=_name(function), **how)


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
    limits = limits or Limits()
    if limits.freeze:
        refuse_where_missing()
    if in_process:
        if limits.freeze:
            raise ScopeError("clocks are not stopped in this process", remedy="Go without --in-process and --pdb.")
        return LocalHost(lambda: CheckService(lambda limits: Inside(), function, bound_to))
    wall = limits.wall
    if audit is not None:  # it writes there what happens
        wall = replace(wall, write=(*wall.write, os.fspath(audit)))
    if way_of(workers) == "fork":
        return Host(lambda: _service(function, bound_to, freeze=limits.freeze), wall=wall)
    names = (None if one is None else named(one) for one in (function, bound_to))
    made = Rebuild(SpawningService.__module__, SpawningService.__name__, (*names, limits.freeze))
    return SpawnedHost(made, wall=wall)


def _service(function: Callable[..., Any] | None, bound_to: type | None, *, freeze: bool) -> CheckService:
    """In a host that was forked."""
    if freeze:
        stop_clocks()
    return CheckService(Isolated, function, bound_to)


def _name(function: Callable[..., Any]) -> str:
    """What a function is called until its types have been read."""
    return function.__name__ if type(function) is FunctionType else "the function"


def checked(host: Requests, reference: Reference, **how: Any) -> Report:
    """The same for a function that a host knows, with the keywords of `checking`."""
    check = checking(host, reference, **how)
    check.go_on()
    return check.report()


def checking(
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
    untyped: bool = False,
    strict: bool = False,
    raises: Sequence[str] = (),
    aliasing: bool = True,
    holes: bool = True,
    audit: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], None] | None = None,
    patient: bool | None = None,
    known: KnownFindings = KnownFindings(),  # noqa: B008 - frozen
    now: Callable[[], float] = time.monotonic,
) -> Checking:
    """A check of a function that a host knows, to be carried out. `now` is the clock that budgets are measured by.

    `patient` says whether it goes on where nothing new comes of it; if not said, it does where it was said how far.
    `known` has the findings with which it goes on as if there were none.
    """
    _expect("engine", engine, ENGINES)
    if budget is not None and not isinstance(budget, int | float):
        raise ScopeError(f"the budget {budget!r} is no number of seconds", remedy="Write budget=1.5, say.")
    _expect("leftovers", leftovers, LEFTOVERS)
    if scope is None and budget is None and tests is None:
        budget = DEFAULT_BUDGET
        patient = bool(patient)
    log = None if audit is None else Path(audit).absolute()
    tolerance = Tolerance(strict, tuple(raises))
    options = Options(limits or Limits(), engine, scope, budget, log, untyped, tolerance, aliasing, holes)
    how = How(
        *(options, patient is not False, tests, seed, max_findings, known, leftovers),
        None if store is None else Path(store),
        progress,
    )
    return Checking(host, reference, name, how, _Watch(now))


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


class Checking:
    """One function, checked step by step. An interrupt ends the steps; what is known by then is reported.

    It may be left after some time, and gone on with.
    """

    def __init__(self, host: Requests, reference: Reference, name: str, how: How, now: _Watch) -> None:
        self._host = host
        self._reference = reference
        self._name = name
        self._how = how
        self._now = now
        self._began: float | None = None
        self._client: Client | None = None
        self._search: Search | None = None
        self._replay: Replay | None = None
        self._spoiled: str | None = None  # what decorators do, if a call fails because of them
        self._interrupted = False
        self._seconds: float | None = None  # for the turn that is under way

    def go_on(self, seconds: float | None = None) -> bool:
        """Begin, or go on, for so long; whether there is more to do."""
        self._seconds = seconds
        self._take(self._begin, self._carry_out)
        return self._search is not None and self._search.is_left and not self._interrupted

    @property
    def staleness(self) -> float:
        """The share of the inputs so far that came after the last in which something new was seen."""
        return 1.0 if self._search is None else self._search.staleness

    def _take(self, *steps: Callable[[], None]) -> None:
        for step in steps:
            try:
                step()
            except KeyboardInterrupt:
                self._interrupted = True

    @interruptible
    def _begin(self) -> None:
        if self._began is not None:
            return
        clock = self._how.clock(self._now)
        self._began = clock.began
        self._client = client = Client(self._host, self._reference, self._how.options, self._name, self._now)
        if self._how.store is not None:
            self._replay = Replay(self._how.store, client.info.store_key, client.info.store_name, client)
        self._search = Search(client, self._how, clock)

    @interruptible
    def _carry_out(self) -> None:
        if self._search is None or self._interrupted:
            return
        self._search.run(self._replay, self._seconds)

    @interruptible
    def _look_below_decorators(self) -> None:
        if self._search is not None and not (self._interrupted or self._search.campaign.interrupted):
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
            self._search = Search(self._client.undecorated(), self._how, self._how.clock(self._now))
            self._search.said.append(self._spoiled)
            self._search.run(None, self._seconds)

    def report(self) -> Report:
        """What came of it. There is nothing to go on with after that."""
        self._take(self._look_below_decorators, self._keep, self._leave_decorators)
        try:
            self._look_at_the_clock()
        except KeyboardInterrupt:
            self._interrupted = True
        search, replay = self._search, self._replay
        if search is not None:
            self._take(search.count_states)
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
                search.client.close()
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
