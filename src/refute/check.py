"""`check`: from an annotated function to a verdict.

The annotation is read as a refinement type, the type gives a space of inputs, the inputs are tried stage by stage in a
worker, each outcome is judged, and what broke a promise is reported with the smallest input that shows it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from refute.judge.comfort import narrowness
from refute.judge.doubts import Doubts
from refute.judge.findings import Failure, Finding, call_text, program_text
from refute.judge.quantified import Caveats, answers_heard
from refute.judge.replaying import Replay
from refute.judge.shrinking import Shrinker
from refute.judge.steps import TAMPERED, Steps, said_in
from refute.judge.store import Store
from refute.judge.trials import Trial
from refute.judge.watching import Watch, is_watched
from refute.logic.errors import EmptyTypeError, Place, RefuteError, ScopeError
from refute.run.body import Body
from refute.run.counters import SharedCounter
from refute.run.events import Died, Finished, Hung, Leaked, OutOfMemory, Progress, Said
from refute.run.inside import run_inside
from refute.run.isolated import run_isolated
from refute.run.limits import Limits
from refute.search.planning import Clock, is_endless, stages
from refute.search.stages import Exhaust, Inputs, Listed, Sample, Stage
from refute.spaces.quantifiers import heard
from refute.spaces.scope import Scope
from refute.types.model import Anything
from refute.types.notes import Note
from refute.types.signatures import Signature, read_signature
from refute.types.spelling import Speller

DEFAULT_BUDGET = 5.0
_FOR_EXHAUSTING = 0.7  # share of a budget for growing scopes; the rest is for samples of larger sizes
_NOT_ALONE = "this call alone does not show it: what it does depends on calls before"
_FOR_MINIMISING = 10.0  # seconds
_MOST_DISCARDED = 0.5  # of the inputs
_MOST_FAILURES = 200  # inputs that fail in known ways before a search is given up


@dataclass
class Report:
    """What came of checking one function. It shows as what `refute check` prints, in a notebook as HTML."""

    # How reports are told. That is the matter of `refute.report`, which is above this, and sets them.
    as_text: ClassVar[Callable[[Report], str]] = lambda report: f"<Report {report.target}: {report.status}>"
    as_html: ClassVar[Callable[[Report], str]] = lambda report: escape(repr(report))

    target: str
    place: Place | None
    findings: list[Finding] = field(default_factory=list)
    tests: int = 0
    replayed: int = 0  # of them, those that were kept from earlier runs
    exhausted: list[Scope] = field(default_factory=list)
    added: list[int] = field(default_factory=list)  # how many inputs each of these had that none before it had
    samples: dict[int, int] = field(default_factory=dict)  # size → how many were drawn
    seed: int = 0
    beyond: int = 0  # inputs of a scope that was begun and not exhausted
    discarded: int = 0  # inputs given up by `assume`
    seconds: float = 0.0
    complete: bool = False  # the scope that was asked for is exhausted, or all there is
    everything: bool = False  # no larger scope has more inputs
    interrupted: bool = False  # by Ctrl-C: what is said is what was known by then
    warnings: list[str] = field(default_factory=list)
    notes: tuple[Note, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.findings

    @property
    def status(self) -> str:
        return "refuted" if self.findings else "exhausted" if self.complete else "held"

    def __repr__(self) -> str:
        return self.as_text()

    def _repr_html_(self) -> str:
        return self.as_html()


def check(
    function: Callable[..., Any],
    *,
    scope: Scope | None = None,
    budget: float | None = None,
    tests: int | None = None,
    seed: int = 0,
    isolation: str = "process",
    limits: Limits | None = None,
    max_findings: int = 3,
    bound_to: type | None = None,
    store: str | os.PathLike[str] | None = None,
    progress: Callable[[Report, Stage, int], None] | None = None,
) -> Report:
    """Test a function against its types. With a scope it is run to its end; without one, the budget leads.

    `store` is a directory in which failures are kept, to be tried first on the next run; without it, nothing is kept.
    `progress` is called now and then with the report so far, the stage at hand and how far it has come.
    """
    if isolation not in ("process", "none"):
        raise ScopeError(f"there is no isolation {isolation!r}", remedy="Use 'process' or 'none'.")
    begin = time.monotonic()
    signature = read_signature(function, bound_to=bound_to)
    report = Report(signature.name, signature.place, seed=seed, notes=signature.notes)
    if scope is None and budget is None and tests is None:
        budget = DEFAULT_BUDGET
    search = _Search(signature, report, isolation, limits or Limits(), max_findings, progress)
    if budget is not None:
        share = budget if scope is not None else budget * _FOR_EXHAUSTING
        search.clock = Clock(begin + budget, begin + share)
    search.most, search.to_its_end = tests, scope is not None
    heard.clear()
    replay = Replay(Store(Path(store)), signature, bound_to) if store is not None else None
    try:
        if replay is not None:
            search.replay(replay)
        for stage in stages(signature, scope, seed, search.clock):
            if not search.run(stage):
                break
        else:
            report.everything = scope is None and not is_endless(signature)
            report.complete = report.complete or (report.everything and not search.doubts.undecided)
    except EmptyTypeError as error:
        report.findings.append(_vacuous(signature, error))
    except KeyboardInterrupt:
        report.interrupted = True
    if replay is not None:
        replay.keep(report.findings)
        report.warnings += replay.words
    search.add_replayed()
    report.discarded = min(search.discards.value, report.tests)
    report.seconds = time.monotonic() - begin
    report.warnings += _warnings(signature, report)
    if not report.findings:
        report.warnings += search.doubts.warnings()
    return report


def _warnings(signature: Signature, report: Report) -> list[str]:
    """What keeps a verdict from meaning much."""
    found = []
    if signature.result is None and not is_property(signature.name):
        found.append("the result has no annotation: only exceptions, hangs and deaths are noticed")
    elif isinstance(signature.result, Anything):
        found.append("the type of the result admits everything")
    if report.findings:
        return found
    if report.exhausted and not report.samples and not report.beyond:
        found += narrowness(signature, report.exhausted[-1], report.tests, report.seconds)
    if signature.parameters and not report.tests and not report.exhausted and not report.interrupted:
        found.append("no input was tried before the budget was over")
    if report.tests and report.discarded > report.tests * _MOST_DISCARDED:
        share = 100 * report.discarded // report.tests
        by = f"turned down by {signature.name}" if isinstance(signature.function, type) else "discarded by assume()"
        found.append(f"{share} % of the inputs were {by}: say it with a refinement instead")
    return found


class _Search:
    """Runs stages and gathers what they find."""

    def __init__(
        self,
        signature: Signature,
        report: Report,
        isolation: str,
        limits: Limits,
        max_findings: int,
        progress: Callable[[Report, Stage, int], None] | None,
    ) -> None:
        self.signature = signature
        self.report = report
        self.isolation = isolation
        self.limits = limits
        self.max_findings = max_findings
        self.progress = progress
        self.clock = Clock()
        self.to_its_end = False  # whether a scope is asked for
        self.most: int | None = None
        self.discards = SharedCounter()
        self.trial = Trial(signature, is_property(signature.name), self.discards.add)
        self.doubts = Doubts(signature)
        self.watched = is_watched(signature.reader.constructors)
        self.careful = False  # once arguments that cannot be changed have been changed
        self._open = Caveats()
        self._places: dict[tuple[str, ...], int] = {}  # of each kind of failure among the findings
        self._replayed: dict[tuple[str, ...], Finding] = {}
        self._failures = 0

    def replay(self, replay: Replay) -> None:
        """Try again what failed on earlier runs. It is reported unless the search finds something smaller like it."""
        stage = replay.stage(lambda body, stop: self._events(body, stop, self.clock.deadline))
        if stage.count == 0:
            return
        failed: set[int] = set()
        steps = Steps(stage, self.trial, self.most, careful=self.watched)
        for event in self._events(steps, stage.count, self.clock.deadline):
            match event:
                case Progress():
                    pass
                case Finished(done=done):
                    replay.fared(done, failed)
                    self.report.tests = self.report.replayed = done
                case _:
                    for failure in self._failed(event):
                        failed.add(event.index)
                        failure = replace(failure, explanation=(*failure.explanation, replay.note()))
                        values, size = stage.input(event.index), stage.size(event.index)
                        finding = self._finding(failure, values, event.index + 1, size, event.output, kept=True)
                        if size <= self._replayed.get(failure.key, finding).size:
                            self._replayed[failure.key] = finding

    def add_replayed(self) -> None:
        """Of what failed again, add what the search has not found as small or smaller."""
        findings = self.report.findings
        for key, finding in self._replayed.items():
            place = self._places.get(key)
            if place is None:
                findings.append(finding)
            elif finding.size < findings[place].size:
                findings[place] = finding
        del findings[self.max_findings :]

    def run(self, stage: Exhaust | Sample) -> bool:
        """Run a stage; whether the search goes on after it."""
        left = None if self.most is None else self.most - self.report.tests
        self.report.notes = stage.space.notes
        self.doubts.note(self._open.new(answers_heard()))  # of those that shaped the inputs
        watch = Watch(stage) if self.watched and isinstance(stage, Exhaust) else None
        steps = Steps(stage, self.trial, left, watch=watch, careful=self.careful)
        stop = stage.count + (steps.watch is not None)
        done = 0
        deadline = self.clock.until if isinstance(stage, Exhaust) else self.clock.deadline
        try:
            for event in self._events(steps, stop, deadline):
                match event:
                    case Said(payload=payload) if payload == TAMPERED:
                        self.careful = True
                        break
                    case Progress(done=done):
                        if self.progress is not None:
                            self.progress(self.report, stage, done)
                    case Finished(done=done):
                        pass
                    case _:
                        self._found(event, stage)
                        if len(self.report.findings) >= self.max_findings or self._failures >= _MOST_FAILURES:
                            self._account(stage, event.index + 1)
                            return False
        except KeyboardInterrupt:
            self._account(stage, done)
            raise
        if self.careful and not steps.careful:
            stage.space.forget_shared()
            return self.run(stage)
        finished = done >= stage.count
        if left is not None and not finished and not self.clock.is_over():
            self._add(stage, left)  # the number that was asked for is what ended it
        else:
            self._account(stage, done)
        if finished and isinstance(stage, Exhaust):
            self.report.exhausted.append(stage.scope)
            self.report.added.append(stage.new)
            self.report.complete = self.to_its_end and not self.doubts.undecided
        full = self.most is not None and self.report.tests >= self.most
        return not full and not self.clock.is_over() and not self.report.findings

    def _events(self, body: Body, stop: int, deadline: float | None) -> Iterator[Any]:
        if self.isolation == "none":
            return run_inside(body, 0, stop, deadline=deadline)
        return run_isolated(body, 0, stop, self.limits, deadline=deadline)

    def _account(self, stage: Exhaust | Sample, done: int) -> None:
        """Count the inputs tried of a stage that came so far; of one that skips some, at least so many were."""
        finished = done >= stage.count
        self._add(stage, stage.new if finished else max(0, done - (stage.count - stage.new)), finished)

    def _add(self, stage: Exhaust | Sample, tried: int, finished: bool = False) -> None:
        self.report.tests += tried
        if isinstance(stage, Sample):
            self.report.samples[stage.of_size] = self.report.samples.get(stage.of_size, 0) + tried
        elif not finished:
            self.report.beyond += tried

    def _failed(self, event: Any) -> list[Failure]:
        """The failures an event tells of. What else it says, of how quantifiers were decided, is noted."""
        if not isinstance(event, Said):
            return [_broken(event, self.limits)]
        failures = []
        for said in said_in(event.payload):
            match said:
                case Failure():
                    failures.append(said)
                case RefuteError():
                    raise said
                case _:
                    self.doubts.note([said])
        return failures

    def _found(self, event: Any, stage: Exhaust | Sample) -> None:
        failures = [failure for failure in self._failed(event) if self.doubts.allow(failure, stage, event.index)]
        self._failures += bool(failures)
        for failure in failures:
            if failure.key not in self._places:
                self._places[failure.key] = len(self.report.findings)
                self._add_finding(failure, event, stage)

    def _add_finding(self, failure: Failure, event: Any, stage: Exhaust | Sample) -> None:
        values = stage.input(event.index)
        size, output = stage.size(event.index), event.output
        if self.isolation == "process" and not self._shown_alone(failure, stage, event.index):
            failure = replace(failure, explanation=(*failure.explanation, _NOT_ALONE))
        elif isinstance(stage, Sample):
            values, failure, output = self._minimised(values, failure, output, stage.space)
            size = stage.space.size_of(stage.space.index(values))
        number = self.report.tests - self.report.replayed + event.index + 1
        self.report.findings.append(self._finding(failure, values, number, size, output))

    def _shown_alone(self, failure: Failure, stage: Exhaust | Sample, index: int) -> bool:
        """Whether an input fails in the same way in a worker that has tried nothing before."""
        steps = Steps(stage, self.trial, careful=self.careful)
        for event in run_isolated(steps, index, index + 1, self.limits):
            if not isinstance(event, Progress | Finished):
                return any(again.key == failure.key for again in self._failed(event))
        return False

    def _minimised(
        self, values: tuple[Any, ...], failure: Failure, output: str, space: Inputs
    ) -> tuple[tuple[Any, ...], Failure, str]:
        """An input that fails in the same way, and of which no smaller version does."""
        shrinker = Shrinker(self.signature.reader.constructors)
        until = time.monotonic() + _FOR_MINIMISING
        while time.monotonic() < until:
            candidates = [smaller for smaller in shrinker.argument_lists(values) if smaller in space]
            found = self._first_like(failure, candidates, until)
            if found is None:
                break
            values, failure, output = found
        return values, failure, output

    def _first_like(
        self, failure: Failure, candidates: list[tuple[Any, ...]], until: float
    ) -> tuple[tuple[Any, ...], Failure, str] | None:
        """The first of some inputs that fails in the same way."""
        steps = Steps(Listed(candidates), self.trial, careful=self.careful)
        for event in self._events(steps, len(candidates), until):
            if isinstance(event, Progress | Finished):
                continue
            for other in self._failed(event):
                if other.key == failure.key and other.reach == failure.reach:
                    return candidates[event.index], other, event.output  # calls are given copies
        return None

    def _finding(
        self, failure: Failure, values: tuple[Any, ...], number: int, size: int, output: str, kept: bool = False
    ) -> Finding:
        speller = Speller(unused=True)
        call = call_text(self.signature, values, speller)
        target = self.signature
        source = program_text(target, failure, call, speller.imports, is_property(target.name))
        return Finding(
            kind=failure.kind,
            target=target.name,
            place=target.place,
            arguments=target.arguments(values),
            call=call + failure.then.call,
            outcome=failure.outcome,
            explanation="\n".join(failure.explanation),
            output=output,
            source=source,
            number=number,
            size=size,
            kept=kept,
        )


def is_property(name: str) -> bool:
    """Whether a function is a property by its name: returning False breaks it."""
    last = name.rpartition(".")[2]
    return last.startswith(("prop_", "test_"))


def _broken(event: Any, limits: Limits) -> Failure:
    match event:
        case Hung():
            return Failure("hang", ("hang",), f"did not return within {limits.seconds:g} s", ())
        case OutOfMemory():
            return Failure("memory", ("memory",), f"took more than {limits.memory / 2**20:,.0f} MiB of memory", ())
        case Died(how=how):
            return Failure("death", ("death", how), f"ended the process: {how}", ())
        case Leaked(what=what):
            return Failure("misuse", ("misuse", what), f"returned, but {what}", ())
    raise AssertionError(event)


def _vacuous(signature: Signature, error: EmptyTypeError) -> Finding:
    return Finding(
        kind="vacuous",
        target=signature.name,
        place=error.place or signature.place,
        arguments={},
        call=f"{signature.name}(…)",
        outcome="cannot be called",
        explanation=error.problem,
        output="",
        source="",
        number=0,
        size=0,
    )
