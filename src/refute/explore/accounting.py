"""Accounting: what happens in an exploration, written to the ledger as it is settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from refute.campaign.ledger import Ledger
from refute.campaign.ranges import Ranges
from refute.errors import RefuteError
from refute.judge.bodies.steps import TAMPERED
from refute.judge.calls.refusals import Refusal
from refute.judge.findings import Failure
from refute.judge.troubles import Trouble, failure_of, remark
from refute.programs.engine.messages import Began, BeganAnew, Broke, Seen, mark_of
from refute.run.events import (
    Batch,
    Died,
    Event,
    Finished,
    Hung,
    Leaked,
    OutOfMemory,
    Passing,
    Said,
    Settled,
    Unmade,
    Walled,
)
from refute.run.host.wire import read
from refute.run.limits import Limits
from refute.run.steps.marks import FAILED_AGAIN, NO_INPUT, WALLED
from refute.run.steps.phases import Phase
from refute.search.schedule.domains import InThreads, Looks, Programs

_ENDLESS = 1 << 60


@dataclass(frozen=True)
class Found:
    """A call failed. Without a program, its host has to be asked for that of the index."""

    index: int
    broke: Broke | None
    failure: Failure
    output: str
    number: int
    of_look: bool = False  # whether it is no call, but a look at objects


@dataclass
class Accounting:
    """Reads events, writes the ledger, and passes on what failed."""

    ledger: Ledger
    limits: Limits
    segments: list[Began] = field(default_factory=list)
    remarks: dict[str, None] = field(default_factory=dict)
    blocked: dict[str, None] = field(default_factory=dict)
    seen: Seen | None = None
    ended: bool = False  # whether there is nothing more to call
    careful_until: int = 0  # before this, a call has changed what it was trusted to leave unchanged
    _done: Ranges = field(default_factory=Ranges)  # the calls that are accounted for
    _marks: dict[int, int | None] = field(default_factory=dict)
    _marks_in_threads: dict[int, int | None] = field(default_factory=dict)
    _marks_of_looks: dict[int, int | None] = field(default_factory=dict)
    _beginning: int = 0  # the index at which everything began anew
    _earlier: int = 0  # calls before that
    _failed: dict[int, tuple[Broke, str]] = field(default_factory=dict)  # calls that are not settled yet, with output
    _unplaced: list[tuple[int, str]] = field(default_factory=list)  # calls of a segment that nothing was said of yet

    @property
    def index(self) -> int:
        """The first call that is not accounted for."""
        gaps = self._done.gaps(_ENDLESS)
        return gaps[0][0] if gaps else _ENDLESS

    def is_done_to(self, stop: int | None) -> bool:
        """Whether all calls before one are accounted for."""
        return stop is not None and self.index >= stop

    def read(self, event: Event) -> Iterator[Found]:
        match event:
            case Said(index=index, payload=payload) if payload == TAMPERED:
                self.careful_until = index + 1
                self._failed.clear()  # what was said since the last settlement is not to be believed
                self._marks.clear()
            case Said(index=index, payload=payload, output=output):
                self._said(index, read(payload), output)
            case Batch(messages=messages):
                for index, payload in messages:
                    self._said(index, read(payload), "")
            case Settled():
                yield from self._settle(event)
            case Died(settled=True):
                self._marks[event.index] = None
                self.remarks[remark(event, self.limits)] = None
            case Hung() | Died() | OutOfMemory():
                yield from self._troubled(event)
            case Passing(what=what):
                self.remarks[what] = None
            case Leaked(what=what):
                self.remarks[f"{what} by a call: it is put right before the next one"] = None
            case Walled(index=index, denial=denial):
                self._marks[index] = WALLED
                self.blocked[denial.told("a call")] = None
            case Unmade(index=index, how=how):
                self._place(index, "unmade")
                self.remarks[f"arguments could not be made: {how}"] = None
            case Finished(ended=ended):
                self.ended = ended

    def read_in_threads(self, event: Event) -> Iterator[Found | int]:
        """The same for two calls at a time; of those that did not come to an end, the index."""
        match event:
            case Said(index=index, payload=payload, output=output) if payload != TAMPERED:
                for one in read(payload):
                    if isinstance(one, Broke):
                        self._marks_in_threads[index] = FAILED_AGAIN
                        yield Found(index, one, one.failure, output, max(1, self.made))
            case Settled():
                self.ledger.settle(InThreads(), event, self._marks_in_threads)
            case Hung(index=index) | Died(index=index) | OutOfMemory(index=index):
                self.ledger.leave_unjudged(InThreads(), index)
                yield index
            case Walled(index=index, denial=denial):
                self._marks_in_threads[index] = WALLED
                self.blocked[denial.told("a call")] = None

    def read_look(self, event: Event) -> Iterator[Found]:
        """The same for looks at objects."""
        number = max(1, self.made)
        match event:
            case Said(index=index, payload=payload, output=output) if payload != TAMPERED:
                for one in read(payload):
                    match one:
                        case Broke(failure=failure):
                            self._marks_of_looks[index] = mark_of(failure.key)
                            yield Found(index, one, failure, output, number, True)
                        case int():
                            self._marks_of_looks[index] = one
            case Settled():
                self.ledger.settle(Looks(), event, self._marks_of_looks)
            case Hung(index=index) | Died(index=index, settled=False) | OutOfMemory(index=index):
                failed = failure_of(event, self.limits)
                if failed is None:
                    self.ledger.leave_unjudged(Looks(), index)
                    self.remarks[remark(event, self.limits)] = None
                else:
                    self.ledger.fail(Looks(), index)
                    yield Found(index, None, failed, event.output, number, True)
            case Walled(index=index, denial=denial):
                self._marks_of_looks[index] = WALLED
                self.blocked[denial.told("a look at an object")] = None

    def _said(self, index: int, said: tuple[object, ...], output: str) -> None:
        for one in said:
            match one:
                case Began():
                    if one not in self.segments:
                        self.segments.append(one)
                        self.ledger.end(Programs(one.number, one.is_random), one.total)
                        waiting, self._unplaced = self._unplaced, []
                        for place, fate in waiting:
                            self._place(place, fate)
                case BeganAnew(index=beginning):
                    self._begin_anew(beginning)
                case Seen():
                    self.seen = one
                case Broke(failure=failure):
                    self._marks[index] = mark_of(failure.key)
                    self._failed[index] = one, output
                case Refusal():
                    self.ledger.refusals[one.mark] = one
                case int():
                    self._marks[index] = one
                case RefuteError():
                    raise one

    def times(self, key: tuple[str, ...]) -> int:
        """How many calls failed in one way."""
        code = mark_of(key)
        found = (account.failures.get(code) for account in self.ledger.accounts)
        return sum(calls.count for calls in found if calls is not None)

    def _begin_anew(self, index: int) -> None:
        """All calls are made again: nothing is claimed of those before an index."""
        if index > self._beginning:
            self._earlier += self.ledger.tests
            self.ledger, self.segments, self._beginning = Ledger(), [], index

    def _settle(self, settled: Settled) -> Iterator[Found]:
        """Account for calls, up to each that failed: so many were made by then."""
        first = settled.first
        for index in sorted(index for index in self._failed if index < settled.stop):
            broke, output = self._failed.pop(index)
            self._settle_part(settled.within(first, max(first, index + 1)))
            first = max(first, index + 1)
            yield Found(index, broke, broke.failure, output, self.made)
        self._settle_part(settled.within(first, settled.stop))

    @property
    def made(self) -> int:
        """How many calls were made so far."""
        programs = (one.performed for one in self.ledger.accounts if isinstance(one.domain, Programs))
        return self._earlier + sum(programs)

    def _settle_part(self, settled: Settled) -> None:
        first = max(settled.first, self._beginning)
        if settled.first < first:
            self._earlier += _made_in(settled.within(settled.first, first))
        while first < settled.stop:
            segment = self._known(first) or self._unheard(settled, first)
            stop = min(settled.stop, segment.first + segment.count)
            part = settled.within(first, stop).shifted(segment.offset - segment.first)
            by = segment.offset - segment.first
            marks = {index + by: code for index, code in self._marks.items() if first <= index < stop}
            self.ledger.settle(Programs(segment.number, segment.is_random), part, marks)
            first = stop
        inside = range(settled.first, settled.stop)
        self._marks = {index: code for index, code in self._marks.items() if index not in inside}
        self._done.add(settled.first, settled.stop)

    def _troubled(self, event: Trouble) -> Iterator[Found]:
        failure = failure_of(event, self.limits)
        if failure is None:
            self._place(event.index, "unmade" if event.phase is Phase.MAKING else "unjudged")
            self.remarks[remark(event, self.limits)] = None
            return
        self._place(event.index, "failed")
        yield Found(event.index, None, failure, event.output, max(1, self.made))

    def _place(self, index: int, fate: str) -> None:
        """Account for a call that no settlement will account for, once its segment is known."""
        self._done.add(index, index + 1)
        if index < self._beginning:
            return
        segment = self._known(index)
        if segment is None:
            self._unplaced.append((index, fate))
            return
        domain, own = Programs(segment.number, segment.is_random), segment.offset + index - segment.first
        match fate:
            case "failed":
                self.ledger.fail(domain, own)
            case "unmade":
                self.ledger.leave_unmade(domain, own)
            case _:
                self.ledger.leave_unjudged(domain, own)

    def _unheard(self, settled: Settled, first: int) -> Began:
        """Calls of no segment, which only code that does not do the same twice comes to: as if they were random."""
        later = [one.first for one in self.segments if one.first > first]
        count = min([settled.stop, *later]) - first
        self.segments.append(Began(first, count, -1 - len(self.segments), True, 0, count))
        return self.segments[-1]

    def end(self) -> Iterator[Found]:
        """Nothing more will be said: calls that failed and were not settled count by themselves, and those whose
        segment is not known are of one by themselves."""
        for index, (broke, output) in self._failed.items():
            self._place(index, "failed")
            yield Found(index, broke, broke.failure, output, self.made)
        self._failed = {}
        for index, fate in self._unplaced:
            last = max((one.number for one in self.segments if not one.is_random), default=-1)
            self.segments.append(Began(index, 1, last + 1, False, 0, 1))
            self._place(index, fate)
        self._unplaced = []

    def _known(self, index: int) -> Began | None:
        """The segment that a call belongs to."""
        for segment in reversed(self.segments):
            if segment.first <= index < segment.first + segment.count:
                return segment
        return None


def _made_in(settled: Settled) -> int:
    """How many calls were made."""
    unmade = sum(mark.stop - mark.first for mark in settled.marks if mark.code == NO_INPUT)
    return settled.stop - settled.first - unmade
