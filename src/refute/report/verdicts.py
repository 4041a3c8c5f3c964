"""Verdicts in words: the lines that `refute check` prints for each function, with the style of every piece of them.

Nothing here knows where the lines go: a terminal colours them, the others take them as plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from refute.campaign.report import Report
from refute.errors import Place, RefuteError
from refute.judge.findings import Finding
from refute.logic.terms.wording import listed
from refute.report.lines import Line, Whole, lines_of, plain
from refute.report.shown.understood import understood
from refute.words import grouped, plural, visible

STYLES = {
    "refuted": "bold red",
    "known": "yellow",
    "exhausted": "green",
    "held": "cyan",
    "undecided": "bold yellow",
    "unusable": "bold yellow",
}
_STATUS = 10  # columns
_HOLE = re.compile(r"\?\d+")
_INDENT = "    "
_CONSTANTS = 12  # of the code, that are shown
_WIDE = 100  # columns; a call and its outcome that take more are on two lines
_MOST_OUTPUT = 10  # lines of what the code printed
_MOST_NAMES = 3  # of parameters that are told


@dataclass(frozen=True)
class Unusable:
    """A function that could not be checked, or a target in which none could be found."""

    target: str
    place: Place | None
    error: RefuteError
    is_function: bool = True
    status: str = "unusable"


Verdict = Report | Unusable


def heading(place: Place | None, target: str) -> str:
    """`file:line: name`, such that editors jump there; a module is the file that it is in."""
    if place is None:
        return target
    is_module = not place.line and target.rpartition(".")[2] in (Path(place.file).stem, Path(place.file).parent.name)
    return str(place) if is_module else f"{place}: {target}"


def as_text(report: Report) -> str:
    """A report as the terminal would show it, without colours."""
    return plain(told(report))


def told(
    verdict: Verdict,
    *,
    width: int = 0,
    columns: int | None = None,
    timed: bool = False,
    verbose: bool = False,
    remedies: set[str] | None = None,
) -> Iterator[Line]:
    """All there is to say of a function. `width` is that of the longest heading; `columns`, that of the screen.

    `remedies` are those that were told before, which are not told again.
    """
    where = f"{heading(verdict.place, verdict.target):<{width}}"
    match verdict:
        case Report():
            yield from _headline(where, verdict, timed, columns)
            crashes = [finding for finding in verdict.findings if finding.undeclared]
            for number, finding in enumerate([*verdict.findings, *(verdict.known if verbose else ())]):
                if finding.is_program and number:
                    yield []
                yield from finding_told(finding, _INDENT, whole=verbose)
                if crashes and finding is crashes[-1]:
                    yield _ways_on(crashes)
            if verdict.known and verdict.findings:
                yield [(f"{_INDENT}known (baseline): {plural(len(verdict.known), 'finding')} more", "dim")]
            for warning in verdict.warnings:
                yield from lines_of(f"warning: {warning}", "yellow", _INDENT)
            if verbose:
                yield from _in_detail(verdict)
        case Unusable(error=error):
            known = "       cannot be checked, as in the baseline" if verdict.status == "known" else ""
            yield [(f"{where}  ", ""), (verdict.status, STYLES[verdict.status]), (known, "")]
            if known and not verbose:
                return
            at = f"{error.place}: " if error.place and error.place != verdict.place else ""
            yield from lines_of(f"{at}{error.problem}", "", _INDENT)
            if remedies is None or error.remedy not in remedies:
                yield from lines_of(error.remedy, "dim", _INDENT)
            if remedies is not None:
                remedies.add(error.remedy)


def finding_told(finding: Finding, indent: str = "", *, whole: bool = False) -> Iterator[Line]:
    """The call, what it did, why that is wrong, and what the code printed: all of it, or the beginning."""
    yield from lines_of(finding.definitions, "bold", indent, whole=True)
    call, outcome = visible(finding.call), visible(finding.outcome)
    if "\n" not in call + outcome and len(call) + len(outcome) <= _WIDE:
        yield Whole([(indent, ""), (call, "bold"), (f"  {outcome}", "")])
    else:
        yield from lines_of(call, "bold", indent, whole=True)
        yield from lines_of(outcome, "", f"{indent}  ", whole=True)
    yield from lines_of(finding.explanation, "", indent)
    if finding.generalised:
        holes = list(dict.fromkeys(_HOLE.findall(finding.generalised)))
        whatever = f"whatever {listed(holes)} {'is' if len(holes) == 1 else 'are'}"
        where = f"{finding.generalised_in} of this form fail so" if finding.generalised_in else whatever
        yield from lines_of(f"{where}:  {finding.generalised}", "", indent)
    if finding.times > 1:
        yield [(f"{indent}{grouped(finding.times)} failures of this kind", "dim")]
    yield from lines_of(finding.table, "", indent, whole=True)
    printed = list(lines_of(finding.output.rstrip("\n"), "dim", f"{indent}| ", whole=True))
    shown = len(printed) if whole or len(printed) <= _MOST_OUTPUT + 1 else _MOST_OUTPUT
    yield from printed[:shown]
    if shown < len(printed):
        yield [(f"{indent}| … {len(printed) - shown} more lines", "dim")]


def _ways_on(crashes: Sequence[Finding]) -> Line:
    """What can be done about exceptions that are not declared, with the line to write."""
    kinds = ", ".join(dict.fromkeys(finding.undeclared for finding in crashes))
    names = [name for name in crashes[0].texts if name != "self"]
    refined = " or ".join(names) if len(names) <= _MOST_NAMES else "a parameter"
    name = crashes[0].target.replace(".__wrapped__", "").rpartition(".")[2]
    modules = sorted({finding.undeclared_in for finding in crashes} - {""})
    imports = "; ".join([*(f"import {module}" for module in modules), "from refute import raises"])
    declare = f"declare it: `@raises({kinds})` above {name} ({imports})"
    return [(f"{_INDENT}fix it, {f'refine {refined}, ' if names else ''}or {declare}", "dim")]


def what_was_tried(report: Report) -> str:
    """What the ledger says, or which input was the first to fail."""
    if report.is_known:
        return f"{plural(len(report.known), 'finding')} of the baseline" if report.known else report.claims.tried
    if not report.findings:
        return report.claims.tried
    first = report.findings[0]
    if not first.number:
        return ""
    return report.claims.which(first.number, first.size, first.found_size, kept=first.kept)


def _headline(where: str, report: Report, timed: bool, columns: int | None) -> Iterator[Line]:
    first: Line = [(f"{where}  ", ""), (f"{report.status:<{_STATUS}}", STYLES[report.status])]
    rest: Line = []
    if tried := what_was_tried(report):
        rest.append((f"  {tried}", ""))
    if report.interrupted:
        rest.append(("  interrupted", "yellow"))
    if timed and report.seconds >= 0.1:
        rest.append((f"  {report.seconds:.1f} s", "dim"))
    if columns is None or len(plain([first + rest])) <= columns:
        yield first + rest
    else:
        yield first
        yield [("  ", ""), *rest]


def _in_detail(report: Report) -> Iterator[Line]:
    """What refused inputs, which scopes were exhausted, what chose inputs, how each refinement was understood."""
    if report.claims.ways_of_them:
        yield [(f"{_INDENT}refused", "cyan")]
    for way, count in report.claims.ways_of_them:
        message = f" {way.message!r}" if way.message else ""
        yield [(f"{_INDENT}  {way.place}: {way.type}{message}, {plural(count, report.claims.unit)}", "")]
    scopes = list(report.claims.scopes)
    if scopes:
        yield [(f"{_INDENT}exhausted", "cyan")]
    for place, (scope, added) in enumerate(scopes):
        if not added and 0 < place < len(scopes) - 1:
            continue
        yield [(f"{_INDENT}  {scope}: {plural(added, 'input')}{' more' if place else ''}", "")]
    for title, lines in report.sections:
        yield [(f"{_INDENT}{title}", "cyan")]
        for line in lines:
            yield from lines_of(line, "", f"{_INDENT}  ", whole=True)
    if report.engines:
        yield [(f"{_INDENT}engines", "cyan")]
        for line in report.engines:
            yield from lines_of(line, "", f"{_INDENT}  ")
    if report.constants:
        shown, more = report.constants[:_CONSTANTS], len(report.constants) - _CONSTANTS
        yield [(f"{_INDENT}constants of the code", "cyan")]
        yield from lines_of(", ".join(shown) + (f" and {more:,} more" if more > 0 else ""), "", f"{_INDENT}  ")
    if report.notes:
        yield [(f"{_INDENT}understood", "cyan")]
        yield from _indented(understood(report.notes))


def _indented(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        yield [(f"{_INDENT}  ", ""), *line]
