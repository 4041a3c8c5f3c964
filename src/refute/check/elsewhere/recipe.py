"""Recipes: what another interpreter needs to build a body again and run a part of it.

A recipe is plain data of a few hundred bytes. The inputs of its segments have the same indices in every interpreter:
spaces are built in an order that depends on the types and the scope alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from refute.check.data import Options, Reference
from refute.check.hosting.service import CheckService
from refute.errors import TargetError
from refute.run.events import Event
from refute.run.runner import Runner
from refute.search.schedule.domains import Segment


@dataclass(frozen=True)
class Recipe:
    """A function, how it is tried, and which inputs of which domains: those of scopes, and samples."""

    reference: Reference
    options: Options
    segments: tuple[Segment, ...]
    careful: bool = False  # look at every argument for changes

    def run(self, runner: Runner, seconds: float | None = None) -> Iterator[Event]:
        """Run the inputs, for so long at most."""
        if self.reference.part is None:
            raise TargetError(
                "the function of this recipe is known only to the process that defined it",
                remedy="Define it in a file or module that can be imported.",
            )
        service = CheckService(lambda limits: runner)
        service.open(self.reference, self.options)
        return service.run(self.segments, seconds, self.careful)
