"""Money: a discount that is rounded down is never more than was promised."""

from __future__ import annotations

from typing import Annotated

from refute import Nat, where


def discounted(cents: Nat) -> Annotated[Nat, where(lambda v, cents: v * 100 >= cents * 85)]:
    """The price less fifteen percent at most."""
    return cents - cents * 15 // 100
