"""What is said of each thing in two versions, in lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from refute.compare.saying.verdicts import (
    ACCEPTED,
    ADDED,
    CHANGED,
    REMOVED,
    SAME,
    SIGNATURE,
    STATUSES,
    UNDECIDED,
    Compared,
    Comparison,
)
from refute.report.lines import Line, lines_of, plain
from refute.report.verdicts import finding_told, heading, what_was_tried
from refute.words import plural

STYLES = {
    CHANGED: "bold red",
    REMOVED: "bold red",
    SIGNATURE: "yellow",
    UNDECIDED: "bold yellow",
    ADDED: "cyan",
    ACCEPTED: "dim",
    SAME: "green",
}
_STATUS = max(map(len, STATUSES))  # columns
_INDENT = "    "


def is_quiet(one: Compared) -> bool:
    """Whether it is only counted, unless more is asked for: a constant that is the same."""
    return one.kind == "constant" and one.status in (SAME, ADDED)


def told(
    one: Compared, *, width: int = 0, columns: int | None = None, timed: bool = False, verbose: bool = False
) -> Iterator[Line]:
    """All there is to say of a thing. `width` is that of the longest heading."""
    where = f"{heading(one.place, one.name):<{width}}"
    first: Line = [(f"{where}  ", ""), (f"{one.status:<{_STATUS}}", STYLES[one.status])]
    rest: Line = []
    if tried := tried_of(one):
        rest.append((f"  {tried}", ""))
    if one.is_interrupted:
        rest.append(("  interrupted", "yellow"))
    if timed and one.seconds >= 0.1:
        rest.append((f"  {one.seconds:.1f} s", "dim"))
    if columns is None or len(plain([first + rest])) <= columns:
        yield first + rest
    else:
        yield first
        yield [("  ", ""), *rest]
    for change in one.changes:
        yield from lines_of(change, "", _INDENT)
    for number, finding in enumerate(one.findings):
        if finding.fingerprint in one.accepted and not verbose:
            continue
        if finding.is_program and number:
            yield []
        yield from finding_told(finding, _INDENT, whole=verbose)
    for slower in one.slower:
        yield from lines_of(slower, "yellow", _INDENT)
    if one.why:
        yield from lines_of(one.why, "", _INDENT)
        yield from lines_of(one.remedy, "dim", _INDENT)
    for warning in one.warnings:
        yield from lines_of(f"warning: {warning}", "yellow", _INDENT)


def tried_of(one: Compared) -> str:
    """What was tried where nothing differs; the input that shows a change, where something does."""
    if one.status == CHANGED and one.report is not None and one.report.findings:
        return what_was_tried(one.report)
    if one.kind == "constant" or one.status in (ADDED, REMOVED):
        return ""
    if one.status == SIGNATURE and one.tried:
        return f"the same on {one.tried}"
    return one.tried if one.status in (SAME, ACCEPTED) else ""


def summary(comparison: Comparison, *, timed: bool = False, verbose: bool = False) -> Iterator[Line]:
    """`3 of 12 changed`, and what was not compared."""
    line: Line = [(f"{comparison.old} → {comparison.new}: {plural(len(comparison.verdicts), 'name')}", "")]
    said = [(f"{count} {status}", STYLES[status]) for status, count in comparison.counts.items() if count]
    for place, piece in enumerate(said):
        line += [(", " if place else ": ", ""), piece]
    if timed:
        line.append((f"; {comparison.seconds:.1f} s", "dim"))
    if comparison.interrupted:
        line.append(("; interrupted", "yellow"))
    yield line
    if comparison.not_compared:
        if not verbose and len(comparison.not_compared) > 3:
            yield [(f"{plural(len(comparison.not_compared), 'file')} not compared (-v lists them)", "dim")]
        else:
            for name, why in comparison.not_compared:
                yield from lines_of(f"not compared: {name}: {why}", "dim", "")


def as_text(comparison: Comparison) -> str:
    """A comparison as the terminal would show it, without colours."""
    shown = [one for one in comparison.verdicts if not is_quiet(one)]
    width = max((len(heading(one.place, one.name)) for one in shown), default=0)
    lines = [line for one in shown for line in told(one, width=min(width, 60))]
    return plain([*lines, *([[]] if lines else []), *summary(comparison)])
