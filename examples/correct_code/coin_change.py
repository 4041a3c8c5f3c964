"""Coin change by dynamic programming: no choice of coins is smaller."""

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
    best = [0]
    for value in range(1, amount + 1):
        best.append(1 + min(best[value - coin] for coin in coins if coin <= value))
    return best[amount]
