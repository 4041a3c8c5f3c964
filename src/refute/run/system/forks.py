"""Forks: of a process that may have threads, signals on their way, and output that is not written yet."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from refute.run.system.signals import EVERY_SIGNAL, block

_private: set[int] = set()  # files of this process that lead to refute


def keep_from_children(file: int) -> None:
    """A file that processes which run the user's code are not to have."""
    _private.add(file)


def close_what_is_private() -> None:
    """In a child: what it would write there would be taken for its parent's."""
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for file in _private:
        os.dup2(nowhere, file, inheritable=False)  # the number stays taken: objects that have it may close it
    os.close(nowhere)
    _private.clear()


def fork() -> int:
    """Forking is safe here though there may be threads: the child uses none of their locks."""
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
