"""Outcomes: how pytest is told what a check found."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from refute.campaign.report import Report
    from refute.errors import Place, RefuteError


class Refuted(pytest.fail.Exception):  # type: ignore[misc, name-defined]
    """A failure that is told by its text alone, without a traceback."""

    def __init__(self, text: str, summary: str, place: Place | None) -> None:
        super().__init__(text, pytrace=False)
        self.summary = summary
        self.place = place


class Unusable(Refuted):
    """What was to be checked cannot be."""


def raise_for(report: Report) -> None:
    """Fail if something was found."""
    if report.findings:
        first = report.findings[0]
        raise Refuted(str(report), first.summary, report.place)
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
    """Something that turns out to be unusable only when it is run is an error all the same."""
    if getattr(report, "refute_unusable", False) and report.failed:
        return "error", "E", "ERROR"
    return None
