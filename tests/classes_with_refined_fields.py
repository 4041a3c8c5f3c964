"""Classes whose fields have refinements, and functions that leave their instances right or wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Generic, Self, TypedDict, TypeVar

import attrs
import pydantic

from refute import Nat, NonEmpty, Pos, raises, stays, where

T = TypeVar("T")


@dataclass
class Account:
    balance: Nat
    limit: Annotated[int, where(lambda v, balance: v >= balance)] = 100

    def withdraw(self, amount: Nat) -> None:
        self.balance -= amount

    def withdraw_safely(self, amount: Nat) -> bool:
        if amount > self.balance:
            return False
        self.balance -= amount
        return True

    def deposit(self, amount: Nat) -> None:
        self.balance += amount

    def give_up(self) -> None:
        self.balance = None  # type: ignore[assignment]

    def break_freely(self: Annotated[Self, stays(False)], amount: Nat) -> None:
        self.balance -= amount

    def fail(self, amount: Pos) -> Annotated[None, raises(KeyError)]:
        self.balance -= amount
        raise KeyError(amount)


@dataclass
class Bank:
    accounts: list[Account]

    def collect(self) -> None:
        for account in self.accounts:
            account.balance -= 1


@dataclass(frozen=True)
class Fixed:
    items: NonEmpty[int]

    def clear(self) -> None:
        self.items.clear()


@dataclass(frozen=True)
class Immutable:
    size: Nat

    def grown(self) -> Immutable:
        return Immutable(self.size + 1)


@dataclass
class Ring:
    step: Nat
    other: Ring | None = None

    def turn(self) -> None:
        last = self
        while last.other is not None:
            last = last.other
        last.step -= 1


@dataclass
class Cell(Generic[T]):
    content: T
    uses: Nat = 0

    def use(self) -> T:
        self.uses -= 1
        return self.content


class Plain:
    def __init__(self, start: Nat) -> None:
        self.start = start

    def below(self) -> None:
        self.start -= 1


class Owner:
    def __init__(self, account: Account, year: Nat) -> None:
        self.account = account
        self.year = year

    def spend(self) -> None:
        self.year = -1
        self.account.balance -= 1

    def earlier(self) -> None:
        self.year = -1


class Entry(TypedDict):
    count: Nat


def count_down(entry: Entry) -> None:
    entry["count"] -= 1


@attrs.define(on_setattr=[])
class Counter:
    count: int = attrs.field(validator=attrs.validators.ge(0))

    def down(self) -> None:
        self.count -= 1


class Model(pydantic.BaseModel):
    count: int = pydantic.Field(ge=0)

    def down(self) -> None:
        self.count -= 1


def drain(account: Account) -> None:
    account.balance = -1


def drain_all(accounts: list[Account], others: dict[str, Account]) -> None:
    for account in (*accounts, *others.values()):
        account.balance -= 1


def drain_declared(account: Annotated[Account, stays(False)]) -> None:
    account.balance = -1


def drain_maybe(account: Account | None) -> None:
    if account is not None:
        account.balance -= 1


# -- what is the caller's own affair -----------------------------------------------------------------------------------


def sort(items: Annotated[list[int], where(lambda v: len(v) > 0)]) -> None:
    items.sort()
    items.clear()


def fill(items: Annotated[dict[int, Nat], where(lambda v: len(v) < 2)]) -> None:
    items.update({n: -n for n in range(5)})


def spend_all(account: Annotated[Account, where(lambda v: v.balance > 0)]) -> None:
    account.balance = 0


def replace_accounts(accounts: list[Account]) -> None:
    accounts[:] = [None] * len(accounts)  # type: ignore[list-item]


def look(account: Account) -> int:
    return account.balance


@dataclass
class Log:
    lines: list[str] = field(default_factory=list)

    def add(self) -> None:
        self.lines.append("x")
