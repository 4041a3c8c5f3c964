"""A token bucket, which limits how often something is done. The time is an argument of all that depends on it."""

from __future__ import annotations

from refute import Nat, invariant


class TokenBucket:
    """Tokens up to a capacity, and a number of new ones in each unit of time. It is full at time 0."""

    def __init__(self, capacity: Nat, rate: Nat) -> None:
        self._capacity = capacity
        self._rate = rate
        self._tokens = capacity
        self._time = 0

    @invariant
    def is_within_capacity(self) -> bool:
        return 0 <= self._tokens <= self._capacity

    @property
    def tokens(self) -> int:
        return self._tokens

    def refill(self, now: Nat) -> None:
        """Add the tokens of the time that has passed. A clock that goes back adds none."""
        if now > self._time:
            self._tokens = min(self._capacity, self._tokens + self._rate * (now - self._time))
            self._time = now

    def take(self, tokens: Nat, now: Nat) -> bool:
        """Take some tokens, if there are as many."""
        self.refill(now)
        if tokens > self._tokens:
            return False
        self._tokens -= tokens
        return True

    def __repr__(self) -> str:
        return f"<TokenBucket {self._tokens} of {self._capacity} at {self._time}>"
