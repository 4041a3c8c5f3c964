"""An expedition: one interface, explored step by step, and what is told of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from refute.campaign.campaign import Progress
from refute.campaign.ledger import Ledger
from refute.campaign.report import Report
from refute.check.client import Requests
from refute.explore.accounting import Accounting, Found
from refute.explore.claims import program_claims
from refute.explore.client import Client
from refute.explore.coverage_data import Ways, arcs_of
from refute.explore.data import ExploreOptions, Reference
from refute.explore.kept import KeptPrograms
from refute.explore.overview import Section, sections, unsteadiness, warnings_of
from refute.judge.findings import Finding
from refute.judge.troubles import are_large, takes_too_much
from refute.programs.engine.messages import Broke, mark_of
from refute.programs.engine.picture import Picture
from refute.programs.hosting.explored import Counts
from refute.programs.hosting.telling import Told
from refute.run.system.interrupts import interruptible
from refute.words import grouped, plural

DEFAULT_SECONDS = 10.0
_FOR_LOOKS = 0.15  # of the time is for contracts of objects,
_FOR_FEW_LOOKS = 0.3  # and so many seconds at least
# After a failure, at least, for others: calls where it was said how far to go, so that every run tells the same;
# seconds where it was not, or where calls are slow.
_CALLS_FOR_OTHERS = 4_000
_FOR_OTHERS = 1.0
_FOR_SLOW_OTHERS = 60.0
_LARGE = (20, 20)  # the largest number, the longest text or container, for which code is to take no longer than it may
_FOR_SMALLER = 10.0  # seconds at most for making one smaller
_MOST_STUCK = 3  # pairs of calls that are told
_MOST_DRAWN = 60  # states of a class in a drawing


@dataclass(frozen=True)
class Wishes:
    """How long to explore, and what to tell of it."""

    seconds: float | None = None
    max_findings: int = 10
    store: Path | None = None  # a directory in which failing programs are kept
    threads: bool = False  # whether two calls at a time are tried as well
    explained: bool = False  # whether to tell how instances are made, and why something was never called
    drawn: bool = False  # whether to have a picture of states and calls
    progress: Callable[[Progress], None] | None = None
    looks: bool = True  # whether to look at objects, as their contracts say
    coverage: bool = False  # whether the report has the ways between lines, for coverage.py


def explored(
    host: Requests,
    reference: Reference,
    options: ExploreOptions,
    wishes: Wishes,
    *,
    name: str,
    now: Callable[[], float] = time.monotonic,
) -> Report:
    """Explore an interface that a host knows."""
    expedition = Expedition(host, reference, options, wishes, name, now)
    for step in expedition.steps():
        try:
            step()
        except KeyboardInterrupt:
            expedition.interrupted = True
    return expedition.report()


class Expedition:
    """One interface, explored step by step. An interrupt ends a step; what is known by then is reported."""

    def __init__(
        self,
        host: Requests,
        reference: Reference,
        options: ExploreOptions,
        wishes: Wishes,
        name: str,
        now: Callable[[], float],
    ) -> None:
        self._host = host
        self._reference = reference
        self._options = options
        self._wishes = wishes
        self._name = name
        self._now = now
        asked_far = options.how.calls is not None
        self._seconds = DEFAULT_SECONDS if wishes.seconds is None and not asked_far else wishes.seconds
        self._client: Client | None = None
        self._accounting = Accounting(Ledger(), options.limits)
        self._found: list[Found] = []
        self._told: list[Told] = []
        self._findings: list[Finding] = []
        self._counts: Counts | None = None
        self.interrupted = False
        self._is_flaky = False  # whether a program did not fail again
        self._warnings: list[str] = []
        self._began = now()
        self._failed_after: float | None = None
        self._kept: KeptPrograms | None = None
        self._again: list[Finding] = []  # those of programs that were kept
        self._sections: list[Section] = []
        self._picture: Picture | None = None
        self._ways: Ways | None = None

    def steps(self) -> Iterator[Callable[[], None]]:
        """What there is to do, in order."""
        yield from (self.begin, self.try_kept, self.carry_out, self.look_at_objects)
        if self._wishes.threads:
            yield self.call_in_threads
        yield from (self.look, self.describe, self.improve, self.keep)

    @interruptible
    def begin(self) -> None:
        self._client = Client(self._host, self._reference, self._options, self._name, self._now)

    @interruptible
    def try_kept(self) -> None:
        """What failed on earlier runs comes first."""
        client = self._client
        if client is None or self.interrupted or self._wishes.store is None:
            return
        self._kept = KeptPrograms(self._wishes.store, client.info.store_key)
        self._again = self._kept.try_again(client)

    @interruptible
    def carry_out(self) -> None:
        client, accounting = self._client, self._accounting
        if client is None or self.interrupted:
            return
        seconds = self._seconds
        if seconds is not None and client.info.contracts and self._wishes.looks:
            seconds *= 1 - _FOR_LOOKS
        deadline = None if seconds is None else self._began + seconds
        until, stop = deadline, None
        while not (accounting.ended or self._is_over(until) or accounting.is_done_to(stop)):
            careful = accounting.careful_until
            with closing(client.run(accounting.index, until, careful, stop)) as events:
                for event in events:
                    for found in accounting.read(event):
                        self._keep(found)
                    if accounting.careful_until > careful:
                        break  # and go on from what is settled, looking after each call
                    self._tell()
                    if len(self._found) >= self._wishes.max_findings:
                        break
                    if self._found and self._wishes.seconds is None:
                        until = self._until_others(deadline)
                        if self._is_over(until):
                            break
                        if stop is None and self._options.how.calls is not None:
                            stop = self._found[0].index + max(_CALLS_FOR_OTHERS, self._found[0].index)
                            break  # and go on to there
            if len(self._found) >= self._wishes.max_findings:
                break
        for found in accounting.end():
            self._keep(found)

    def _is_over(self, until: float | None) -> bool:
        return until is not None and self._now() >= until

    def _until_others(self, deadline: float | None) -> float:
        """When to stop looking for other failures: after as long as it took to the first."""
        assert self._failed_after is not None
        least = _FOR_OTHERS if self._options.how.calls is None else _FOR_SLOW_OTHERS
        until = self._began + self._failed_after + max(least, self._failed_after)
        return until if deadline is None else min(until, deadline)

    def _keep(self, found: Found) -> None:
        """A host answers one request at a time: what failed is told once the run is over."""
        for place, one in enumerate(self._found):
            if one.failure.key == found.failure.key:
                if one.broke and found.broke and len(found.broke.program) < len(one.broke.program):
                    self._found[place] = replace(found, number=one.number)
                return
        if self._failed_after is None:
            self._failed_after = self._now() - self._began
        self._found.append(found)

    @interruptible
    def look_at_objects(self) -> None:
        """Ask whether the objects that there are keep the contracts of their classes."""
        client, accounting = self._client, self._accounting
        if client is None or self.interrupted or client.is_lost or not client.info.contracts:
            return
        if len(self._found) >= self._wishes.max_findings:
            return
        until = None if self._seconds is None else max(self._began + self._seconds, self._now() + _FOR_FEW_LOOKS)
        with closing(client.look(until)) as events:
            for event in events:
                for found in accounting.read_look(event):
                    self._keep(found)
                self._tell()
                if len(self._found) >= self._wishes.max_findings:
                    break

    @interruptible
    def call_in_threads(self) -> None:
        """Make two calls at a time on the objects that there are, in as much time as was given to make them."""
        client, accounting = self._client, self._accounting
        if client is None or self.interrupted or client.is_lost:
            return
        until = self._now() + (self._seconds or DEFAULT_SECONDS)
        with closing(client.in_threads(until)) as events:
            stuck = []
            for event in events:
                for found in accounting.read_in_threads(event):
                    if isinstance(found, Found):
                        self._keep(found)
                    else:
                        stuck.append(found)
                self._tell()
        for index in stuck[:_MOST_STUCK]:
            names = client.pair_at(index)
            if names is not None:
                self._warnings.append(f"{' and '.join(names)} at a time, in two threads, did not come to an end")

    @interruptible
    def look(self) -> None:
        """Have a look at what there is, if that is wanted."""
        client = self._client
        if client is None or self.interrupted or client.is_lost:
            return
        self._counts = client.counts()
        if self._wishes.explained:
            self._sections = client.explain()
        if self._wishes.drawn:
            self._picture = client.picture(_MOST_DRAWN)
        if self._wishes.coverage:
            self._ways = client.ways()

    @interruptible
    def describe(self) -> None:
        """Make findings of what failed, also after an interrupt."""
        client = self._client
        if client is None:
            return
        for found in self._found:
            broke = found.broke
            if broke is None:
                program = client.program_at(found.index, of_look=found.of_look)
                if program is None:
                    self._warnings.append(f"a call {found.failure.outcome}, and it cannot be told which")
                    continue
                broke = Broke(found.failure, program)
            told = Told(broke, found.output, found.number)
            finding = client.describe(told)
            if takes_too_much(found.failure) and _is_far(finding):
                self._warnings.append(f"{finding.call} {finding.outcome}: whether that is wrong is left open")
                continue
            self._told.append(told)
            self._findings.append(finding)

    def _tell(self) -> None:
        if self._wishes.progress is not None:
            seconds = self._now() - self._began
            self._wishes.progress(Progress(self._accounting.made, seconds, self._doing(), "call"))

    def _doing(self) -> str:
        """`programs of 5 calls, 1,204 states, 2 findings, 41 of 45 lines`"""
        accounting, parts = self._accounting, []
        if accounting.segments:
            stage = accounting.segments[-1]
            by_size = self._options.how.is_by_size
            systematic = f"programs of size {stage.number}" if by_size else f"programs of {stage.number} calls"
            parts.append("random calls" if stage.is_random else systematic)
        if accounting.seen is not None:
            parts.append(plural(accounting.seen.states, "state"))
        if self._found:
            parts.append(plural(len(self._found), "finding"))
        if accounting.seen is not None and accounting.seen.lines:
            parts.append(f"{grouped(accounting.seen.reached)} of {plural(accounting.seen.lines, 'line')}")
        return ", ".join(parts)

    @interruptible
    def improve(self) -> None:
        """Show each failure by a program of its own, as short as can be."""
        client = self._client
        if client is None or self.interrupted:
            return
        kept: list[tuple[Told, Finding]] = []
        for told, finding in zip(self._told, self._findings, strict=True):
            best: Finding | None = finding
            for improved in client.improve(told, self._now() + _FOR_SMALLER):
                best = improved
                if improved is None:
                    self._is_flaky = True
                    self._warnings.append(
                        f"flaky: {finding.named_call} {finding.outcome}, but not when the program was run by itself"
                    )
                    break
            if best is not None:
                kept.append((told, best))
        self._findings = [replace(finding, times=self._times(told)) for told, finding in kept]

    def _times(self, told: Told) -> int:
        """How many calls failed as one did; 0 where another way has the same mark."""
        key = told.broke.failure.key
        marks = [mark_of(found.failure.key) for found in self._found]
        return self._accounting.times(key) if marks.count(mark_of(key)) == 1 else 0

    @interruptible
    def keep(self) -> None:
        """Write down what failed, for the next run."""
        if self._kept is not None:
            self._kept.keep(self._findings)

    def report(self) -> Report:
        accounting, client = self._accounting, self._client
        how = self._options.how
        if self._counts is None and client is not None and not client.is_lost:
            self._counts = client.counts()
        counts = self._counts or Counts()
        info = client.info if client is not None else None
        shown = {finding.fingerprint for finding in self._findings}
        findings = [*self._findings, *(one for one in self._again if one.fingerprint not in shown)]
        claims = program_claims(
            accounting.ledger,
            accounting.segments,
            counts,
            refuted=bool(findings),
            asked=how.calls,
            ended=accounting.ended,
            seed=how.seed,
            counted="size" if how.is_by_size else "nested calls" if how.strategy == "breadth" else "calls",
            constants=() if info is None else info.constants,
            limits=() if info is None else info.limits,
            joins=info is not None and info.joins,
            is_steady=not (counts.noted.flaky or counts.noted.changed or counts.knowledge.random or self._is_flaky),
            is_exact=not (counts.noted.opaque or counts.knowledge.varying),
            contracts=() if info is None else info.contracts,
        )
        warnings = [
            *(self._kept.words if self._kept is not None else ()),
            *self._warnings,
            *accounting.blocked,
            *accounting.remarks,
        ]
        if client is not None:
            warnings += client.warnings
        if info is not None:
            warnings += [*warnings_of(info, counts), *unsteadiness(counts.knowledge, counts.noted)]
            client.close() if client is not None else None
        return Report(
            target=self._name if info is None else info.name,
            place=None if info is None else info.place,
            claims=claims,
            ledger=accounting.ledger,
            findings=findings,
            warnings=warnings,
            seconds=self._now() - self._began,
            failed_after=self._failed_after,
            interrupted=self.interrupted,
            sections=[] if info is None else [*sections(info, counts), *self._sections],
            picture=self._picture,
            arcs=None if self._ways is None else arcs_of(counts.lines, self._ways),
        )


def _is_far(finding: Finding) -> bool:
    """Whether there are large constants in a program: any code takes too much for some."""
    lines = [*finding.definitions.splitlines(), finding.call]
    return any(are_large([text], *_LARGE) for line in lines if (text := line.rpartition(" = ")[2]).endswith(")"))
