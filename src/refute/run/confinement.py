"""What surrounds a worker: its own session, signals, directory, environment and limits."""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import tempfile
import time

# Those of `signal` make an enumeration of every number, which takes as much memory as all the rest of this module.
from _signal import pthread_sigmask  # type: ignore[import-not-found]
from _signal import signal as set_handling
from collections.abc import Callable, Mapping, Sequence

from refute.run.capture import Capture
from refute.run.guards import Guard, post_guards
from refute.run.limits import Limits
from refute.run.processes import content, die_with_parent, signals_in_use

# Python ignores the last two itself, to raise instead; and Ctrl-C is meant for refute.
_IGNORED = frozenset(map(int, (signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ)))
_SETMASK = int(signal.SIG_SETMASK)


def signals_to_change() -> Mapping[int, int]:
    """How signals are to be handled in a process that is forked from this one, where that is not as they are now."""
    ignored, handled = signals_in_use()
    changes = dict.fromkeys((ignored | handled) - _IGNORED, int(signal.SIG_DFL))
    return changes | dict.fromkeys(_IGNORED - ignored, int(signal.SIG_IGN))


def confine(limits: Limits, capture: Capture, scratch: str, signals: Mapping[int, int]) -> Sequence[Guard]:
    """Turn this process, just forked by its keeper, which blocks all signals, into one for code under test."""
    os.setsid()
    die_with_parent()
    signal.set_wakeup_fd(-1)
    for number, handling in signals.items():
        set_handling(number, handling)
    pthread_sigmask(_SETMASK, ())
    os.chdir(scratch)
    for name in ("HOME", "TMPDIR", "PWD"):
        os.environ[name] = scratch
    tempfile.tempdir = None  # it may have been looked up before TMPDIR was set
    guards = post_guards(capture, scratch)
    faulthandler.disable()  # it may be at work already, for a file of refute's
    faulthandler.enable(2, all_threads=False)  # a crash says where, and says it among the output
    _impose(limits)
    return guards


def _impose(limits: Limits) -> None:
    """Bind this process, and all it starts."""
    held = int(content("/proc/self/statm").split()[0]) * resource.getpagesize()
    for kind, bound in (
        (resource.RLIMIT_AS, held + limits.memory),
        (resource.RLIMIT_FSIZE, limits.file_size),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            bound = min(bound, hard)
        resource.setrlimit(kind, (bound, bound))


def renewing(limits: Limits) -> Callable[[], None]:
    """What gives a worker its processor time: the kernel counts it for all the calls it ever makes."""
    get, put, used, kind = resource.getrlimit, resource.setrlimit, time.process_time, resource.RLIMIT_CPU
    _, hard = get(kind)

    def renew() -> None:
        bound = int(used()) + 1 + limits.processor
        put(kind, (bound if hard == resource.RLIM_INFINITY else min(bound, hard), hard))

    return renew
