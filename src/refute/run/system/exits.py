"""Ends of a process from within: where the code stood that ended it is noted before it does.

A call of `os._exit` leaves no trace, so that it could not be told who made it. While this is on, the functions that end
processes write the stack of their caller into memory that is shared with refute.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from refute.run.system.memory import SharedMemory

_ENDING = ("_exit", "abort", "kill", "killpg")
_SIZE = 1 << 14


class LastStack:
    """The stack of the last call that may have ended the process. Made before the process is."""

    def __init__(self, file: str | None = None) -> None:
        """`file` is where it is shared, if the process is not forked."""
        self._shared = SharedMemory(_SIZE, file)
        self._memory = self._shared.map

    def write(self, text: str) -> None:
        data = text.encode("utf-8", "backslashreplace")[: _SIZE - 1]
        self._memory[: len(data) + 1] = data + b"\0"

    def read(self) -> str:
        return bytes(self._memory).partition(b"\0")[0].decode("utf-8", "replace")

    def close(self) -> None:
        self._shared.close()


_original: dict[str, Callable[..., Any]] = {}


def watch(last: LastStack) -> None:
    """Note callers of what ends processes, from now on."""
    for name in filter(lambda name: hasattr(os, name), _ENDING):
        _original[name] = getattr(os, name)
        setattr(os, name, _noting(_original[name], last))


def forget() -> None:
    """In workers: their ends are watched from outside."""
    for name, function in _original.items():
        setattr(os, name, function)
    _original.clear()


def _noting(function: Callable[..., Any], last: LastStack) -> Callable[..., Any]:
    def call(*args: Any, **keywords: Any) -> Any:
        lines = []
        frame = sys._getframe(1)
        while frame is not None:
            lines.append(f'  File "{frame.f_code.co_filename}", line {frame.f_lineno} in {frame.f_code.co_name}')
            frame = frame.f_back  # type: ignore[assignment]
        last.write("\n".join(lines))
        return function(*args, **keywords)

    return call
