"""Functions for the tests of `check`: right ones, wrong ones, and some that do harm."""

from __future__ import annotations

import enum
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Protocol

from refute import Nat, NonEmpty, Pos, Rng, assume, invariant, raises, where


def rescale(r1: Nat, r2: Nat, s: Rng(0, "r1")) -> Rng(0, "r2"):  # type: ignore[valid-type]
    return s * (r2 // r1)


def rescale_rightly(r1: Pos, r2: Pos, s: Rng(0, "r1")) -> Rng(0, "r2"):  # type: ignore[valid-type]
    return s * (r2 // r1)


def first(xs: list[int]) -> int:
    return xs[0]


def first_of_some(xs: NonEmpty[int]) -> int:
    return xs[0]


def two_faults(n: Rng(0, 5)) -> Annotated[int, where(lambda v: v < 3)]:  # type: ignore[valid-type]
    if n == 4:
        raise KeyError(n)
    return n


def root(n: int) -> Annotated[int, raises(ValueError, when=lambda n: n < 0)]:
    if n < 0:
        raise ValueError(n)
    return n


def root_that_forgets(n: int) -> Annotated[int, raises(ValueError, when=lambda n: n < 0)]:
    return n


def root_that_refuses(n: int) -> Annotated[int, raises(ValueError, when=lambda n: n < 0)]:
    raise ValueError(n)


def sort_in_place(xs: list[int]) -> Annotated[list[int], where(lambda v, xs: v == sorted(xs))]:
    xs.sort()
    return xs


def claims_to_copy(xs: list[int]) -> Annotated[list[int], where(lambda v, xs: v == xs)]:
    xs.append(0)
    return xs


def with_default(n: Nat, step: Pos = 1, *more: bool, flag: bool = False, **named: bool) -> Pos:
    return n + step


def collects(item: bool, into: list[bool] = []) -> Annotated[list[bool], where(lambda v: len(v) == 1)]:  # noqa: B006
    into = list(into) if into else into
    into.append(item)
    return into[-1:]


async def later(n: Nat) -> Pos:
    return n


def prop_reversal(xs: list[int]) -> bool:
    return xs[::-1] == xs


def test_that_asserts(n: Nat) -> None:
    assert n < 2


def loops(n: Nat) -> int:
    while n == 2:
        pass
    return n


def leaves(n: Nat) -> int:
    if n == 2:
        sys.exit(3)
    return n


def dies(n: Nat) -> int:
    if n == 2:
        os._exit(3)
    return n


def devours(n: Nat) -> int:
    return len([0] * (10**10 if n == 2 else 1))


def talks(n: Nat) -> Annotated[int, where(lambda v: v < 2)]:
    print("now at", n)
    return n


def impossible(n: Annotated[int, where(lambda v: v > 3 and v < 2)]) -> int:
    return n


@dataclass(frozen=True)
class Account:
    balance: Nat

    def withdraw(self, amount: Nat) -> Account:
        return Account(self.balance - amount)

    def deposit(self, amount: Nat) -> Account:
        return Account(self.balance + amount)

    @property
    def doubled(self) -> Nat:
        return 2 * self.balance

    @staticmethod
    def empty() -> Account:
        return Account(0)

    @classmethod
    def of(cls, amount: Nat) -> Account:
        return cls(amount)


def not_annotated(n):  # type: ignore[no-untyped-def]
    return n


def prop_that_gives_up(n: int) -> bool:
    square = n * n
    assume(n > 1)
    return square > n


def says_nothing(n: Nat):  # type: ignore[no-untyped-def]
    return n


def admits_anything(n: Nat) -> object:
    return n


def only_one(n: Annotated[int, where(lambda v: v == 7)]) -> int:
    return n


def wrong_from_nine_on(xs: list[bool], n: Nat) -> Annotated[list[bool], where(lambda v, xs: v == xs)]:
    """Too long for what is exhausted within a short budget: only samples find it."""
    return xs if len(xs) < 9 or n < 2 else xs[1:]


def counts_before(x: bool, into: list[bool] = []) -> Annotated[int, where(lambda v, into: v == len(into))]:  # noqa: B006
    before = len(into)
    into.append(x)
    return before


def prop_remembers(n: Nat, seen: list[int] = []) -> bool:  # noqa: B006
    seen.append(n)
    return len(seen) < 3


def absolute(n: Nat) -> Nat:
    return n


def negated(flag: bool) -> bool:
    return not flag


class Direction(enum.Enum):
    LEFT = 1
    RIGHT = 2


def opposite(direction: Direction) -> Direction:
    return Direction(3 - direction.value)


@dataclass(frozen=True)
class Stateless:
    def stated(self) -> int:
        return 0


def within_three(n: Rng(5, 8)) -> int:  # type: ignore[valid-type]
    return n


@dataclass(frozen=True)
class Basket:
    items: list[bool]
    weight: int


def counted(basket: Basket) -> Nat:
    return len(basket.items)


def counted_inside(pair: tuple[Basket, bool], limit: Pos) -> Nat:
    return len(pair[0].items)


def _stops(n: int) -> bool:
    while n > 1:
        pass
    return n >= 0


def runs_away(n: Annotated[int, where(_stops)]) -> int:
    return n


def cannot_tell(n: Annotated[int, where(lambda v: v >= 0 and 1 // (v < 2) == 1)]) -> int:
    return n


def of_a_bool(flag: bool) -> int:
    return int(flag)


def of_nothing() -> int:
    return 3


class Bag:
    """It keeps nothing under the name it was given."""

    def __init__(self, items: list[bool], step: Nat = 1) -> None:
        self._numbered = dict(enumerate(items, step))

    def size(self) -> Annotated[int, where(lambda v: v < 2)]:
        return len(self._numbered)


class Comparable(Protocol):
    def __lt__(self, other: int) -> bool: ...

    def compared(self, other: int) -> bool: ...


class Choosy:
    def __init__(self, number: int) -> None:
        if number != 1:
            raise ValueError(number)


def interrupts_itself(n: Nat) -> int:
    if n == 2:
        raise KeyboardInterrupt
    return n


def swallows_interrupts(n: Nat) -> int:
    """As if a user pressed Ctrl-C while it runs."""
    try:
        if n == 2:
            os.kill(os.getpid(), signal.SIGINT)
    except BaseException:
        return n
    return n


def walks_out(value: int) -> bool:
    sys.exit(3)


def judged_by_what_leaves(n: Nat) -> Annotated[int, where(walks_out)]:
    return n


@dataclass
class Left:
    n: int

    @invariant
    def gone(self) -> bool:
        return walks_out(self.n)

    def stay(self) -> int:
        return self.n


def asks_for_ever(f: Callable[[int], bool], n: Nat) -> int:
    return asks_for_ever(f, n) if f(n) else 0


def at_mean(xs: list[int]) -> int:
    return xs[sum(xs) // len(xs)]


def never(v: int) -> bool:
    return v > 10**9 and hash((v, "")) == 5


def has_no_value(n: int, x: Annotated[int, where(never)]) -> int:
    return x


def has_no_value_beside(n: int, xs: Annotated[list[int], where(lambda v, n: len(v) > n > 5 and never(n))]) -> int:
    return n
