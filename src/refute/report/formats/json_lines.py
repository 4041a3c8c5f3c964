"""`--format json` and `--format jsonl`: verdicts for programs, as one object at the end or a line each as they come.

`docs/check.md` lists all fields.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, TextIO

from refute.campaign.claims import over_letters
from refute.campaign.report import Report
from refute.errors import Place
from refute.judge.findings import Finding
from refute.report.summary import Summary
from refute.report.verdicts import Unusable, Verdict

SCHEMA = 1  # raised when a field changes its meaning or goes; new ones may come at any time


class JsonWriter:
    """`{"schema": 1, "functions": […], "summary": {…}}`"""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def finished(self, verdict: Verdict) -> None:
        """All is written at the end, from the summary."""

    def end(self, summary: Summary) -> None:
        functions = [as_json(verdict) for verdict in summary.verdicts]
        found = {"schema": SCHEMA, "functions": functions, "summary": _summary(summary)}
        self._out.write(json.dumps(found, indent=2) + "\n")


class JsonLinesWriter:
    """A line for each function as soon as it is known, and one for the summary. `event` says which it is."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def finished(self, verdict: Verdict) -> None:
        self._write({"event": "function"} | as_json(verdict))

    def end(self, summary: Summary) -> None:
        self._write({"event": "summary", "schema": SCHEMA} | _summary(summary))

    def _write(self, found: dict[str, Any]) -> None:
        self._out.write(json.dumps(found) + "\n")
        self._out.flush()


def as_json(verdict: Verdict) -> dict[str, Any]:
    common = {"target": verdict.target, **_place(verdict.place), "status": verdict.status}
    match verdict:
        case Report():
            return common | _report(verdict)
        case Unusable(error=error):
            place = str(error.place) if error.place else None
            return common | {"error": error.problem, "place": place, "remedy": error.remedy}


def _report(report: Report) -> dict[str, Any]:
    claims = report.claims
    return {
        "tests": claims.tests,
        "exhausted": [
            {"scope": str(scope), "inputs": added, "over": over_letters(claims.alphabets[scope])}
            for scope, added in claims.scopes
        ],
        "everything": claims.everything,
        "larger": claims.beyond,
        "samples": {str(size): count for size, count in claims.samples.items()},
        "marked": claims.marked,
        "aliased": claims.aliased,
        "wide_samples": {str(size): count for size, count in claims.wide.items()},
        "solved": claims.solved,
        "replayed": claims.replayed,
        "seed": claims.seed,
        "discarded": claims.discarded,
        "refused": claims.refused,
        "refusals": [asdict(way) | {"inputs": count} for way, count in claims.refusals],
        "undecided": claims.undecided,
        "unjudged": claims.unjudged,
        "walled": claims.walled,
        "raised": claims.raised,
        "functions": list(claims.functions),
        "unvaried": claims.unvaried,
        "seconds": round(report.seconds, 3),
        "stopped": claims.stopped,
        "interrupted": report.interrupted,
        "findings": [_finding(finding) for finding in report.findings],
        "known": [_finding(finding) for finding in report.known],
        "warnings": report.warnings,
        "engines": report.engines,
        "constants": report.constants,
        "notes": [asdict(note) for note in report.notes],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "target": finding.target,
        **_place(finding.place),
        "definitions": finding.definitions,
        "call": finding.call,
        "arguments": dict(finding.texts),
        "outcome": finding.outcome,
        "explanation": finding.explanation,
        "table": finding.table.splitlines(),
        "output": finding.output,
        "source": finding.source,
        "number": finding.number,
        "size": finding.size,
        "found_size": finding.found_size,
        "generalised": finding.generalised,
        "generalised_in": finding.generalised_in,
        "kept": finding.kept,
        "fingerprint": finding.fingerprint,
        "undeclared": finding.undeclared,
    }


def _place(place: Place | None) -> dict[str, Any]:
    if place is None:
        return {"file": None, "line": None}
    return {"file": str(Place(place.file)), "line": place.line or None}


def _summary(summary: Summary) -> dict[str, Any]:
    return {
        "functions": summary.functions,
        **summary.counts,
        "unusable_targets": summary.unusable_targets,
        "tests": summary.tests,
        "seconds": round(summary.seconds, 3),
        "interrupted": summary.interrupted,
        "gone": summary.gone,
        "left_out": [{"name": one.name, **_place(one.place), "why": one.why} for one in summary.left_out],
    }
