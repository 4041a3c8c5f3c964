"""Methods are called on instances that other methods have made, and the verdict says on how many."""

from __future__ import annotations

from typing import ClassVar

from refute import Nat, Scope, check, invariant


class Account:
    """Withdraws what it has, and a fee once there was a deposit."""

    fee = 1

    def __init__(self) -> None:
        self._balance = self._deposits = 0

    @invariant
    def is_covered(self) -> bool:
        return self._balance >= 0

    def deposit(self, amount: Nat) -> None:
        self._balance += amount
        self._deposits += 1

    def withdraw(self, amount: Nat) -> None:
        if amount <= self._balance:
            self._balance -= amount + (self.fee if self._deposits else 0)


class Free(Account):
    fee = 0


def test_a_method_that_fails_after_others_is_refuted_with_the_program() -> None:
    (finding,) = check(Account.withdraw, bound_to=Account, scope=Scope(size=1), in_process=True).findings
    program = [*finding.definitions.splitlines(), finding.call]
    assert program == ["account = Account()", "account.deposit(0)", "account.withdraw(0)"]
    assert finding.outcome == "left account = <Account _balance=-1, _deposits=1>"


class Watched(Free):
    calls: ClassVar[list[tuple[int, int, int]]] = []

    def withdraw(self, amount: Nat) -> None:
        self.calls.append((self._balance, self._deposits, amount))
        super().withdraw(amount)


def test_the_verdict_says_of_how_many_states_it_holds() -> None:
    report = check(Watched.withdraw, bound_to=Watched, scope=Scope(size=1), in_process=True)
    assert report.status == "exhausted"
    calls, states = set(Watched.calls), {call[:2] for call in Watched.calls}
    assert report.claims.tried == (
        f"all 2 inputs to size 1, {len(calls)} on {len(states)} states of self that other methods lead to"
    )
    assert (len(calls), len(states)) == (12, 4)
