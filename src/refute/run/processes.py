"""Processes under Linux: one that dies with its parent, one that takes over orphans, and the end of a whole family."""

from __future__ import annotations

import ctypes
import os
import signal
import warnings
from collections.abc import Iterator
from contextlib import suppress

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def fork() -> int:
    """Forking is safe here though there may be threads: the child uses none of their locks."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def die_with_parent() -> None:
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Processes below this one become its children when their parents end, whatever session they went to."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def end_family(head: int) -> int:
    """End a child, all below it and all that was adopted; the status of the child."""
    status = 0
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(head, signal.SIGKILL)
    while True:
        for child in _children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        try:
            process, ended = os.waitpid(-1, 0)
        except ChildProcessError:
            return status
        if process == head:
            status = ended


def manner_of_death(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(ValueError):
            return f"signal {signal.Signals(number).name}"
        return f"signal {number}"
    return f"exit status {os.WEXITSTATUS(status)}"


def killed_for_memory() -> int:
    """How many processes of this machine the kernel has killed for want of memory."""
    with suppress(OSError), open("/proc/vmstat") as vmstat:
        for line in vmstat:
            name, _, count = line.partition(" ")
            if name == "oom_kill":
                return int(count)
    return 0


def _children() -> Iterator[int]:
    me = os.getpid()
    try:
        with open(f"/proc/{me}/task/{me}/children") as children:
            yield from map(int, children.read().split())
        return
    except OSError:  # a kernel that was built without it
        pass
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat") as stat:
                # the name in brackets may hold anything, brackets too
                if int(stat.read().rpartition(")")[2].split()[1]) == me:
                    yield int(name)


def _prctl(option: int, value: int) -> None:
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
