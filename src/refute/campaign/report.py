"""Reports: what came of checking one function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import ClassVar

from refute.campaign.claims import Claims
from refute.campaign.ledger import Ledger
from refute.errors import Place
from refute.judge.findings import Finding
from refute.spaces.scope import Scope
from refute.types.reading.notes import Note


@dataclass
class Report:
    """What came of checking one function. It shows as what `refute check` prints, in a notebook as HTML."""

    # How reports are told. That is the matter of `refute.report`, which is above this, and sets them.
    as_text: ClassVar[Callable[[Report], str]] = lambda report: f"<Report {report.target}: {report.status}>"
    as_html: ClassVar[Callable[[Report], str]] = lambda report: escape(repr(report))

    target: str
    place: Place | None
    claims: Claims
    ledger: Ledger
    findings: list[Finding] = field(default_factory=list)
    known: list[Finding] = field(default_factory=list)  # those that are in a baseline
    warnings: list[str] = field(default_factory=list)
    engines: list[str] = field(default_factory=list)  # which took which parameters, and why
    constants: list[str] = field(default_factory=list)  # of the code, that inputs were made of
    notes: tuple[Note, ...] = ()
    sections: list[tuple[str, list[str]]] = field(default_factory=list)  # what there is to tell beside: title and lines
    picture: object = None  # of what was explored, if one was asked for
    arcs: dict[str, set[tuple[int, int]]] | None = None  # between lines of files, if they were asked for
    seconds: float = 0.0
    failed_after: float | None = None  # seconds until an input failed, which then was made smaller and explained
    interrupted: bool = False  # by Ctrl-C: what is said is what was known by then
    is_known: bool = False  # whether all that is wrong with it is in a baseline

    @property
    def ok(self) -> bool:
        """Whether inputs were tried and nothing was found."""
        return self.status in ("exhausted", "held")

    @property
    def status(self) -> str:
        return "known" if self.is_known else self.claims.status

    @property
    def tests(self) -> int:
        """How many inputs were tried."""
        return self.claims.tests

    @property
    def exhausted(self) -> list[Scope]:
        """The scopes of which all inputs were tried."""
        return [scope for scope, _ in self.claims.scopes]

    @property
    def samples(self) -> Mapping[int, int]:
        """How many inputs were drawn beyond them, by size."""
        return self.claims.samples

    @property
    def wide_samples(self) -> Mapping[int, int]:
        """How many inputs were drawn from all over their types, by size."""
        return self.claims.wide

    @property
    def properties(self) -> list[tuple[str, str]]:
        """What JUnit's XML says of it beside the outcome."""
        found = [("refute", self.status), ("refute_tests", str(self.tests)), ("refute_tried", self.claims.tried)]
        if self.claims.refused:
            found.append(("refute_refused", str(self.claims.refused)))
        return [*found, *(("refute_refusal", f"{way} ×{count}") for way, count in self.claims.refusals)]

    @property
    def discarded(self) -> int:
        """Inputs given up by `assume`."""
        return self.claims.discarded

    def __repr__(self) -> str:
        return self.as_text()

    def _repr_html_(self) -> str:
        return self.as_html()
