"""Where a worker is that hangs: its stack, written by faulthandler when the supervisor sends a signal.

The signal is handled in C, so that also code in C, and code that holds the interpreter for itself, can be located.
"""

from __future__ import annotations

import faulthandler
import os
import select
import signal
from contextlib import suppress

from refute.run.workers.wakeup import out_of_the_way

SIGNAL = signal.SIGRTMAX - 1
_MOST = 1 << 14  # bytes of a stack that are read: the innermost frames come first
_WAIT = 0.2  # seconds in which the stack is written
_LOOK = 0.005


class StackDump:
    """A file in memory that a worker writes its stack into."""

    def __init__(self) -> None:
        self._file = out_of_the_way(os.memfd_create("refute-stack", os.MFD_CLOEXEC))

    def close(self) -> None:
        os.close(self._file)

    def clear(self) -> None:
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)

    def register(self) -> None:
        """In the process that may hang."""
        with suppress(Exception):  # the stack is for show
            faulthandler.unregister(SIGNAL)  # it may be known there, and not be in force any more
            faulthandler.register(SIGNAL, self._file, all_threads=False)

    def of(self, worker: int) -> str:
        """The stack of a worker, in lines as faulthandler writes them, innermost first; empty if it writes none."""
        written = 0
        for _ in range(round(_WAIT / _LOOK)):
            if not written:
                with suppress(OSError):
                    os.kill(worker, SIGNAL)
            select.select((), (), (), _LOOK)
            size = os.fstat(self._file).st_size
            if size and size == written:
                break
            written = size
        return os.pread(self._file, _MOST, 0).decode("utf-8", "replace")
