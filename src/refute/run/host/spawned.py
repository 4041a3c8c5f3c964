"""A host in a fresh interpreter: for systems on which a process cannot be forked, or better is not."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import closing, suppress
from dataclasses import dataclass

from refute.errors import RefuteError
from refute.run.body import Rebuild
from refute.run.host.process import LOOK, MEMORY, Host
from refute.run.host.serve import become_host, serve
from refute.run.host.wire import MessageKind, Messages, packed
from refute.run.system.exits import LastStack, watch
from refute.run.system.fresh import Fresh, Interpreter
from refute.run.system.memory import new_file, share_by_files
from refute.run.system.scratch import Home
from refute.run.system.stack_dump import StackDump
from refute.run.wall.rules import Rules

_TO_START = 60.0  # seconds
_APPENDING = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True)
class _Duty:
    """What a host is told at its start."""

    service: Rebuild
    memory: int
    wall: Rules
    home: str
    last: str  # a file
    dump: str  # a file
    directory: str  # the current one
    path: tuple[str, ...]  # where modules are found; empty: where this Python finds them


class _Here:
    is_host = False


class SpawnedHost(Host):
    """A fresh interpreter, which makes its service by a name."""

    def __init__(
        self,
        service: Rebuild,
        memory: int = MEMORY,
        wall: Rules = Rules(),  # noqa: B008
        *,
        interpreter: Interpreter | None = None,
        directory: str = "",
    ) -> None:
        """`interpreter`: which Python, if not this one; `directory`: where it runs, if not here."""
        super().__init__(service, memory, wall)
        self._rebuild = service
        self._interpreter = interpreter
        self._directory = directory
        self._fresh: Fresh | None = None

    def _start(self) -> None:
        if _Here.is_host:
            raise RefuteError(
                "a module that is being checked starts a check itself when it is imported",
                remedy='Put it under `if __name__ == "__main__":`.',
            )
        shared = self._shared
        try:
            self._home = Home()
            shared.callback(self._home.remove)
            home = self._home.path
            last, dump = new_file("last", home), new_file("stack", home)
            assert last is not None
            assert dump is not None
            self._last = shared.enter_context(closing(LastStack(last)))
            self._dump = shared.enter_context(closing(StackDump(dump)))
            self._log = os.open(os.path.join(home, "log"), _APPENDING)
            shared.callback(os.close, self._log)
            self._line, other_end = map(shared.enter_context, socket.socketpair())
            self._messages = Messages(self._line)
            ahead = (self._rebuild.module,)
            self._fresh = Fresh("refute.run.host.spawned", self._log, other_end, ahead, self._interpreter)
            self._process = self._fresh.process
            here, path = self._directory or os.getcwd(), () if self._interpreter is not None else tuple(sys.path)
            with suppress(OSError):  # it has ended already, which is seen at once
                self._fresh.tell(_Duty(self._rebuild, self._memory, self._wall, home, last, dump, here, path))
            other_end.close()
            self._next("starting a fresh interpreter", _TO_START)  # it says that it is there
        except BaseException:
            self.close()
            raise

    def _end(self) -> None:
        assert self._fresh is not None
        self._fresh.end()

    def _reap(self) -> None:
        pass  # it was waited for

    def _ended(self) -> str:
        assert self._fresh is not None
        self._fresh.wait(LOOK)  # it may be about to end
        how = self._fresh.ended()
        return self._fresh.end() if how is None else how


def main(duty: _Duty, line: socket.socket) -> None:
    """In the fresh interpreter."""
    _Here.is_host = True
    sys.path[:] = duty.path or sys.path
    os.chdir(duty.directory)
    share_by_files(duty.home)
    become_host(1, duty.memory, duty.wall, duty.home, spawns=True)
    StackDump(duty.dump).register()
    watch(LastStack(duty.last))
    line.sendall(packed(MessageKind.RESULT, None))
    serve(duty.service, line)
