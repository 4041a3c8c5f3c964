"""Processes: one that dies with its parent, one that takes over orphans, and the end of a whole family.

Most of it is of Linux; elsewhere, what a system does not have is not done.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import ModuleType

from refute.ownership import is_refutes

# Modules with functions that a program of refute's own has imported: the script that pip writes, a fresh interpreter.
_STARTING = ("refute.__main__", "refute.run.system.fresh")
_PR_SET_PDEATHSIG = 1
_PR_SET_NAME = 15
_PR_SET_CHILD_SUBREAPER = 36
_M_ARENA_MAX = -8


def library() -> ctypes.CDLL | None:
    """The functions of the C library, on systems where a process can be asked for them."""
    with suppress(TypeError, OSError):
        return ctypes.CDLL(None, use_errno=True)
    return None


_prctl = getattr(library(), "prctl", None)  # looked up before there is a process that has to pay for it
_mallopt = getattr(library(), "mallopt", None) if sys.platform == "linux" else None
_PIECE = 1 << 16
_SUPERVISOR = ctypes.create_string_buffer(b"refute-watch")  # no more than 15 bytes
_READING = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0)
_UNHANDLED = 1 << 31  # Windows: exit statuses from here on are exceptions
_ROUNDS = 100  # in which all that one process started is ended: those that are killed may have children
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100  # of processor time in a second


def die_with_parent() -> None:
    if _prctl is not None:
        _ask(_PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Processes below this one become its children when their parents end, whatever session they went to."""
    _ask(_PR_SET_CHILD_SUBREAPER, 1)


def name_supervisor() -> None:
    """Let this process be known as one that ends by itself, and all below it, when its parent is gone."""
    if _prctl is not None:
        _prctl(_PR_SET_NAME, _SUPERVISOR, 0, 0, 0)


def forget_program() -> None:
    """Keep from the code under test how this process was started, which differs between systems: `sys.argv` is `[""]`,
    and where the program is refute's own, `__main__` is empty."""
    sys.argv[:] = [""]
    del sys.orig_argv[1:]
    main = vars(sys.modules["__main__"])
    starts = (getattr(main.get(name), "__module__", None) for name in ("main", "run_module"))
    if is_refutes(str(main.get("__file__"))) or any(module in _STARTING for module in starts):
        sys.modules["__main__"] = ModuleType("__main__")


def limit(what: str, bound: int, *, for_good: bool) -> None:
    """Bound what this process, and all it starts, may use of a resource, as far as they are allowed that much.

    Where it is not for good, processes that are started may set bounds of their own that are wider. Systems that know
    no such bound, or do not keep it, are left alone.
    """
    try:
        import resource

        kind = getattr(resource, f"RLIMIT_{what}")
    except (ImportError, AttributeError):
        return
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        bound = min(bound, hard)
    try:
        resource.setrlimit(kind, (bound, bound if for_good else hard))
    except (ValueError, OSError):
        if sys.platform == "linux":  # which keeps it
            raise


def limit_memory(more: int, *, for_good: bool) -> None:
    """Bound the memory that this process may reserve beyond what it has, where it can be told how much that is."""
    with suppress(FileNotFoundError):
        pages = int(content("/proc/self/statm").split()[0])
        limit("AS", pages * mmap.PAGESIZE + more, for_good=for_good)


def save_address_space() -> None:
    """Let threads share their heaps: each would reserve 64 MiB, of which next to nothing is used."""
    if _mallopt is not None:
        _mallopt(_M_ARENA_MAX, 2)


def end_family(head: int) -> int:
    """End a child, all below it and all that was adopted; the exit code of the child."""
    code = 0
    while True:
        try:
            process, ended = os.waitpid(-1, os.WNOHANG)
            if process == 0:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(head, signal.SIGKILL)
                for child in _children(os.getpid()):
                    with suppress(ProcessLookupError):
                        os.kill(child, signal.SIGKILL)
                process, ended = os.waitpid(-1, 0)
        except ChildProcessError:
            return code
        if process == head:
            code = os.waitstatus_to_exitcode(ended)


def end_with_all_below(process: int) -> None:
    """Kill a child that adopts orphans, and all it has started, whatever session they went to; supervisors end
    themselves."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGSTOP)  # so that it starts no more, and those that are killed keep their numbers
    for _ in range(_ROUNDS):
        below = [child for child in _below(process) if _is_alive(child)]
        if not below:
            break
        for child in below:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(child, signal.SIGKILL)
    for end in (os.killpg, os.kill):  # it may have no group of its own yet
        with suppress(ProcessLookupError, PermissionError):
            end(process, signal.SIGKILL)


def has_process_files() -> bool:
    """Whether the system tells about processes in files."""
    return os.path.exists("/proc/self/stat") and hasattr(signal, "SIGSTOP")


def _below(process: int) -> Iterator[int]:
    for child in _children(process):
        with suppress(OSError):
            if content(f"/proc/{child}/comm").strip() != _SUPERVISOR.value:
                yield child
                yield from _below(child)


def _is_alive(process: int) -> bool:
    with suppress(OSError):
        return _stat(process)[0] not in (b"Z", b"X")
    return False


def manner_of_death(code: int) -> str:
    """How a process ended, by its exit code as `subprocess` and `os.waitstatus_to_exitcode` have it."""
    if code < 0:
        with suppress(ValueError):
            return f"signal {signal.Signals(-code).name}"
        return f"signal {-code}"
    return f"exit status {code:#x}" if code >= _UNHANDLED else f"exit status {code}"


def processor_time(process: int) -> float:
    """Seconds that a process has run; 0 if it is gone."""
    with suppress(OSError):
        numbers = _stat(process)
        return (int(numbers[11]) + int(numbers[12])) / _TICKS
    return 0.0


def is_starved(process: int, seconds: float, ran: float) -> bool:
    """Whether a process that had so many seconds is ready to run, and ran less than half of them."""
    with suppress(OSError):
        return _stat(process)[0] == b"R" and ran < seconds / 2
    return False


def _stat(process: int) -> list[bytes]:
    """What /proc tells of a process, from its state on."""
    return content(f"/proc/{process}/stat").rpartition(b")")[2].split()


def killed_for_memory() -> int:
    """How many processes of this machine the kernel has killed for want of memory."""
    with suppress(OSError):
        _, name, rest = content("/proc/vmstat").partition(b"\noom_kill ")
        if name:
            return int(rest.partition(b"\n")[0])
    return 0


def content(path: str) -> bytes:
    """What the kernel tells in a file of its own. It takes part of the time and memory that a file object takes."""
    file = os.open(path, _READING)
    try:
        told = b""
        while piece := os.read(file, _PIECE):
            told += piece
        return told
    finally:
        os.close(file)


def _children(process: int) -> Iterator[int]:
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            yield from map(int, content(f"/proc/{process}/task/{thread}/children").split())
        return
    except OSError:  # a kernel that was built without it, or a process that is gone
        pass
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError):
                # the name in brackets may hold anything, brackets too
                if int(content(f"/proc/{name}/stat").rpartition(b")")[2].split()[1]) == process:
                    yield int(name)


def _ask(option: int, value: int) -> None:
    if _prctl is not None:
        _prctl(option, value, 0, 0, 0)
