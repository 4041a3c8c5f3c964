"""Reports: what came of checking one function, and what keeps that from meaning much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import ClassVar

from refute.campaign.scope_warnings import narrowness
from refute.errors import EmptyTypeError, Place, RefinementError
from refute.judge.findings import Finding
from refute.spaces.residuals.emptiness import refuse_empty
from refute.spaces.scope import Scope
from refute.types.model import Anything
from refute.types.reading.notes import Note
from refute.types.reading.produced import NEVER
from refute.types.signatures import Signature

_MOST_DISCARDED = 0.5  # of the inputs


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
    samples: Counter[int] = field(default_factory=Counter)  # size → how many were drawn
    solved: int = 0  # inputs that a solver found
    seed: int = 0
    beyond: int = 0  # inputs of a scope that was begun and not exhausted
    discarded: int = 0  # inputs given up by `assume`
    seconds: float = 0.0
    failed_after: float | None = None  # seconds until an input failed, which then was made smaller and explained
    complete: bool = False  # the scope that was asked for is exhausted, or all there is
    everything: bool = False  # no larger scope has more inputs
    interrupted: bool = False  # by Ctrl-C: what is said is what was known by then
    warnings: list[str] = field(default_factory=list)
    engines: list[str] = field(default_factory=list)  # which took which parameters, and why
    notes: tuple[Note, ...] = ()
    functions: tuple[str, ...] = ()  # parameters that are functions, or have them in them
    others: int = 0  # inputs of the last scope that was exhausted, whatever those functions answer
    unvaried: int = 0  # of the last scope, inputs whose functions were asked more than it has room for

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


def warnings(signature: Signature, report: Report) -> list[str]:
    """What keeps a verdict from meaning much."""
    found = []
    if signature.result is None and not signature.is_property:
        found.append("the result has no annotation: only exceptions, hangs and deaths are noticed")
    elif isinstance(signature.result, Anything):
        found.append("the type of the result admits everything")
    if any(finding.kind == "violation" for finding in report.findings):
        found += _impossible(signature)
    if report.findings:
        return found
    if report.exhausted and not (report.samples or report.beyond or report.functions or report.solved):
        found += narrowness(signature, report.exhausted[-1], report.tests, report.seconds)
    if signature.parameters and not report.tests and not report.exhausted and not report.interrupted:
        found.append("no input was tried before the budget was over")
    if report.tests and report.discarded > report.tests * _MOST_DISCARDED:
        share = 100 * report.discarded // report.tests
        by = f"turned down by {signature.name}" if isinstance(signature.function, type) else "discarded by assume()"
        if report.functions:
            by += ", or given up as functions had nothing to answer, or were asked by other processes"
        found.append(f"{share} % of the inputs were {by}: say it with a refinement instead")
    return found


def _impossible(signature: Signature) -> list[str]:
    """That no result would have been right, where that is so: the fault is then not in the code."""
    try:
        if signature.result is not None and signature.result != NEVER:
            refuse_empty(signature.result)
    except EmptyTypeError as error:
        return [f"no result can be right: {error.problem}"]
    except RefinementError:  # on the values of an enumeration, of which some are never returned
        pass
    return []
