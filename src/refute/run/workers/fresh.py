"""A worker in a fresh interpreter: it builds its body again, and then does what one that was forked does."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

from refute.run.body import Body, Rebuild
from refute.run.clocks.frozen import stop_clocks
from refute.run.limits import Limits
from refute.run.system.processes import adopt_orphans
from refute.run.system.signals import changes_for_workers
from refute.run.system.stack_dump import StackDump
from refute.run.wall.guard import Wall, stand_behind
from refute.run.workers.answer_log import SharedMessage
from refute.run.workers.capture import Capture
from refute.run.workers.confinement import Known, to_the_end, work
from refute.run.workers.shared_state import ENDING, UNFIT, SharedState


@dataclass(frozen=True)
class Task:
    """What a worker is told: what it shares with its supervisor, and what it is to run."""

    body: Rebuild
    start: int
    first: int
    stop: int
    single: bool
    limits: Limits
    state: SharedState
    denied: SharedMessage
    capture: str  # a file
    dump: str  # a file
    work: str  # its directory
    path: tuple[str, ...]  # where modules are found
    directory: str  # the current one
    environment: dict[str, str]


class _Unheard:
    """Nothing is to be woken: the supervisor looks by itself."""

    def wake(self) -> None:
        pass


def main(task: Task, _line: object) -> None:
    capture = Capture(task.capture)
    with to_the_end(capture):
        task.state.cells[ENDING] = UNFIT
        adopt_orphans()  # so that they are found when it is ended
        sys.path[:] = task.path
        os.chdir(task.directory)
        for name in os.environ.keys() - task.environment.keys():
            del os.environ[name]
        os.environ.update(task.environment)
        sys.dont_write_bytecode = True
        stand_behind(Wall(task.limits.wall, (os.path.dirname(task.work),), is_worker=False))
        if task.limits.freeze:
            stop_clocks()
        body: Body = task.body()
        names, dump = Known.now(), StackDump(task.dump)
        work(
            *(body, task.start, (task.first, task.stop), task.single, task.limits, names, task.state),
            *(_Unheard(), capture, task.work, changes_for_workers(), dump, task.denied),
        )
