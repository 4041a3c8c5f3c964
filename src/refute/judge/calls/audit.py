"""The audit: a log of the calls that happened, written before each of them, against which claims can be checked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from json import dumps as _dumps  # bound here because the code under test may patch the names
from pathlib import Path
from typing import Any

from refute.errors import RefuteError
from refute.judge.findings import call_line
from refute.types.signatures import Signature


class Audit:
    """Appends a line of JSON for each call: function, call as Python text, and the process. Where a call is made
    again under a tracer, also that it is a look."""

    looks = False  # whether calls of this process are made for that

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0), 0o666)

    def close(self) -> None:
        os.close(self._file)

    def note(self, signature: Signature, values: Sequence[Any]) -> None:
        call = call_line(signature, tuple(values))
        line = {
            "function": signature.name,
            "call": call,
            "process": os.getpid(),
            **({"look": True} if self.looks else {}),
        }
        try:
            os.write(self._file, _dumps(line).encode() + b"\n")
        except OSError as error:
            raise RefuteError(
                f"a call cannot be written to the audit: {error.strerror}",
                remedy="Write the audit to a disk with more space, or leave out --audit.",
            ) from None
