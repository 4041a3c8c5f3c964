"""Money: shares in proportion to weights that add up to the amount."""

from __future__ import annotations

from typing import Annotated

from refute import Nat, Pos, where


def allocate(
    cents: Nat, weights: Annotated[list[Pos], where(lambda v: len(v) > 0)]
) -> Annotated[list[Nat], where(lambda v, cents, weights: sum(v) == cents and len(v) == len(weights))]:
    total, shares = sum(weights), []
    for weight in weights:
        shares.append(cents * weight // total)
        cents, total = cents - shares[-1], total - weight
    return shares
