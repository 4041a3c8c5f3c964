"""Knowledge: what has to be known of code before its programs mean anything, and is learnt by running it; and notes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass


@dataclass(frozen=True)
class Knowledge:
    """Where any of it turns out to be missing, an exploration begins anew."""

    changing: tuple[str, ...] = ()  # classes whose instances change, as `module:name`
    varying: tuple[str, ...] = ()  # attributes that differ from run to run, as `module:name.attribute`
    random: bool = False  # whether calls use the module `random`: it is seeded before each

    def with_more(
        self, *, changing: Iterable[str] = (), varying: Iterable[str] = (), random: bool = False
    ) -> Knowledge:
        return Knowledge(
            tuple(sorted({*self.changing, *changing})),
            tuple(sorted({*self.varying, *varying})),
            self.random or random,
        )

    def dumped(self) -> bytes:
        return json.dumps(asdict(self)).encode()


@dataclass(frozen=True)
class Noted:
    """What makes less of an exploration than it seems: operations that do not do the same twice, classes whose
    instances cannot be looked into, objects of modules that calls have changed, and what no programs were made with."""

    flaky: tuple[str, ...] = ()
    opaque: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()  # all but these, in words

    def with_more(self, other: Noted) -> Noted:
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Noted(*(tuple(dict.fromkeys((*own, *more))) for own, more in pairs))

    def dumped(self) -> bytes:
        return json.dumps(astuple(self)).encode()


def noted_in(data: bytes) -> Noted:
    return Noted(*map(tuple, json.loads(data))) if data else Noted()


def loaded(data: bytes) -> Knowledge:
    """What was dumped; nothing is known where nothing was."""
    if not data:
        return Knowledge()
    read = json.loads(data)
    return Knowledge(tuple(read["changing"]), tuple(read["varying"]), read["random"])
