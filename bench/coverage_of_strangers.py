"""Suites for modules that nobody prepared: refute, Pynguin, Hypothesis' ghostwriter and CrossHair's cover in one run.

    python bench/coverage_of_strangers.py [--seconds 30] [--tools refute,pynguin] [--modules bisect,heapq] [--repeat 3]

Each tool has an environment of its own and the same seconds for each module. What is judged is the suite that it
leaves: the lines and branches that the tests which pass cover, by coverage.py. With `--quick 3`, refute has that many
seconds, and the others theirs.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import mean

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent))

from strangers.judging import Judged, judged
from strangers.tools import TOOLS, Tool

MODULES = (
    "codetiming._timers",
    "flutils.txtutils",
    "flutes.structure",
    "docstring_parser.rest",
    "string_utils.validation",
    "typesystem.formats",
    "pymonet.maybe",
    "isort.wrap_modes",
    "bisect",
    "heapq",
    "fractions",
    "textwrap",
    "statistics",
    "colorsys",
)
RESULTS = Path(__file__).parent / "results" / "strangers.json"
Cell = dict[str, list[Judged]]  # by module


def measured(tools: Sequence[Tool], modules: Sequence[str], seconds: dict[str, float], repeat: int) -> dict[str, Cell]:
    """What each tool comes to on each module."""
    console = Console(stderr=True)
    directory = Path(tempfile.gettempdir()) / "refute-strangers"
    found: dict[str, Cell] = {tool.name: {} for tool in tools}
    environments = {tool.name: tool.environment(directory) for tool in tools}
    for module in modules:
        for tool in tools:
            for _ in range(repeat):
                with tempfile.TemporaryDirectory() as into:
                    own = environments[tool.name]
                    written = tool.write(own, module, Path(into), seconds[tool.name])
                    one = judged(own, module, written.files, seconds[tool.name])
                found[tool.name].setdefault(module, []).append(one)
                told = one.problem or f"{one.lines:.0%} of lines, {one.branches:.0%} of branches, {one.tests} tests"
                more = f" ({one.failing} fail)" if one.failing else ""
                console.print(
                    f"{module}  {tool.name}  {told}{more}, {written.seconds:.0f} s", style="dim", highlight=False
                )
                if one.problem and written.said:
                    console.print(written.said, style="dim", highlight=False, markup=False)
    return found


def shown(found: dict[str, Cell], modules: Sequence[str]) -> Table:
    """A row for each module: lines and branches in percent; then the mean, and how often a tool has most."""
    table = Table("module", *found)
    best = {module: max(_both(found[tool][module]) for tool in found) for module in modules}
    for module in modules:
        table.add_row(module, *(_told(found[tool][module]) for tool in found))
    table.add_section()
    table.add_row("mean", *(f"{100 * _mean(found[tool]):.1f}" for tool in found))
    wins = {tool: sum(_both(found[tool][module]) >= best[module] - 1e-9 for module in modules) for tool in found}
    table.add_row("most of all", *(str(wins[tool]) for tool in found))
    return table


def _told(runs: Sequence[Judged]) -> str:
    return f"{100 * mean(run.lines for run in runs):.0f} / {100 * mean(run.branches for run in runs):.0f}"


def _both(runs: Sequence[Judged]) -> float:
    return mean(run.both for run in runs)


def _mean(cell: Cell) -> float:
    return mean(map(_both, cell.values()))


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure suites that tools generate for unprepared modules.")
    parser.add_argument("--seconds", type=float, default=30.0, help="for each module and tool")
    parser.add_argument("--quick", type=float, help="seconds for refute, where it has fewer than the others")
    parser.add_argument("--tools", default=",".join(tool.name for tool in TOOLS))
    parser.add_argument("--modules", default=",".join(MODULES))
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"keep the numbers in {RESULTS.name}")
    options = parser.parse_args()
    names, modules = options.tools.split(","), options.modules.split(",")
    tools = [tool for tool in TOOLS if tool.name in names]
    seconds = {tool.name: options.seconds for tool in tools}
    if options.quick is not None:
        seconds["refute"] = options.quick
    found = measured(tools, modules, seconds, options.repeat)
    Console().print(shown(found, modules))
    if options.write:
        told = {
            tool: {module: [asdict(run) for run in runs] for module, runs in cell.items()}
            for tool, cell in found.items()
        }
        RESULTS.write_text(json.dumps({"seconds": seconds, "found": told}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
