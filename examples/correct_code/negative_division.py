"""Minutes and seconds, of negative spans as well."""

from __future__ import annotations

from typing import Annotated

from refute import Rng, where


def minutes(seconds: int) -> Annotated[tuple[int, Rng(0, 60)], where(lambda v, seconds: 60 * v[0] + v[1] == seconds)]:
    whole = seconds // 60
    return whole, seconds - 60 * whole
