"""Rules: which doors of the wall are open."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from refute.errors import RefuteError
from refute.ownership import is_in

_Function = TypeVar("_Function", bound=Callable[..., Any])
_MARK = "__refute_allow__"
DOORS = ("write", "net", "process", "native")


class RuleError(RefuteError):
    """A door that there is not, or a path that is missing."""


@dataclass(frozen=True)
class Rules:
    """What code under test may do beside computing and reading. By default, nothing of it."""

    write: tuple[str, ...] = ()  # files and directories it may write, with all that is in them
    net: bool = False
    process: bool = False  # start processes, and send signals to others
    native: bool = False  # load and call native code by itself, as with ctypes
    unreadable: tuple[str, ...] = ()  # files and directories it may not even read

    def __post_init__(self) -> None:
        for name in ("write", "unreadable"):
            object.__setattr__(self, name, tuple(map(_absolute, getattr(self, name))))

    def allowing(self, doors: Iterable[str]) -> Rules:
        """These, with more doors open: `net`, `process`, `native`, `write` or `write=PATH`."""
        rules = self
        for text in doors:
            door, given, path = text.partition("=")
            if door not in DOORS or (given and (door != "write" or not path)):
                raise RuleError(
                    f"{text!r} is nothing that can be allowed",
                    remedy="Use write=PATH, write, net, process or native.",
                )
            if door == "write":
                rules = replace(rules, write=(*rules.write, path or os.sep))
            else:
                rules = replace(
                    rules,
                    net=rules.net or door == "net",
                    process=rules.process or door == "process",
                    native=rules.native or door == "native",
                )
        return rules

    @property
    def doors(self) -> tuple[str, ...]:
        """The doors that are open, as `allowing` takes them."""
        others = (door for door in ("net", "process", "native") if getattr(self, door))
        return (*(f"write={path}" for path in self.write), *others)

    def includes(self, other: Rules) -> bool:
        """Whether all doors that others open are open here."""
        return (
            all(any(is_in(path, (own,)) or own == os.sep for own in self.write) for path in other.write)
            and self.net >= other.net
            and self.process >= other.process
            and self.native >= other.native
        )

    def denying(self, what: Iterable[str]) -> Rules:
        """These, with more that may not be read: `read=PATH`."""
        rules = self
        for text in what:
            kind, _, path = text.partition("=")
            if kind != "read" or not path:
                raise RuleError(f"nothing can be denied by {text!r}", remedy="Write read=PATH, say read=~/.ssh.")
            rules = replace(rules, unreadable=(*rules.unreadable, path))
        return rules


def _absolute(path: str) -> str:
    return os.path.realpath(os.path.expanduser(path))


def allow(*doors: str) -> Callable[[_Function], _Function]:
    """Decorator: a function that may do more than others when it is checked.

    `allow("net")`, `allow("write=/var/tmp/cache", "process")`
    """
    Rules().allowing(doors)  # those that there are not are told at once
    for door in doors:
        if door.startswith("write=~"):
            raise RuleError(
                f"{door!r} depends on whose home it is", remedy="Write the whole path, or use the settings."
            )

    def mark(function: _Function) -> _Function:
        setattr(function, _MARK, (*getattr(function, _MARK, ()), *doors))
        return function

    return mark


def allowed_to(function: Callable[..., Any]) -> tuple[str, ...]:
    """The doors that are open for a function, or for the one that a decorator has wrapped."""
    doors = getattr(function, _MARK, ())
    return doors if isinstance(doors, tuple) and all(isinstance(door, str) for door in doors) else ()


OPEN = Rules(write=(os.sep,), net=True, process=True, native=True)
