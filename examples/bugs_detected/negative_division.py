"""Minutes and seconds: int() rounds towards zero, so that the rest may be negative."""

from __future__ import annotations

from typing import Annotated

from refute import Rng, where


def minutes(seconds: int) -> Annotated[tuple[int, Rng(0, 60)], where(lambda v, seconds: 60 * v[0] + v[1] == seconds)]:
    whole = int(seconds / 60)
    return whole, seconds - 60 * whole
