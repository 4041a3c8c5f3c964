"""Money: a discount that is rounded to the nearest cent may be more than was promised."""

from __future__ import annotations

from typing import Annotated

from refute import Nat, where


def discounted(cents: Nat) -> Annotated[Nat, where(lambda v, cents: v * 100 >= cents * 85)]:
    """The price less fifteen percent at most."""
    return cents - round(cents * 0.15)
