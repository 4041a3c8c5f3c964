"""Messages: what a worker says of an exploration."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from refute.judge.findings import Failure
from refute.programs.interface.shapes import Path
from refute.programs.program.program import Program
from refute.run.steps.marks import FAILED, REFUSED


@dataclass(frozen=True)
class Began:
    """A segment begins: calls from an index on are of a stage, or random ones."""

    first: int
    count: int
    number: int
    is_random: bool
    offset: int  # calls of the stage before
    total: int  # calls of the stage
    is_cut: bool = False  # whether there was no room for all instances that it would have been made of
    after_all: bool = False  # whether no stage has anything more to call

    @property
    def stop(self) -> int:
        return self.first + self.count


@dataclass(frozen=True)
class Broke:
    """A call failed: how, and the program that ends in it."""

    failure: Failure
    program: Program
    where: Path = ()  # of the value that is wrong after the call, if it is one
    raised: tuple[str, ...] = ()  # by call, the exception that it raises, as `module:name`; empty: none
    seeds: tuple[int | None, ...] = ()  # by call, what random numbers were seeded with


def mark_of(key: tuple[str, ...]) -> int:
    """The mark of calls that fail in one way, in any process. Few ways have the same."""
    return FAILED + crc32("\0".join(key).encode("utf-8", "backslashreplace")) % (REFUSED - FAILED)


@dataclass(frozen=True)
class Seen:
    """How far an exploration has come: instances of all kinds, lines that were reached, and all lines."""

    states: int
    reached: int
    lines: int


@dataclass(frozen=True)
class BeganAnew:
    """All calls are made again from an index on, with more knowledge."""

    index: int
