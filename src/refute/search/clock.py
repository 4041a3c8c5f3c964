"""How the time of a search is spent: a deadline, and turns between exhausting and sampling."""

from __future__ import annotations

import time
from dataclasses import dataclass

_FIRST_TURN = 0.4  # seconds; each is twice as long as the one before
_LEAST = 0.1  # seconds for samples, so that it is worth starting a process for them


@dataclass
class Clock:
    """When to stop, by `time.monotonic`; never, where it is not said.

    Exhausting and sampling take turns, so that a failure that only large inputs show need not wait until all small
    ones have been tried.
    """

    deadline: float | None = None
    until: float | None = None  # when to leave off what is under way
    share: float = 1.0  # of the time, for exhausting
    turn: float = _FIRST_TURN
    reached: int = 0  # where in its inputs the last stage was left off

    def is_over(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def turn_is_over(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until

    def to_exhaust(self) -> None:
        """A turn begins."""
        self._set(self.share * self.turn)

    def to_sample(self) -> None:
        """What is left of a turn is for samples."""
        self._set(max((1 - self.share) * self.turn, _LEAST))
        self.turn *= 2

    def _set(self, seconds: float) -> None:
        if self.deadline is not None:
            self.until = min(self.deadline, time.monotonic() + seconds)

    def until_then(self) -> float | None:
        """When to give up building what is to be exhausted: the share of it of the time that is left."""
        now = time.monotonic()
        return None if self.deadline is None else now + self.share * (self.deadline - now)

    def until_half(self) -> float | None:
        """When to give up building what is to be sampled: half of the time that is left is for running."""
        now = time.monotonic()
        return None if self.deadline is None else now + (self.deadline - now) / 2

    def has(self, seconds: float) -> bool:
        """Whether there is still time for exhausting what takes so long."""
        return self.deadline is None or seconds <= self.share * (self.deadline - time.monotonic())
