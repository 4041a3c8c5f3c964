"""The campaign: many inputs of one function, planned, run, judged and accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import Protocol

from refute.campaign.known_findings import KnownFindings
from refute.campaign.ledger import Ledger
from refute.campaign.runner import (
    Blocked,
    CampaignRunner,
    Doubted,
    Failed,
    GivenUp,
    Progressed,
    Remarked,
    Source,
    Tampered,
    Unusable,
)
from refute.errors import RefuteError
from refute.judge.findings import Failure, Finding
from refute.judge.troubles import are_far_off, are_large, goes_on_too_long, is_of_the_input, takes_too_much
from refute.run.host.process import HostFailure
from refute.run.limits import Limits
from refute.run.system.interrupts import shielded
from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import (
    Aliased,
    Assignment,
    Domain,
    Drawn,
    Exhaustive,
    Families,
    Kept,
    Marked,
    OnStates,
    Segment,
)
from refute.types.data.refusals import REFUSALS

_FOR_OTHERS = 0.5  # seconds for failures of other kinds, after one was found
_SMALL = 4  # size to which scopes are gone on with for them
_MOST_FAILURES = 200  # inputs that fail in ways that were found before a search is given up
_MOST_STUCK = 20  # of them, if each takes as long as a call may
# Seconds for making a counterexample smaller: the budget, within these.
_LEAST_FOR_SMALLER = 1.0
_MOST_FOR_SMALLER = 10.0
_MOST_HOST_FAILURES = 1  # it may have been ended from outside; what ends it again is no use
_MOST_WALLED = 3  # different things that calls may not do, of which the first call is told
# The largest number, and the longest text or container, of inputs for which code is to take no longer than it may, and
# no more memory: of wide samples, and of inputs with constants of the code.
_LARGE_WIDELY = (20, 20)
_LARGE = (1_000, 100)
_MOST_LOOKS = 3  # at inputs that may be too large, for each way of failing
_LAST = ("hang", "memory")  # kinds of failures after which no others are looked for: each takes as long as a call may
_REFUSALS = tuple(f"raised {refusal.__name__}" for refusal in REFUSALS)


class Improved(Protocol):
    @property
    def finding(self) -> Finding: ...


class Teller(Source, Protocol):
    """Where inputs are run, and failures are told."""

    def describe(self, domain: Domain, index: int, failure: Failure, output: str, number: int) -> Finding | None: ...

    def improve(
        self, domain: Domain, index: int, failure: Failure, output: str, number: int, careful: bool, until: float
    ) -> Iterator[Improved]: ...

    def known(self, domain: Domain, indices: Sequence[int]) -> Sequence[int]: ...


@dataclass(frozen=True)
class Progress:
    """How far a campaign has come."""

    tests: int
    seconds: float
    doing: str  # "37 % of size 4"
    unit: str = "input"


class Campaign:
    """Carries out assignments, and keeps what comes of them."""

    def __init__(
        self,
        teller: Teller,
        ledger: Ledger,
        clock: Clock,
        limits: Limits,
        *,
        max_findings: int,
        known: KnownFindings,
        max_tests: int | None,
        leftovers: str = "warn",
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.ledger = ledger
        self.findings: list[Finding] = []
        self.keys: list[tuple[str, ...]] = []  # that tell the failures of the findings apart
        self.replayed: dict[tuple[str, ...], Finding] = {}
        self.failed_again: set[int] = set()  # of the kept inputs
        self.remarks: dict[str, None] = {}
        self.first_doubted = ""  # call of which it is not known whether it fails
        self.notices: list[str] = []  # what is said also where something was found
        self._blocked: dict[tuple[str, ...], Blocked] = {}  # by what was wanted where, the first input that did
        self._told_blocked: set[tuple[str, ...]] = set()
        self.interrupted = False
        self.failed_after: float | None = None  # seconds until an input failed
        self._teller = teller
        self._runner = CampaignRunner(teller, ledger, limits, leftovers)
        self._clock = clock
        self._max_findings = max_findings
        self._known = known
        self._known_keys: set[tuple[str, ...]] = set()  # of findings that are known
        self._on_states: set[tuple[str, ...]] = set()  # keys of findings that are programs
        self._max_tests = max_tests
        self._progress = progress
        self._failures = 0  # in new ways
        self._stuck = 0  # in known ways, or far off, each for as long as a call may take
        self._host_failures = 0
        self._careful = False  # once arguments that cannot be changed have been changed
        self._untold: Failed | None = None  # the failure that is to be a finding
        self._others_until: float | None = None  # when to stop looking for failures of other kinds
        self._only: Domain | None = None  # where to look for them
        self._looks = Counter[tuple[str, ...]]()  # at inputs that may be too large, by how they failed

    def __repr__(self) -> str:
        return f"<Campaign: {len(self.findings)} findings>\n{self.ledger!r}"

    def carry_out(self, plan: Iterable[Assignment]) -> None:
        """All that a plan has to do, as long as there is need for it. What was interrupted stays as it is."""
        try:
            for assignment in plan:
                if not self._carried_out(assignment):
                    break
        except KeyboardInterrupt:
            self.interrupted = True
            with suppress(KeyboardInterrupt):
                if self._untold is not None:
                    self._told(self._untold)
            self._tell_blocked(by_name=False)

    def _carried_out(self, assignment: Assignment) -> bool:
        """Whether more is to be done after an assignment."""
        segments = self._restricted(assignment.segments)
        if not segments:
            # small scopes may come after others, which are not looked into any more
            is_sample = all(isinstance(segment.domain, Drawn | Aliased | OnStates) for segment in assignment.segments)
            return not ((self.new_findings and not is_sample) or self._is_over())
        until = assignment.until
        if self._others_until is not None:
            until = self._others_until if until is None else min(until, self._others_until)
        before = {segment.domain: self.ledger.account(segment.domain).failed.count for segment in segments}
        try:
            new = self._first_new(self._runner.run(segments, until, self._careful))
        except HostFailure as error:
            self._host_failures += 1
            if self._host_failures > _MOST_HOST_FAILURES:
                raise
            self.remarks[f"{error.problem}: what was lost was run again"] = None
            return True
        for domain, count in before.items():
            if not isinstance(domain, Families):
                self._recognise(domain, count)
        self._tell_blocked()
        if new is not None and self._told(new):
            self._improve(new)
        return not self._is_over()

    def _recognise(self, domain: Domain, before: int) -> None:
        """Do not count twice what failed in the scope before as well."""
        failed = self.ledger.account(domain).failed
        if failed.count > before:
            indices = [index for first, stop in failed for index in range(first, stop)]
            for index in self._teller.known(domain, indices):
                self.ledger.recognise(domain, index)

    def _restricted(self, segments: Sequence[Segment]) -> list[Segment]:
        """What is to be run: where something has failed, only that domain and small scopes; and no more inputs than
        were asked for."""
        if self._only is not None:
            segments = [one for one in segments if one.domain == self._only or _is_small(one.domain)]
        if self._max_tests is None:
            return list(segments)
        left = self._max_tests - self.ledger.tests
        found = []
        for segment in segments:
            begin = max(segment.first, segment.known)
            if left > 0:
                found.append(replace(segment, stop=min(segment.stop, begin + left)))
            left -= segment.stop - begin
        return found

    @property
    def new_findings(self) -> Sequence[Finding]:
        """The findings that are not known: only these bring a search to an end."""
        return self._known.new_among(self.findings)

    def _is_over(self) -> bool:
        if len(self.new_findings) >= self._max_findings or self._has_failed_enough():
            return True
        if self._max_tests is not None and self.ledger.tests >= self._max_tests:
            return True
        if any(finding.kind in _LAST for finding in self.new_findings):
            return True
        if self._others_until is not None and self._clock.now() >= self._others_until:
            return True
        return self._clock.is_over()

    @shielded
    def _first_new(self, happenings: Generator[object, None, None]) -> Failed | None:
        """Go through what happens, until something fails in a way that is not known."""
        with closing(happenings):
            for happening in happenings:
                match happening:
                    case Failed(failure=failure) if _may_be_too_large(happening) and failure.key not in self.keys:
                        if not _is_far(happening.domain) or self._looks[failure.key] < _MOST_LOOKS:
                            self._untold = happening
                            return happening
                        self._leave_open(happening)
                    case Failed():
                        self._untold = happening
                        if self._is_new(happening):
                            return happening
                        self._untold = None
                        if self._has_failed_enough():
                            return None
                    case Remarked(text=text):
                        self.remarks[text] = None
                    case Doubted(call=call):
                        self.first_doubted = self.first_doubted or call
                    case Blocked(denial=denial):
                        key = (denial.door, denial.wanted, str(denial.place))
                        if len(self._blocked) < _MOST_WALLED:
                            self._blocked.setdefault(key, happening)
                    case Tampered(domains=domains):
                        self._careful = True
                        for domain in domains:
                            self.ledger.retract(domain)
                    case Unusable(how=how) if how.startswith(_REFUSALS):
                        self.remarks[f"an input could not be made: a constructor {how}"] = None
                    case Unusable(how=how):
                        raise RefuteError(
                            f"making an input {how}",
                            remedy="A constructor turns arguments down with ValueError, TypeError or AssertionError.",
                        )
                    case Progressed(domain=domain, index=index):
                        self._tell(domain, index)
                    case GivenUp():
                        return None
        return None

    def _is_new(self, failed: Failed) -> bool:
        if not isinstance(failed.domain, Kept):
            self._count(failed.failure)
        if self.failed_after is None:
            self.failed_after = self._clock.now() - self._clock.began
        if isinstance(failed.domain, Kept):
            self.failed_again.add(failed.index)
            return True
        return failed.failure.key not in self.keys or self._is_plainer(failed)

    def _is_plainer(self, failed: Failed) -> bool:
        """Whether a fresh instance fails as one did that a program had made."""
        return failed.failure.key in self._on_states and _is_small(failed.domain)

    def _count(self, failure: Failure) -> None:
        if failure.key not in self._known_keys:
            self._failures += 1
        elif failure.kind in _LAST:
            self._stuck += 1

    def _has_failed_enough(self) -> bool:
        return self._failures >= _MOST_FAILURES or self._stuck >= _MOST_STUCK

    # -- findings ------------------------------------------------------------------------------------------------------

    def _told(self, failed: Failed) -> bool:
        """A failure is a finding at once. Whether it is one to be made smaller."""
        finding = self._teller.describe(*_parts(failed))
        if finding is not None and _may_be_too_large(failed):
            self._looks[failed.failure.key] += _is_far(failed.domain)
            if _is_too_large(failed.domain, finding):
                self._leave_open(failed)
                self._stuck += failed.failure.kind in _LAST and not _is_far(failed.domain)
                self._untold = None
                return False
            self._is_new(failed)
        if finding is None:
            self.ledger.leave_unjudged(failed.domain, failed.index)
            self.remarks["calls were given up while results of a function argument were built: simplify its type"] = (
                None
            )
        elif isinstance(failed.domain, Kept):
            smaller = self.replayed.get(failed.failure.key)
            if smaller is None or finding.size <= smaller.size:
                self.replayed[failed.failure.key] = finding
        elif self._is_plainer(failed):
            self._on_states.remove(failed.failure.key)
            self.findings[self.keys.index(failed.failure.key)] = finding
        else:
            before = len(self.new_findings)
            self.findings, self.keys = [*self.findings, finding], [*self.keys, failed.failure.key]
            if len(self.new_findings) == before:
                self._known_keys.add(failed.failure.key)
            if isinstance(failed.domain, OnStates):
                self._on_states.add(failed.failure.key)
        self._untold = None
        return finding is not None and not isinstance(failed.domain, Kept)

    def _leave_open(self, failed: Failed) -> None:
        """Any code takes too much for some inputs, and no scope is to come to such ones."""
        self.ledger.leave_unjudged(failed.domain, failed.index)
        what = "a wide sample" if _is_far(failed.domain) else "an input with dates or durations far off"
        what = "an input with constants" if isinstance(failed.domain, Marked) else what
        self.remarks[f"{what} {failed.failure.outcome}: whether that is wrong is left open"] = None

    def _improve(self, failed: Failed) -> None:
        """Make a finding smaller, as long as nobody stops that."""
        place = self.keys.index(failed.failure.key)
        hurries = bool(self.new_findings) and self._clock.deadline is not None
        if self._only is None and hurries:
            self._only = failed.domain
        budget = self._clock.budget
        seconds = _MOST_FOR_SMALLER if budget is None else min(max(budget, _LEAST_FOR_SMALLER), _MOST_FOR_SMALLER)
        until = self._clock.now() + seconds
        if not is_of_the_input(failed.failure):
            for improvement in self._teller.improve(*_parts(failed), self._careful, until):
                self.findings[place] = improvement.finding
        if hurries:
            self._others_until = self._clock.now() + _FOR_OTHERS

    def _tell_blocked(self, *, by_name: bool = True) -> None:
        """What calls wanted that they may not do, each with the first that did, if there is time to ask for it."""
        for key, blocked in self._blocked.items():
            if key not in self._told_blocked:
                call = self._call_of(blocked) if by_name else "a call"
                self.notices.append(blocked.denial.told(call))
                self._told_blocked.add(key)

    def _call_of(self, blocked: Blocked) -> str:
        failure = Failure("walled", ("walled",), blocked.denial.text, ())
        finding = self._teller.describe(blocked.domain, blocked.index, failure, blocked.output, 0)
        return "a call" if finding is None else finding.named_call

    def add_replayed(self, note: str) -> None:
        """Of what failed again, add what the search has not found as small or smaller, with a note on it."""
        for key, finding in self.replayed.items():
            finding = replace(finding, explanation=f"{finding.explanation}\n{note}".lstrip())
            if key not in self.keys:
                self.findings.append(finding)
                self.keys.append(key)
            else:
                place = self.keys.index(key)
                if finding.size < self.findings[place].size:
                    self.findings[place] = finding
        most = self._max_findings + self._known.total
        del self.findings[most:], self.keys[most:]

    def _tell(self, domain: Domain, index: int) -> None:
        if self._progress is None:
            return
        total = self.ledger.account(domain).total
        doing = f"{100 * index // total} % of {domain}" if total else str(domain)
        self._progress(Progress(self.ledger.tests, self._clock.now() - self._clock.began, doing))


def _is_small(domain: Domain) -> bool:
    return isinstance(domain, Exhaustive) and domain.scope.reach <= _SMALL


def _is_far(domain: Domain) -> bool:
    """Whether inputs are from beyond all scopes."""
    return isinstance(domain, Marked) or (isinstance(domain, Drawn) and domain.is_wide)


def _may_be_too_large(failed: Failed) -> bool:
    return (takes_too_much if _is_far(failed.domain) else goes_on_too_long)(failed.failure)


def _is_too_large(domain: Domain, finding: Finding) -> bool:
    if not _is_far(domain):
        return are_far_off(finding.texts.values())
    return are_large(finding.texts.values(), *(_LARGE if isinstance(domain, Marked) else _LARGE_WIDELY))


def _parts(failed: Failed) -> tuple[Domain, int, Failure, str, int]:
    return failed.domain, failed.index, failed.failure, failed.output, failed.number
