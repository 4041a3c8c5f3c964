"""What a table is made of: tasks, which are its rows, and tools, which are its columns."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from harness.grids import Grid
    from harness.results import Results

Outcome = Mapping[str, object]  # has "solved", and whatever else a table shows
Job = Callable[[], Outcome]
LIMIT_VARIABLE = "BENCH_LIMIT"
CORE_VARIABLE = "BENCH_CORE"  # the number of the core that a cell runs on; empty: all of them


@dataclass(frozen=True)
class Task:
    """One row. A correct program has no fault: a tool that says it has one is wrong, and fails the bench.

    Tasks of a group may rise: what a tool does not solve on one level, it is not given on higher ones.
    """

    name: str
    group: str = ""
    correct: bool = False
    level: int | None = None
    longer: Mapping[str, float] = field(default_factory=dict)  # seconds for tools that have more in the full run


@dataclass(frozen=True)
class Tool:
    """One column. `prepare` imports and sets up what a task needs; the job that it gives is what is timed."""

    name: str
    prepare: Callable[[str, int], Job]  # the name of a task and a seed
    random: bool = False
    rising: bool = True  # whether what is beyond it on one level is so on higher ones
    missing: Callable[[], str | None] = field(default=lambda: None)  # why it cannot be run here


class Table(Protocol):
    """What a module in `tables` offers."""

    TITLE: str
    TOOLS: Sequence[Tool]
    LIMIT: int  # seconds a cell, in the full run; SHORT_LIMIT in the short one, if there is one
    # ROUNDS, if there is one, is the number of runs of every tool;
    # wrong(results), if there is one, tells of numbers of inputs that are not right, which fail the bench

    def tasks(self, full: bool) -> Sequence[Task]: ...
    def grids(self, results: Results) -> Sequence[Grid]: ...
    def charts(self, results: Results) -> Mapping[str, str]: ...  # SVG by name
    def missed(self, results: Results) -> Sequence[str]: ...  # goals that refute does not reach


def limit() -> float:
    """The seconds that a cell has, for tools that are given a time. Known in the process of a cell."""
    return float(os.environ[LIMIT_VARIABLE])


def needs(module: str) -> Callable[[], str | None]:
    """For tools that are a package of their own."""
    return lambda: None if find_spec(module) else f"{module} is not installed: pip install .[bench]"
