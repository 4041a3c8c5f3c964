"""What all verdicts of a run come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from refute.campaign.report import Report
from refute.report.lines import Line, lines_of
from refute.report.verdicts import STYLES, Unusable, Verdict, heading
from refute.targets.files import LeftOut
from refute.words import grouped, plural


@dataclass(frozen=True)
class Summary:
    verdicts: Sequence[Verdict]
    functions: int  # that there were to check
    seconds: float
    interrupted: bool
    left_out: Sequence[LeftOut] = ()
    gone: int = 0  # findings of a baseline that did not occur
    new_store: str = ""  # the directory for failures, if the run has made it
    noun: str = "function"  # what each verdict is of
    unit: str = "input"  # what was tried

    @property
    def counts(self) -> dict[str, int]:
        """How many functions there are of each status."""
        found = Counter(verdict.status for verdict in self.verdicts if not self._is_target(verdict))
        return {status: found[status] for status in STYLES}

    @property
    def unusable_targets(self) -> int:
        return sum(self._is_target(verdict) and verdict.status == "unusable" for verdict in self.verdicts)

    @property
    def tests(self) -> int:
        return sum(verdict.tests for verdict in self.verdicts if isinstance(verdict, Report))

    def line(self, *, timed: bool = False) -> Line:
        """`3 functions: 1 refuted, 1 exhausted, 1 held; 4,321 inputs`"""
        said = [(f"{count} {status}", STYLES[status]) for status, count in self.counts.items() if count]
        if self.unusable_targets:
            said.append((f"{plural(self.unusable_targets, 'target')} unusable", STYLES["unusable"]))
        line: Line = [(self._functions(), "")]
        for place, piece in enumerate(said):
            line += [(", " if place else ": ", ""), piece]
        unit = "call" if any(_stands_for_many(verdict) for verdict in self.verdicts) else self.unit
        amount = [plural(self.tests, unit)] if sum(self.counts.values()) > 1 else []
        if timed:
            amount.append(f"{self.seconds:.1f} s")
        if amount:
            line.append((f"; {', '.join(amount)}", "dim"))
        return line

    def lines_on_baseline(self) -> Iterator[Line]:
        """What is known, and what is not so any more."""
        findings = sum(len(verdict.known) for verdict in self.verdicts if isinstance(verdict, Report))
        others = sum(verdict.status == "known" and not getattr(verdict, "known", ()) for verdict in self.verdicts)
        said = [plural(findings, "finding")] if findings else []
        if others:
            said.append(f"{grouped(others)} that cannot be checked")
        if said:
            yield [(f"known (baseline): {', '.join(said)}", "yellow")]
        if self.gone:
            yield [
                (f"{plural(self.gone, 'finding')} of the baseline did not occur: refute baseline --update", "yellow")
            ]

    def lines_on_left_out(self, *, listed: bool) -> Iterator[Line]:
        """How many functions and files were left out; which and why, if they are to be listed."""
        if not self.left_out:
            return
        files = sum(one.is_file for one in self.left_out)
        counts = [(len(self.left_out) - files, "function"), (files, "file")]
        said = " and ".join(plural(count, noun) for count, noun in counts if count)
        if not listed:
            yield [(f"{said} left out (-v lists {'it' if len(self.left_out) == 1 else 'them'})", "dim")]
            return
        yield [(f"{said} left out", "")]
        headings = [
            str(one.place or one.name) if one.is_file else heading(one.place, one.name) for one in self.left_out
        ]
        for where, one in zip(headings, self.left_out, strict=True):
            yield from lines_of(f"{where:<{min(max(map(len, headings)), 60)}}  {one.why}", "", "    ")

    def _functions(self) -> str:
        if self.interrupted:
            return f"interrupted after {grouped(sum(self.counts.values()))} of {plural(self.functions, self.noun)}"
        if self.functions:
            return plural(self.functions, self.noun)
        known = self.unusable_targets or self.left_out or self.noun != "function"
        return f"no {self.noun}s" if known else "no annotated functions"

    @staticmethod
    def _is_target(verdict: Verdict) -> bool:
        return isinstance(verdict, Unusable) and not verdict.is_function


def _stands_for_many(verdict: Verdict) -> bool:
    """Whether a call stands for several inputs."""
    return isinstance(verdict, Report) and bool(verdict.claims.whole_by or verdict.claims.beyond_by)
