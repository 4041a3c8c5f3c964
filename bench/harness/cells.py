"""Measuring the cells of a table: tools take turns on a task, each run in a process of its own with a hard limit."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from harness.tasks import CORE_VARIABLE, LIMIT_VARIABLE, Table, Task, Tool

CHILD = Path(__file__).with_name("child.py")
GRACE = 20  # seconds, for starting
CHECKING = 5  # seconds beyond the limit, for what a run tells after its end


@dataclass(frozen=True)
class Effort:
    """How much a run may take: the full one, or a short one."""

    full: bool
    limit: float
    seeds: int  # of random tools
    repeats: int  # of deterministic ones
    cores: int = 1  # that have tasks of their own; with one task at a time, a tool may use all there are

    def rounds(self, tool: Tool, task: Task) -> int:
        """On a correct program there is nothing to be found: once is enough."""
        return 1 if task.correct else self.seeds if tool.random else self.repeats


@dataclass(frozen=True)
class Run:
    """One tool on one task, once."""

    task: str
    tool: str
    seed: int
    outcome: dict[str, object]

    @property
    def solved(self) -> bool:
        return bool(self.outcome.get("solved"))

    @property
    def seconds(self) -> float:
        return float(str(self.outcome["seconds"]))


def measured(
    name: str, table: Table, effort: Effort, tools: Sequence[Tool], told: Callable[[Run], None]
) -> Iterator[Run]:
    """All runs of a table, on as many cores as the effort says, each of which has tasks of its own."""
    free: SimpleQueue[int | None] = SimpleQueue()
    for core in sorted(os.sched_getaffinity(0))[: effort.cores] if effort.cores > 1 else [None]:
        free.put(core)

    def runs_of(rows: Sequence[Task]) -> list[Run]:
        core = free.get()
        try:
            return list(_measured(name, rows, effort, tools, told, core))
        finally:
            free.put(core)

    with ThreadPoolExecutor(effort.cores) as pool:
        for runs in pool.map(runs_of, _together(table.tasks(effort.full))):
            yield from runs


def _together(tasks: Sequence[Task]) -> list[list[Task]]:
    """Rising tasks of a group stay together, in their order."""
    rising: dict[str, list[Task]] = {}
    for task in tasks:
        if task.level is not None:
            rising.setdefault(task.group, []).append(task)
    return [*rising.values(), *([task] for task in tasks if task.level is None)]


def _measured(
    name: str,
    tasks: Sequence[Task],
    effort: Effort,
    tools: Sequence[Tool],
    told: Callable[[Run], None],
    core: int | None,
) -> Iterator[Run]:
    """The runs of some tasks, one by one. A cell is solved if every run is, so that the first that is not ends it."""
    beaten: set[tuple[str, str]] = set()  # tools that did not solve a lower level of a group
    for task in tasks:
        going = [tool for tool in tools if (task.group, tool.name) not in beaten]
        for seed in range(max((effort.rounds(tool, task) for tool in tools), default=0)):
            for tool in [tool for tool in going if seed < effort.rounds(tool, task)]:
                run = Run(task.name, tool.name, seed, in_process(name, tool, task, seed, effort.limit, core))
                told(run)
                yield run
                if not run.solved:
                    going.remove(tool)
                    if task.level is not None:
                        beaten.add((task.group, tool.name))


def in_process(
    table: str, tool: Tool, task: Task, seed: int, limit: float, core: int | None = None
) -> dict[str, object]:
    """The outcome of one run, on one core or on all; one that failed or was ended has a reason instead of numbers."""
    with tempfile.TemporaryDirectory(prefix="bench-") as directory:
        out, said = Path(directory, "outcome.json"), Path(directory, "said.txt")
        ready, prepared = os.pipe()
        command = [sys.executable, str(CHILD), table, tool.name, task.name, str(seed), str(out), str(prepared)]
        with os.fdopen(ready), said.open("w") as stream:
            child = subprocess.Popen(
                command,
                cwd=directory,
                stdout=stream,
                stderr=stream,
                start_new_session=True,
                pass_fds=[prepared],
                env={**os.environ, LIMIT_VARIABLE: str(limit), CORE_VARIABLE: "" if core is None else str(core)},
            )
            os.close(prepared)
            try:
                select.select([ready], [], [], GRACE)
                child.wait(limit + CHECKING)
            except subprocess.TimeoutExpired:
                return {"solved": False, "reason": "time"}
            finally:
                _end(child)
        if not out.exists():
            return {"solved": False, "reason": f"failed: {_last_line(said)}"}
        outcome: dict[str, object] = json.loads(out.read_text())
    if float(str(outcome["seconds"])) > limit:
        return {**outcome, "solved": False, "reason": "time"}
    return outcome


def _end(child: subprocess.Popen[bytes]) -> None:
    """The process and all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _last_line(said: Path) -> str:
    lines = said.read_text(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it wrote nothing"
