"""A bank account that is never overdrawn.

`withdraw` compares the amount with all that was ever paid in.
"""

from __future__ import annotations

from refute import Nat, invariant


class Account:
    """The sums of what was paid in and out."""

    def __init__(self) -> None:
        self._paid_in = 0
        self._paid_out = 0

    @property
    def balance(self) -> int:
        return self._paid_in - self._paid_out

    @invariant
    def is_not_overdrawn(self) -> bool:
        return self.balance >= 0

    def deposit(self, amount: Nat) -> None:
        self._paid_in += amount

    def withdraw(self, amount: Nat) -> bool:
        """Pay an amount out, if the account has it."""
        if amount > self._paid_in:
            return False
        self._paid_out += amount
        return True

    def __repr__(self) -> str:
        return f"<Account {self.balance}>"
