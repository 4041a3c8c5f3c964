"""Functions that change other processes and tell no audit hook of it: here they do."""

from __future__ import annotations

import builtins
import functools
import os
import sys
from collections.abc import Callable
from typing import Any

# The functions here run while code under test may have changed the builtins: they have a copy of their own.
globals()["__builtins__"] = vars(builtins).copy()
_PROCESS = {  # which of the arguments is the process
    "setpriority": 1,
    "sched_setaffinity": 0,
    "sched_setscheduler": 0,
    "sched_setparam": 0,
}
EVENTS = tuple(f"os.{name}" for name in _PROCESS)


def announce() -> None:
    """From now on they raise an audit event of their name, with the process."""
    for name, place in _PROCESS.items():
        original = getattr(os, name, None)
        if original is not None:
            setattr(os, name, _announced(original, f"os.{name}", place))


def _announced(original: Callable[..., Any], event: str, place: int, audit: Any = sys.audit) -> Callable[..., Any]:
    pid = os.getpid

    @functools.wraps(original)
    def call(*args: Any) -> Any:
        if len(args) > place:
            of_users = event == "os.setpriority" and args[0] != os.PRIO_PROCESS  # or of a group of processes
            audit(event, "all of a user or group" if of_users else args[place])
            if args[place] == pid():  # the kernel lets it do so by no other name
                args = (*args[:place], 0, *args[place + 1 :])
        return original(*args)

    return call
