"""Fresh interpreters: processes that run a module of refute, share nothing with this one, and end with it.

What such a process is to do is written to its standard input, which stays open: when it ends, so does the process. It
needs no `fork`, no signals and no `/proc`; where there are some, they are used to end what it has started.
"""

from __future__ import annotations

import _thread
import os
import pickle
import signal
import socket
import struct
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

from refute.run.system.processes import end_with_all_below, forget_program, has_process_files, manner_of_death
from refute.run.system.signals import EVERY_SIGNAL, block

_START = """import sys
{path}
from refute.run.system.fresh import run_module
run_module(*{modules!r})
"""
_LENGTH = struct.Struct("<Q")
_HASH_SEED = str(int.from_bytes(os.urandom(3), "little"))  # the same for all: sets have the same order in each
_OF_THIS_PYTHON = ("PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__")  # variables that mislead others
_GRACE = 5.0  # seconds in which a process that was killed is gone
FIRST_PATH = tuple(sys.path)  # before the user's directories are in it


@dataclass(frozen=True)
class Interpreter:
    """Another Python than this one, which has libraries of its own."""

    program: str
    path: tuple[str, ...] = ()  # where it looks for modules first,
    support: tuple[str, ...] = ()  # and last: refute itself, and what that needs


class _Told(NamedTuple):
    """What a fresh interpreter is told by the one that starts it."""

    line: bytes | int | None  # a socket that both have
    content: Any


class Fresh:
    """A process. `log` is the file that it prints into; it imports the modules `ahead` before it is told anything."""

    def __init__(
        self,
        module: str,
        log: int,
        line: socket.socket | None = None,
        ahead: tuple[str, ...] = (),
        interpreter: Interpreter | None = None,
    ) -> None:
        """`interpreter`: which Python, if not this one."""
        environment = {"PYTHONHASHSEED": _HASH_SEED, **os.environ}
        if environment["PYTHONHASHSEED"] == "random":  # all have the same
            environment["PYTHONHASHSEED"] = _HASH_SEED
        path = f"sys.path[:] = {list(FIRST_PATH)!r}"
        command = [sys.executable, *subprocess._args_from_interpreter_flags()]  # type: ignore[attr-defined]
        if interpreter is not None:
            path = f"sys.path[:] = [*{list(interpreter.path)!r}, *sys.path[1:], *{list(interpreter.support)!r}]"
            command = [interpreter.program]
            for name in _OF_THIS_PYTHON:
                environment.pop(name, None)
        how: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            how = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # Ctrl-C is meant for refute
        elif line is not None:
            how["pass_fds"] = (line.fileno(),)
        self._line = line
        self._popen = subprocess.Popen(
            [*command, "-c", _START.format(path=path, modules=(module, *ahead))],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            env=environment,
            **how,
        )

    @property
    def process(self) -> int:
        return self._popen.pid

    def tell(self, content: Any) -> None:
        """Tell it what to do. Raises OSError where it has ended already."""
        line: bytes | int | None = None
        if self._line is not None:
            share = getattr(self._line, "share", None)  # Windows
            line = share(self.process) if share is not None else self._line.fileno()
        data = pickle.dumps(_Told(line, content), pickle.HIGHEST_PROTOCOL)
        assert self._popen.stdin is not None
        self._popen.stdin.write(_LENGTH.pack(len(data)) + data)
        self._popen.stdin.flush()

    def wait(self, seconds: float) -> None:
        """Until it has ended, so long at most."""
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(seconds)

    def ended(self) -> str | None:
        """How it ended, once it has."""
        return None if self._popen.poll() is None else manner_of_death(self._popen.returncode)

    def end(self) -> str:
        """End it and all that it has started, as far as the system tells what that is; how it ended."""
        if self._popen.poll() is None:  # else its number may be another's by now
            _end_below(self._popen)
            with suppress(OSError):
                self._popen.kill()
        self.wait(_GRACE)
        if self._popen.stdin is not None:
            with suppress(OSError):
                self._popen.stdin.close()
        return self.ended() or "it did not end"


def _end_below(popen: subprocess.Popen[bytes]) -> None:
    if has_process_files():
        end_with_all_below(popen.pid)
        return
    for child in _children(popen.pid):
        with suppress(Exception):  # of processes that are gone
            child.kill()
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(popen.pid)], capture_output=True, check=False)
    elif hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(popen.pid, signal.SIGKILL)


def _children(process: int) -> list[Any]:
    """Processes below another, where psutil is installed."""
    try:
        import psutil  # type: ignore[import-untyped, unused-ignore]

        return list(psutil.Process(process).children(recursive=True))
    except Exception:  # it is not, or the process is gone
        return []


# -- in the process ----------------------------------------------------------------------------------------------------


def run_module(name: str, *ahead: str) -> None:
    """Do what this process is told, by the `main` of a module. Called by the text that it was started with."""
    main = import_module(name).main
    forget_program()
    for other in ahead:
        import_module(other)
    orders = os.dup(0)
    with open(orders, "rb", buffering=0, closefd=False) as stream:
        told = _read(stream)
    blocked = block(EVERY_SIGNAL)  # and in the thread they stay so: they are the main thread's
    _thread.start_new_thread(_end_with_parent, (orders,))
    block(blocked)
    line = None
    if isinstance(told.line, bytes):
        line = socket.fromshare(told.line)  # type: ignore[attr-defined, unused-ignore]
    elif told.line is not None:
        line = socket.socket(fileno=told.line)
        line.set_inheritable(False)
    main(told.content, line)


def _read(stream: Any) -> _Told:
    data = bytearray()
    size = None
    while size is None or len(data) < size:
        piece = stream.read(1 << 16 if size is None else size - len(data))
        if not piece:
            os._exit(0)  # nobody wants anything
        data += piece
        if size is None and len(data) >= _LENGTH.size:
            (size,) = _LENGTH.unpack_from(data)
            del data[: _LENGTH.size]
    told = pickle.loads(bytes(data))  # what refute itself has written
    assert isinstance(told, _Told)
    return told


def _end_with_parent(orders: int, read: Any = os.read, leave: Any = os._exit, nap: Any = time.sleep) -> None:
    """By a thread that no other code knows of. The names are bound: code under test may patch them."""
    try:
        while read(orders, 1):
            pass
    except OSError:  # closed by the code under test, which ends by itself, or is ended
        while True:
            nap(3600.0)
    leave(0)
