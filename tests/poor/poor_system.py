"""An interpreter without what only some systems have, and all that it starts.

The standard library is imported first, as that of such a system does without.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import ctypes
import faulthandler
import importlib.abc
import mmap
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile  # noqa: F401 - while it can be
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline")
NAMES: dict[ModuleType, Sequence[str]] = {
    os: (
        *("fork", "forkpty", "register_at_fork", "pidfd_open", "memfd_create", "MFD_CLOEXEC", "MFD_ALLOW_SEALING"),
        *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_PATH", "O_NOCTTY", "pipe2", "pread"),
        *("setsid", "killpg", "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "sysconf", "uname", "fchmod"),
        *("WIFSIGNALED", "WTERMSIG", "WEXITSTATUS", "waitid", "sched_getaffinity", "openpty", "mkfifo"),
    ),
    select: ("poll", "epoll"),
    socket: ("AF_UNIX",),
    faulthandler: ("register", "unregister"),
    mmap: ("MAP_SHARED", "MAP_PRIVATE", "MAP_ANONYMOUS", "MAP_ANON", "PROT_READ", "PROT_WRITE"),
}
SIGNALS = (
    *("SIGALRM", "SIGKILL", "SIGSTOP", "SIGCONT", "SIGCHLD", "SIGPIPE", "SIGXFSZ", "SIGXCPU", "SIGHUP", "SIGUSR1"),
    *("SIGUSR2", "SIGRTMIN", "SIGRTMAX", "setitimer", "getitimer", "ITIMER_REAL", "alarm", "pthread_sigmask"),
    *("pthread_kill", "SIG_BLOCK", "SIG_UNBLOCK", "SIG_SETMASK", "sigwait", "siginterrupt"),
)


class Refusing(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} on this system", name=name)
        return None


def no_library_of_the_process(name: str | None, *args: Any, **keywords: Any) -> Any:
    if name is None:
        raise TypeError("bad argument type for built-in operation")
    return _CDLL(name, *args, **keywords)


def pair_by_network(*_: Any) -> tuple[socket.socket, socket.socket]:
    """A pair of sockets, as systems have it that have none in memory."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        one = socket.create_connection(server.getsockname())
        return one, server.accept()[0]


_CDLL = ctypes.CDLL


def become_poor() -> None:
    sys.meta_path.insert(0, Refusing())
    for name in MODULES:
        sys.modules.pop(name, None)
    for module, names in (*NAMES.items(), (signal, SIGNALS), (_signal, SIGNALS)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    subprocess.Popen.kill = lambda popen: popen.send_signal(9)  # type: ignore[method-assign]
    socket.socketpair = pair_by_network  # type: ignore[assignment]
    ctypes.CDLL = no_library_of_the_process  # type: ignore[assignment, misc]
