"""Messages between refute and a host: what comes from a host is data, and never runs code when it is read.

A host runs the user's code, so an answer may hold anything. It is read with an unpickler that knows only classes of
refute that were named for it: whatever else is in an answer makes it unreadable.
"""

from __future__ import annotations

import io
import pickle
import select
import socket
import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from refute import errors
from refute.run.wall.denials import Denial

_HEADER = struct.Struct("<BQ")
_PIECE = 1 << 18
_LONGEST = 1 << 28  # bytes of a message


class MessageKind(IntEnum):
    """What a message is."""

    REQUEST = 0
    CANCEL = 1  # the request that is being answered
    ITEM = 2  # of an answer that comes in parts
    RESULT = 3  # the answer, or the end of it
    ERROR = 4  # an error that refute explains
    FAULT = 5  # of the service itself, as text
    DENIED = 6  # code of the user's wanted something that it may not do


_KINDS = frozenset(MessageKind)


class Unreadable(Exception):
    """An answer that holds something else than data of refute."""


_KNOWN: dict[tuple[str, str], Any] = {}


def may_cross(*classes: Any) -> None:
    """Let instances of some classes, and what some functions make, be part of answers."""
    for cls in classes:
        _KNOWN[cls.__module__, cls.__qualname__] = cls


may_cross(errors.Place, errors._rebuilt, Denial)
may_cross(*(found for found in vars(errors).values() if isinstance(found, type) and issubclass(found, Exception)))


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        try:
            return _KNOWN[module, name]
        except KeyError:
            raise Unreadable(f"{module}.{name}") from None


def read(data: bytes) -> Any:
    """What an answer says. Raises Unreadable."""
    try:
        return _Unpickler(io.BytesIO(data)).load()
    except Unreadable:
        raise
    except Exception as error:  # of a pickle that is cut, or forged
        raise Unreadable(type(error).__name__) from None


def packed(kind: MessageKind, content: object) -> bytes:
    data = pickle.dumps(content, pickle.HIGHEST_PROTOCOL)
    return _HEADER.pack(kind, len(data)) + data


class Messages:
    """Messages from a socket."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._pending = bytearray()

    def waiting(self) -> Iterator[tuple[MessageKind, bytes]]:
        """Those that have been received as a whole. Raises Unreadable where something else was."""
        pending = self._pending
        while len(pending) >= _HEADER.size:
            kind, size = _HEADER.unpack_from(pending)
            if kind not in _KINDS or size > _LONGEST:
                raise Unreadable("no message")
            end = _HEADER.size + size
            if len(pending) < end:
                return
            data = bytes(pending[_HEADER.size : end])
            del pending[:end]
            yield MessageKind(kind), data

    def come(self, seconds: float) -> bool:
        """Wait until there is something to receive, so long at most; whether there is."""
        if not hasattr(select, "poll"):
            return bool(select.select((self._line,), (), (), seconds)[0])
        poll = select.poll()  # takes files of any number
        poll.register(self._line, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def receive(self) -> bool:
        """Receive what there is; False if the other end is closed."""
        try:
            data = self._line.recv(_PIECE)
        except ConnectionError:
            return False
        self._pending += data
        return bool(data)

    def next(self) -> tuple[MessageKind, bytes] | None:
        """The next message, waited for; None if the other end is closed."""
        while True:
            for message in self.waiting():
                return message
            if not self.receive():
                return None
