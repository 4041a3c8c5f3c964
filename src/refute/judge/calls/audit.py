"""The audit: a log of the calls that happened, written before each of them, against which claims can be checked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from errno import EBADF
from json import dumps as _dumps  # bound here because the code under test may patch the names
from pathlib import Path
from typing import Any

from refute.errors import RefuteError
from refute.judge.findings import call_line
from refute.run.system.wakeup import out_of_the_way
from refute.types.signatures import Signature


class Audit:
    """Appends a line of JSON for each call: function, call as Python text, and the process. Where a call is not judged,
    also what it is made for: `look`, again under a tracer; `notes`, with arguments that take notes; `holes`, with
    arguments of which some parts are not chosen."""

    purpose = ""  # of the calls of this process, where they are not judged

    def __init__(self, file: Path) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)
        self._file = out_of_the_way(os.open(file, flags, 0o666))
        self._node = _node(self._file)

    def close(self) -> None:
        os.close(self._file)

    def note(self, signature: Signature, values: Sequence[Any]) -> None:
        self.write(signature.name, call_line(signature, tuple(values)), self.purpose)

    def write(self, function: str, call: str, purpose: str = "") -> None:
        """Note a call of a function, by its text."""
        line = {
            "function": function,
            "call": call,
            "process": os.getpid(),
            **({purpose: True} if purpose else {}),
        }
        try:
            if _node(self._file) != self._node:
                raise OSError(EBADF, "the code has put another file in its place")
            os.write(self._file, _dumps(line).encode() + b"\n")
        except OSError as error:
            if error.errno == EBADF:
                raise RefuteError(
                    f"a call cannot be written to the audit: {error.strerror}",
                    remedy="The code closes files that it has not opened: leave out --audit.",
                ) from None
            raise RefuteError(
                f"a call cannot be written to the audit: {error.strerror}",
                remedy="Write the audit to a disk with more space, or leave out --audit.",
            ) from None


def _node(file: int) -> tuple[int, int]:
    """Which file has a number: code under test may have closed it, and opened others."""
    found = os.fstat(file)
    return found.st_dev, found.st_ino
