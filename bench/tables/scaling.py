"""What values cost as they grow: by listing, by sampling, by the solver, and by narrowing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from harness.charts import log_lines
from harness.figures import Cell
from harness.grids import Grid, seconds
from harness.results import Results
from harness.tasks import Job, Outcome, Task, Tool

TITLE = "Cost against size"
LIMIT = 60
SUBJECTS = ("red-black trees", "increasing lists")
SIZES = (2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 48, 64)
SHORT = (2, 4, 6, 8, 12, 20, 32)
NOTES = (
    f"Listing has the last {50_000:,} values of a scope, samples are of its largest size, the solver finds the first "
    "300, which are small. Memory is that of the whole process; 30 MB of it are Python with refute.",
)
LISTED, SAMPLED, SOLVED, NARROWED = 50_000, 2_000, 300, 50_000


def tasks(full: bool) -> list[Task]:
    return [Task(f"{subject}/{size}", subject) for subject in SUBJECTS for size in (SIZES if full else SHORT)]


def _measured(build: Callable[[], Any], values: Callable[[Any], Iterable[Any]]) -> Outcome:
    """Seconds until there is a space, and values a second from then on."""
    begin = time.perf_counter()
    space = build()
    built = time.perf_counter()
    count = sum(1 for _ in values(space))
    return {"solved": count > 0, "built": built - begin, "rate": count / (time.perf_counter() - built)}


def _prepared(task: str, opaque: bool = False) -> tuple[Any, int]:
    from scaling.subjects import SUBJECTS

    subject, _, size = task.partition("/")
    return SUBJECTS[subject][opaque], int(size)


def by_listing(task: str, seed: int) -> Job:
    """The largest values of a scope: those that are listed last."""
    from refute import Scope, inhabitants

    tp, size = _prepared(task)
    return lambda: _measured(
        lambda: inhabitants(tp, Scope(size=size)),
        lambda space: islice(space.starting_at(max(0, space.count - LISTED)), LISTED),
    )


def by_sampling(task: str, seed: int) -> Job:
    from refute import Scope, inhabitants

    tp, size = _prepared(task)
    return lambda: _measured(
        lambda: inhabitants(tp, Scope(size=size)),
        lambda space: space.sample(SAMPLED, seed=seed, size=max(space.tiers)),
    )


def by_solver(task: str, seed: int) -> Job:
    from refute import Scope
    from refute.search.solver.enumerate import solutions
    from refute.types.signatures import read_signature

    tp, size = _prepared(task)

    def taking(value: Any) -> None: ...

    taking.__annotations__["value"] = tp
    return lambda: _measured(
        lambda: solutions(read_signature(taking), Scope(size=size)), lambda found: islice(found, SOLVED)
    )


def by_narrowing(task: str, seed: int) -> Job:
    from refute import Scope, inhabitants

    tp, size = _prepared(task, opaque=True)
    return lambda: _measured(lambda: inhabitants(tp, Scope(size=size)), lambda space: islice(space, NARROWED))


TOOLS = (
    Tool("listing", by_listing),
    Tool("sampling", by_sampling, random=True),
    Tool("solver", by_solver),
    Tool("narrowing", by_narrowing),
)


def _shown(cell: Cell | None) -> tuple[str, str, str]:
    if cell is None:
        return "", "", ""
    if not cell.solved:
        return "—", "—", "—"
    return seconds(cell.number("built")), f"{cell.number('rate'):,.0f}/s", f"{cell.number('megabytes'):,.0f} MB"


def grids(results: Results) -> list[Grid]:
    header = ("size", *[text for tool in TOOLS for text in (f"{tool.name}: built in", "values", "memory")])
    found = []
    for subject in SUBJECTS:
        own = [task.name for task in results.tasks if task.group == subject]
        rows = [
            (name.partition("/")[2], *[text for tool in TOOLS for text in _shown(results.cells.get((name, tool.name)))])
            for name in own
        ]
        found.append(Grid(f"{TITLE}: {subject}", header, rows, NOTES))
    return found


def charts(results: Results) -> Mapping[str, str]:
    drawn = {}
    for subject in SUBJECTS:
        name = f"scaling-{subject.replace(' ', '-')}"
        for key, what in (("rate", "values a second"), ("megabytes", "MB")):
            lines = {
                tool.name: [
                    (float(task.name.partition("/")[2]), cell.number(key))
                    for task in results.tasks
                    if task.group == subject and (cell := results.cells.get((task.name, tool.name))) and cell.solved
                ]
                for tool in TOOLS
            }
            drawn[f"{name}-{key}"] = log_lines(f"{subject}: {what} against size", "size", what, lines, log_x=True)
    return drawn


def missed(results: Results) -> Sequence[str]:
    return []
