"""Tables: many versions compared with one, a row for each and a column for each function of the reference.

solution.py       mean           median
alice             same           same
bob               mean(xs=[])    same             raised ZeroDivisionError, not returned 0
carol, dave       same           median(xs=[0])
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from refute.compare.comparison import Comparing, Wishes
from refute.compare.saying.verdicts import CHANGED, REMOVED, SAME, UNDECIDED, Compared, Comparison
from refute.compare.versions.naming import versions_of
from refute.errors import RefuteError

MISSING, UNUSABLE = "missing", "unusable"
DEFAULT_BUDGET = 2.0  # seconds for a function of a submission


@dataclass(frozen=True)
class Cell:
    """What one submission makes of one function."""

    status: str  # "same", "changed", "missing" or "undecided"
    call: str = ""  # the smallest input that shows a difference
    expected: str = ""  # what the reference does,
    did: str = ""  # and what the submission does
    why: str = ""
    tried: str = ""

    @property
    def mark(self) -> tuple[str, ...]:
        """The same for all that fail alike."""
        return self.status, self.call, self.did


@dataclass
class Row:
    """One submission."""

    name: str
    path: str
    cells: dict[str, Cell] = field(default_factory=dict)  # by function
    error: RefuteError | None = None  # it cannot be used at all
    comparison: Comparison | None = None

    @property
    def mark(self) -> tuple[object, ...]:
        """The same for all submissions that fail alike."""
        if self.error is not None:
            return (UNUSABLE, self.error.problem)
        return tuple((name, cell.mark) for name, cell in sorted(self.cells.items()) if cell.status != SAME)

    @property
    def is_right(self) -> bool:
        return self.error is None and all(cell.status == SAME for cell in self.cells.values())


@dataclass
class Table:
    """All submissions."""

    reference: str
    rows: list[Row] = field(default_factory=list)
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def columns(self) -> list[str]:
        """The functions of the reference."""
        return list(dict.fromkeys(name for row in self.rows for name in row.cells))

    @property
    def groups(self) -> list[list[Row]]:
        """Submissions that fail alike, if there are several."""
        found: dict[tuple[object, ...], list[Row]] = {}
        for row in self.rows:
            if not row.is_right:
                found.setdefault(row.mark, []).append(row)
        return [rows for rows in found.values() if len(rows) > 1]


def names_of(paths: Sequence[str]) -> list[str]:
    """What submissions are called: `alice` for `submissions/alice.py`, or for `submissions/alice/solution.py`."""
    parts = [list(Path(path).with_suffix("").parts) for path in paths]
    while len(parts) > 1 and all(len(one) > 1 for one in parts) and len({one[-1] for one in parts}) == 1:
        parts = [one[:-1] for one in parts]
    while len(parts) > 1 and all(len(one) > 1 for one in parts) and len({one[0] for one in parts}) == 1:
        parts = [one[1:] for one in parts]
    if len(parts) == 1:
        return [parts[0][-1]]
    return ["/".join(one) for one in parts]


def row_of(reference: str, path: str, name: str, wishes: Wishes) -> Row:
    """Compare one submission with the reference. What it does costs its own row and no other."""
    row = Row(name, os.fspath(path))
    try:
        with closing(Comparing(*versions_of(reference, path), wishes)) as comparing:
            comparing.run()
    except RefuteError as error:
        row.error = error
        return row
    comparison = row.comparison = comparing.comparison
    flaw = next((one for one in comparison.verdicts if one.kind == "module"), None)
    if flaw is not None or not (comparison.verdicts or comparison.interrupted):
        why = flaw.why if flaw is not None else " ".join(why for _, why in comparison.not_compared)
        row.error = RefuteError(why or "there is nothing to compare", remedy="" if flaw is None else flaw.remedy)
        return row
    row.cells = dict(_cells(comparison.verdicts))
    return row


def _cells(verdicts: Sequence[Compared]) -> Iterator[tuple[str, Cell]]:
    for one in verdicts:
        if one.kind == "constant" or one.status == "added":
            continue
        if one.status == REMOVED:
            yield one.name, Cell(MISSING)
        elif one.findings:
            finding = one.findings[0]
            expected, did = (line.split(None, 1)[1] for line in finding.outcome.splitlines()[:2])
            yield one.name, Cell(CHANGED, finding.named_call, expected, did, "; ".join(one.changes))
        elif one.status == UNDECIDED:
            yield one.name, Cell(UNDECIDED, why=one.why)
        else:
            yield one.name, Cell(SAME, why="; ".join(one.changes), tried=one.tried)
