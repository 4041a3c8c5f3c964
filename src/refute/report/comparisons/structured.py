"""`--format json|jsonl`: comparisons for programs. `docs/compare.md` lists all fields."""

from __future__ import annotations

import os
from typing import Any

from refute.compare.saying.verdicts import Compared, Comparison
from refute.judge.findings import Finding

SCHEMA = 1  # raised when a field changes its meaning or goes; new ones may come at any time


def as_json(one: Compared) -> dict[str, Any]:
    return {
        "name": one.name,
        "kind": one.kind,
        "file": None if one.place is None else os.path.relpath(one.place.file),
        "line": None if one.place is None else one.place.line or None,
        "status": one.status,
        "changes": list(one.changes),
        "tried": one.tried,
        "findings": [_finding(finding, one) for finding in one.findings],
        "why": one.why,
        "remedy": one.remedy,
        "warnings": one.warnings,
        "slower": one.slower,
        "seconds": round(one.seconds, 3),
        "interrupted": one.is_interrupted,
    }


def _finding(finding: Finding, one: Compared) -> dict[str, Any]:
    return {
        "definitions": finding.definitions,
        "call": finding.call,
        "arguments": dict(finding.texts),
        "outcome": finding.outcome,
        "explanation": finding.explanation,
        "source": finding.source,
        "size": finding.size,
        "number": finding.number,
        "generalised": finding.generalised,
        "fingerprint": finding.fingerprint,
        "accepted": finding.fingerprint in one.accepted,
    }


def summary(comparison: Comparison) -> dict[str, Any]:
    return {
        "old": comparison.old,
        "new": comparison.new,
        **{status.replace(" ", "_"): count for status, count in comparison.counts.items()},
        "not_compared": [{"name": name, "why": why} for name, why in comparison.not_compared],
        "seconds": round(comparison.seconds, 3),
        "interrupted": comparison.interrupted,
        "ok": comparison.ok,
    }
