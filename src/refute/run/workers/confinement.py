"""What surrounds a worker: its own session, signals, directory, environment and limits; its beginning and its end."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import process_time  # bound here: clocks of code under test may be stopped
from typing import NamedTuple

from refute.run.body import Body
from refute.run.limits import Limits
from refute.run.system import exits
from refute.run.system.processes import die_with_parent, limit, limit_memory, save_address_space
from refute.run.system.scratch import HOMES
from refute.run.system.signals import block, change
from refute.run.system.stack_dump import StackDump
from refute.run.wall.denials import Denial
from refute.run.wall.guard import Wall, stand_behind
from refute.run.wall.kernel import bind
from refute.run.wall.own_code import OwnCode
from refute.run.workers.answer_log import SharedMessage
from refute.run.workers.capture import LOOK, Capture
from refute.run.workers.essentials import Builtins, Modules, post_essentials
from refute.run.workers.guards import Guard, post_guards
from refute.run.workers.shared_state import ENDING, READY, STATE, SharedState
from refute.run.workers.worker import Ringing, Worker

_CRASHED = 70  # exit status of a worker whose own code failed


class Known(NamedTuple):
    """Names that are to stay what they are. Made before there is a worker, where one is forked."""

    builtins: Builtins
    modules: Modules
    own: OwnCode

    @classmethod
    def now(cls) -> Known:
        return cls(Builtins(), Modules(), OwnCode())


_present: list[Known] = []  # one at most


def present_names() -> Known:
    """The names as they are in this process now. They are kept: the next time, they are copied only if they changed."""
    if not _present or not _present[0].modules.are_of(sys.modules):
        _present[:] = [Known.now()]
    for names in _present[0]:
        names.post()
    return _present[0]


@contextmanager
def to_the_end(capture: Capture) -> Iterator[None]:
    """Surround all that a worker does: its process ends here. What is raised is told as output."""
    try:
        yield
    except BaseException:  # nothing may reach the code of this process's parent
        os.write(capture.file, traceback.format_exc().encode("utf-8", "backslashreplace"))
    finally:
        os._exit(_CRASHED)


def work(
    body: Body,
    start: int,
    steps: tuple[int, int],
    single: bool,
    limits: Limits,
    names: Known,
    state: SharedState,
    wakeup: Ringing,
    capture: Capture,
    scratch: str,
    handling: Mapping[int, int],
    dump: StackDump,
    denied: SharedMessage,
) -> None:
    """Perform steps in this process, which becomes one for code under test: those after the first so many, up to the
    one whose number is the second."""
    first, stop = steps
    seed = body.seed(start + first)
    guards, wall = confine(limits, names, state.cells, capture, scratch, handling, dump, seed, denied)
    worker = Worker(body, start, first, stop, state, wakeup, capture, guards, names.own, wall, renewing(limits))
    state.cells[ENDING], state.cells[READY] = 0, 1
    worker.run(single=single)


def confine(
    limits: Limits,
    names: Known,
    cells: memoryview[int],
    capture: Capture,
    scratch: str,
    handling: Mapping[int, int],
    dump: StackDump,
    seed: int,
    denied: SharedMessage,
) -> tuple[Sequence[Guard], Wall]:
    """Turn this process, just forked by its supervisor, which blocks all signals, into one for code under test."""
    exits.forget()
    if hasattr(os, "setsid") and os.getpid() != os.getsid(0):  # a fresh interpreter has its own already
        os.setsid()
    die_with_parent()
    signal.set_wakeup_fd(-1)
    change(handling)
    block(())
    project = _directory()
    os.chdir(scratch)
    for name in (*HOMES, "PWD"):
        os.environ[name] = scratch
    tempfile.tempdir = None  # it may have been looked up before TMPDIR was set
    dump.register()  # before threads are counted
    essentials = post_essentials(names.builtins, names.modules)
    guards = post_guards(essentials, names.own, cells, capture, scratch, project, seed, freeze=limits.freeze)
    faulthandler.disable()  # it may be at work already, for a file of refute's
    faulthandler.enable(2, all_threads=False)  # a crash says where, and says it among the output
    save_address_space()
    _impose(limits)

    def alarm(denial: Denial) -> None:
        capture.request = capture.request or LOOK
        if not denied.read():  # a worker that is ended while it writes once more would leave nothing
            denied.write(denial.packed())

    wall = Wall(
        *(limits.wall, (scratch,)),
        is_worker=True,
        imposed=bind(limits.wall, (scratch,), forks=False),
        alarm=alarm,
        is_between=lambda: cells[STATE] <= 0,
    )
    stand_behind(wall)
    return guards, wall


def _directory() -> str:
    """The one that refute was started in; empty if that is gone."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def _impose(limits: Limits) -> None:
    """Bind this process, and all it starts."""
    limit_memory(limits.memory, for_good=True)
    limit("FSIZE", limits.file_size, for_good=True)
    limit("CORE", 0, for_good=True)


def renewing(limits: Limits) -> Callable[[], None]:
    """What gives a worker its processor time: the kernel counts it for all the calls it ever makes."""
    try:
        import resource
    except ImportError:  # no system that counts it
        return lambda: None
    get, put, used, kind = resource.getrlimit, resource.setrlimit, process_time, resource.RLIMIT_CPU
    _, hard = get(kind)

    def renew() -> None:
        bound = int(used()) + 1 + limits.processor
        put(kind, (bound if hard == resource.RLIM_INFINITY else min(bound, hard), hard))

    return renew
