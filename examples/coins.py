"""What can be paid with coins of 3 and 5: properties that ask whether there is a way, and whether there is only one."""

from __future__ import annotations

from typing import Annotated

from refute import Nat, Scope, exists, exists_unique, forall, where

Coins = tuple[Nat, Nat]  # threes and fives
ENOUGH = Scope(size=30)


def paid(coins: Coins) -> Nat:
    threes, fives = coins
    return 3 * threes + 5 * fives


def prop_all_from_8_on_can_be_paid(amount: Annotated[int, where(lambda v: v >= 8)]) -> bool:
    return exists(Coins, lambda coins: paid(coins) == amount, scope=ENOUGH)


def prop_all_from_5_on_can_be_paid(amount: Annotated[int, where(lambda v: v >= 5)]) -> bool:
    return exists(Coins, lambda coins: paid(coins) == amount, scope=ENOUGH)


def prop_there_is_one_way(amount: Annotated[int, where(lambda v: v >= 8)]) -> bool:
    return exists_unique(Coins, lambda coins: paid(coins) == amount, scope=ENOUGH)


def prop_a_coin_more_is_worth_more(coins: Coins) -> bool:
    return forall(Coins, lambda more: paid((coins[0] + more[0], coins[1] + more[1])) > paid(coins))
