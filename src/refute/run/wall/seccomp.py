"""Seccomp: the kernel denies this process, and all it starts, some system calls.

A filter is a program for a small machine of the kernel's: it looks at the number of a system call and its arguments,
and answers with "allow" or with an error. Threads are allowed, other processes are not; sockets within the machine's
own memory are (event loops are made of them), others are not.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
import sys
from collections.abc import Iterator
from typing import NamedTuple

from refute.run.system.processes import library
from refute.run.wall.landlock import no_new_privileges

_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06  # instructions
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT = 0, 4, 16, 24  # where they are in what is looked at
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_THREAD = 0x00010000  # flag of clone
_UNIX = 1  # family of sockets
_SET_SECCOMP, _FILTER = 22, 2  # of prctl


class _Calls(NamedTuple):
    """Numbers of system calls, -1 where an architecture has no such call."""

    architecture: int
    clone: int
    clone3: int
    execve: int
    execveat: int
    fork: int
    vfork: int
    socket: int
    ptrace: int
    setpriority: int
    of_a_process: tuple[int, ...]  # that schedule the process which is their first argument


_KNOWN = {
    "x86_64": _Calls(0xC000003E, 56, 435, 59, 322, 57, 58, 41, 101, 141, (203, 144, 142, 314)),
    "aarch64": _Calls(0xC00000B7, 220, 435, 221, 281, -1, -1, 198, 117, 140, (122, 119, 118, 274)),
}
_prctl = getattr(library(), "prctl", None) if sys.platform == "linux" else None


def is_known() -> bool:
    """Whether filters can be written for this machine."""
    return _prctl is not None and platform.machine() in _KNOWN and sys.maxsize > 1 << 32


def deny(*, forks: bool, programs: bool, sockets: bool) -> bool:
    """Deny this process to fork, to run programs, or to open sockets; whether that could be done."""
    if not (forks or programs or sockets):
        return True
    if not is_known() or _prctl is None:
        return False
    calls = _KNOWN[platform.machine()]
    program = b"".join(_program(calls, forks, programs, sockets))
    code = ctypes.create_string_buffer(program, len(program))
    filter_ = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(code))
    no_new_privileges()
    return bool(_prctl(ctypes.c_int(_SET_SECCOMP), ctypes.c_ulong(_FILTER), ctypes.c_char_p(filter_)) == 0)


def _program(calls: _Calls, forks: bool, programs: bool, sockets: bool) -> Iterator[bytes]:
    """A jump says how many instructions to skip if its question is answered by yes, and by no."""
    refused, absent = _ERROR | errno.EPERM, _ERROR | errno.ENOSYS
    yield _instruction(_LOAD, _ARCHITECTURE)
    yield _instruction(_EQUAL, calls.architecture, 1, 0)
    yield _instruction(_RETURN, refused)  # numbers of another architecture mean other calls
    yield _instruction(_LOAD, _NUMBER)
    if programs:
        for number in (calls.execve, calls.execveat, calls.ptrace):
            yield from _if(number, _instruction(_RETURN, refused))
        for number in calls.of_a_process:
            yield from _if(number, *_unless(0, _FIRST_ARGUMENT, refused), _instruction(_RETURN, _ALLOW))
        own = (*_unless(0, _FIRST_ARGUMENT, refused), *_unless(0, _SECOND_ARGUMENT, refused))
        yield from _if(calls.setpriority, *own, _instruction(_RETURN, _ALLOW))
    if forks:
        # its flags are in memory, where a filter does not look; without it, the C library uses clone
        yield from _if(calls.clone3, _instruction(_RETURN, absent))
        for number in (calls.fork, calls.vfork):
            if number >= 0:
                yield from _if(number, _instruction(_RETURN, refused))
        yield from _if(
            calls.clone,
            _instruction(_LOAD, _FIRST_ARGUMENT),
            _instruction(_ANY_BIT, _THREAD, 1, 0),
            _instruction(_RETURN, refused),
            _instruction(_RETURN, _ALLOW),
        )
    if sockets:
        yield from _if(
            calls.socket,
            _instruction(_LOAD, _FIRST_ARGUMENT),
            _instruction(_EQUAL, _UNIX, 1, 0),
            _instruction(_RETURN, refused),
            _instruction(_RETURN, _ALLOW),
        )
    yield _instruction(_RETURN, _ALLOW)


def _if(number: int, *then: bytes) -> Iterator[bytes]:
    """Instructions for one system call, which end with an answer."""
    yield _instruction(_EQUAL, number, 0, len(then))
    yield from then


def _unless(value: int, where: int, answer: int) -> tuple[bytes, ...]:
    return _instruction(_LOAD, where), _instruction(_EQUAL, value, 1, 0), _instruction(_RETURN, answer)


def _instruction(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_so, if_not, value)
