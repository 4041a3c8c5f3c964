"""Behaviours: what one call did that a client can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from refute.compare.behaviour.views import Seen, digest_of
from refute.run.host.wire import may_cross

RETURNED, RAISED, DISCARDED, UNMADE = "returned", "raised", "discarded", "unmade"
# Told from outside: the process that made the call was ended, or not let do something.
HUNG, DIED, MEMORY, WALLED, LOST = "hung", "died", "memory", "walled", "lost"
# What keeps a call from being compared.
NO_CALLS = (DISCARDED, UNMADE, WALLED, LOST)


@dataclass(frozen=True)
class Left:
    """What an argument is after the call."""

    name: str
    view: Any
    text: str = ""
    is_changed: bool = False  # by the call, as far as that was looked at


@dataclass(frozen=True)
class Behaviour:
    kind: str
    view: Any = None  # of the result
    exception: str = ""  # its class, as `Homes.name_of` calls it
    printed: tuple[str, str] = ("", "")  # to standard output, and to standard error
    warned: tuple[str, ...] = ()  # the classes of warnings
    left: tuple[Left, ...] = ()  # arguments that could have changed
    text: str = ""  # the result, or the message of the exception
    frames: tuple[str, ...] = ()  # the lines that raised it
    is_cut: bool = False  # whether only the first elements of an iterator were taken

    @property
    def digest(self) -> bytes:
        """Some bytes in which it differs from others, the first of which is that of its kind."""
        left = tuple(one.view for one in self.left)
        found = digest_of((self.kind, self.view, self.exception, self.printed, self.warned, left))
        return self.kind[:1].encode() + found


may_cross(Seen, Left, Behaviour)
