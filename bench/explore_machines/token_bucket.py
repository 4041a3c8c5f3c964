"""A token bucket with a clock that mostly goes on."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from explore_machines.programs import Machine

SMALL = st.integers(0, 4)


class Buckets(Machine):
    @initialize(capacity=SMALL, rate=SMALL)
    def make(self, capacity: int, rate: int) -> None:
        self.bucket = self.call(self.module.TokenBucket, capacity, rate)
        self.time = 0

    @rule(passed=st.integers(-1, 3))
    def refill(self, passed: int) -> None:
        self.call(self.bucket.refill, self.passing(passed))

    @rule(tokens=SMALL, passed=st.integers(-1, 3))
    def take(self, tokens: int, passed: int) -> None:
        self.call(self.bucket.take, tokens, self.passing(passed))

    @invariant()
    def is_right(self) -> None:
        assert self.bucket.is_within_capacity()

    def passing(self, passed: int) -> int:
        self.time = max(0, self.time + passed)
        return self.time
