"""Trying again until something comes: zero is something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from refute import Nat, Pos, where


def retry(
    action: Callable[[Nat], int | None], times: Pos
) -> Annotated[
    int | None,
    where(lambda v, action, times: v == next((a for a in map(action, range(times)) if a is not None), None)),
]:
    """Try an action so often, with the number of the attempt, until it gives something."""
    for attempt in range(times):
        found = action(attempt)
        if found:
            return found
    return None
