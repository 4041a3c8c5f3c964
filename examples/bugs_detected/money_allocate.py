"""Money: shares in proportion to weights, each rounded on its own, do not add up."""

from __future__ import annotations

from typing import Annotated

from refute import Nat, Pos, where


def allocate(
    cents: Nat, weights: Annotated[list[Pos], where(lambda v: len(v) > 0)]
) -> Annotated[list[Nat], where(lambda v, cents, weights: sum(v) == cents and len(v) == len(weights))]:
    total = sum(weights)
    return [round(cents * weight / total) for weight in weights]
