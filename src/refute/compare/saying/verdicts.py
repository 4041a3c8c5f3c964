"""Verdicts: what is said of each thing that either version offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import ClassVar

from refute.campaign.report import Report
from refute.errors import Place
from refute.judge.findings import Finding

SAME, CHANGED, ADDED, REMOVED = "same", "changed", "added", "removed"
SIGNATURE, UNDECIDED, ACCEPTED = "signature changed", "undecided", "accepted"
STATUSES = (CHANGED, REMOVED, SIGNATURE, UNDECIDED, ADDED, ACCEPTED, SAME)


@dataclass
class Compared:
    """A function, method, class, property or constant in both versions."""

    name: str
    kind: str
    place: Place | None
    status: str
    changes: tuple[str, ...] = ()  # of how it is called
    tried: str = ""  # what was tried, as exactly as the ledger says it
    findings: list[Finding] = field(default_factory=list)
    accepted: list[str] = field(default_factory=list)  # fingerprints of changes that are intended
    why: str = ""  # it is undecided
    remedy: str = ""
    warnings: list[str] = field(default_factory=list)
    slower: list[str] = field(default_factory=list)  # what takes much more time or memory in one version
    report: Report | None = None  # of the search, where its types say what the inputs are
    programs: int = 0  # that end in it, and were run in both versions
    seconds: float = 0.0
    is_interrupted: bool = False

    @property
    def tests(self) -> int:
        """How many inputs and programs were run in both versions."""
        return self.programs + (0 if self.report is None else self.report.tests)

    @property
    def is_wrong(self) -> bool:
        """Whether it has to be accepted, or somebody has to look at it."""
        return self.status in (CHANGED, REMOVED, SIGNATURE)


@dataclass
class Comparison:
    """What changed between two versions. It shows as what `refute compare` prints."""

    # How comparisons are told. That is the matter of `refute.report`, which is above this, and sets it.
    as_text: ClassVar[Callable[[Comparison], str]] = lambda comparison: f"<Comparison: {comparison.counts}>"
    as_html: ClassVar[Callable[[Comparison], str]] = lambda comparison: escape(repr(comparison))

    old: str
    new: str
    verdicts: list[Compared] = field(default_factory=list)
    not_compared: list[tuple[str, str]] = field(default_factory=list)  # what, and why
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def ok(self) -> bool:
        """Whether everything was compared that there is, and nothing changed that is not accepted."""
        return bool(self.verdicts) and all(one.status in (SAME, ADDED, ACCEPTED) for one in self.verdicts)

    @property
    def status(self) -> str:
        """The worst that is said of anything."""
        found = {one.status for one in self.verdicts}
        return next((status for status in STATUSES if status in found), UNDECIDED)

    @property
    def tests(self) -> int:
        """How many inputs and programs were run in both versions."""
        return sum(one.tests for one in self.verdicts)

    @property
    def counts(self) -> dict[str, int]:
        found = dict.fromkeys(STATUSES, 0)
        for one in self.verdicts:
            found[one.status] += 1
        return found

    @property
    def findings(self) -> list[Finding]:
        return [finding for one in self.verdicts for finding in one.findings]

    def __repr__(self) -> str:
        return self.as_text()

    def _repr_html_(self) -> str:
        return self.as_html()
