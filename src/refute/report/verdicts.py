"""What `refute check` prints: a line for each function as it finishes, its findings below, a summary at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from refute.check import Report
from refute.judge.findings import Finding
from refute.logic.errors import Place, RefuteError
from refute.report.numbers import grouped, plural
from refute.search.stages import Kept, Sample, Stage

_STYLES = {"refuted": "bold red", "exhausted": "green", "held": "cyan", "unusable": "bold yellow"}
_STATUS = 10  # columns
_MOST_OUTPUT = 10  # lines of what the code printed


def heading(place: Place | None, target: str) -> str:
    """`file:line: name`, such that editors jump there."""
    return f"{place}: {target}" if place else target


def print_report(console: Console, report: Report, width: int) -> None:
    """`width` is that of the longest heading."""
    where = heading(report.place, report.target)
    _headline(console, f"{where:<{width}}", report.status, what_was_tried(report), report.seconds)
    for finding in report.findings:
        _print_finding(console, finding)
    for warning in report.warnings:
        console.print(Text(f"    warning: {warning}", "yellow"), soft_wrap=True)


def print_unusable(console: Console, place: Place | None, target: str, error: RefuteError, width: int) -> None:
    """A function that could not be checked, and what to do about it."""
    _headline(console, f"{heading(place, target):<{width}}", "unusable", "", None)
    console.print(Text(f"    {error.problem}"), soft_wrap=True)
    if error.remedy:
        console.print(Text(f"    {error.remedy}", "dim"), soft_wrap=True)


def print_summary(console: Console, statuses: Sequence[str]) -> None:
    counts = Counter(statuses)
    said = [Text(f"{count} {status}", _STYLES[status]) for status in _STYLES if (count := counts[status])]
    line = Text(f"{plural(len(statuses), 'function')}: ") if statuses else Text("no annotated functions")
    console.print()
    console.print(line.append_text(Text(", ").join(said)), soft_wrap=True)


def what_was_tried(report: Report) -> str:
    """`all 48,620 inputs to size 6, 9,000 samples of sizes 7 to 30`, or which input was the first to fail."""
    if report.findings:
        first = report.findings[0]
        which = "kept input" if first.kept else f"input {grouped(first.number)}"
        return f"{which}, size {first.size}" if first.number else ""
    drawn = sum(report.samples.values())
    whole = report.tests - report.replayed - drawn - report.beyond
    parts = []
    if report.exhausted:
        parts.append(f"{'all ' if whole != 1 else ''}{plural(whole, 'input')} to {report.exhausted[-1]}")
    if report.beyond:
        parts.append(f"{grouped(report.beyond)} larger" if report.exhausted else plural(report.beyond, "input"))
    if drawn:
        sizes = sorted(report.samples)
        span = f"size {sizes[0]}" if len(sizes) == 1 else f"sizes {sizes[0]} to {sizes[-1]}"
        parts.append(f"{plural(drawn, 'sample')} of {span}, seed {report.seed}")
    if report.discarded:
        parts.append(f"{grouped(report.discarded)} of them discarded")
    return ", ".join(parts) or "nothing was tried"


def how_far(report: Report, stage: Stage, done: int, seconds: float) -> str:
    """A line for the time being: how many inputs, how fast, and what is being exhausted."""
    tried = report.tests + done
    rate = f", {grouped(round(tried / seconds))}/s" if seconds > 0 else ""
    match stage:
        case Sample():
            what = f"samples of size {stage.of_size}"
        case Kept():
            what = "kept from earlier runs"
        case _:
            what = f"{100 * done // max(stage.count, 1)} % of {stage.scope}"
    return f"{report.target}: {plural(tried, 'input')}{rate}, {what}"


def as_json(report: Report) -> dict[str, Any]:
    return {
        "target": report.target,
        "place": str(report.place) if report.place else None,
        "status": report.status,
        "tests": report.tests,
        "exhausted": [str(scope) for scope in report.exhausted],
        "samples": {str(size): count for size, count in report.samples.items()},
        "discarded": report.discarded,
        "seed": report.seed,
        "seconds": round(report.seconds, 3),
        "findings": [
            {
                "kind": finding.kind,
                "call": finding.call,
                "outcome": finding.outcome,
                "explanation": finding.explanation,
                "output": finding.output,
                "source": finding.source,
                "input": finding.number,
                "size": finding.size,
            }
            for finding in report.findings
        ],
        "warnings": report.warnings,
    }


def _headline(console: Console, where: str, status: str, tried: str, seconds: float | None) -> None:
    line = Text(f"{where}  ").append(f"{status:<{_STATUS}}", _STYLES[status]).append(f"  {tried}")
    if seconds is not None and seconds >= 0.1 and console.is_terminal:
        line.append(f"  {seconds:.1f} s", "dim")
    line.rstrip()
    console.print(line, soft_wrap=True)


def _print_finding(console: Console, finding: Finding) -> None:
    call = Text("    ").append(finding.call, "bold").append(f"  {finding.outcome}")
    console.print(call, soft_wrap=True)
    for line in finding.explanation.splitlines():
        console.print(Text(f"    {line}"), soft_wrap=True)
    printed = finding.output.splitlines()
    for line in printed[:_MOST_OUTPUT]:
        console.print(Text(f"    | {line}", "dim"), soft_wrap=True)
    if len(printed) > _MOST_OUTPUT:
        console.print(Text(f"    | … {len(printed) - _MOST_OUTPUT} more lines", "dim"))
