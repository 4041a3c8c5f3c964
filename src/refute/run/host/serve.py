"""The side of a host: a process that answers one request after the other, until nobody asks any more."""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
import socket
import sys
import tempfile
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from typing import Any

from refute.errors import RefuteError
from refute.run.events import Waiting
from refute.run.host.wire import MessageKind, Messages, packed
from refute.run.runner import Stopped
from refute.run.system.measuring import tell
from refute.run.system.processes import adopt_orphans, die_with_parent, forget_program, limit_memory
from refute.run.system.scratch import HOMES
from refute.run.system.signals import block, change, changes_for_workers
from refute.run.system.streams import unbuffered
from refute.run.wall.denials import Denied
from refute.run.wall.guard import Wall, current, stand_behind
from refute.run.wall.kernel import bind
from refute.run.wall.rules import Rules


class Gone(Exception):
    """Nobody waits for answers any more."""


def become_host(log: int, memory: int, wall: Rules, home: str, *, spawns: bool = False) -> None:
    """Turn this process, just begun, into one for the user's code: what it prints goes into a file of its own, and
    what it writes into a directory of its own.

    Ctrl-C is meant for refute. `spawns`: workers are not forked from it, but started as programs.
    """
    if not spawns:
        os.setsid()
        forget_program()
    die_with_parent()
    adopt_orphans()
    signal.set_wakeup_fd(-1)
    change(changes_for_workers())
    block(())
    nothing = os.open(os.devnull, os.O_RDONLY)
    for file, standard in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(file, standard)
    os.close(nothing)
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # type: ignore[misc] # noqa: SIM115
    sys.stdout = sys.__stdout__ = unbuffered(1)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = unbuffered(2)  # type: ignore[misc]
    faulthandler.disable()  # it may be at work already, for a file of refute's
    faulthandler.enable(2, all_threads=False)  # a crash says where
    with suppress(ValueError, OSError):
        limit_memory(memory, for_good=False)
    for name in HOMES:
        os.environ[name] = home
    tempfile.tempdir = home
    sys.dont_write_bytecode = True  # not beside the user's files
    bind(wall, (home,), forks=True, programs=spawns)
    stand_behind(Wall(wall, (home,), is_worker=False))


def serve(service: Callable[[], Any], line: socket.socket) -> None:
    """Answer requests: the name of a method of the service, and its arguments. One that is an iterator gives parts."""
    messages = Messages(line)
    made: Any = None
    while (message := messages.next()) is not None:
        kind, data = message
        if kind is not MessageKind.REQUEST:  # a request that was cancelled when it had been answered
            continue
        name, arguments = pickle.loads(data)  # what refute itself has written
        try:
            if made is None:
                made = service()
            answer = getattr(made, name)(*arguments)
            if isinstance(answer, Iterator):
                answer = _told(answer, line, messages)
            reply = packed(MessageKind.RESULT, answer)
        except RefuteError as error:
            reply = _refusal(error)
        except (BrokenPipeError, ConnectionResetError, Gone):
            return
        except Denied as error:
            reply = _refusal(RefuteError(f"{name} {error}", remedy="See `refute check --help`: --allow and --deny."))
        except BaseException as error:  # whatever the user's code does, which may be any of them
            reply = _fault(error)
        tell()
        with suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(_denials() + reply)


def _told(parts: Iterator[Any], line: socket.socket, messages: Messages) -> Any:
    """Send the parts of an answer, until there are no more or it is cancelled; what the iterator returns."""
    while True:
        try:
            part = next(parts)
        except StopIteration as end:
            return end.value
        if messages.come(0):
            if not messages.receive():
                raise Gone
            if any(kind is MessageKind.CANCEL for kind, _ in messages.waiting()):
                parts = _stopped(parts)
        if not isinstance(part, Waiting) or part.building:
            line.sendall(packed(MessageKind.ITEM, part))


def _stopped(parts: Iterator[Any]) -> Iterator[Any]:
    """What an iterator still gives after it was told to stop."""
    if not isinstance(parts, Generator):
        return
    try:
        yield parts.throw(Stopped)
    except (Stopped, StopIteration):
        return
    yield from parts


def _denials() -> bytes:
    """What code wanted since the last answer that it may not do."""
    wall = current()
    if wall is None:
        return b""
    denials = dict.fromkeys(noted.denial for noted in wall.taken())
    return b"".join(packed(MessageKind.DENIED, denial) for denial in denials)


def _refusal(error: RefuteError) -> bytes:
    try:
        return packed(MessageKind.ERROR, error)
    except Exception:  # something in it cannot be pickled
        return _fault(error)


def _fault(error: BaseException) -> bytes:
    trace = "".join(traceback.format_exception(error))
    return packed(MessageKind.FAULT, (f"{type(error).__name__}: {_message(error)}", trace))


def _message(error: BaseException) -> str:
    try:
        return str(error)[:1_000]
    except BaseException:  # of the user's exceptions
        return ""
