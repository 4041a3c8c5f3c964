"""Forks: of a process that may have threads, signals on their way, and output that is not written yet."""

from __future__ import annotations

import os
import select
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module

from refute.errors import RefuteError
from refute.run.system.interrupts import shielded
from refute.run.system.signals import EVERY_SIGNAL, block

_NEEDED = (  # by processes that are forked, and by those that watch them
    *((os, name) for name in ("fork", "pidfd_open", "memfd_create", "pipe2", "setsid", "killpg", "waitpid", "WNOHANG")),
    *((signal, name) for name in ("pthread_sigmask", "SIGCHLD", "SIGSTOP", "SIGRTMAX")),
    (select, "poll"),
)
_private: set[int] = set()  # files of this process that lead to refute


def missing() -> list[str]:
    """What this system lacks of that by which processes for code under test are forked."""
    lacking = [f"{module.__name__}.{name}" for module, name in _NEEDED if not hasattr(module, name)]
    lacking += [name for name in ("fcntl", "resource") if not has_module(name)]
    if not os.path.exists("/proc/self/stat"):
        lacking.append("/proc")
    return lacking


def has_module(name: str) -> bool:
    """Whether a module can be imported on this system."""
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def way_of(workers: str) -> str:
    """How processes for code under test come about: "fork" or "spawn", as asked for, or as suits the system."""
    lacking = [] if workers == "spawn" else missing()
    if workers == "fork" and lacking:
        raise RefuteError(
            f"workers cannot be forked on this system: it has no {', '.join(lacking)}",
            remedy="Leave it to refute, or start fresh interpreters: --workers spawn.",
        )
    return "spawn" if workers == "spawn" or lacking else "fork"


def keep_from_children(file: int) -> None:
    """A file that processes which run the user's code are not to have."""
    _private.add(file)


def let_go(file: int) -> None:
    """A file that is closed: its number may be that of another one next."""
    _private.discard(file)


def close_what_is_private() -> None:
    """In a child: what it would write there would be taken for its parent's."""
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for file in _private:
        os.dup2(nowhere, file, inheritable=False)  # the number stays taken: objects that have it may close it
    os.close(nowhere)
    _private.clear()


@shielded
def fork() -> int:
    """Forking is safe here though there may be threads: the child uses none of their locks.

    Modules have functions called around a fork, such as that of `logging` which releases its lock. What is raised in
    these is lost, and an interrupt that another thread received while signals are blocked here would be.
    """
    if sys.version_info < (3, 12):  # which do not warn about it
        return os.fork()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Surround a fork: the child has nothing to write that is its parent's, and begins with all signals blocked.

    A signal for the parent is handled when this ends. An exception is raised by it then, so the process id of the child
    has to be kept inside.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    blocked = block(EVERY_SIGNAL)
    try:
        yield
    finally:
        block(blocked)
