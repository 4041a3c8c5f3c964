"""`--format markdown`: a comparison as a comment on a pull request, or as the material of a changelog."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refute.compare.saying.verdicts import (
    ACCEPTED,
    ADDED,
    CHANGED,
    REMOVED,
    SAME,
    SIGNATURE,
    UNDECIDED,
    Compared,
    Comparison,
)
from refute.judge.findings import Finding
from refute.words import plural, visible

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])")


def as_markdown(comparison: Comparison) -> str:
    return "\n".join(_lines(comparison)) + "\n"


def _lines(comparison: Comparison) -> Iterator[str]:
    yield f"## Changes from {_plain(comparison.old)} to {_plain(comparison.new)}"
    yield ""
    by_status: dict[str, list[Compared]] = {}
    for one in comparison.verdicts:
        by_status.setdefault(one.status, []).append(one)
    if comparison.interrupted:
        yield "The comparison was interrupted: this is what was known by then."
        yield ""
    if not set(by_status) - {SAME}:
        yield f"Nothing changed of {plural(len(comparison.verdicts), 'name')}."
    for title, status in (("Behaviour", CHANGED), ("Signatures", SIGNATURE)):
        if found := by_status.get(status):
            yield f"### {title}"
            yield ""
            for one in found:
                yield from _thing(one)
    for title, status in (("Removed", REMOVED), ("Added", ADDED)):
        if found := by_status.get(status):
            yield f"### {title}"
            yield ""
            yield from (f"- {_code(one.name)} ({one.kind})" for one in found)
            yield ""
    yield from _open(by_status.get(UNDECIDED, []), comparison.not_compared)
    same = by_status.get(SAME, [])
    called = [one for one in same if one.kind != "constant"]
    if called:
        yield "<details><summary>"
        yield f"{plural(len(called), 'name')} behave the same" if len(called) != 1 else "1 name behaves the same"
        yield "</summary>"
        yield ""
        yield from (f"- {_code(one.name)}: {_plain(one.tried)}" for one in called)
        yield ""
        yield "</details>"
    slower = [(one, text) for one in comparison.verdicts for text in one.slower]
    if slower:
        yield ""
        yield "### Time and memory"
        yield ""
        yield from (f"- {_code(one.name)} {_plain(text)}" for one, text in slower)
    accepted = by_status.get(ACCEPTED, [])
    if accepted:
        yield ""
        yield f"Accepted changes: {', '.join(_code(one.name) for one in accepted)}."


def _thing(one: Compared) -> Iterator[str]:
    yield f"- {_code(one.name)}"
    yield from (f"  - {_plain(change)}" for change in one.changes)
    for finding in one.findings:
        if finding.fingerprint not in one.accepted:
            yield from _finding(finding)
    if one.status == SIGNATURE and one.tried:
        yield f"  - otherwise the same: {_plain(one.tried)}"
    yield ""


def _finding(finding: Finding) -> Iterator[str]:
    yield ""
    yield "  ```python"
    for line in (*finding.definitions.splitlines(), *finding.call.splitlines()):
        yield f"  {visible(line)}"
    for line in finding.outcome.splitlines():
        yield f"  # {visible(line)}"
    yield "  ```"
    if finding.generalised:
        yield f"  - whatever the holes are: {_code(finding.generalised)}"


def _open(undecided: list[Compared], not_compared: list[tuple[str, str]]) -> Iterator[str]:
    if not (undecided or not_compared):
        return
    yield "### Not known"
    yield ""
    yield from (f"- {_code(one.name)}: {_plain(one.why or 'nothing was tried')}" for one in undecided)
    yield from (f"- {_code(name)}: {_plain(why)}" for name, why in not_compared)
    yield ""


def _plain(text: str) -> str:
    """A text that is no Markdown, in one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(visible(text).split()))


def _code(text: str) -> str:
    text = visible(text).replace("\n", " ")
    return f"`` {text} ``" if "`" in text else f"`{text}`"
