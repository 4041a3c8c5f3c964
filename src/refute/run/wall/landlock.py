"""Landlock: the kernel lets this process, and all it starts, write only below some directories.

It takes no privileges, lasts until the process ends, and adds up: what a process is denied, its children are. Whoever
tries to write elsewhere gets EACCES. Changes of mode, owner, times and extended attributes are not its business.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress

from refute.run.system.processes import library
from refute.run.wall.audit_events import DEVICES as _DEVICES

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # system calls, the same on every architecture
_VERSION = 1  # flag of _CREATE
_BENEATH = 1  # type of rule
_NO_NEW_PRIVS = 38  # of prctl
_WRITE_FILE, _TRUNCATE, _REFER = 1 << 1, 1 << 14, 1 << 13
_REMOVE_AND_MAKE = sum(1 << bit for bit in range(4, 13))  # directories, files, devices, sockets, pipes, links
_SIGNALS, _SIGNALS_SINCE = 1 << 1, 6  # scope: signals to processes outside
_syscall = getattr(library(), "syscall", None) if sys.platform == "linux" else None
_prctl = getattr(library(), "prctl", None) if sys.platform == "linux" else None


def version() -> int:
    """Of Landlock in this kernel; 0 if there is none."""
    if _syscall is None:
        return 0
    found: int = _syscall(ctypes.c_long(_CREATE), None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))
    return max(0, found)


VERSION = version()


def restrict(allowed: Iterable[str] | None, *, signals: bool) -> bool:
    """Let this process write only below some directories and files, or anywhere; whether that could be done.

    `signals`: keep it from sending signals to processes that are not below it, too.
    """
    if not VERSION or _syscall is None:
        return False
    access = 0
    if allowed is not None:
        access = _WRITE_FILE | _REMOVE_AND_MAKE
        access |= (_REFER if VERSION >= 2 else 0) | (_TRUNCATE if VERSION >= 3 else 0)
    if not (access or (signals and VERSION >= _SIGNALS_SINCE)):
        return False
    scoped = _SIGNALS if signals and VERSION >= _SIGNALS_SINCE else 0
    attributes = struct.pack("=QQQ", access, 0, scoped) if VERSION >= _SIGNALS_SINCE else struct.pack("=Q", access)
    rules = _syscall(ctypes.c_long(_CREATE), attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    if rules < 0:
        return False
    try:
        for path in (*allowed, *_DEVICES) if allowed is not None else ():
            _allow(rules, path, access)
        no_new_privileges()
        return bool(_syscall(ctypes.c_long(_RESTRICT), ctypes.c_int(rules), ctypes.c_uint32(0)) == 0)
    finally:
        os.close(rules)


def no_new_privileges() -> None:
    """A condition of the kernel: no program that this process starts gets more rights than it has."""
    if _prctl is not None:
        _prctl(ctypes.c_int(_NO_NEW_PRIVS), *(ctypes.c_ulong(number) for number in (1, 0, 0, 0)))


def _allow(rules: int, path: str, access: int) -> None:
    with suppress(OSError):
        while not os.path.exists(path):  # what is to be made there is the audit hook's business
            path = os.path.dirname(path)
        file = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not stat.S_ISDIR(os.fstat(file).st_mode):
                access &= _WRITE_FILE | _TRUNCATE
            rule = struct.pack("=Qi", access, file)
            _syscall(ctypes.c_long(_ADD), ctypes.c_int(rules), ctypes.c_int(_BENEATH), rule, ctypes.c_uint32(0))  # type: ignore[misc]
        finally:
            os.close(file)
