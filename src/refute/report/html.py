"""A report as HTML, for notebooks: self-contained, and readable on light and dark ground."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from refute.campaign.report import Report
from refute.judge.findings import Finding
from refute.report.verdicts import what_was_tried
from refute.words import plural, visible

# Colours of a middle tone, for either ground.
_COLOURS = {"refuted": "#d9413b", "exhausted": "#2e9e5b", "held": "#2b8fc4", "undecided": "#b9810f"}
WARNING = "#b9810f"
_MONO = "font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.92em"
_CODE = f"{_MONO}; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.2em 0; background: none; color: inherit"
FAINT = "opacity: 0.7"


def as_html(report: Report) -> str:
    return "".join(_pieces(report))


def _pieces(report: Report) -> Iterator[str]:
    colour = _COLOURS[report.status]
    yield f'<div style="border-left: 4px solid {colour}; padding: 0.2em 0 0.2em 0.8em; line-height: 1.5">'
    yield f"<div><b>{plain_as_html(report.target)}</b> "
    yield f'<b style="color: {colour}">{report.status}</b> '
    yield f"{plain_as_html(what_was_tried(report))}</div>"
    where = f"{report.place} · " if report.place else ""
    ended = " · interrupted" if report.interrupted else ""
    numbers = f"{where}{plural(report.tests, report.claims.unit)} · {report.seconds:.1f} s{ended}"
    yield f'<div style="{FAINT}; font-size: 0.9em">{plain_as_html(numbers)}</div>'
    for finding in report.findings:
        yield from finding_as_html(finding)
    for warning in report.warnings:
        yield f'<div style="color: {WARNING}">warning: {plain_as_html(warning)}</div>'
    yield "</div>"


def finding_as_html(finding: Finding) -> Iterator[str]:
    yield '<div style="margin-top: 0.6em">'
    called = f"{finding.definitions}\n{finding.call}".lstrip("\n")
    yield f'<pre style="{_CODE}"><b>{plain_as_html(called)}</b>\n{plain_as_html(finding.outcome)}</pre>'
    for text in (finding.explanation, finding.table):
        if text:
            yield f'<pre style="{_CODE}">{plain_as_html(text)}</pre>'
    for summary, text in (("what it printed", finding.output), ("a program that shows it", finding.source)):
        if text:
            yield f'<details><summary style="{FAINT}; cursor: pointer">{summary}</summary>'
            yield f'<pre style="{_CODE}">{plain_as_html(text)}</pre></details>'
    yield "</div>"


def plain_as_html(text: str) -> str:
    return escape(visible(text))
