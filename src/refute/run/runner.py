"""Runners: what runs a body over a range of indices, here or in workers."""

from __future__ import annotations

from collections.abc import Generator
from typing import Protocol

from refute.errors import RefuteError
from refute.run.body import Body
from refute.run.events import Event


class Stopped(Exception):
    """Thrown into a run: what has been done is told, and the run ends soon."""


class Unmovable(RefuteError):
    """A body that cannot be made again in a fresh interpreter."""


class Runner(Protocol):
    fresh: bool  # whether each run begins in a process that has run nothing before

    def run(self, body: Body, start: int, stop: int, deadline: float | None = None) -> Generator[Event, None, None]:
        """Run the steps of the indices from start to before stop, until a time.

        Closing the iterator ends the run at once. Where `Stopped` is thrown into it, it tells what has been done first.
        """
        ...
