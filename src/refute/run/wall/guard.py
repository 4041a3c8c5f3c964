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
from typing import Any, NoReturn

from refute.errors import PACKAGE, Place
from refute.ownership import is_in, is_users
from refute.run.wall.denials import Denial, Denied, Walled
from refute.run.wall.events import WISHES, Wish
from refute.run.wall.rules import Rules

# The functions here run while code under test may have changed the builtins: they have a copy of their own.
globals()["__builtins__"] = vars(builtins).copy()
_OWN = (os.path.join(PACKAGE, "run"), os.path.join(PACKAGE, "judge", "calls", "audit.py"))
_STANDARD = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib")})
_INSTALLED = tuple({sysconfig.get_path(name) for name in ("purelib", "platlib")})
_CTYPES = os.path.join(sysconfig.get_path("stdlib"), "ctypes")
_KERNELS = (errno.EACCES, errno.EPERM)
_RAISE = opcode.opmap["RAISE_VARARGS"]
_MOST = 100  # denials that a host keeps


class Wall:
    """What a process may do. `own` are directories of refute that it may write."""

    def __init__(
        self, rules: Rules, own: tuple[str, ...], *, is_worker: bool, alarm: Callable[[], object] = lambda: None
    ) -> None:
        """`alarm` is called when something was denied."""
        self.rules = rules
        self.denials: list[Denial] = []
        self._writable = (*map(os.path.realpath, own), *rules.write)
        self._everywhere = os.sep in rules.write
        self._is_worker = is_worker
        self._alarm = alarm
        self._process = os.getpid()
        self._thread = get_ident()
        self.is_late = False  # something was denied to a thread that some call has left
        self.is_making = False  # or while inputs were made

    def __repr__(self) -> str:
        return f"<Wall of process {self._process}: {self.rules}, {len(self.denials)} denials>"

    def judge(self, event: str, wish: Wish) -> None:
        """Raise where a wish is not granted."""
        rules = self.rules
        match wish.door:
            case "read":
                if not rules.unreadable or not any(is_in(path, rules.unreadable) for path in wish.paths):
                    return
            case "write":
                if self._everywhere or (wish.paths and all(is_in(path, self._writable) for path in wish.paths)):
                    return
            case door:
                if getattr(rules, door):
                    return
        subject = wish.subject
        if wish.door == "write":
            subject = next((path for path in wish.paths if not is_in(path, self._writable)), subject)
        frame = _first_frame()
        if wish.door == "native":
            if not _is_users_ctypes(frame):
                return
        elif not self._is_worker and _is_own(frame):
            return
        self._deny(Denial(wish.door, wish.wanted, subject, _place(frame)))

    def _deny(self, denial: Denial) -> NoReturn:
        self.note(denial)
        if self._is_worker:
            raise Walled(denial.text)
        raise Denied(f"{denial.text}: not allowed ({denial.remedy})")

    def note(self, denial: Denial) -> None:
        """Something was not allowed: it is known, though the exception may be swallowed."""
        if len(self.denials) < _MOST:
            self.denials.append(denial)
        self.is_late = self.is_late or get_ident() != self._thread
        self._alarm()

    def is_behind(self, error: BaseException) -> bool:
        """Whether an exception may be the kernel's answer to what is not allowed; it is noted then."""
        if not (self._is_worker and _is_of_the_kernel(error)):
            return False
        if self._everywhere and self.rules.net and self.rules.process:
            return False
        trace, place = error.__traceback__, None
        while trace is not None:
            if is_users(trace.tb_frame.f_code.co_filename):
                place = Place(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
            trace = trace.tb_next
        path = error.filename if isinstance(error, OSError) and isinstance(error.filename, str) else ""
        door = "process" if isinstance(error, OSError) and error.errno == errno.EPERM else "write"
        self.note(Denial(door, "do what the system did not allow", path, place))
        return True

    def taken(self) -> Denial | None:
        """The first denial since this was last asked."""
        if not self.denials:
            return None
        first = self.denials[0]
        self.denials.clear()
        self.is_late = self.is_making = False
        return first


def _is_of_the_kernel(error: BaseException) -> bool:
    """Whether it may be the answer of a system call: it is not raised by a statement in Python."""
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
            process.wall.judge(event, wish)


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
