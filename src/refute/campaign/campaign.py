"""Runs the stages of a search and gathers what comes of it: inputs tried, scopes exhausted, failures found."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from refute.campaign.bodies import TAMPERED, Steps, said_in
from refute.campaign.callable_bodies import ENDLESS, Drawing, Exploring, Replaying
from refute.campaign.minimal import Minimal, Shown
from refute.campaign.report import Report
from refute.campaign.simplest import Simplest, told_by
from refute.campaign.together import Together
from refute.campaign.undecided import Doubts
from refute.errors import RefuteError
from refute.judge.findings import (
    Failure,
    Finding,
    broken,
    call_text,
    names_used,
    program_text,
    table_lines,
)
from refute.judge.immutability import Watch, is_watched
from refute.judge.quantified import Caveats, answers_heard
from refute.judge.trials import Trial
from refute.run.answer_log import SharedMessage
from refute.run.body import Body
from refute.run.counters import SharedCounter
from refute.run.events import Finished, Progress, Said
from refute.run.inside import run_inside
from refute.run.isolated import run_isolated
from refute.run.limits import Limits
from refute.search.schedule.clock import Clock
from refute.search.schedule.stages import Exhaust, Kept, Sample, Solved, SolvedBeside, Stage
from refute.spaces.scope import Scope
from refute.store.replay import Replay
from refute.types.signatures import LEFT_OUT, Signature
from refute.types.spelling import Speller

_NOT_ALONE = "this call alone does not show it: what it does depends on calls before"
_SLOW = "calls were given up while the answers of a function were built: give it a simpler type"
_EXCUSED = ("violation", "crash", "misuse")  # kinds of what decorators may do: none has to hang, or to end its process
_FOR_OTHERS = 0.5  # seconds for failures of other kinds, after the turn in which one was found
_MOST_FAILURES = 200  # inputs that fail in known ways before a search is given up


class Gathering:
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
        self.most: int | None = None
        self.asked: Scope | None = None  # to be run to its end
        self.began = 0.0
        self.discards = SharedCounter()
        self.trial = Trial(signature, self.discards.add)
        self.doubts = Doubts(signature)
        self.watched = is_watched(signature.reader.constructors)
        self.careful = False  # once arguments that cannot be changed have been changed
        self._open = Caveats()
        self._places: dict[tuple[str, ...], int] = {}  # of each kind of failure among the findings
        self._replayed: dict[tuple[str, ...], Finding] = {}
        self._failures = 0
        self._together: Together | None = None  # the scopes that are being run in one process
        self._looking_on = False  # for failures of other kinds in the scope of the first
        self._given_up = False  # calls during which the answers of a function took too long to be built

    def replay(self, replay: Replay) -> None:
        """Try again what failed on earlier runs. It is reported unless the search finds something smaller like it."""
        stage = replay.stage(lambda body, stop: self._events(body, stop, self.clock.deadline))
        if stage.count == 0:
            return
        failed: set[int] = set()
        body = Replaying(stage, self.trial) if self.report.functions else Steps(stage, self.trial, careful=self.watched)
        stop = stage.count if self.most is None else min(self.most, stage.count)
        for event in self._events(body, stop, self.clock.deadline):
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
                        finding = self._finding(
                            *(failure, values, event.index + 1, size, event.output),
                            kept=True,
                            answered=self._answered_again(stage, event.index) if self.report.functions else None,
                        )
                        if size <= self._replayed.get(failure.key, finding).size:
                            self._replayed[failure.key] = finding

    def _answered_again(self, stage: Kept, index: int) -> tuple[Any, ...]:
        """A kept input with the tables that its functions become when it is tried."""
        told = SharedMessage()
        for _ in self._events(Replaying(stage.only(index), self.trial, told), 1, None):
            pass
        return told_by(told, ())[1]

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

    def changed_by_decorators(self, bare: Signature) -> str | None:
        """What decorators do, if a call fails because of them: without them, it does not."""
        trials = self.trial, Trial(bare)
        for finding in self.report.findings:
            values = tuple(finding.arguments.get(p.name, LEFT_OUT) for p in self.signature.parameters)
            stage = Kept((partial(copy.deepcopy, values),), (finding.size,))
            try:
                if finding.kind not in _EXCUSED or [self._fails(stage, trial) for trial in trials] != [True, False]:
                    continue
            except Exception:  # of what cannot be copied, say
                continue
            except KeyboardInterrupt:
                self.report.interrupted = True
                return None
            return f"checked without its decorators: only with them, {finding.call} {finding.outcome}"
        return None

    def _fails(self, stage: Kept, trial: Trial) -> bool:
        body = Replaying(stage, trial) if self.report.functions else Steps(stage, trial, careful=self.watched)
        events = self._events(body, stage.count, None)
        return any(self._failed(event) for event in events if not isinstance(event, Progress | Finished))

    def exhausted(self, scope: Scope) -> None:
        """All inputs that a solver found were all there are in a scope."""
        self.report.exhausted.append(scope)
        self.report.added.append(self.report.solved)
        self.report.solved = 0
        self.report.complete = not self.doubts.undecided

    def run(self, stage: Exhaust | Sample | Solved) -> bool:
        """Run a stage; whether the search goes on after it."""
        if self.report.functions and not isinstance(stage, Solved):
            return self._play(stage)
        left = None if self.most is None else self.most - self.report.tests
        if not isinstance(stage, Solved):
            self.report.notes = stage.space.notes
        self.doubts.note(self._open.new(answers_heard()))  # of those that shaped the inputs
        steps = self._steps(stage, left)
        stop = stage.count + (steps.watch is not None)
        done = 0
        deadline = self.clock.deadline if isinstance(stage, Solved) else self.clock.until
        try:
            for event in self._events_of(stage, steps, stop, deadline):
                match event:
                    case Said(payload=payload) if payload == TAMPERED:
                        self.careful = True
                        break
                    case Progress(done=done):
                        if self.progress is not None:
                            self.progress(self.report, stage, stage.first + done)
                    case Finished(done=done):
                        pass
                    case _:
                        self._found(event, stage)
                        if len(self.report.findings) >= self.max_findings or self._failures >= _MOST_FAILURES:
                            self._account(stage, event.index + 1)
                            return False
        except KeyboardInterrupt:
            self._account(stage, stage.first + done)
            raise
        done = self.clock.reached = stage.first + done
        if self.careful and not steps.careful and isinstance(stage, Exhaust):
            stage.space.forget_shared()
            return self.run(stage)
        finished = done >= stage.count
        if left is not None and not finished and (deadline is None or time.monotonic() < deadline):
            self._add(stage, left)  # the number that was asked for is what ended it
        else:
            self._account(stage, done)
        if finished and isinstance(stage, Exhaust):
            self.report.exhausted.append(stage.scope)
            self.report.added.append(stage.new)
            self.report.complete = self.asked is not None and not self.doubts.undecided
            self._forget_samples(stage.scope)
        full = self.most is not None and self.report.tests >= self.most
        if full or self.clock.is_over():
            return False
        if self.report.findings and not finished and isinstance(stage, Exhaust) and not self._looking_on:
            self._looking_on = True
            self.clock.give(_FOR_OTHERS)
            return self.run(replace(stage, first=done, along=()))
        return not self.report.findings

    def _play(self, stage: Exhaust | Sample) -> bool:
        """The same where arguments are functions: every input is tried with every behaviour of them."""
        left = None if self.most is None else self.most - self.report.tests
        body = Exploring(stage, self.trial, left) if isinstance(stage, Exhaust) else Drawing(stage, self.trial)
        stop = ENDLESS if isinstance(stage, Exhaust) else stage.count if left is None else min(left, stage.count)
        deadline = self.clock.until if isinstance(stage, Exhaust) else self.clock.deadline
        done = 0
        try:
            for event in self._events(body, stop, deadline):
                match event:
                    case Progress(done=done) | Finished(done=done):
                        if self.progress is not None:
                            self.progress(self.report, stage, min(done, stage.count))
                    case _:
                        self._found(event, stage, body)
                        done = event.index + 1
                        if len(self.report.findings) >= self.max_findings or self._failures >= _MOST_FAILURES:
                            break
        finally:
            complete = self._account_plays(body, done)
        if complete and isinstance(stage, Exhaust) and not isinstance(stage, SolvedBeside):
            report = self.report
            report.exhausted.append(stage.scope)
            report.added.append(report.tests - sum(report.added) - report.replayed - report.solved)
            self.report.others = stage.space.count
            self.report.complete = stage.scope == self.asked and not self.doubts.undecided and not self._given_up
        if self._given_up and _SLOW not in self.report.warnings:
            self.report.warnings.append(_SLOW)
        full = self.most is not None and self.report.tests >= self.most
        return not full and not self.clock.is_over() and self._goes_on()

    def _goes_on(self) -> bool:
        """Whether larger tables are tried: for findings of other kinds if a scope was asked for, but no hang twice."""
        findings = self.report.findings
        if len(findings) >= self.max_findings or self._failures >= _MOST_FAILURES:
            return False
        return not findings or (self.asked is not None and not any(f.kind in ("hang", "memory") for f in findings))

    def _account_plays(self, body: Exploring | Drawing, done: int) -> bool:
        """Count the plays; whether that was all of them."""
        if isinstance(body, Drawing):
            self._add(body.stage, done)
            return False
        complete = body.is_complete(done)
        self._add(body.stage, body.tried(done), complete)
        if complete:
            self.report.unvaried = body.unvaried(done)
        return complete

    def _events(self, body: Body, stop: int, deadline: float | None, first: int = 0) -> Iterator[Any]:
        if self.isolation == "none":
            return run_inside(body, first, stop, deadline=deadline)
        return run_isolated(body, first, stop, self.limits, deadline=deadline)

    def _steps(self, stage: Exhaust | Sample | Solved, left: int | None) -> Steps:
        watch = Watch(stage) if self.watched and isinstance(stage, Exhaust) else None
        return Steps(stage, self.trial, left, watch=watch, careful=self.careful)

    def _events_of(
        self, stage: Exhaust | Sample | Solved, steps: Steps, stop: int, deadline: float | None
    ) -> Iterator[Any]:
        """Those of a stage; a scope that adds nothing is not worth starting a process, and small ones share one."""
        if self._together is not None and self._together.has(stage) and not self.careful:
            return self._together.events()
        self._together = None
        if isinstance(stage, Exhaust):
            several = (stage, *stage.along)
            if sum(one.new for one in several) == 0:
                return iter([Finished(stage.count)])
            if stage.along and self.isolation == "process" and self.most is None and not self.careful:
                self._together = Together(
                    several, lambda one: self._steps(one, None), lambda body, last: self._events(body, last, deadline)
                )
                return self._together.events()
        return self._events(steps, stop, deadline, first=stage.first)

    def confirmed(self, body: Body, stop: int, deadline: float) -> set[int]:
        """Which of so many candidates of a solver are inputs."""
        return {event.index for event in self._events(body, stop, deadline) if isinstance(event, Said)}

    def _account(self, stage: Exhaust | Sample | Solved, done: int) -> None:
        """Count the inputs tried of a stage that came so far; of one that skips some, at least so many were."""
        self._add(stage, stage.tried(done), done >= stage.count)

    def _add(self, stage: Exhaust | Sample | Solved, tried: int, finished: bool = False) -> None:
        self.report.tests += tried
        if isinstance(stage, Sample):
            self.report.samples.update(stage.tried_by_size(tried))
        elif isinstance(stage, Solved | SolvedBeside):
            self.report.solved += tried
        else:
            self.report.beyond = 0 if finished else self.report.beyond + tried

    def _forget_samples(self, scope: Scope) -> None:
        """Samples of sizes that have been exhausted since add nothing to what is known."""
        for size in [size for size in self.report.samples if scope.size is not None and size <= scope.size]:
            self.report.tests -= self.report.samples.pop(size)

    def _failed(self, event: Any) -> list[Failure]:
        """The failures an event tells of. What else it says, of how quantifiers were decided, is noted."""
        if not isinstance(event, Said):
            return [broken(event, self.limits)]
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

    def _found(self, event: Any, stage: Exhaust | Sample | Solved, body: Exploring | Drawing | None = None) -> None:
        failures = [
            failure
            for failure in self._failed(event)
            if self.doubts.allow(failure, stage, failure.played.base if failure.played else event.index)
        ]
        self._failures += bool(failures)
        if failures and self.report.failed_after is None:
            self.report.failed_after = time.monotonic() - self.began
        for failure in failures:
            if failure.key not in self._places:
                self._places[failure.key] = len(self.report.findings)
                if body is None:
                    self._add_finding(failure, event, stage)
                else:
                    self._add_played(failure, event, body)

    def _add_played(self, failure: Failure, event: Any, body: Exploring | Drawing) -> None:
        shown = Simplest(body, self._events, self._failed).like(failure, event.index, event.output)
        if shown is None:
            del self._places[failure.key]
            self._given_up = True
            return
        failure = shown.failure
        if not shown.alone:
            failure = replace(failure, explanation=(*failure.explanation, _NOT_ALONE))
        number = self.report.tests - self.report.replayed + body.tried(event.index) + 1
        self.report.findings.append(self._finding(failure, shown.values, number, shown.size, shown.output))

    def _add_finding(self, failure: Failure, event: Any, stage: Exhaust | Sample | Solved) -> None:
        values = stage.input(event.index)
        size, output = stage.size(event.index), event.output
        if self.isolation == "process" and not self._shown_alone(failure, stage, event.index):
            failure = replace(failure, explanation=(*failure.explanation, _NOT_ALONE))
        else:
            minimal = Minimal(self.trial, self._events, self._failed, careful=self.careful)
            shown = minimal.like(Shown(values, failure, output), stage)
            values, failure, output = shown.values, shown.failure, shown.output
            if isinstance(stage, Sample):
                size = stage.space.size_of(stage.space.index(values))
        number = self.report.tests - self.report.replayed + event.index - stage.first + 1
        self.report.findings.append(self._finding(failure, values, number, size, output))

    def _shown_alone(self, failure: Failure, stage: Exhaust | Sample | Solved, index: int) -> bool:
        """Whether an input fails in the same way in a worker that has tried nothing before."""
        steps = Steps(stage, self.trial, careful=self.careful)
        for event in run_isolated(steps, index, index + 1, self.limits):
            if not isinstance(event, Progress | Finished):
                return any(again.key == failure.key for again in self._failed(event))
        return False

    def _finding(
        self,
        failure: Failure,
        values: tuple[Any, ...],
        number: int,
        size: int,
        output: str,
        kept: bool = False,
        answered: tuple[Any, ...] | None = None,
    ) -> Finding:
        """`answered` are the values with the tables of their functions, if these are not in the values themselves."""
        target = self.signature
        speller = Speller(unused=True, taken=names_used(target, failure))
        call = call_text(target, values, speller)
        definitions = [*speller.definitions, *failure.then.definitions]
        source = program_text(target, failure, call, speller.imports, definitions)
        return Finding(
            kind=failure.kind,
            target=target.name,
            place=target.place,
            arguments=target.arguments(values),
            definitions="\n".join(definitions),
            call=call + failure.then.call,
            outcome=failure.outcome,
            explanation="\n".join(failure.explanation),
            table="\n".join(table_lines(values if answered is None else answered)),
            output=output,
            source=source,
            number=number,
            size=size,
            kept=kept,
        )
