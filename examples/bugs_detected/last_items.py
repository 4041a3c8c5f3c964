"""The last n items: a slice from minus zero takes all."""

from __future__ import annotations

from typing import Annotated

from refute import Nat, where


def last(xs: list[int], n: Nat) -> Annotated[list[int], where(lambda v, xs, n: len(v) == min(n, len(xs)))]:
    return xs[-n:]
