"""Functions that are checked by workers which are fresh interpreters: each does one thing, right or wrong."""

from __future__ import annotations

import os
import random
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from refute import Nat, where

Small = Annotated[int, where(lambda v: v < 3)]


@dataclass
class Account:
    balance: Nat

    def withdraw(self, amount: Nat) -> Account:
        return Account(self.balance - amount)

    def deposit(self, amount: Nat) -> Account:
        return Account(self.balance + amount)


class Colour(Enum):
    RED = 1
    GREEN = 2


def right(xs: list[int]) -> Annotated[list[int], where(lambda v, xs: len(v) == len(xs))]:
    return sorted(xs)


def wrong(n: Nat) -> Small:
    return n


def raises(xs: list[int]) -> int:
    return xs[0]


def hangs(n: int) -> int:
    while n == 2:
        pass
    return n


def exits(n: int) -> int:
    if n == 2:
        os._exit(3)
    return n


def leaves(n: Nat) -> int:
    if n == 2:
        sys.exit(4)
    return n


def aborts(n: int) -> int:
    if n == 2:
        os.abort()
    return n


def devours(n: int) -> int:
    if n == 2:
        bytearray(1 << 40)
    return n


def talks(n: Nat) -> Small:
    print("at", n)
    return n


def writes(n: int) -> int:
    with open(os.path.join(os.path.dirname(__file__), "written_by_a_test"), "w") as file:
        file.write(str(n))
    return n


def disturbs(n: int) -> int:
    os.environ["LEFT"] = str(n)
    return n


def leaves_a_thread(n: int) -> int:
    if n == 1:
        threading.Thread(target=threading.Event().wait, daemon=True).start()
    return n


def by_chance(n: int) -> Annotated[bool, where(lambda v: v)]:
    return random.random() < 0.9


def applies(f: Callable[[int], int], n: Nat) -> Annotated[int, where(lambda v: v < 3)]:
    return f(f(n))


def far(n: int) -> Annotated[int, where(lambda v: v != 123_456)]:
    return n


def changes(account: Account, colour: Colour) -> int:
    account.balance += 1
    return 1 if colour is Colour.RED else 2


def large(n: Annotated[int, where(lambda v: v > 999)]) -> Annotated[int, where(lambda v: v < 5_000)]:
    return n
