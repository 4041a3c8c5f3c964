"""Running in the process itself, for debuggers and notebooks: no limits, nothing captured, exceptions come through."""

from __future__ import annotations

import time
from collections.abc import Iterator

from refute.run.body import Body
from refute.run.events import Finished, Progress, Said

_BETWEEN = 0.1  # seconds between two reports of progress


def run_inside(
    body: Body, start: int, stop: int, *, deadline: float | None = None
) -> Iterator[Said | Progress | Finished]:
    """Run the steps of the indices from start to before stop."""
    done, told = 0, time.monotonic()
    for index, item in zip(range(start, stop), body.start(start), strict=False):
        now = time.monotonic()
        if deadline is not None and now >= deadline:
            break
        if now - told >= _BETWEEN:
            told = now
            yield Progress(done)
        message = body.step(item)
        done += 1
        if message is not None:
            yield Said(index, message, "")
    yield Finished(done)
