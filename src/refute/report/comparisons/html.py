"""A comparison as HTML, for notebooks: self-contained, and readable on light and dark ground."""

from __future__ import annotations

from collections.abc import Iterator

from refute.compare.saying.verdicts import ACCEPTED, ADDED, CHANGED, REMOVED, SAME, SIGNATURE, UNDECIDED, Comparison
from refute.report.comparisons.told import is_quiet, summary, tried_of
from refute.report.html import FAINT, WARNING, finding_as_html, plain_as_html
from refute.report.lines import plain

# Colours of a middle tone, for either ground.
_COLOURS = {
    CHANGED: "#d9413b",
    REMOVED: "#d9413b",
    SIGNATURE: WARNING,
    UNDECIDED: WARNING,
    ADDED: "#2b8fc4",
    ACCEPTED: "#888888",
    SAME: "#2e9e5b",
}


def as_html(comparison: Comparison) -> str:
    return "".join(_pieces(comparison))


def _pieces(comparison: Comparison) -> Iterator[str]:
    for one in comparison.verdicts:
        if is_quiet(one):
            continue
        colour = _COLOURS[one.status]
        yield f'<div style="border-left: 4px solid {colour}; padding: 0.2em 0 0.2em 0.8em; line-height: 1.5">'
        yield f"<div><b>{plain_as_html(one.name)}</b> "
        yield f'<b style="color: {colour}">{one.status}</b> '
        yield f"{plain_as_html(tried_of(one))}</div>"
        for change in one.changes:
            yield f"<div>{plain_as_html(change)}</div>"
        for finding in one.findings:
            if finding.fingerprint not in one.accepted:
                yield from finding_as_html(finding)
        for text in (one.why, *(f"warning: {warning}" for warning in one.warnings)):
            if text:
                yield f'<div style="color: {WARNING}">{plain_as_html(text)}</div>'
        yield "</div>"
    yield f'<div style="{FAINT}; font-size: 0.9em">{plain_as_html(plain(summary(comparison)))}</div>'
