"""The checks of a run: from functions to verdicts, whatever happens on the way."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from refute.campaign.claims import claims_of
from refute.campaign.known_findings import KnownFindings
from refute.campaign.ledger import Ledger
from refute.campaign.report import Report
from refute.check.client import LocalHost, Requests
from refute.check.data import SubjectInfo
from refute.check.entry import DEFAULT_BUDGET, Checking, checked, checking, host_for
from refute.errors import Fault, RefuteError
from refute.report.terminal import Telling
from refute.report.verdicts import Unusable, Verdict
from refute.run.host.process import Host
from refute.run.limits import Limits
from refute.run.wall.rules import Rules
from refute.search.schedule.clock import Stopwatch
from refute.settings.settings import Settings
from refute.words import plural

R = TypeVar("R")


class Checker:
    """Checks functions as the settings say, with hosts that serve one function after the other."""

    def __init__(
        self,
        settings: Settings,
        *,
        store: Path | None,
        audit: str | None,
        in_process: bool,
        known: Callable[[SubjectInfo], KnownFindings],
    ) -> None:
        """`known` tells what is known of a function."""
        self._settings = settings
        self._store = store
        self._audit = audit
        self._in_process = in_process
        self._known = known
        self._hosts: list[Host | LocalHost] = []
        self._free: defaultdict[Rules, list[Host | LocalHost]] = defaultdict(list)  # by what the code may do

    def __repr__(self) -> str:
        return f"<Checker: {len(self._hosts)} hosts>"

    def close(self) -> None:
        for host in self._hosts:
            host.close()
        self._hosts.clear()
        self._free.clear()

    def host(self, module: str = "") -> Host | LocalHost:
        """One that nobody uses, and in which code may do what that of a module may."""
        limits = self._limits(module)
        if not self._free[limits.wall]:
            made = host_for(
                in_process=self._in_process, limits=limits, audit=self._audit, workers=self._settings.workers
            )
            self._hosts.append(made)
            return made
        return self._free[limits.wall].pop()

    def give_back(self, host: Host | LocalHost, module: str = "") -> None:
        host.close_doors()
        self._free[self._limits(module).wall].append(host)

    def _limits(self, module: str) -> Limits:
        return self._settings.for_module(module).limits if module else self._settings.limits

    def verdict(self, subject: SubjectInfo, telling: Telling) -> Verdict:
        """Check a function."""
        host = self.host(subject.module)
        try:
            how = {**self._how(subject), "progress": telling}
            return self.guarded(subject, lambda: _placed(checked(host, subject.reference, **how), subject))
        finally:
            self.give_back(host, subject.module)

    def budget(self, subject: SubjectInfo) -> float | None:
        """Seconds for the search of a function; None where it goes by something else."""
        how = self._settings.for_module(subject.module)
        goes_by_time = how.scope is None and how.tests is None
        return how.budget or self._settings.run_time or (DEFAULT_BUDGET if goes_by_time else None)

    def in_turns(self, subject: SubjectInfo, telling: Telling) -> InTurns:
        return InTurns(self, subject, telling)

    def untried(self, subject: SubjectInfo, count: int) -> Report:
        """What is said of a function for which there was no time in a run of so many."""
        seconds = self._settings.run_time or 0.0
        claims = claims_of(Ledger(), refuted=False, asked=None, ended=False)
        said = f"no time was left for it: --for {seconds:g}s is too short for {plural(count, 'function')}"
        return Report(target=subject.name, place=subject.place, claims=claims, ledger=Ledger(), warnings=[said])

    def begun(self, subject: SubjectInfo, telling: Telling, host: Requests, now: Stopwatch) -> Checking:
        """A check for as long as it is given turns, and until it shows nothing new."""
        how = self._how(subject)
        how["budget"] = how["budget"] or self._settings.run_time
        return checking(host, subject.reference, progress=telling, now=now, patient=False, **how)

    def _how(self, subject: SubjectInfo) -> dict[str, Any]:
        """What the settings say of a function, as keywords of `checked`."""
        how = self._settings.for_module(subject.module).for_check()
        return {**how, "known": self._known(subject), "name": subject.name, "store": self._store, "audit": self._audit}

    def guarded(self, subject: SubjectInfo, action: Callable[[], R]) -> R | Unusable:
        # what the code prints in this process must not get into what other programs read
        aside = self._in_process and self._settings.format != "text"
        try:
            with contextlib.redirect_stdout(sys.stderr) if aside else contextlib.nullcontext():
                return action()
        except RefuteError as error:
            return Unusable(subject.name, subject.place, error)
        except (Exception, SystemExit) as error:  # a fault of refute's must not keep it from checking the rest
            return Unusable(subject.name, subject.place, fault(error))


class InTurns:
    """The check of a function, by turns. Its host is its own until there is a verdict."""

    def __init__(self, checker: Checker, subject: SubjectInfo, telling: Telling) -> None:
        self._checker = checker
        self._subject = subject
        self._watch = Stopwatch()
        self._host = checker.host(subject.module)
        begun = checker.guarded(subject, lambda: checker.begun(subject, telling, self._host, self._watch))
        self._check = begun if isinstance(begun, Checking) else None
        self._failed = begun if isinstance(begun, Unusable) else None

    def __repr__(self) -> str:
        return f"<InTurns: {self._subject.name}>"

    @property
    def staleness(self) -> float:
        return 1.0 if self._check is None else self._check.staleness

    def go_on(self, seconds: float) -> bool:
        check = self._check
        if check is None:
            return False
        self._watch.go_on()
        more = self._checker.guarded(self._subject, lambda: check.go_on(seconds))
        self._watch.stop()
        if isinstance(more, Unusable):
            self._check, self._failed = None, more
            return False
        return more

    def result(self) -> Verdict:
        check, failed, subject = self._check, self._failed, self._subject
        self._watch.go_on()
        try:
            if check is not None:
                return self._checker.guarded(subject, lambda: _placed(check.report(), subject))
            assert failed is not None
            return failed
        finally:
            self._checker.give_back(self._host, subject.module)


def _placed(report: Report, subject: SubjectInfo) -> Report:
    report.place = report.place or subject.place  # interrupted before its types were read
    return report


def fault(error: BaseException) -> Fault:
    """What to say when refute itself fails."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    problem = f"refute failed: {type(error).__name__}: {error}"
    remedy = f"That is a fault of refute; it happened at {Path(last.filename).name}:{last.lineno}. Please report it."
    return Fault(problem, remedy=remedy)
