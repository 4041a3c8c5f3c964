"""Accepting: changes that are intended are written down, in a file beside the pyproject.toml, and fail no longer.

A change is known by what it is of, the smallest input that shows it, and what both versions do then. What does
something else again is a change of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from refute.compare.saying.verdicts import ACCEPTED, CHANGED, REMOVED, SIGNATURE, Compared
from refute.judge.findings import fingerprint_of
from refute.store.baseline import Accepted, read_baseline, write_baseline

FILE = "refute-accepted.json"
_CALLED = "list of accepted"  # changes
_COMMAND = "refute compare … --accept"
_LONGEST = 120  # characters of a message


def read_accepted(project: Path) -> list[Accepted]:
    return read_baseline(project / FILE, _CALLED, _COMMAND)


def write_accepted(project: Path, known: Iterable[Accepted], verdicts: Iterable[Compared]) -> int:
    """Add what has changed to what is known; how much that is."""
    known = set(known)
    new = {one for verdict in verdicts for one in changes_of(verdict)} - known
    if new:
        write_baseline(project / FILE, known | new, _CALLED)
    return len(new)


def changes_of(one: Compared) -> Iterator[Accepted]:
    """All that has changed of a thing."""
    if one.status == REMOVED:
        yield Accepted(one.name, "removed", fingerprint_of(one.name, "removed"), f"{one.name} was removed")
    for change in one.changes:
        yield Accepted(one.name, "signature", fingerprint_of(one.name, "signature", change), _line(change))
    for finding in one.findings:
        message = f"{finding.named_call}: {' / '.join(finding.outcome.splitlines())}"
        yield Accepted(one.name, "changed", finding.fingerprint, _line(message))


def accept(one: Compared, fingerprints: frozenset[str]) -> None:
    """Mark what is intended of what has changed."""
    found = list(changes_of(one))
    one.accepted = [change.fingerprint for change in found if change.fingerprint in fingerprints]
    if found and len(one.accepted) == len(found) and one.status in (CHANGED, REMOVED, SIGNATURE):
        one.status = ACCEPTED


def _line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
