"""What code under test may leave changed or running, how to see it, and how to put it right.

A guard's `changed` is called while anything may be broken: it uses what this module bound when it was imported. Those
of `essentials` put things right as soon as they see them, so that the others can work.
"""

from __future__ import annotations

import _random
import decimal
import gc
import io
import os
import random
import signal
import sys
import time
import warnings
from _locale import LC_ALL, setlocale
from _signal import getsignal  # type: ignore[import-not-found]
from _signal import signal as handle
from _thread import _count as count_threads
from collections.abc import Callable, Sequence
from ctypes import string_at
from os import fstat, getcwd, listdir
from typing import Protocol

from refute.run.clocks.frozen import Frozen
from refute.run.system.scratch import empty, identity_of, is_directory
from refute.run.system.signals import EVERY_SIGNAL, mask
from refute.run.system.stack_dump import SIGNAL
from refute.run.system.streams import unbuffered
from refute.run.wall.project_files import ProjectFiles
from refute.run.workers.capture import Capture
from refute.run.workers.essentials import Essential
from refute.run.workers.shared_state import HURRIED, LEFT

_ANY = BaseException  # the name may be patched when it is needed
_MOST_THREADS = 16
_GRACE = 0.1  # seconds in which a thread that is about to end may do so


class Guard(Protocol):
    @property
    def what(self) -> str:
        """What to tell about a call after which it was changed; empty for what is nobody's fault."""
        ...

    def changed(self) -> bool: ...

    def restore(self, seed: int) -> bool:
        """False if only a new worker helps. `seed` is for the random numbers of the next step."""
        ...


class Streams:
    what = "a standard stream was closed or replaced"

    def __init__(self, capture: Capture) -> None:
        self._capture = capture
        self._open()

    def _open(self) -> None:
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        if nothing != 0:
            os.close(nothing)
        os.dup2(self._capture.file, 1)
        os.dup2(self._capture.file, 2)
        stdin = io.BufferedReader(io.FileIO(0, closefd=False))
        self._files = fstat(0).st_ino, fstat(1).st_ino
        self._in = sys.stdin = sys.__stdin__ = io.TextIOWrapper(stdin, "utf-8")  # type: ignore[misc]
        self._out = sys.stdout = sys.__stdout__ = unbuffered(1)  # type: ignore[misc]
        self._err = sys.stderr = sys.__stderr__ = unbuffered(2)  # type: ignore[misc]

    def changed(self) -> bool:
        try:
            return (
                sys.stdout is not self._out
                or sys.stderr is not self._err
                or sys.stdin is not self._in
                or self._out.closed
                or self._err.closed
                or self._in.closed
                or fstat(0).st_ino != self._files[0]
                or fstat(1).st_ino != self._files[1]
                or fstat(2).st_ino != self._files[1]
                or fstat(self._capture.file).st_ino != self._files[1]
            )
        except _ANY:
            return True

    def restore(self, seed: int) -> bool:
        try:
            if fstat(self._capture.file).st_ino != self._files[1]:
                return False
            self._open()
        except OSError:
            return False
        return True


class Environment:
    what = "environment variables were changed"

    def __init__(self) -> None:
        self._environ = os.environ
        self._now = vars(os.environ)["_data"]  # the mapping itself decodes every name and value to compare them
        self._before = dict(self._now)

    def changed(self) -> bool:
        return os.environ is not self._environ or self._now != self._before

    def restore(self, seed: int) -> bool:
        os.environ = self._environ  # noqa: B003
        for name in [name for name in self._now if name not in self._before]:
            os.unsetenv(name)
        for name, value in self._before.items():
            os.putenv(name, value)
        self._now.clear()
        self._now.update(self._before)
        return True


class WorkingDirectory:
    what = "the working directory was changed"

    def __init__(self, scratch: str) -> None:
        self._path = scratch
        self._identity = identity_of(os.lstat(scratch))

    def changed(self) -> bool:
        try:
            return getcwd() != self._path
        except _ANY:  # it is gone
            return True

    def restore(self, seed: int) -> bool:
        if not is_directory(self._path, self._identity):
            return False
        os.chdir(self._path)
        return True


class Files:
    """Files in the scratch directory are nobody's fault, but the next call finds there what the first one found.

    A directory that was removed, or has something else in its place, is left alone: the next worker has another.
    """

    what = ""

    def __init__(self, scratch: str, project: str) -> None:
        self._path = scratch
        self._identity = identity_of(os.lstat(scratch))
        self._files = ProjectFiles(project, scratch)

    def changed(self) -> bool:
        try:
            return self._files.changed() or not is_directory(self._path, self._identity)
        except _ANY:
            return True

    def restore(self, seed: int) -> bool:
        empty(self._path, self._identity)
        if listdir(self._path):
            return False
        self._files.link()
        return True


class Randomness:
    """Random numbers are nobody's fault, but each step gets its own, the same whenever and wherever it is run.

    Asking for the state makes 625 integers each time, which was half the cost of a look; so its memory is compared.
    Once a step has used it, the generator is seeded after every step.
    """

    what = ""

    def __init__(self, seed: int) -> None:
        self._seed, self._read = random.seed, string_at
        self._seed(seed)
        generator = getattr(random.random, "__self__")  # noqa: B009
        self._address = id(generator) + object.__basicsize__
        self._size = _random.Random.__basicsize__ - object.__basicsize__
        self._memory = self._read(self._address, self._size)
        self._used = False

    def changed(self) -> bool:
        return self._used or self._read(self._address, self._size) != self._memory

    def restore(self, seed: int) -> bool:
        self._used = True
        self._seed(seed)
        return True


class Warnings:
    what = ""

    def __init__(self) -> None:
        self._list = warnings.filters
        self._before = [*warnings.filters]
        self._show = warnings.showwarning

    def changed(self) -> bool:
        return (
            warnings.filters is not self._list or self._list != self._before or warnings.showwarning is not self._show
        )

    def restore(self, seed: int) -> bool:
        warnings.filters = self._list
        warnings.showwarning = self._show
        self._list[:] = self._before  # type: ignore[index]
        with warnings.catch_warnings():  # forgets what was decided by the filters that are gone
            pass
        return True


class Collector:
    what = "garbage collection was changed"

    def __init__(self) -> None:
        self._enabled, self._threshold = gc.isenabled(), gc.get_threshold()
        self._is, self._get = gc.isenabled, gc.get_threshold

    def changed(self) -> bool:
        return self._is() != self._enabled or self._get() != self._threshold

    def restore(self, seed: int) -> bool:
        gc.set_threshold(*self._threshold)
        if self._enabled:
            gc.enable()
        else:
            gc.disable()
        return True


class Locale:
    what = "the locale was changed"

    def __init__(self) -> None:
        self._get = self._set = setlocale
        self._before = setlocale(LC_ALL, None)

    def changed(self) -> bool:
        return bool(self._get(LC_ALL, None) != self._before)

    def restore(self, seed: int) -> bool:
        self._set(LC_ALL, self._before)
        return True


class DecimalContext:
    """All but its flags: any operation may set them."""

    what = "the decimal context was changed"

    def __init__(self) -> None:
        self._get, self._set = decimal.getcontext, decimal.setcontext
        self._before = decimal.getcontext().copy()

    def changed(self) -> bool:
        now, before = self._get(), self._before
        return (
            now.prec != before.prec
            or now.rounding != before.rounding
            or now.traps != before.traps
            or now.Emin != before.Emin
            or now.Emax != before.Emax
            or now.capitals != before.capitals
            or now.clamp != before.clamp
        )

    def restore(self, seed: int) -> bool:
        self._set(self._before.copy())
        return True


class SignalHandlers:
    what = "signal handlers were changed"

    def __init__(self) -> None:
        self._get, self._set, self._mask = getsignal, handle, mask
        self._numbers = sorted(EVERY_SIGNAL)
        self._before = [getsignal(number) for number in self._numbers]
        self._blocked = mask(signal.SIG_BLOCK, ()) if mask is not None else ()

    def changed(self) -> bool:
        get = self._get
        return (self._mask is not None and self._mask(signal.SIG_BLOCK, ()) != self._blocked) or [
            get(number) for number in self._numbers
        ] != self._before

    def restore(self, seed: int) -> bool:
        if self._mask is not None:
            self._mask(signal.SIG_SETMASK, self._blocked)
        for number, before in zip(self._numbers, self._before, strict=True):
            if self._get(number) is not before:
                if before is None or number == SIGNAL:  # handled by code that is not Python's
                    return False
                self._set(number, before)
        return True


class Timer:
    what = "a timer was left running"

    def __init__(self) -> None:
        self._get, self._set = signal.getitimer, signal.setitimer

    def changed(self) -> bool:
        return self._get(signal.ITIMER_REAL) != (0.0, 0.0)

    def restore(self, seed: int) -> bool:
        self._set(signal.ITIMER_REAL, 0)
        return True


class Threads:
    """A pool that is made when it is first needed is no reason for a new worker; threads without end are.

    A thread that is about to end has some time for that. If one does not, those after it have none: they are not told,
    and code that leaves one at every call would be waited for at every call.
    """

    what = "a thread was left running"

    def __init__(
        self,
        cells: memoryview[int],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._cells, self._clock, self._sleep = cells, clock, sleep
        self._count = self._first = count_threads()

    def changed(self) -> bool:
        count = count_threads()
        self._cells[LEFT] = count > self._first
        if count <= self._count:
            return False
        if self._cells[HURRIED]:
            return True
        until = self._clock() + _GRACE
        while self._clock() < until:
            self._sleep(0.001)
            if count_threads() <= self._count:
                return False
        self._cells[HURRIED] = 1
        return True

    def restore(self, seed: int) -> bool:
        self._count = count_threads()
        return self._count <= _MOST_THREADS


class Children:
    what = "a child process was left running"

    def __init__(self) -> None:
        self._wait = os.waitpid

    def changed(self) -> bool:
        """Those that have ended are waited for on the way."""
        try:
            while self._wait(-1, os.WNOHANG)[0]:
                pass
        except _ANY:  # there are none
            return False
        return True

    def restore(self, seed: int) -> bool:
        return False


def post_guards(
    essentials: Sequence[Essential],
    own: Guard,
    cells: memoryview[int],
    capture: Capture,
    scratch: str,
    project: str,
    seed: int,
    *,
    freeze: bool,
) -> Sequence[Guard]:
    """The guards of a worker, who remember how things are now. The order says which of them can rely on which."""
    return (
        *essentials,
        own,
        Streams(capture),
        Environment(),
        WorkingDirectory(scratch),
        Files(scratch, project),
        Randomness(seed),
        *((Frozen(seed),) if freeze else ()),
        Warnings(),
        Collector(),
        Locale(),
        DecimalContext(),
        *((Timer(),) if hasattr(signal, "getitimer") else ()),
        SignalHandlers(),
        Threads(cells),
        *((Children(),) if hasattr(os, "WNOHANG") else ()),
    )
