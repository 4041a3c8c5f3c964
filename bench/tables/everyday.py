"""Everyday functions with a line that is wrong: what each tool finds at its default settings, and how soon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from everyday.tools import all_tasks, by_crosshair, by_hypothesis, by_refute
from harness.charts import bars
from harness.figures import in_buckets
from harness.grids import BUCKET_NAMES, Grid, time
from harness.results import Results
from harness.tasks import Task, Tool, needs

TITLE = "Everyday functions"
OURS, HYPOTHESIS, CROSSHAIR = "refute", "Hypothesis", "CrossHair"
TOOLS = (
    Tool(OURS, by_refute, random=True),
    Tool(HYPOTHESIS, by_hypothesis, random=True, missing=needs("hypothesis")),
    Tool(CROSSHAIR, by_crosshair, missing=needs("crosshair")),
)
LIMIT = 10
SHORT_LIMIT = 10
ROUNDS = 1
MOST_SECONDS = 3.0
MAY_MISS = 2  # of what the others find together
_EACH = 3  # function is measured in a short run


def tasks(full: bool) -> Sequence[Task]:
    found = all_tasks()
    if full:
        return found
    return [task for place in range(0, len(found), 2 * _EACH) for task in found[place : place + 2]]


def grids(results: Results) -> Sequence[Grid]:
    measured, faulty = results.cells, _faulty(results)
    tools = [tool.name for tool in TOOLS if tool.name not in results.missing]
    found = Grid(
        "Everyday functions with a line that is wrong",
        ["function", *tools],
        [
            *[[task, *[time(measured.get((task, tool))) for tool in tools]] for task in faulty],
            ["**found**", *[f"{len(_found(results, tool))} of {len(faulty)}" for tool in tools]],
        ],
        [
            f"Hypothesis and CrossHair together find {len(_union(results))}.",
            f"Correct twins: {sum(task.correct for task in results.tasks)}, "
            f"of which {len(results.alarms) or 'none'} {'was' if len(results.alarms) == 1 else 'were'} accused.",
        ],
    )
    return [found]


def charts(results: Results) -> Mapping[str, str]:
    measured, faulty = results.cells, _faulty(results)
    tools = [tool.name for tool in TOOLS if tool.name not in results.missing]
    counts = {tool: in_buckets(measured, tool, faulty) for tool in tools}
    return {"everyday": bars("Everyday functions: faults by the time until they are reported", counts, BUCKET_NAMES)}


def missed(results: Results) -> Sequence[str]:
    measured = results.cells
    ours, union = _found(results, OURS), _union(results)
    slow = [task for task in ours if max(run.seconds for run in measured[task, OURS].runs) > MOST_SECONDS]
    found = [f"refute takes longer than {MOST_SECONDS:g} s for {task}" for task in slow]
    if len(ours) < len(union) - MAY_MISS:
        found.append(f"refute finds {len(ours)}, the others together {len(union)}")
        found += [f"refute does not find {task}" for task in union if task not in ours]
    return found


def _faulty(results: Results) -> list[str]:
    return [task.name for task in results.tasks if not task.correct]


def _found(results: Results, tool: str) -> list[str]:
    measured = results.cells
    return [task for task in _faulty(results) if (cell := measured.get((task, tool))) is not None and cell.solved]


def _union(results: Results) -> list[str]:
    others = {task for tool in (HYPOTHESIS, CROSSHAIR) for task in _found(results, tool)}
    return [task for task in _faulty(results) if task in others]
