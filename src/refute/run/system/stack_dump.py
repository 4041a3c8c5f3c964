"""Where a worker is that hangs: its stack, written by faulthandler when the supervisor sends a signal.

The signal is handled in C, so that also code in C, and code that holds the interpreter for itself, can be located. On
systems without such signals, a thread of the worker writes the stack when it finds that it is wanted. `users_frame`
tells which of its frames is the user's.
"""

from __future__ import annotations

import faulthandler
import os
import re
import signal
import sys
import threading
from contextlib import suppress
from time import sleep  # bound here: clocks of code under test may be stopped

from refute.errors import PACKAGE, Place
from refute.ownership import is_in, is_users
from refute.run.system.wakeup import out_of_the_way

# The number of the signal; None where there is none to spare, or no way to handle it in C.
SIGNAL: int | None = None
if hasattr(faulthandler, "register"):
    SIGNAL = signal.SIGRTMAX - 1 if hasattr(signal, "SIGRTMAX") else getattr(signal, "SIGUSR2", None)
_MOST = 1 << 14  # bytes of a stack that are read: the innermost frames come first
_WAIT = 0.2  # seconds in which the stack is written
_LOOK = 0.005
_LOOK_OF_THREAD = 0.05
_OPEN = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
_WANTED = ".wanted"  # beside the file, on systems without signals
_RUNNING = os.path.join(PACKAGE, "run")
_FRAME = re.compile(r'\s*File "(?P<file>.+)", line (?P<line>\d+) in (?P<function>.+)')


class StackDump:
    """A file that a worker writes its stack into: in memory, or one that processes can be told of."""

    def __init__(self, path: str | None = None) -> None:
        self.path = path
        file = os.memfd_create("refute-stack", os.MFD_CLOEXEC) if path is None else os.open(path, _OPEN)
        self._file = out_of_the_way(file)

    def close(self) -> None:
        os.close(self._file)
        if self.path is not None:
            with suppress(OSError):
                os.unlink(self.path)

    def clear(self) -> None:
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)

    def register(self) -> None:
        """In the process that may hang, by its main thread."""
        if SIGNAL is None:
            threading.Thread(target=self._write_when_wanted, args=(threading.get_ident(),), daemon=True).start()
            return
        with suppress(Exception):  # the stack is for show
            faulthandler.unregister(SIGNAL)  # it may be known there, and not be in force any more
            faulthandler.register(SIGNAL, self._file, all_threads=False)

    def of(self, worker: int) -> str:
        """The stack of a worker, in lines as faulthandler writes them, innermost first; empty if it writes none."""
        written = 0
        for _ in range(round(_WAIT / _LOOK)):
            if not written:
                with suppress(OSError):
                    self._want(worker)
            sleep(_LOOK)
            size = os.fstat(self._file).st_size
            if size and size == written:
                break
            written = size
        if SIGNAL is None and self.path is not None:
            with suppress(OSError):
                os.unlink(self.path + _WANTED)
        os.lseek(self._file, 0, os.SEEK_SET)
        return os.read(self._file, _MOST).decode("utf-8", "replace")

    def _want(self, worker: int) -> None:
        if SIGNAL is not None:
            os.kill(worker, SIGNAL)
        elif self.path is not None:
            os.close(os.open(self.path + _WANTED, os.O_CREAT | os.O_WRONLY))

    def _write_when_wanted(self, thread: int) -> None:
        assert self.path is not None
        while True:
            sleep(_LOOK_OF_THREAD)
            if os.path.exists(self.path + _WANTED):
                frame, lines = sys._current_frames().get(thread), []
                while frame is not None:
                    code = frame.f_code
                    lines.append(f'  File "{code.co_filename}", line {frame.f_lineno} in {code.co_name}')
                    frame = frame.f_back
                with suppress(OSError):
                    os.write(self._file, "\n".join(lines).encode("utf-8", "backslashreplace"))
                while os.path.exists(self.path + _WANTED):  # it is removed by whoever wanted it
                    sleep(_LOOK_OF_THREAD)


def users_frame(stack: str) -> tuple[str, Place] | None:
    """The function and the place of the innermost frame that is the user's.

    What is below the frames of `refute.run` is the program that has started refute.
    """
    for line in stack.splitlines():
        found = _FRAME.match(line)
        if found and is_in(found["file"], (_RUNNING,)):
            break
        if found and is_users(found["file"]):
            return found["function"], Place(found["file"], int(found["line"]))
    return None
