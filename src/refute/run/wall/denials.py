"""Denials: what code wanted that it may not do."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass

from refute.errors import Place


@dataclass(frozen=True)
class Denial:
    """One call that was not allowed."""

    door: str  # that would have to be open; "read" for what must not be read, "refute" for what judges the call
    wanted: str  # "delete", "start a process"
    subject: str  # a path, a command, an address; empty if there is none
    place: Place | None  # the user's line

    @property
    def text(self) -> str:
        """`wanted to delete /home/me/cache`"""
        if self.door == "refute":
            return f"replaced {self.subject}"
        return f"wanted to {self.wanted} {self.subject}".rstrip(": ")

    @property
    def remedy(self) -> str:
        if self.door == "read":
            return "a `deny` rule forbids to read it"
        if self.door == "refute":
            return "refute runs and judges calls by it, in the same process, so that such a call is not judged"
        if self.door == "write" and os.path.isabs(self.subject):
            opened = f"--allow write={self.subject} permits it (or `allow` in [tool.refute])"
            return f"{opened}, or give it a directory of its own"
        return f"--allow {self.door} permits it (or `allow` in [tool.refute])"

    def told(self, who: str) -> str:
        """`f(n=0) wanted to delete /home/me/cache (app.py:12): not allowed; …`"""
        where = f" ({self.place})" if self.place else ""
        return f"{who} {self.text}{where}: {'' if self.door == 'refute' else 'not allowed; '}{self.remedy}"

    def packed(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def unpacked(cls, data: bytes) -> Denial:
        """What a worker has written. Raises ValueError where that is something else."""
        try:
            found = json.loads(data)
            place = found["place"] and Place(str(found["place"]["file"]), int(found["place"]["line"]))
            return cls(str(found["door"]), str(found["wanted"]), str(found["subject"]), place or None)
        except (TypeError, KeyError) as error:
            raise ValueError(str(error)) from None


class NotAllowed(BaseException):
    """Raised by a call that is not allowed, in workers. No Exception: code that goes on after any is not to go on."""


class Denied(PermissionError):
    """The same in a host: what is imported may well have another way, and no input is judged there."""
