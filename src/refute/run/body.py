"""What is run: inputs by index, and what to do with one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol


class Body(Protocol):
    """Lives in the process that called `run_isolated`; each worker has a copy of it as it was at the start of the run.

    A worker that finds that some call disturbed the process calls `start` again and repeats the silent steps since it
    last looked. So a step may run twice for one index, but no index is heard twice.
    """

    def start(self, index: int) -> Iterator[Any]:
        """The inputs from an index on."""
        ...

    def step(self, item: Any) -> bytes | None:
        """Run one test. None says nothing, which is the fast and usual case."""
        ...
