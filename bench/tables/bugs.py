"""Faults planted in programs: how long each tool takes to break a property that the fault can break.

A task is named after the workload, the fault and the property; without a fault, a tool must not find one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bugs.tools import LONGEST, by_crosshair, by_hypothesis, by_refute
from bugs.workloads import NO_FAULT, Workload, workloads
from harness.charts import bars
from harness.figures import Cells, in_buckets, only, ratio
from harness.grids import BUCKET_NAMES, Grid, seconds
from harness.grids import ratio as shown_ratio
from harness.results import Results
from harness.tasks import Task, Tool, needs

TITLE = "Faults planted in programs"
OURS, TYPES, BESPOKE, CROSSHAIR = "refute", "Hypothesis, from types", "Hypothesis, by hand", "CrossHair"
TOOLS = (
    Tool(OURS, by_refute, random=True),
    Tool(TYPES, by_hypothesis("types"), random=True, missing=needs("hypothesis")),
    Tool(BESPOKE, by_hypothesis("bespoke"), random=True, missing=needs("hypothesis")),
    Tool(CROSSHAIR, by_crosshair, missing=needs("crosshair")),
)
LIMIT = int(LONGEST)
SLOWEST = 10  # tasks that are listed
MOST_SECONDS = 1.0
LEAST_RATIOS = {BESPOKE: 10, TYPES: 100}


def tasks(full: bool) -> Sequence[Task]:
    """All pairs of a fault and a property that it breaks; in a short run one for every second fault, in turn."""
    found = []
    for workload in workloads():
        for place, (fault, properties) in enumerate(workload.tasks.items()):
            chosen = properties if full else () if place % 2 else (properties[place % len(properties)],)
            found += [Task(f"{workload.name}/{fault}/{name}", workload.name) for name in chosen]
        found += [
            Task(f"{workload.name}/{NO_FAULT}/{name}", workload.name, correct=True) for name in _correct(workload, full)
        ]
    return found


def _correct(workload: Workload, full: bool) -> Sequence[str]:
    return workload.properties if full else workload.properties[::6]


def grids(results: Results) -> Sequence[Grid]:
    measured = results.cells
    groups = [*_groups(results).items(), ("in all", _faulty(results))]
    tools = [tool.name for tool in TOOLS if tool.name not in results.missing]
    buckets = Grid(
        "Tasks by the time to the first failure",
        ["", "tool", *BUCKET_NAMES, "start"],
        [
            [
                f"{group}, {len(those)} tasks" if tool == OURS else "",
                tool,
                *map(str, in_buckets(measured, tool, those)),
                _start(measured, tool, those),
            ]
            for group, those in groups
            for tool in tools
        ],
        [
            "A task is solved if every run is. The start is the median of what imports take; it is in no other figure.",
            *_reported(measured, _faulty(results)),
        ],
    )
    ratios = Grid(
        "Times as long as refute takes, over the tasks that both solve",
        ["", *[tool for tool in tools if tool != OURS]],
        [
            [group, *[shown_ratio(ratio(only(measured, those), tool, OURS)) for tool in tools if tool != OURS]]
            for group, those in groups
        ],
    )
    return [buckets, ratios, _slowest(measured, tools, _faulty(results))]


def _slowest(measured: Cells, tools: Sequence[str], those: Sequence[str]) -> Grid:
    """The tasks that refute does not solve, then those that take it longest."""
    known = [task for task in those if (task, OURS) in measured]
    known.sort(key=lambda task: measured[task, OURS].seconds if measured[task, OURS].solved else LIMIT, reverse=True)
    return Grid(
        f"The {SLOWEST} tasks on which refute is slowest",
        ["task", *tools],
        [[task, *[_told(measured, task, tool) for tool in tools]] for task in known[:SLOWEST]],
    )


def charts(results: Results) -> Mapping[str, str]:
    measured = results.cells
    tools = [tool.name for tool in TOOLS if tool.name not in results.missing]
    return {
        f"bugs-{group}": bars(
            f"Faults of {group.replace('_', ' ')}: tasks by the time to the first failure",
            {tool: in_buckets(measured, tool, those) for tool in tools},
            BUCKET_NAMES,
        )
        for group, those in _groups(results).items()
    }


def missed(results: Results) -> Sequence[str]:
    measured, those = results.cells, _faulty(results)
    ours = {task: measured[task, OURS] for task in those if (task, OURS) in measured}
    slow = [task for task, cell in ours.items() if cell.solved and max(run.seconds for run in cell.runs) > MOST_SECONDS]
    found = [f"refute does not solve {task}: {cell.reason}" for task, cell in ours.items() if not cell.solved]
    found += [f"refute takes longer than {MOST_SECONDS:g} s in a run of {task}" for task in slow]
    for tool, least in LEAST_RATIOS.items():
        times = ratio(only(measured, those), tool, OURS)
        if times.tasks and times.times < least:
            found.append(f"{tool} takes {shown_ratio(times)} as long as refute, not {least} times")
    return found


def _faulty(results: Results) -> list[str]:
    return [task.name for task in results.tasks if not task.correct]


def _groups(results: Results) -> dict[str, list[str]]:
    """The tasks with a fault, by workload."""
    groups: dict[str, list[str]] = {}
    for task in results.tasks:
        if not task.correct:
            groups.setdefault(task.group, []).append(task.name)
    return groups


def _told(measured: Cells, task: str, tool: str) -> str:
    cell = measured.get((task, tool))
    if cell is None:
        return ""
    return seconds(cell.seconds) if cell.solved else cell.reason


def _reported(measured: Cells, those: Sequence[str]) -> list[str]:
    """How long refute takes until a failure is a finding. Hypothesis is told not to shrink; CrossHair does not."""
    solved = [measured[task, OURS] for task in those if (task, OURS) in measured and measured[task, OURS].solved]
    until = sorted(cell.number("reported") for cell in solved)
    if not until:
        return []
    middle, most = seconds(until[len(until) // 2]), seconds(until[-1])
    return [f"refute has made a failure small and explained it after {middle} in the median, {most} at most."]


def _start(measured: Cells, tool: str, those: Sequence[str]) -> str:
    starts = sorted(
        float(str(run.outcome["cold"]))
        for task in those
        if (task, tool) in measured
        for run in measured[task, tool].runs
        if "cold" in run.outcome
    )
    return seconds(starts[len(starts) // 2]) if starts else ""
