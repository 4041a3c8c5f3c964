"""The time of a search: a deadline, and turns between exhausting and sampling."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from refute.search.schedule.shares import Shares

_FIRST_TURN = 0.1  # seconds
_LONGER = 1.5  # times as long as the one before is each turn
_LEAST = 0.25  # seconds for samples, so that it is worth building a space and starting a process for them
_LEAST_WIDELY = 0.25  # seconds for wide ones, whose spaces are soon built
_TO_BUILD = 0.1  # seconds that may be spent on building it, or more later on:
_GRACE = 0.5  # seconds after a turn of the whole search before it is over
_FOR_FIRST = 0.3  # of the time that is left, for finding the first inputs among many candidates
_FOR_BUILDING = 0.25  # of the time since the search began
_TO_START = 0.05  # seconds that a process takes to start and end
_QUICKEST = 5e-6  # seconds for an input


@dataclass
class Clock:
    """When to stop, by `now`; never, where it is not said.

    Exhausting and sampling take turns, so that a failure that only large inputs show need not wait until all small
    ones have been tried.
    """

    budget: float | None = None  # seconds
    share: float = 1.0  # of the time, for exhausting at first
    now: Callable[[], float] = time.monotonic
    turn: float = _FIRST_TURN
    began: float = field(init=False)
    deadline: float | None = field(init=False)
    until: float | None = field(init=False)  # when to leave off what is under way
    shares: Shares = field(init=False)

    def __post_init__(self) -> None:
        self.shares = Shares(self.share)
        self.began = self.now()
        self.deadline = None if self.budget is None else self.began + self.budget
        self.until = None if self.budget is None else self.began + self.share * self.budget

    def take_turn(self, seconds: float) -> None:
        """Go on for so long. What is under way then is left off soon after, and at the end of the budget."""
        now = self.now()
        last = math.inf if self.budget is None else self.began + self.budget
        self.deadline = min(last, now + seconds + max(seconds, _GRACE))

    def is_over(self) -> bool:
        return self.deadline is not None and self.now() >= self.deadline

    def is_half_over(self) -> bool:
        return self.deadline is not None and 2 * self.now() >= self.began + self.deadline

    def turn_is_over(self) -> bool:
        return self.until is not None and self.now() >= self.until

    def to_exhaust(self) -> None:
        """A turn begins."""
        self.give(self.shares.of("scopes") * self.turn)

    def to_sample_widely(self) -> None:
        """A share of a turn is for wide samples."""
        self.give(max(self.shares.of("wide") * self.turn, _LEAST_WIDELY))

    def to_sample(self) -> None:
        """What is left of a turn is for samples."""
        self.give(max(self.shares.of("samples") * self.turn, _LEAST))
        self.lengthen()

    def lengthen(self) -> None:
        self.turn *= _LONGER

    def give(self, seconds: float) -> None:
        """So long goes on what comes next."""
        if self.deadline is not None:
            self.until = min(self.deadline, self.now() + seconds)

    def until_then(self) -> float | None:
        """When to give up building what is to be exhausted: the share of it of the time that is left."""
        now = self.now()
        return None if self.deadline is None else now + self.shares.of("scopes") * (self.deadline - now)

    def until_found(self) -> float | None:
        """When to give up looking for the first inputs, which are then looked for among fewer."""
        now = self.now()
        return None if self.deadline is None else now + _FOR_FIRST * (self.deadline - now)

    def left_to_exhaust(self) -> float | None:
        """Seconds that scopes will have in all turns to come; None if there is no end."""
        if self.budget is None:
            return None
        return self.shares.of("scopes") * max(self.began + self.budget - self.now(), 0.0)

    def until_built(self) -> float | None:
        """When to give up building what is to be sampled: it may come to nothing, and has to be run as well."""
        now = self.now()
        if self.deadline is None:
            return None
        return now + min(max(_TO_BUILD, _FOR_BUILDING * (now - self.began)), (self.deadline - now) / 2)

    def go_on(self, since: float) -> None:
        """What was done since then is not part of the turn."""
        if self.deadline is not None and self.until is not None:
            self.until = min(self.deadline, self.until + self.now() - since)


class Pace:
    """How many inputs are tried in a second, as far as that was seen."""

    def __init__(self) -> None:
        self._inputs = 0
        self._seconds = 0.0
        self._all_inputs = 0
        self._all_seconds = 0.0  # the starting of processes included

    def see(self, inputs: int, seconds: float) -> None:
        """So many were tried in such a time, by a process that had to be started. Short times tell nothing."""
        self._all_inputs += inputs
        self._all_seconds += seconds
        if seconds > 2 * _TO_START:
            self._inputs += inputs
            self._seconds += seconds - _TO_START

    def inputs_in(self, seconds: float) -> float:
        """How many may be tried in a time, at least as many as will be if the next take no longer."""
        each = self._seconds / self._inputs if self._inputs else 0.0
        return seconds / max(each, _QUICKEST)

    def surely_in(self, seconds: float) -> float:
        """How many are tried in a time, if they take as long as all so far did, with processes started for few."""
        return seconds * self._all_inputs / self._all_seconds if self._all_seconds else 0.0


class Stopwatch:
    """A clock that can be stopped."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lost = 0.0  # seconds while it was stopped
        self._stopped: float | None = None

    def __call__(self) -> float:
        return (self._now() if self._stopped is None else self._stopped) - self._lost

    def stop(self) -> None:
        self._stopped = self._now() if self._stopped is None else self._stopped

    def go_on(self) -> None:
        if self._stopped is not None:
            self._lost += self._now() - self._stopped
            self._stopped = None
