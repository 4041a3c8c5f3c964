"""What the runs of a table come to: medians, buckets, and ratios between tools."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import geometric_mean, median

from harness.cells import Run

BUCKETS = (0.1, 1.0, 10.0, 60.0)  # seconds

Cells = Mapping[tuple[str, str], "Cell"]  # by task and tool


@dataclass(frozen=True)
class Cell:
    """All runs of one tool on one task."""

    runs: tuple[Run, ...]

    @property
    def solved(self) -> bool:
        return all(run.solved for run in self.runs)

    @property
    def seconds(self) -> float:
        """The median, of what is solved."""
        return median(run.seconds for run in self.runs)

    @property
    def reason(self) -> str:
        return next((str(run.outcome.get("reason", "not found")) for run in self.runs if not run.solved), "")

    @property
    def bucket(self) -> int:
        """The place in BUCKETS; one past the end for what is not solved."""
        if not self.solved:
            return len(BUCKETS)
        return next((i for i, most in enumerate(BUCKETS) if self.seconds <= most), len(BUCKETS))

    def number(self, key: str) -> float:
        """The median of what else a tool has told."""
        return median(float(str(run.outcome.get(key, math.nan))) for run in self.runs)


@dataclass(frozen=True)
class Ratio:
    """How many times longer one tool takes than another, over the tasks that both solve."""

    times: float
    tasks: int


def cells(runs: Iterable[Run]) -> Cells:
    found: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for run in runs:
        found[run.task, run.tool].append(run)
    return {key: Cell(tuple(those)) for key, those in found.items()}


def only(measured: Cells, tasks: Iterable[str]) -> Cells:
    """The cells of some tasks."""
    chosen = set(tasks)
    return {key: cell for key, cell in measured.items() if key[0] in chosen}


def ratio(measured: Cells, theirs: str, ours: str) -> Ratio:
    """The geometric mean; what one of them does not solve says nothing about time, and is left out."""
    both = [
        (measured[task, theirs].seconds, cell.seconds)
        for (task, tool), cell in measured.items()
        if tool == ours and cell.solved and (task, theirs) in measured and measured[task, theirs].solved
    ]
    return Ratio(geometric_mean([their / our for their, our in both]) if both else math.nan, len(both))


def in_buckets(measured: Cells, tool: str, tasks: Iterable[str]) -> list[int]:
    """How many tasks a tool solves in each bucket, and how many it does not."""
    counts = [0] * (len(BUCKETS) + 1)
    for task in tasks:
        if (task, tool) in measured:
            counts[measured[task, tool].bucket] += 1
    return counts
