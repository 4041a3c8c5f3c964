"""Euclid's algorithm, for integers of any sign."""

from __future__ import annotations

from typing import Annotated

from refute import Nat, where


def gcd(a: int, b: int) -> Annotated[Nat, where(lambda v, a, b: a == b == 0 if v == 0 else a % v == 0 == b % v)]:
    while b:
        a, b = b, a % b
    return abs(a)
