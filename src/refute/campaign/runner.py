"""The runner of a campaign: has ranges of inputs run, writes the ledger, and passes on what else happened."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Protocol

from refute.campaign.ledger import Ledger
from refute.errors import RefuteError
from refute.judge.bodies.messages import At, GaveUp, StandsFor, Unjudged
from refute.judge.bodies.steps import TAMPERED
from refute.judge.calls.refusals import Refusal
from refute.judge.findings import LEFT_BEHIND, Failure
from refute.judge.troubles import Trouble, failure_of, remark
from refute.judge.undecided import Undecided
from refute.run.events import (
    Batch,
    Died,
    Event,
    Finished,
    Hung,
    Leaked,
    Mark,
    OutOfMemory,
    Passing,
    Said,
    Settled,
    Unmade,
    Waiting,
    Walled,
)
from refute.run.host.wire import read
from refute.run.limits import Limits
from refute.run.steps.marks import KNOWN, UNDECIDED, WALLED
from refute.run.steps.phases import Phase
from refute.run.wall.denials import Denial
from refute.search.schedule.domains import Domain, Families, Segment


@dataclass(frozen=True)
class Failed:
    """An input failed. `number` says how many had been performed by then, this one included."""

    domain: Domain
    index: int
    failure: Failure
    output: str
    number: int


@dataclass(frozen=True)
class Remarked:
    """Something to be said beside the verdict."""

    text: str


@dataclass(frozen=True)
class Doubted:
    """A call of which it is not known whether it fails, and why."""

    call: str


@dataclass(frozen=True)
class Tampered:
    """Inputs were changed that cannot be: what was run of some domains proves nothing."""

    domains: tuple[Domain, ...]


@dataclass(frozen=True)
class Unusable:
    """An input that could not be made."""

    domain: Domain
    index: int
    how: str


@dataclass(frozen=True)
class Blocked:
    """A call wanted something that it may not do."""

    domain: Domain
    index: int
    denial: Denial
    output: str


@dataclass(frozen=True)
class Progressed:
    """So far a range has come."""

    domain: Domain
    index: int


@dataclass(frozen=True)
class GivenUp:
    """Families of inputs prove nothing: their calls do not come to an end, say."""

    domain: Domain


Happening = GivenUp | Failed | Remarked | Doubted | Tampered | Unusable | Blocked | Progressed


class Source(Protocol):
    def run(self, segments: Sequence[Segment], until: float | None, careful: bool) -> Generator[Event, None, None]: ...


class CampaignRunner:
    """Runs ranges where a source says, and accounts for them."""

    def __init__(self, source: Source, ledger: Ledger, limits: Limits, leftovers: str = "warn") -> None:
        """`leftovers`: what is made of calls that leave something behind: "warn", "fail" or "ignore"."""
        self._source = source
        self._ledger = ledger
        self._limits = limits
        self._leftovers = leftovers

    def run(self, segments: Sequence[Segment], until: float | None, careful: bool) -> Generator[Happening, None, None]:
        """Run ranges of domains. Closing the iterator ends the run; what was settled by then is in the ledger."""
        segments = list(self._left_to_do(segments))
        if not segments:
            return
        places = _Places(segments)
        told = _Told()
        with closing(self._source.run(segments, until, careful)) as events:
            for event in events:
                match event:
                    case Hung() | Died() | OutOfMemory() | Walled() | Unmade() if places.has_families:
                        self._ledger.give_up(places.domains[0])  # an input that does it is found among all others
                        yield GivenUp(places.domains[0])
                        return
                    case Said(payload=payload) if payload == TAMPERED:
                        yield Tampered(places.domains)
                        return
                    case Said(index=index, payload=payload, output=output):
                        domain, own = places.of(index)
                        for said in read(payload) if payload else ():
                            match said:
                                case GaveUp():
                                    self._ledger.give_up(domain)
                                    yield GivenUp(domain)
                                    return
                                case At(place=place):
                                    told.places[domain, own] = place
                                case StandsFor(count=count):
                                    told.stands_for[domain, own] = count
                                case Failure():
                                    told.failures.append((domain, own, said, output))
                                case int():
                                    told.marks.append((domain, own, said))
                                case Unjudged(why=why):
                                    told.unjudged.append((domain, own))
                                    if why:
                                        yield Remarked(why)
                                case Refusal():
                                    self._ledger.refusals[said.mark] = said
                                case Undecided(call=call):
                                    told.marks.append((domain, own, UNDECIDED))
                                    yield Doubted(call)
                                case RefuteError():
                                    raise said
                                case _:
                                    yield Remarked(str(said))
                    case Settled():
                        for domain, part in places.split(event):
                            yield from self._settled(domain, part, told)
                        told = _Told()
                    case Died(settled=True):
                        domain, own = places.of(event.index)
                        failure = failure_of(event, self._limits)
                        if failure is None:
                            told.unjudged.append((domain, own))
                            yield Remarked(remark(event, self._limits))
                        else:
                            told.failures.append((domain, own, failure, event.output))
                    case Hung() | Died() | OutOfMemory():
                        yield from self._troubled(*places.of(event.index), event)
                    case Passing(what=what):
                        yield Remarked(what)
                    case Leaked(index=index, what=what, output=output):
                        match self._leftovers:
                            case "fail":
                                left = Failure("misuse", (*LEFT_BEHIND, what), f"returned, but {what}", ())
                                told.failures.append((*places.of(index), left, output))
                            case "warn":
                                how = 'leftovers = "fail" makes it a finding, "ignore" says nothing'
                                yield Remarked(f"{what} by a call: it is put right before the next one ({how})")
                    case Walled(index=index, denial=denial, output=output):
                        domain, own = places.of(index)
                        told.marks.append((domain, own, WALLED))
                        yield Blocked(domain, own, denial, output)
                    case Unmade(index=index, how=how):
                        domain, own = places.of(index)
                        self._ledger.leave_unmade(domain, own)
                        yield Unusable(domain, own, how)
                    case Finished(stop=stop, ended=ended):
                        if ended:
                            domain, own = places.of(stop)
                            self._ledger.end(domain, own)
                    case Batch(messages=messages):
                        for index, payload in messages:
                            told.hear(*places.of(index), read(payload))
                    case Waiting():
                        pass

    def _settled(self, domain: Domain, settled: Settled, told: _Told) -> Iterator[Happening]:
        """Account for inputs together with what was told of them, up to each that failed: an interrupt may come after
        any of these writes, and what is not read after a failure is run again."""
        first = settled.first
        failures = [
            (own, failure, output)
            for where, own, failure, output in sorted(told.failures, key=itemgetter(1))
            if where == domain and settled.first <= own < settled.stop
        ]
        for own, failure, output in failures:
            if first <= own:
                more = (told.of(domain), own, told.counts(domain))
                self._ledger.settle(domain, settled.within(first, own + 1), *more)
                first = own + 1
            place = told.places.get((domain, own), own)
            yield Failed(domain, place, failure, output, self._ledger.number(domain))
        if first < settled.stop:
            self._ledger.settle(domain, settled.within(first, settled.stop), told.of(domain), None, told.counts(domain))
        yield Progressed(domain, settled.stop)

    def _left_to_do(self, segments: Sequence[Segment]) -> Iterator[Segment]:
        """Without the first inputs of a scope that are surely those of the scope before."""
        for segment in segments:
            if segment.total is not None:
                self._ledger.end(segment.domain, segment.total)
            stop = min(segment.known, segment.stop)
            if segment.first < stop:
                marks = (Mark(KNOWN, segment.first, stop),)
                self._ledger.settle(segment.domain, Settled(segment.first, stop, marks, worker=0))
                segment = replace(segment, first=stop)
            if segment.first < segment.stop:
                yield segment

    def _troubled(self, domain: Domain, index: int, event: Trouble) -> Iterator[Happening]:
        failure = failure_of(event, self._limits)
        if failure is not None:
            self._ledger.fail(domain, index)
            yield Failed(domain, index, failure, event.output, self._ledger.number(domain))
            return
        if event.phase is Phase.MAKING:
            self._ledger.leave_unmade(domain, index)
        else:
            self._ledger.leave_unjudged(domain, index)
        yield Remarked(remark(event, self._limits))


@dataclass
class _Told:
    """What was told of inputs before the settlement that accounts for them."""

    failures: list[tuple[Domain, int, Failure, str]] = field(default_factory=list)  # with what was printed
    marks: list[tuple[Domain, int, int]] = field(default_factory=list)
    unjudged: list[tuple[Domain, int]] = field(default_factory=list)
    stands_for: dict[tuple[Domain, int], int] = field(default_factory=dict)  # inputs
    places: dict[tuple[Domain, int], int] = field(default_factory=dict)  # of inputs that fail, where they have others

    def hear(self, domain: Domain, own: int, messages: Iterable[object]) -> None:
        """What was said of an input that did not fail, and could wait."""
        for said in messages:
            if isinstance(said, StandsFor):
                self.stands_for[domain, own] = said.count
            elif isinstance(said, int):
                self.marks.append((domain, own, said))

    def counts(self, domain: Domain) -> dict[int, int]:
        """How many inputs those of a domain stand for."""
        return {own: count for (where, own), count in self.stands_for.items() if where == domain}

    def of(self, domain: Domain) -> dict[int, int | None]:
        """The marks of inputs of a domain; None for those that could not be judged."""
        marks: dict[int, int | None] = {own: code for where, own, code in self.marks if where == domain}
        return marks | {own: None for where, own in self.unjudged if where == domain}


class _Places:
    """Which domain an index of a run belongs to, and which index of it that is."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = segments
        self._together = len(segments) > 1
        self.domains = tuple(dict.fromkeys(segment.domain for segment in segments))
        self.has_families = any(isinstance(domain, Families) for domain in self.domains)

    def of(self, index: int) -> tuple[Domain, int]:
        """An index just after the last one is still that of the last domain."""
        if not self._together:
            return self._segments[0].domain, index
        for segment in self._segments:
            if index < segment.stop - segment.first:
                return segment.domain, segment.first + index
            index -= segment.stop - segment.first
        last = self._segments[-1]
        return last.domain, last.stop + index

    def split(self, settled: Settled) -> Iterator[tuple[Domain, Settled]]:
        """A settlement of several domains as one of each."""
        if not self._together:
            yield self._segments[0].domain, settled
            return
        begin = 0
        for segment in self._segments:
            end = begin + segment.stop - segment.first
            first, stop = max(settled.first, begin), min(settled.stop, end)
            if first < stop:
                yield segment.domain, settled.within(first, stop).shifted(segment.first - begin)
            begin = end
