"""Outcomes: how pytest is told what a check found."""

from __future__ import annotations

from collections.abc import Callable, Generator
from types import TracebackType
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from refute.campaign.report import Report
    from refute.errors import Place, RefuteError
    from refute.judge.findings import Finding

    Trace = Callable[[Finding], TracebackType | None]


class Refuted(pytest.fail.Exception):  # type: ignore[misc, name-defined]
    """A failure that is told by its text alone, without a traceback."""

    def __init__(self, text: str, summary: str, place: Place | None) -> None:
        super().__init__(text, pytrace=False)
        self.summary = summary
        self.place = place


class Unusable(Refuted):
    """What was to be checked cannot be."""


_HOW_FAR = "refute_tried"  # as in `Report.properties`
_PROPERTIES: list[tuple[str, str]] = []  # of the test that is under way


def conclude(report: Report, trace: Trace | None = None) -> None:
    """Say how far a check went, and fail if something was found: as expected, if that is in the baseline.

    `trace` tells where the call of a finding fails, for debuggers.
    """
    _PROPERTIES[:] = report.properties
    if report.is_known:
        pytest.xfail("; ".join(["in the baseline", *(finding.summary for finding in report.known)]))
    if report.findings:
        first = report.findings[0]
        refuted = Refuted(str(report), first.summary, report.place)
        raise refuted if trace is None else refuted.with_traceback(trace(first))
    if report.interrupted:
        raise KeyboardInterrupt
    if not report.ok:
        raise Refuted(str(report), f"{report.target} {report.status}: {report.claims.tried}", report.place)


def unusable(error: RefuteError, place: Place | None) -> Unusable:
    error.place = error.place or place
    return Unusable(str(error), error.problem, error.place)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let summaries say what failed, and where, instead of where it was raised here."""
    if call.when == "call":
        item.user_properties += _PROPERTIES
        _PROPERTIES.clear()
    report = yield
    error = call.excinfo.value if call.excinfo is not None else None
    if isinstance(error, Refuted):
        crash = getattr(report.longrepr, "reprcrash", None)
        if crash is not None:
            crash.message = error.summary
            if error.place is not None:
                crash.path, crash.lineno = error.place.file, error.place.line
        vars(report)["refute_unusable"] = isinstance(error, Unusable)
    return report


def pytest_report_teststatus(report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
    """A pass says how far it went. Something that turns out to be unusable only when it is run is an error all the
    same."""
    if getattr(report, "refute_unusable", False) and report.failed:
        return "error", "E", "ERROR"
    if isinstance(report, pytest.TestReport) and report.when == "call" and report.passed:
        tried = dict(report.user_properties).get(_HOW_FAR)
        if tried is not None:
            return "passed", ".", f"PASSED ({tried})"
    return None
