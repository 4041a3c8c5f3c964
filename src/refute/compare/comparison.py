"""A comparison: everything that two versions offer, matched, and compared one after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from refute.campaign.campaign import Progress
from refute.campaign.known_findings import KnownFindings
from refute.campaign.report import Report
from refute.check.client import imported
from refute.check.data import Options
from refute.check.search import How
from refute.compare.behaviour.homes import OWN
from refute.compare.behaviour.texts import Text
from refute.compare.data import Listing
from refute.compare.matching.offers import Matched, Place, matched
from refute.compare.matching.surveying import Surveyed, surveyed
from refute.compare.running.comparing import FlakyError
from refute.compare.running.function import searched
from refute.compare.running.programs import Tried, compared, gathered
from refute.compare.running.sides import Side, Sides
from refute.compare.running.timing import Slower
from refute.compare.saying.accepting import accept
from refute.compare.saying.telling import Teller
from refute.compare.saying.verdicts import ADDED, CHANGED, REMOVED, SAME, SIGNATURE, UNDECIDED, Compared, Comparison
from refute.compare.versions.version import Version
from refute.errors import RefuteError
from refute.explore.data import ExploreOptions
from refute.explore.entry import exploring
from refute.judge.findings import Finding
from refute.run.limits import Limits
from refute.spaces.scope import Scope
from refute.words import cut, duration, size_in_bytes

DEFAULT_BUDGET = 5.0  # seconds for a function
DEFAULT_PROGRAMS = 6.0  # seconds for exploring both versions of a module with classes, and as many for running programs
_LONG = 80  # characters of a call that takes long
Telling = Callable[[Progress], None]


@dataclass(frozen=True)
class Wishes:
    """How versions are compared."""

    scope: Scope | None = None
    budget: float | None = None  # seconds for each function
    tests: int | None = None
    seed: int = 0
    limits: Limits = Limits()  # noqa: RUF009 - frozen
    max_findings: int = 3
    engine: str = "auto"
    workers: str = "auto"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    tolerance: float = 0.0
    programs: float | None = None  # seconds for exploring both versions of a module
    run_time: float | None = None  # seconds for everything
    accepted: frozenset[str] = frozenset()  # fingerprints of changes that are intended
    timing: bool = False  # whether to tell what takes much more time or memory


@dataclass(frozen=True)
class OfModule:
    """A piece of work: the programs of a module."""

    module: str


@dataclass(frozen=True)
class OfThing:
    """A piece of work: the search for an input on which a thing differs."""

    number: int


Piece = OfModule | OfThing
Programs = dict[str, Tried]


@dataclass(frozen=True)
class Searched:
    """What came of the search for an input on which a thing differs."""

    report: Report | None = None
    error: RefuteError | None = None  # its types do not say what the inputs are, or it is flaky
    programs: Tried | None = None  # that end in it, where inputs could not be had from types
    slower: tuple[Slower, ...] = ()  # what takes much more time or memory in one version


# What comes of a piece. None: it was interrupted before it was begun.
Result = Programs | Searched | None


class Comparing:
    """Compares two versions, piece by piece. An interrupt ends it; what is known by then is told."""

    def __init__(self, old: Version, new: Version, wishes: Wishes, now: Callable[[], float] = time.monotonic) -> None:
        self._wishes = wishes
        self._now = now
        self._began = now()
        self.comparison = Comparison(old.name, new.name)
        hosts = (one.host(wishes.limits, wishes.workers) for one in (old, new))
        self._old, self._new = map(Surveyed, (old, new), hosts)
        self.things: list[Matched] = []
        self.pieces: list[Piece] = []
        self._flaws: list[Compared] = []  # modules that only one version has, as the other cannot be imported
        self._done = 0

    def close(self) -> None:
        self._old.host.close()
        self._new.host.close()

    # -- what there is -------------------------------------------------------------------------------------------------

    def survey(self) -> None:
        """Find what there is to compare."""
        importing = self._wishes.limits.importing
        self._old, self._new = (surveyed(one.version, one.host, importing) for one in (self._old, self._new))
        self._flaws = list(self._unimportable())
        self.things = [one for one in matched(self._old.offer, self._new.offer) if self._is_wanted(one.name)]
        self.things.sort(key=lambda thing: list(self._modules()).index(_module_of(thing)))
        for module in self._modules():
            members = [thing for thing in self.things if _module_of(thing) == module]
            if any(_has_objects(thing) for thing in members):
                self.pieces.append(OfModule(module))
        self.pieces += [OfThing(number) for number, thing in enumerate(self.things) if _is_searched(thing)]

    def _modules(self) -> dict[str, None]:
        found = [*self._new.modules.values(), *self._old.modules.values()]
        return dict.fromkeys(listing.module for listing in found)

    def _unimportable(self) -> Iterator[Compared]:
        old_name, new_name = self._old.version.name, self._new.version.name
        for key in dict.fromkeys((*self._old.unusable, *self._new.unusable)):
            old, new = self._old.unusable.get(key), self._new.unusable.get(key)
            name = key or Path(self._new.version.target).name
            if old is not None and new is not None:
                self.comparison.not_compared.append((name, f"neither version can be imported: {new.problem}"))
            elif new is not None:
                yield _undecided(name, new, f"the {new_name} version cannot be imported: ")
            elif old is not None and key in self._new.modules:
                yield _undecided(name, old, f"the {old_name} version cannot be imported: ")
        left_out = {one.name: one.why for version in (self._old, self._new) for one in version.left_out}
        self.comparison.not_compared += left_out.items()

    def _is_wanted(self, name: str) -> bool:
        wishes = self._wishes
        included = not wishes.include or any(fnmatchcase(name, one) for one in wishes.include)
        return included and not any(fnmatchcase(name, one) for one in wishes.exclude)

    # -- the whole -----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Compare everything."""
        try:
            self.survey()
        except KeyboardInterrupt:
            self.comparison.interrupted = True
            return
        for _ in self.verdicts(lambda piece: self.result(piece, lambda progress: None)):
            pass

    def verdicts(self, result: Callable[[Piece], Result]) -> Iterator[Compared]:
        """What is said of each thing, as it comes; after an interrupt, no more. `result` has pieces of work done."""
        programs: dict[str, Programs] = {}
        try:
            for flaw in self._flaws:
                yield self._said(flaw)
            for number, thing in enumerate(self.things):
                module, began = _module_of(thing), self._now()
                if module not in programs:
                    piece = OfModule(module)
                    found = result(piece) if piece in self.pieces else None
                    programs[module] = found if isinstance(found, dict) else {}
                searched = OfThing(number)
                outcome = result(searched) if searched in self.pieces else None
                if outcome is None and searched in self.pieces:
                    raise KeyboardInterrupt
                one = self._compared(thing, outcome, programs[module])
                one.seconds = self._now() - began
                yield self._said(one)
                if one.is_interrupted:
                    raise KeyboardInterrupt
        except KeyboardInterrupt:
            self.comparison.interrupted = True
        finally:
            self.comparison.seconds = self._now() - self._began

    def _said(self, one: Compared) -> Compared:
        accept(one, self._wishes.accepted)
        self.comparison.verdicts.append(one)
        return one

    def result(self, piece: Piece, telling: Telling) -> Result:
        """Do a piece of work, by the hosts that are here."""
        self._done += 1
        match piece:
            case OfModule(module=module):
                thing = next(one for one in self.things if _module_of(one) == module and _has_objects(one))
                with suppress(RefuteError):  # told of what is searched for by itself
                    return self._programs(thing)
                return {}
            case OfThing(number=number):
                return self._searched(self.things[number], telling)

    # -- one thing -----------------------------------------------------------------------------------------------------

    def _compared(self, thing: Matched, outcome: Result, programs: Programs) -> Compared:
        made = Compared(thing.name, thing.kind, _place_of(thing).member.place, SAME, thing.changes)
        if thing.old is None or thing.new is None:
            made.status = ADDED if thing.old is None else REMOVED
        elif thing.kind == "constant":
            old, new = thing.old.member, thing.new.member
            if repr(old.view) != repr(new.view):
                made.status = CHANGED
                made.changes = (*made.changes, f"it was {old.text} and is {new.text}")
        else:
            own = [one for name, one in programs.items() if _is_about(name, thing.new.member.name, thing.kind)]
            _settle(made, outcome, own)
        return made

    def _searched(self, thing: Matched, telling: Telling) -> Searched:
        """What comes of inputs; where there are none, of programs that end in it."""
        report, error, slower = None, None, tuple[Slower, ...]()
        try:
            report, costs = self._search(thing, telling)
            slower = tuple(costs)
        except FlakyError as found:
            return Searched(error=found)
        except RefuteError as found:
            error = found
        if report is not None and (report.tests > report.claims.unjudged or report.interrupted):
            return Searched(report, slower=slower)
        if thing.old is None or _has_objects(thing) or self._old.version.given is not None:
            return Searched(report, error)
        name = thing.old.member.name
        try:
            programs = self._programs(thing, include=(name,))
        except RefuteError as found:
            return Searched(report, error or found)
        return Searched(report, error, programs.get(name))

    def _search(self, thing: Matched, telling: Telling) -> tuple[Report, list[Slower]]:
        assert thing.old is not None
        assert thing.new is not None
        wishes, budget = self._wishes, self._budget()
        is_patient = wishes.scope is not None or wishes.budget is not None or wishes.tests is not None
        options = Options(wishes.limits, wishes.engine, wishes.scope, budget, None, True, holes=False)
        known = KnownFindings(dict.fromkeys(wishes.accepted, 1))
        how = How(
            *(options, is_patient, wishes.tests, wishes.seed, wishes.max_findings),
            *(known, "ignore", None, telling),
        )
        sides = Sides(self._side(self._old, thing.old), self._side(self._new, thing.new))
        teller = self._teller(thing.name, thing.new)
        return searched(sides, teller.name, teller, how, wishes.tolerance, self._now, timing=wishes.timing)

    def _budget(self) -> float | None:
        """Seconds for a search; None where it goes by something else."""
        wishes = self._wishes
        if wishes.budget is not None:
            return wishes.budget
        if wishes.run_time is not None:
            return max(0.05, self._left() / max(1, len(self.pieces) - self._done + 1))
        return DEFAULT_BUDGET if wishes.scope is None and wishes.tests is None else None

    def _left(self) -> float:
        assert self._wishes.run_time is not None
        return self._began + self._wishes.run_time - self._now()

    def _side(self, at: Surveyed, place: Place) -> Side:
        site = replace(place.listing.site, path=place.member.path)
        return Side(at.version.name, at.host, site, self._wishes.limits)

    def _teller(self, name: str, new: Place) -> Teller:
        root = new.listing.site.root
        module = new.listing.module.replace(OWN, root, 1) if root else new.listing.module
        return Teller(new.member.name, new.member.place, module, self._old.version.name, self._new.version.name)

    # -- programs ------------------------------------------------------------------------------------------------------

    def _programs(self, thing: Matched, include: tuple[str, ...] = ()) -> Programs:
        """What came of programs of the module that a thing is in, by operation; or of programs of some operations."""
        assert thing.old is not None
        assert thing.new is not None
        seconds = self._wishes.programs or DEFAULT_PROGRAMS
        if self._wishes.run_time is not None:
            seconds = min(seconds, max(0.1, self._left() / max(1, len(self.pieces) - self._done + 1)))
        texts: dict[Text, None] = {}
        for at, place in ((self._old, thing.old), (self._new, thing.new)):
            texts.update(dict.fromkeys(self._gathered(at, place.listing, seconds / 2, include)))
        sides = Sides(*(self._module_side(*one) for one in ((self._old, thing.old), (self._new, thing.new))))
        teller = self._teller("", thing.new)
        tolerance, until = self._wishes.tolerance, self._now() + seconds
        name = thing.new.listing.module
        return compared(sides, list(texts), name, lambda one: replace(teller, name=one), tolerance, until)

    def _module_side(self, at: Surveyed, place: Place) -> Side:
        return Side(at.version.name, at.host, place.listing.site, self._wishes.limits)

    def _gathered(self, at: Surveyed, listing: Listing, seconds: float, include: tuple[str, ...]) -> Sequence[Text]:
        wishes = self._wishes
        with closing(at.version.host(wishes.limits, wishes.workers, explores=True)) as host:
            doing = f"importing {listing.part}"
            try:
                found = imported(host, "interfaces", listing.part, doing=doing, seconds=wishes.limits.importing)
            except RefuteError:
                return ()
            how = exploring(calls=None, strategy="auto", bounds=None, seed=wishes.seed)
            options = ExploreOptions(wishes.limits, how, include)
            return gathered(host, found[0], options, seconds, listing.site.homes)[0] if found else ()


def _settle(made: Compared, outcome: Result, programs: Sequence[Tried]) -> None:
    """What is said of a thing, by the search and by programs."""
    searched = outcome if isinstance(outcome, Searched) else Searched()
    report, error = searched.report, searched.error
    if searched.programs is not None:
        report = None  # none of its inputs could be compared
    programs = [*programs, *(() if searched.programs is None else (searched.programs,))]
    said = []
    if report is not None:
        made.report, made.is_interrupted = report, report.interrupted
        made.findings += report.findings
        made.warnings += report.warnings
        if report.tests:
            said.append(report.claims.tried)
    for one in programs:
        made.findings = [*_without(made.findings, one.findings), *one.findings]
        made.programs += one.compared
        if one.compared:
            said.append(one.tried)
    made.tried = ", ".join(said)
    is_tried = any(one.compared for one in programs)
    is_tried = is_tried or (report is not None and report.status in ("exhausted", "held", "refuted"))
    if made.findings:
        made.status = CHANGED
    elif isinstance(error, FlakyError) or not is_tried:
        made.status = UNDECIDED
    elif made.changes:
        made.status = SIGNATURE
    made.slower = [_costs(one, made.name) for one in searched.slower]
    if made.status == UNDECIDED or isinstance(error, FlakyError):
        opens = [why for one in programs for why in one.opens]
        why = error.problem if error is not None else next(iter(opens), "") or made.tried or "nothing was tried"
        made.why, made.remedy = why, "" if error is None else error.remedy


def _costs(slower: Slower, name: str) -> str:
    """`takes 5.2 times the time: 1.2 ms became 6.3 ms for f(xs=[…])`"""
    shown = duration if slower.what == "time" else size_in_bytes
    what = f"{slower.times:.1f} times the {slower.what}" if slower.new > slower.old else f"less {slower.what}"
    call = cut(f"{name}{slower.text.call}", _LONG)
    return f"takes {what}: {shown(slower.old)} became {shown(slower.new)} for {call}"


def _without(findings: Sequence[Finding], programs: Sequence[Finding]) -> list[Finding]:
    """Those that no program shows in the way in which a client comes to them."""
    shown = {one.outcome for one in programs}
    return [one for one in findings if "self" not in one.texts or one.outcome not in shown]


def _place_of(thing: Matched) -> Place:
    place = thing.new or thing.old
    assert place is not None
    return place


def _module_of(thing: Matched) -> str:
    return _place_of(thing).listing.module


def _is_searched(thing: Matched) -> bool:
    return thing.old is not None and thing.new is not None and thing.kind != "constant"


def _has_objects(thing: Matched) -> bool:
    """Whether it is in both versions, and called on instances, which may have a past."""
    return thing.old is not None and thing.new is not None and thing.old.member.needs_objects


def _undecided(name: str, error: RefuteError, why: str) -> Compared:
    return Compared(name, "module", error.place, UNDECIDED, why=f"{why}{error.problem}", remedy=error.remedy)


def _is_about(operation: str, member: str, kind: str) -> bool:
    """Whether an operation of programs is a thing, or, of a class, one of its special methods."""
    owner, _, name = operation.rpartition(".")
    return operation == member or (kind == "class" and owner == member and name.startswith("__"))
