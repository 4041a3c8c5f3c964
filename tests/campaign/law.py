"""The law: nothing is claimed of inputs on which no call was seen.

A random program is checked with random settings, in this process by a clock that a test turns, or in processes of its
own. Two logs say which calls happened: the audit of refute, and one that the program itself keeps in this process. What
the report claims is computed again, from the types by hand or by listing the scopes anew, and held against the logs.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import naive_claims
from naive_claims import Table, is_complete, table_of
from random_programs import FINDINGS, HARMLESS, HERE, ISOLATED, Program, program

import refute
from refute.campaign.campaign import Campaign
from refute.campaign.report import Report
from refute.check.client import LocalHost
from refute.check.data import Reference
from refute.check.entry import check, checked
from refute.check.service import CheckService
from refute.errors import ExplosionError
from refute.judge.findings import Finding, call_text
from refute.run.inside import Inside
from refute.run.limits import Limits
from refute.search.schedule.domains import Domain, Drawn, Exhaustive, Kept
from refute.search.schedule.stages import Sample
from refute.spaces.arguments import argument_lists
from refute.spaces.scope import Scope
from refute.types.signatures import Signature, read_signature
from refute.types.spelling import Speller

_MOST_INPUTS = 400  # of a scope that is asked for
_WHERE_INTERRUPTED = tuple(
    str(Path(refute.__file__).parent / part) + os.sep for part in ("campaign", "search/schedule")
)


@dataclass(frozen=True)
class Settings:
    """How a program is checked."""

    scope: Scope | None
    budget: float | None
    tests: int | None
    max_findings: int
    seed: int
    engine: str
    leftovers: str = "warn"


@dataclass
class Run:
    """What came of it. No report: it was interrupted before there was anything to be said."""

    program: Program
    settings: Settings
    report: Report | None
    audit: list[str]  # the calls that happened, as text
    isolated: bool
    interrupted: bool  # by this test
    stored: bool = False
    notes: list[str] = field(default_factory=list)
    escaped: str = ""  # where an interrupt came through


# -- running -----------------------------------------------------------------------------------------------------------


class HandClock:
    """A clock that each look at it turns on, and that may be what an interrupt comes from."""

    def __init__(self, tick: float, interrupt: Callable[[], None]) -> None:
        self._time = time.monotonic()
        self._tick = tick
        self._interrupt = interrupt

    def __call__(self) -> float:
        self._interrupt()
        self._time += self._tick
        return self._time

    def turn(self, seconds: float) -> None:
        self._time += seconds


class Interrupt:
    """Ctrl-C at one moment."""

    def __init__(self, where: str, after: int, signalled: bool = False) -> None:
        self.where = where
        self.done = False
        self._left = after
        self._signalled = signalled
        self._armed = False

    def at(self, where: str) -> None:
        if where == self.where and not self.done:
            self._left -= 1
            if self._left <= 0:
                self.done = True
                if self._signalled:
                    signal.raise_signal(signal.SIGINT)
                raise KeyboardInterrupt

    @contextmanager
    def between_lines(self) -> Iterator[None]:
        """Between two lines of the code that accounts for calls, if it is to be there, while it is carried out."""
        if self.where != "line":
            yield
            return

        def trace(frame: FrameType, event: str, _: object) -> Any:
            if not frame.f_code.co_filename.startswith(_WHERE_INTERRUPTED):
                return None
            if frame.f_code is Campaign.carry_out.__code__:
                self._armed = event != "return"
            if event == "line" and self._armed:
                self.at("line")
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            yield
        finally:
            sys.settrace(before)


def simulated(seed: int, directory: Path) -> Run:
    """A run in this process: delays, budgets and interrupts take no time."""
    random = Random(seed)
    with program(random, directory, HERE) as made:
        settings = _settings(random, made)
        where = random.choice(["nowhere"] * 5 + ["clock", "progress", "call", "line", "line"])
        interrupt = Interrupt(where, 1 + int(random.expovariate(1 / {"line": 600, "clock": 60}.get(where, 12))))
        interrupt._signalled = where == "call"
        clock = HandClock(random.choice([1e-3, 5e-3, 0.05]), lambda: interrupt.at("clock"))
        slow, delay = random.choice([0.0, 0.0, 0.02, 0.5]), random.choice([0.01, 0.2, 3.0])
        delays = Random(seed)

        def before_call(text: str) -> None:
            interrupt.at("call")
            if delays.random() < slow:
                clock.turn(delay)

        made.before_call = before_call
        host = LocalHost(lambda: CheckService(lambda limits: Inside(clock), made.function, None, clock))
        audit = directory / f"audit{seed}"
        store = directory / f"store{seed}" if random.random() < 0.1 else None
        report, escaped = None, []
        for _ in range(2 if store else 1):
            made.calls.clear()
            made.behaviours.clear()
            audit.unlink(missing_ok=True)
            with _where(escaped), interrupt.between_lines():
                report = None
                report = checked(
                    *(host, Reference()),
                    name="f",
                    **vars(settings),
                    audit=audit,
                    store=store,
                    progress=lambda _: interrupt.at("progress"),
                    now=clock,
                )
        made.before_call = lambda text: None
        run = Run(made, settings, report, _logged(audit), False, interrupt.done, store is not None)
        run.escaped = " ".join(escaped)
        run.notes = list(breaches(run))
        return run

@contextmanager
def _where(e):
    import traceback
    try: yield
    except KeyboardInterrupt as x: e.append(" < ".join(f"{f.name}:{f.lineno}" for f in traceback.extract_tb(x.__traceback__)[2:]))

def isolated(seed: int, directory: Path) -> Run:
    """A run in processes of its own, which hang, die and leave things behind."""
    random = Random(seed)
    with program(random, directory, ISOLATED) as made:
        settings = _settings(random, made)
        if settings.budget is not None:
            settings = replace(settings, budget=random.choice([0.1, 0.4]))
        settings = replace(settings, leftovers=random.choice(["warn", "fail", "ignore"]))
        audit = directory / f"audit{seed}"
        limits = Limits(seconds=random.choice([0.2, 0.3]), memory=random.choice([1 << 27, 1 << 28]))
        seconds = random.choice([None, None, None, random.uniform(0.05, 0.6)])
        report, interrupted = None, False
        try:
            timer = threading.Timer(seconds or 0, os.kill, (os.getpid(), signal.SIGINT))
            if seconds is not None:
                timer.start()
            report = check(made.function, **vars(settings), limits=limits, audit=audit)
            timer.cancel()
            if seconds is not None:
                timer.join()
        except KeyboardInterrupt:
            interrupted = True
        run = Run(made, settings, report, _logged(audit), True, interrupted or bool(report and report.interrupted))
        run.notes = list(breaches(run))
        return run


def _settings(random: Random, made: Program) -> Settings:
    scope, budget, tests = None, None, None
    match random.choice(["scope", "scope", "scope", "budget", "budget", "tests", "all"]):
        case "scope":
            scope = _scope(random, made)
        case "budget":
            budget = random.choice([0.0, 0.05, 0.5, 2.0])
        case "tests":
            tests = random.choice([1, 5, 60, 300])
        case "all":
            scope, budget, tests = _scope(random, made), random.choice([0.05, 2.0]), random.choice([1, 20, 300])
    return Settings(
        scope,
        budget,
        tests,
        max_findings=random.choice([1, 3]),
        seed=random.randrange(3),
        engine="auto" if random.random() < 0.03 else "classes",
    )


def _scope(random: Random, made: Program) -> Scope:
    """One that has not too many inputs."""
    signature = read_signature(made.function)
    bounds = random.choice([("size",), ("size",), ("size",), ("depth",), ("size", "depth")])
    largest = 0 if made.with_functions else 5
    chosen = Scope(**dict.fromkeys(bounds, random.choice([0, 1, 2])))
    for bound in range(chosen.reach, random.randint(0, largest) + 1):
        scope = Scope(**dict.fromkeys(bounds, bound))
        try:
            if argument_lists(signature, scope).count > _MOST_INPUTS:
                break
        except ExplosionError:
            break
        chosen = scope
    return chosen


def _logged(audit: Path) -> list[str]:
    if not audit.exists():
        return []
    lines = audit.read_text().splitlines()
    audit.unlink()
    return [json.loads(line)["call"] for line in lines]


# -- judging -----------------------------------------------------------------------------------------------------------


def breaches(run: Run) -> Iterator[str]:
    """What a report claims and the logs do not show."""
    report = run.report
    if report is None:
        return
    try:
        tables = [table_of(account) for account in report.ledger.accounts]
    except AssertionError as error:
        yield str(error)
        return
    signature = read_signature(run.program.function)
    yield from _claims(run, report, tables)
    yield from _limits(run, report, tables)
    yield from _findings(run, report, signature)
    if run.program.with_functions:
        yield from _behaviours(run, report, tables)
        return
    inputs = {table.domain: _inputs(table, signature) for table in tables if not isinstance(table.domain, Kept)}
    yield from _calls(run, tables, inputs, signature)
    yield from _fates(run, tables, inputs)
    yield from _scopes(run, report, tables, signature)
    yield from _smallest(run, report, tables, signature)
    if not run.isolated and not run.stored:
        yield from _numbers(run, report)


def _claims(run: Run, report: Report, tables: list[Table]) -> Iterator[str]:
    """Status, counts and sentence, as they follow from the fates."""
    claims, asked, ended = report.claims, run.settings.scope, report.claims.everything
    expected = naive_claims.status(tables, refuted=bool(report.findings), asked=asked, ended=ended)
    if report.status != expected:
        yield f"it is {expected}, and called {report.status}"
    told = naive_claims.sentence(
        tables,
        refuted=bool(report.findings),
        ended=ended,
        seed=run.settings.seed,
        functions=claims.functions,
        others={claims.scopes[-1][0]: claims.others} if claims.scopes else {},
    )
    if claims.tried != told:
        yield f"it says {claims.tried!r}, not {told!r}"
    if report.tests != naive_claims.performed(tables):
        yield f"{naive_claims.performed(tables)} inputs were tried, it says {report.tests}"
    if report.tests > len(run.audit):
        yield f"it says that {report.tests} inputs were tried, and {len(run.audit)} calls were made"
    if not run.isolated and len(run.audit) != len(run.program.calls):
        yield f"{len(run.audit)} calls are in the audit, and {len(run.program.calls)} happened"


def _limits(run: Run, report: Report, tables: list[Table]) -> Iterator[str]:
    settings = run.settings
    if len(report.findings) > settings.max_findings:
        yield f"{len(report.findings)} findings"
    if settings.tests is not None and report.tests - report.claims.replayed > settings.tests:
        yield f"{report.tests} inputs were tried, where {settings.tests} may be"
    bounded = settings.budget is not None or settings.tests is not None
    if run.interrupted or bounded or settings.scope is None or report.findings:
        return
    held = any(table.count("held") for table in tables)
    is_open = any(table.count(*naive_claims.OPEN) for table in tables)
    if held and not is_open and report.status != "exhausted":
        yield f"nothing kept it from exhausting {settings.scope}, and it is {report.status}: {report.claims.tried}"


def _inputs(table: Table, signature: Signature) -> dict[int, tuple[Any, ...]]:
    """The inputs of a domain that are accounted for, by index, listed anew."""
    domain = table.domain
    match domain:
        case Exhaustive(scope=scope):
            listed = enumerate(argument_lists(signature, scope))
            return {index: values for index, values in listed if index in table.fates}
        case Drawn(scope=scope, sizes=sizes, count=count, seed=seed):
            sample = Sample(scope, argument_lists(signature, scope), sizes, count, seed)
            return {index: sample.input(index) for index in table.fates}
    return {}  # a solver found them


Inputs = dict[Domain, dict[int, tuple[Any, ...]]]


def _calls(run: Run, tables: list[Table], inputs: Inputs, signature: Signature) -> Iterator[str]:
    """Each input that is counted was called, as often as it is counted."""
    claimed: Counter[str] = Counter()
    own: Counter[str] = Counter()
    for table in tables:
        for index, values in inputs.get(table.domain, {}).items():
            if table.fates[index] not in ("known", "unmade"):
                claimed[_call(signature, values)] += 1
                own[run.program.text(_ordered(signature, values))] += 1
    if missing := claimed - Counter(run.audit):
        yield f"calls are counted that the audit does not have: {dict(missing)}"
    if not run.isolated and (missing := own - Counter(run.program.calls)):
        yield f"calls are counted that did not happen: {dict(missing)}"


def _fates(run: Run, tables: list[Table], inputs: Inputs) -> Iterator[str]:
    """An input that fails is not said to hold, and one that holds is not said to fail."""
    signature = read_signature(run.program.function)
    for table in tables:
        for index, values in inputs.get(table.domain, {}).items():
            fate = run.program.fate(run.program.text(_ordered(signature, values)))
            told = table.fates[index]
            right = "held" if fate in HARMLESS else "discarded" if fate == "discard" else "failed"
            if run.settings.leftovers == "fail" and fate in ("thread", "directory") and told == "failed":
                continue
            if told not in ("known", right):
                yield f"{_call(signature, values)} is said to be {told}: {fate}"


def _scopes(run: Run, report: Report, tables: list[Table], signature: Signature) -> Iterator[str]:
    """All inputs of a scope that is said to be exhausted, counted by hand where that can be done, were called."""
    added = 0
    for scope, count in report.claims.scopes:
        listed = [_ordered(signature, values) for values in argument_lists(signature, scope)]
        if scope.depth is None and (counted := run.program.inputs(scope.reach)) is not None:
            by_hand = Counter(run.program.text(values) for values, _ in counted)
            if by_hand != Counter(map(run.program.text, listed)):
                yield f"{scope} has {sum(by_hand.values())} inputs, not {len(listed)}"
        added += count
        if len(listed) != added:
            yield f"{scope} has {len(listed)} inputs, and {added} are said to be in it"
        calls = set(run.audit)
        missing = [call for values in listed if (call := _call(signature, _parameters(signature, values))) not in calls]
        if missing:
            yield f"{scope} is said to be exhausted, without {missing[:5]}"
        fates = [run.program.fate(run.program.text(values)) for values in listed]
        wrong = [fate for fate in fates if fate not in (*HARMLESS, "discard")]
        if wrong and report.status != "refuted":
            yield f"{scope} has inputs that fail ({wrong[:3]}), and it is {report.status}"
    if report.claims.scopes and not report.claims.everything:
        last = report.claims.scopes[-1][0]
        if run.settings.scope is not None and last != run.settings.scope:
            yield f"{last} was not asked for"
    if report.claims.scopes and report.claims.whole != added:
        yield f"{report.claims.whole} inputs are said to be in all, {added} are"


def _findings(run: Run, report: Report, signature: Signature) -> Iterator[str]:
    """What is said to fail was called, and fails when it is called again."""
    for finding in report.findings:
        if finding.kind == "vacuous":
            continue
        if not finding.kept and not 1 <= finding.number <= report.tests:
            yield f"{finding} is said to be input {finding.number} of {report.tests}"
        if run.program.with_functions or finding.kind == "misuse":
            continue
        if finding.call not in run.audit:
            yield f"{finding} was not called"
        fate = run.program.fate(_text(run, finding, signature))
        if FINDINGS.get(fate) != finding.kind:
            yield f"{finding} is {finding.kind}, where its input is {fate}"


def _smallest(run: Run, report: Report, tables: list[Table], signature: Signature) -> Iterator[str]:
    """In the first scope that has failures of a kind, none is smaller than the one that is reported."""
    if run.interrupted:
        return
    exhaustive = [table for table in tables if isinstance(table.domain, Exhaustive)]
    for finding in report.findings:
        if finding.kept or finding.kind in ("vacuous", "misuse"):
            continue
        fate = run.program.fate(_text(run, finding, signature))
        for table in exhaustive:
            assert isinstance(table.domain, Exhaustive)
            space = argument_lists(signature, table.domain.scope)
            failing = [
                space.size_of(index)
                for index, values in enumerate(space)
                if run.program.fate(run.program.text(_ordered(signature, values))) == fate
            ]
            if failing and is_complete(table, tables):
                if finding.size > min(failing):
                    yield f"{finding} has size {finding.size}, and there is one of size {min(failing)}"
                break


def _numbers(run: Run, report: Report) -> Iterator[str]:
    """The number of the first finding is that of the first call that failed."""
    failing = (
        place
        for place, text in enumerate(run.program.calls, 1)
        if run.program.fate(text) not in (*HARMLESS, "discard")
    )
    if report.findings and report.findings[0].kind != "vacuous":
        number = next(failing)
        if report.findings[0].number != number:
            yield f"call {number} was the first to fail, and {report.findings[0].number} is said to be"


def _behaviours(run: Run, report: Report, tables: list[Table]) -> Iterator[str]:
    """There are as many different behaviours in the log as are counted."""
    if run.isolated:
        return
    seen = len(set(run.program.behaviours))
    for table in tables:
        if isinstance(table.domain, Exhaustive) and table.performed > seen:
            yield f"{table.performed} behaviours to {table.domain} are counted, and {seen} were seen"
    if report.claims.scopes and report.claims.whole > seen:
        yield f"{report.claims.whole} behaviours are counted, and {seen} were seen"
    if report.claims.scopes and report.status != "refuted":
        wrong = [
            text for text in run.program.behaviours if run.program.fate(text) not in (*HARMLESS, "discard")
        ]
        if wrong and not run.interrupted:
            yield f"behaviours failed ({wrong[:3]}), and it is {report.status}"


def _call(signature: Signature, values: tuple[Any, ...]) -> str:
    """`values` are in the order of `signature.parameters`."""
    return call_text(signature, values, Speller())


def _ordered(signature: Signature, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same in the order in which they are written."""
    return tuple(signature.arguments(values).values())


def _parameters(signature: Signature, written: tuple[Any, ...]) -> tuple[Any, ...]:
    by_name = dict(zip(signature.order, written, strict=True))
    return tuple(by_name[parameter.name] for parameter in signature.parameters)


def _text(run: Run, finding: Finding, signature: Signature) -> str:
    return run.program.text(tuple(finding.arguments[name] for name in signature.order))
