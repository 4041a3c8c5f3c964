"""Coin change: taking the largest coin first is not always the best."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Annotated

from refute import Nat, Sorted, where

Coins = Annotated[Sorted[int], where(lambda v: len(v) > 0 and v[0] == 1)]


def _enough(count, coins, amount):
    return any(sum(chosen) == amount for chosen in combinations_with_replacement(coins, count))


def fewest(
    coins: Coins, amount: Nat
) -> Annotated[Nat, where(lambda v, coins, amount: v == 0 or not _enough(v - 1, coins, amount))]:
    count = 0
    for coin in reversed(coins):
        count += amount // coin
        amount %= coin
    return count
