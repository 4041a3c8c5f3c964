"""A bank account with small amounts, beside its balance."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from explore_machines.programs import Machine

AMOUNTS = st.integers(0, 3)


class Accounts(Machine):
    @initialize()
    def make(self) -> None:
        self.account = self.call(self.module.Account)
        self.balance = 0

    @rule(amount=AMOUNTS)
    def deposit(self, amount: int) -> None:
        self.call(self.account.deposit, amount)
        self.balance += amount

    @rule(amount=AMOUNTS)
    def withdraw(self, amount: int) -> None:
        if self.call(self.account.withdraw, amount):
            self.balance -= amount

    @invariant()
    def is_right(self) -> None:
        assert self.account.is_not_overdrawn()
        self.look(self.account.balance, self.balance)
