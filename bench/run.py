"""The tables of docs/benchmarks.md, measured in one run: `python bench/run.py [--full] [--limit SECONDS] [TABLE …]`.

Each table is a module in `tables`: its rows are tasks, its columns are tools. Tools take turns on a task, every run in
a process of its own. What was measured is printed, and written to `results` as JSON and as a chart. `--show` prints the
last results again, `--docs` draws them again and writes their tables into docs/benchmarks.md. `--resume` goes on with
what was interrupted.

The exit status is 1 if a tool accused a correct program, or tried another number of inputs than there are. A goal that
refute misses is told, and is no failure: how fast a machine is, is not known here.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

sys.path.insert(0, str(Path(__file__).parent))

from harness.cells import Effort, Measuring, Run
from harness.docs import write_docs
from harness.journal import Journal
from harness.results import DIRECTORY, Results, read, this_machine

TABLES = {
    "depths": "the paper's figure 8: all inputs at rising depth",
    "coverage": "the paper's figure 9: coverage of whole libraries",
    "bugs": "faults planted in search trees, red-black trees and a lambda calculus",
    "everyday": "everyday functions with a line that is wrong",
    "shrinking": "how small counterexamples are",
    "scaling": "cost against depth and size",
}
SHORT_LIMIT = 2  # seconds a cell, so that all tables together take less than ten minutes


def measure(name: str, table: Any, effort: Effort, console: Console, *, resume: bool) -> Results:
    missing = {tool.name: reason for tool in table.TOOLS if (reason := tool.missing())}
    tools = [tool for tool in table.TOOLS if tool.name not in missing]
    journal = Journal(name, this_machine(), effort, resume=resume)
    if resume:
        console.print(f"{len(journal.known):,} runs are known", style="dim", highlight=False)

    def told(run: Run) -> None:
        journal.add(run)
        line = f"{run.task}  {run.tool}  " + (f"{run.seconds:.2f} s" if run.solved else str(run.outcome.get("reason")))
        console.print(line, style="dim", highlight=False)

    runs = list(Measuring(name, table, effort, tools, told, journal.known).runs())
    results = Results(name, this_machine(), effort, table.tasks(effort.full), missing, runs)
    results.write()
    journal.done()
    return results


def show(table: Any, results: Results, console: Console) -> None:
    for grid in table.grids(results):
        grid.printed(console)
    for tool, reason in results.missing.items():
        console.print(f"{tool}: not run, {reason}", style="yellow", highlight=False, markup=False)
    for goal in table.missed(results):
        console.print(f"missed: {goal}", style="yellow", highlight=False, markup=False)
    for fault in faults(table, results):
        console.print(fault, style="red", highlight=False, markup=False)


def faults(table: Any, results: Results) -> list[str]:
    """False alarms, and numbers of inputs that are not right."""
    wrong = table.wrong(results) if hasattr(table, "wrong") else ()
    return [*(f"false alarm, {alarm}" for alarm in results.alarms), *(f"wrong: {count}" for count in wrong)]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the tables of docs/benchmarks.md.")
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(TABLES)}; all of them by default")
    parser.add_argument("--full", action="store_true", help="all tasks, all seeds, the full limits")
    parser.add_argument("--limit", type=float, help="seconds a cell, instead of the table's own")
    parser.add_argument(
        "--cores", type=int, default=1, help="tasks that are measured at a time, each on a core of its own"
    )
    parser.add_argument(
        "--resume", action="store_true", help="do not measure again what an interrupted run has measured"
    )
    parser.add_argument("--show", action="store_true", help="measure nothing: print the last results")
    parser.add_argument("--docs", action="store_true", help="measure nothing: write the last results into the docs")
    asked = parser.parse_args()
    if unknown := set(asked.tables) - set(TABLES):
        parser.error(f"no table is called {', '.join(sorted(unknown))}; there are {', '.join(TABLES)}")
    console = Console(width=140)
    failed = False
    for name in asked.tables or TABLES:
        table = importlib.import_module(f"tables.{name}")
        if asked.show or asked.docs:
            results = read(name)
        else:
            console.rule(TABLES[name])
            limit = asked.limit or (table.LIMIT if asked.full else getattr(table, "SHORT_LIMIT", SHORT_LIMIT))
            rounds = getattr(table, "ROUNDS", None)
            runs = (rounds, rounds) if rounds else (10, 3) if asked.full else (3, 1)
            effort = Effort(asked.full, limit, *runs, asked.cores)
            results = measure(name, table, effort, console, resume=asked.resume)
        if not asked.show:
            for chart, svg in table.charts(results).items():
                (DIRECTORY / f"{chart}.svg").write_text(svg)
        if asked.docs:
            write_docs(name, table.grids(results), table.charts(results), results)
        else:
            show(table, results, console)
        failed = failed or bool(faults(table, results))
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("interrupted; --resume with the same options goes on from here")
