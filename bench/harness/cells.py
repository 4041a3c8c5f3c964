"""Measuring the cells of a table: tools take turns on a task, each run in a process of its own with a hard limit."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from harness.tasks import CORE_VARIABLE, LIMIT_VARIABLE, Table, Task, Tool

CHILD = Path(__file__).with_name("child.py")
GRACE = 20  # seconds, for starting
ONCE = 0.1  # of the limit: rising tasks that take longer are not timed again
CHECKING = 5  # seconds beyond the limit, for what a run tells after its end

Key = tuple[str, str, int]  # the names of a task and a tool, and a seed
_running: set[subprocess.Popen[bytes]] = set()


@dataclass(frozen=True)
class Effort:
    """How much a run may take: the full one, or a short one."""

    full: bool
    limit: float
    seeds: int  # of random tools
    repeats: int  # of deterministic ones
    cores: int = 1  # that have tasks of their own; with one task at a time, a tool may use all there are

    def rounds(self, tool: Tool, task: Task) -> int:
        """On a correct program there is nothing to be found: once is enough, unless it is there to be timed."""
        if task.correct and task.level is None:
            return 1
        return self.seeds if tool.random else self.repeats


@dataclass(frozen=True)
class Run:
    """One tool on one task, once."""

    task: str
    tool: str
    seed: int
    outcome: dict[str, object]

    @property
    def key(self) -> Key:
        return self.task, self.tool, self.seed

    @property
    def solved(self) -> bool:
        return bool(self.outcome.get("solved"))

    @property
    def seconds(self) -> float:
        return float(str(self.outcome["seconds"]))


class Measuring:
    """The runs of a table, on as many cores as the effort says, each of which has tasks of its own.

    `known` are runs that were made before and need not be made again.
    """

    def __init__(
        self,
        name: str,
        table: Table,
        effort: Effort,
        tools: Sequence[Tool],
        told: Callable[[Run], None],
        known: Mapping[Key, Run] | None = None,
    ) -> None:
        self._name = name
        self._rows = _together(table.tasks(effort.full))
        self._effort = effort
        self._tools = tools
        self._told = told
        self._known = known or {}
        self._over = False
        self._cores: SimpleQueue[int | None] = SimpleQueue()
        for core in sorted(os.sched_getaffinity(0))[: effort.cores] if effort.cores > 1 else [None]:
            self._cores.put(core)

    def runs(self) -> Iterator[Run]:
        """All of them, in the order of the table."""
        with ThreadPoolExecutor(self._effort.cores) as pool:
            try:
                for runs in pool.map(self._on_some_core, self._rows):
                    yield from runs
            finally:
                self._over = True
                end_all()

    def _on_some_core(self, rows: Sequence[Task]) -> list[Run]:
        core = self._cores.get()
        try:
            return list(self._runs_of(rows, core))
        finally:
            self._cores.put(core)

    def _runs_of(self, tasks: Sequence[Task], core: int | None) -> Iterator[Run]:
        """The runs of some tasks, one by one. A cell is solved if every run is: the first that is not ends it."""
        beaten: set[tuple[str, str]] = set()  # tools that did not solve a lower level of a group
        for task in tasks:
            going = [tool for tool in self._tools if (task.group, tool.name) not in beaten]
            for seed in range(max((self._effort.rounds(tool, task) for tool in self._tools), default=0)):
                for tool in [tool for tool in going if seed < self._effort.rounds(tool, task)]:
                    if self._over:
                        return
                    run = self._known.get((task.name, tool.name, seed)) or self._run(tool, task, seed, core)
                    yield run
                    if not run.solved:
                        going.remove(tool)
                        if task.level is not None and tool.rising:
                            beaten.add((task.group, tool.name))
                    elif task.level is not None and run.seconds > ONCE * self._effort.limit:
                        going.remove(tool)

    def _run(self, tool: Tool, task: Task, seed: int, core: int | None) -> Run:
        limit = max(self._effort.limit, task.longer.get(tool.name, 0) if self._effort.full else 0)
        run = Run(task.name, tool.name, seed, in_process(self._name, tool, task, seed, limit, core))
        if not self._over:
            self._told(run)
        return run


def _together(tasks: Sequence[Task]) -> list[list[Task]]:
    """Rising tasks of a group stay together, in their order."""
    rising: dict[str, list[Task]] = {}
    for task in tasks:
        if task.level is not None:
            rising.setdefault(task.group, []).append(task)
    return [*rising.values(), *([task] for task in tasks if task.level is None)]


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
            _running.add(child)
            try:
                select.select([ready], [], [], GRACE)
                child.wait(limit + CHECKING)
            except subprocess.TimeoutExpired:
                return {"solved": False, "reason": "time"}
            finally:
                _end(child)
                _running.discard(child)
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


def end_all() -> None:
    """All runs that are under way."""
    for child in [*_running]:
        _end(child)


def _last_line(said: Path) -> str:
    lines = said.read_text(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it wrote nothing"
