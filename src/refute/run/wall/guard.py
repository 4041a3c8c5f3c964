"""The audit hook: it sees what Python is about to do, and raises where that is not allowed.

An audit hook cannot be removed, and processes that are forked have it too. So there is one for each process family,
which goes by the `Wall` that was raised last: first that of a host, then, in a worker, the worker's own.
"""

from __future__ import annotations

import builtins
import errno
import opcode
import os
import sys
import sysconfig
from _thread import get_ident
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any, NamedTuple

from refute.errors import PACKAGE, Place
from refute.ownership import is_in, is_users
from refute.run.wall.audit_events import WISHES, Wish, path_of
from refute.run.wall.denials import Denial, Denied, NotAllowed
from refute.run.wall.kernel import Imposed
from refute.run.wall.rules import Rules
from refute.run.wall.unaudited import announce

# The functions here run while code under test may have changed the builtins: they have a copy of their own.
globals()["__builtins__"] = vars(builtins).copy()
_OWN = (os.path.join(PACKAGE, "run"), os.path.join(PACKAGE, "judge", "calls", "audit.py"))
_STANDARD = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib")})
_INSTALLED = tuple({sysconfig.get_path(name) for name in ("purelib", "platlib")})
_CTYPES = os.path.join(sysconfig.get_path("stdlib"), "ctypes")
_KERNELS = (errno.EACCES, errno.EPERM)
_RAISE = opcode.opmap["RAISE_VARARGS"]
_MOST = 100  # denials that a host keeps


class _Noted(NamedTuple):
    """A denial, with when it was: all in one entry, as threads may add others at any time."""

    denial: Denial
    is_late: bool  # to a thread other than the one that runs the steps
    is_making: bool  # between two steps: while inputs are made, or freed


class Wall:
    """What a process may do. `own` are directories of refute that it may write."""

    def __init__(
        self,
        rules: Rules,
        own: tuple[str, ...],
        *,
        is_worker: bool,
        imposed: Imposed = Imposed(),  # noqa: B008 - a tuple
        alarm: Callable[[Denial], object] = lambda denial: None,
        is_between: Callable[[], bool] = lambda: False,
    ) -> None:
        """`imposed` is what the kernel keeps it from, `alarm` is called when something was denied, and `is_between`
        tells whether no step is running then."""
        self.rules = rules
        self.noted: list[_Noted] = []
        self._writable = (*map(os.path.realpath, own), *rules.write)
        self._everywhere = os.sep in rules.write
        self._is_worker = is_worker
        self._imposed = imposed
        self._alarm, self._is_between = alarm, is_between
        self._process = os.getpid()
        self._thread = get_ident()

    def __repr__(self) -> str:
        return f"<Wall of process {self._process}: {self.rules}, {len(self.noted)} denials>"

    def judge(self, wish: Wish) -> None:
        """Raise where a wish is not granted."""
        rules, subject = self.rules, wish.subject
        match wish.door:
            case "read":
                if not rules.unreadable or not any(is_in(path, rules.unreadable) for path in wish.paths):
                    return
            case "write":
                closed = [path for path in wish.paths if not is_in(path, self._writable)]
                if self._everywhere or (wish.paths and not closed):
                    return
                subject = closed[0] if closed else subject
            case door:
                if getattr(rules, door):
                    return
        frame = _first_frame()
        if wish.door == "native":
            if not _is_users_ctypes(frame):
                return
        elif not self._is_worker and _is_own(frame):
            return
        denial = Denial(wish.door, wish.wanted, subject, _place(frame))
        self._note(denial)
        if self._is_worker:
            raise NotAllowed(denial.text)
        raise Denied(f"{denial.text}: not allowed ({denial.remedy})")

    def _note(self, denial: Denial) -> None:
        """Keep it: the exception may be swallowed."""
        if len(self.noted) < _MOST:
            self.noted.append(_Noted(denial, get_ident() != self._thread, self._is_between()))
        self._alarm(denial)

    def note(self, denial: Denial) -> None:
        """Keep what the step that has just been run is not to do."""
        self.noted.append(_Noted(denial, is_late=False, is_making=False))

    def note_if_kernels(self, error: BaseException) -> bool:
        """Whether an exception is what the kernel answers to something that is not allowed; it is noted then."""
        door = self._door_of_the_kernel(error) if self._is_worker and _is_of_a_system_call(error) else ""
        if not door:
            return False
        trace, place = error.__traceback__, None
        while trace is not None:
            if is_users(trace.tb_frame.f_code.co_filename):
                place = Place(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
            trace = trace.tb_next
        self._note(Denial(door, "do what the system did not allow", _path_in(error), place))
        return True

    def _door_of_the_kernel(self, error: BaseException) -> str:
        """The doors that may have been closed to a system call; empty if it was not for the wall."""
        if isinstance(error, OSError) and error.errno == errno.EPERM:
            closed = [door for door in ("process", "net") if not getattr(self.rules, door)]
            return ",".join(closed) if self._imposed.calls else ""
        if not self._imposed.files or self._everywhere:
            return ""
        if path := _path_in(error):
            # where the file system itself does not let it be written, that was it
            there = path if os.path.exists(path) else os.path.dirname(path)
            return "write" if not is_in(path, self._writable) and os.access(there, os.W_OK) else ""
        return "write"

    def taken(self) -> list[_Noted]:
        """What was denied since this was last asked."""
        found, self.noted = self.noted, []
        return found


def _path_in(error: BaseException) -> str:
    """Of what file an exception is; one that is not absolute may be seen from any directory."""
    name = error.filename if isinstance(error, OSError) else None
    return path_of(name) or "" if isinstance(name, str) and os.path.isabs(name) else ""


def _is_of_a_system_call(error: BaseException) -> bool:
    """Whether it may be the answer of one to what is not allowed: it is not raised by a statement in Python."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is not None and trace.tb_frame.f_code.co_code[trace.tb_lasti] == _RAISE:
        return False
    if isinstance(error, OSError):
        return error.errno in _KERNELS
    return type(error).__name__ == "OperationalError" and "unable to open database" in str(error)


class _Process:
    wall: Wall | None = None
    is_hooked = False


def stand_behind(wall: Wall) -> None:
    """From now on, this process may do what a wall lets through."""
    _Process.wall = wall
    if not _Process.is_hooked:
        _Process.is_hooked = True
        announce()
        sys.addaudithook(_hook)


def current() -> Wall | None:
    return _Process.wall


def _hook(
    event: str,
    args: tuple[Any, ...],
    wishes: Callable[[str], Callable[[tuple[Any, ...]], Wish | None] | None] = WISHES.get,
    process: type[_Process] = _Process,
) -> None:
    read = wishes(event)
    if read is not None and process.wall is not None:
        wish = read(args)
        if wish is not None:
            process.wall.judge(wish)


def _first_frame() -> FrameType | None:
    """The frame of whoever caused the event."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and is_in(frame.f_code.co_filename, (_HERE,)):
        frame = frame.f_back
    return frame


_HERE = os.path.dirname(__file__)


def _is_own(frame: FrameType | None) -> bool:
    """Whether it is refute that runs processes here, itself or through the standard library."""
    while frame is not None:
        file = frame.f_code.co_filename
        if is_in(file, _OWN):
            return True
        # the packages that are installed may be below the standard library
        if is_in(file, (PACKAGE, *_INSTALLED)) or not (file.startswith("<frozen ") or is_in(file, _STANDARD)):
            return False
        frame = frame.f_back
    return False


def _is_users_ctypes(frame: FrameType | None) -> bool:
    """Whether native code is used by the user's own code: libraries that are installed may well be made of it."""
    while frame is not None and is_in(frame.f_code.co_filename, (_CTYPES,)):
        if frame.f_code.co_name == "<module>":  # ctypes is being imported
            return False
        frame = frame.f_back
    return frame is not None and not is_in(frame.f_code.co_filename, (*_STANDARD, *_INSTALLED, PACKAGE))


def _place(frame: FrameType | None) -> Place | None:
    """The innermost line of the user's, or of whoever is called where none is."""
    first = frame
    while frame is not None:
        if is_users(frame.f_code.co_filename):
            return Place(frame.f_code.co_filename, frame.f_lineno)
        frame = frame.f_back
    with suppress(AttributeError):
        return Place(first.f_code.co_filename, first.f_lineno)  # type: ignore[union-attr]
    return None
