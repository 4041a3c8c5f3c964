"""Tables of text, for the terminal and for the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from harness.figures import BUCKETS, Cell, Ratio


@dataclass(frozen=True)
class Grid:
    """The first column is text, the others are figures."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def printed(self, console: Console) -> None:
        table = Table(title=escape(self.title), title_justify="left")
        for place, column in enumerate(self.header):
            table.add_column(escape(column), justify="right" if place else "left", overflow="fold")
        for row in self.rows:
            table.add_row(*map(escape, row))
        console.print(table)
        for note in self.notes:
            console.print(escape(note), style="dim")

    def markdown(self) -> str:
        rule = ["---", *["---:"] * (len(self.header) - 1)]
        lines = ["| " + " | ".join(row) + " |" for row in (self.header, rule, *self.rows)]
        return "\n".join([f"**{self.title}**", "", *lines, "", *[f"{note}\n" for note in self.notes]])


def time(cell: Cell | None) -> str:
    """The median of a cell, or why there is none."""
    if cell is None:
        return ""
    return seconds(cell.seconds) if cell.solved else "—"


def seconds(taken: float) -> str:
    return f"{taken * 1000:.0f} ms" if taken < 0.1 else f"{taken:.2f} s" if taken < 10 else f"{taken:,.0f} s"


def ratio(found: Ratio) -> str:
    if not found.tasks:
        return ""
    digits = 0 if found.times >= 10 else 1 if found.times >= 0.1 else 3
    return f"{found.times:,.{digits}f} × ({found.tasks} task{'s' * (found.tasks != 1)})"


BUCKET_NAMES = (*[f"≤ {most:g} s" for most in BUCKETS], "unsolved")
