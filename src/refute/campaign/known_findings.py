"""Findings that are known: a search goes on as if they had not been found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from refute.judge.findings import Finding


@dataclass(frozen=True)
class KnownFindings:
    """How many findings of each fingerprint are known, and how many others may be taken for known."""

    fingerprints: Mapping[str, int] = field(default_factory=dict)
    room: int = 0

    @property
    def total(self) -> int:
        return sum(self.fingerprints.values()) + self.room

    def new_among(self, findings: Sequence[Finding]) -> Sequence[Finding]:
        """The findings that are not known."""
        left, others = Counter(self.fingerprints), []
        for finding in findings:
            left[finding.fingerprint] -= 1
            if left[finding.fingerprint] < 0:
                others.append(finding)
        return others[self.room :]
