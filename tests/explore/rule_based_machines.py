"""Machines by rules, each with a fault that a certain program shows."""

from __future__ import annotations

from typing import Literal

from refute import Nat
from refute.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
)


class Account:
    def __init__(self) -> None:
        self.balance = 0


class Accounts(RuleBasedStateMachine):
    accounts = Bundle("accounts")

    def __init__(self) -> None:
        super().__init__()
        self.total = 0

    @rule(target=accounts)
    def open(self) -> Account:
        return Account()

    @rule(account=accounts)
    def deposit(self, account: Account, amount: Nat) -> None:
        account.balance += amount
        self.total += amount

    @precondition(lambda self: self.total > 0)
    @rule(account=accounts, amount=Nat)
    def withdraw(self, account: Account, amount: int) -> None:
        account.balance -= amount
        self.total -= amount

    @invariant()
    def none_is_overdrawn(self) -> None:
        assert all(one.balance >= 0 for one in self.accounts)


class Set(RuleBasedStateMachine):
    """Compares a set with a list, which it forgets to look into."""

    def __init__(self) -> None:
        super().__init__()
        self.model: set[int] = set()
        self.items: list[int] = []

    @rule(key=Literal[1, 2])
    def add(self, key: int) -> None:
        self.model.add(key)
        self.items.append(key)

    @rule(key=Literal[1, 2])
    def remove(self, key: int) -> None:
        self.model.discard(key)
        if key in self.items:
            self.items.remove(key)

    @rule()
    def compare(self) -> None:
        assert self.model == {*self.items}


class Begun(RuleBasedStateMachine):
    """Is begun by two rules, in any order, before others and before its invariant."""

    names = Bundle("names")

    def __init__(self) -> None:
        super().__init__()
        self.log: list[str] = []

    @initialize()
    def first(self) -> None:
        self.log.append("first")

    @initialize(target=names, size=Literal[3])
    def second(self, size: int) -> str:
        self.log.append("second")
        return "x" * size

    @invariant()
    def is_begun(self) -> bool:
        return {*self.log} >= {"first", "second"} and self.log.count("first") == 1

    @rule(name=names)
    def use(self, name: str) -> None:
        assert len(name) == 3
        assert self.log.count("use") < 2
        self.log.append("use")


class Tickets(RuleBasedStateMachine):
    """Each ticket is used once; two come at a time, or none."""

    tickets = Bundle("tickets")
    used = Bundle("used")

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    @rule(target=tickets, many=bool)
    def issue(self, many: bool) -> object:
        if not many:
            return multiple()
        self.count += 2
        return multiple(self.count - 1, self.count)

    @rule(targets=(used,), ticket=consumes(tickets))
    def use(self, ticket: int) -> int:
        return ticket

    @invariant()
    def all_are_somewhere(self) -> None:
        assert len(self.tickets) + len(self.used) == self.count
        assert len({*self.tickets, *self.used}) == self.count

    @precondition(lambda self: len(self.used) == 2)
    @rule(one=used, other=used)
    def compare(self, one: int, other: int) -> None:
        assert one <= other
