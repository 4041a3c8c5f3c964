"""Shares: how much of a turn each way of choosing inputs has, more of it where something new is still seen.

There are three ways: all inputs of scopes, samples of larger sizes, and wide samples. After a turn that was long enough
to tell, the weight of its way grows if inputs had a new outcome or got to new lines, and shrinks if not. No way is ever
left without a share: what it shows may come late.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from refute.search.schedule.domains import Assignment, Domain

_MORE, _LESS = 1.5, 0.75  # times its weight
_LEAST = 0.4  # of the share that a way begins with
_TELLING = 0.5  # seconds of a turn, for which a look at some of its inputs is worth while

Novelty = Callable[[Sequence[Domain]], bool | None]


class Shares:
    """Of the three ways, 1 together. `scopes` is the share that these begin with.

    >>> shares = Shares(scopes=0.5)
    >>> shares.learn("wide", is_new=True)
    >>> [round(shares.of(way), 2) for way in ("scopes", "samples", "wide")]
    [0.44, 0.22, 0.33]
    """

    def __init__(self, scopes: float) -> None:
        self._first = {"scopes": scopes, "samples": (1 - scopes) / 2, "wide": (1 - scopes) / 2}
        self._now = dict(self._first)

    def __repr__(self) -> str:
        return f"<Shares: {', '.join(f'{way} {share:.2f}' for way, share in self._now.items())}>"

    def of(self, way: str) -> float:
        return self._now[way]

    def learn(self, way: str, *, is_new: bool) -> None:
        """Whether something new was seen in the last turn of a way."""
        weights = {**self._now, way: self._now[way] * (_MORE if is_new else _LESS)}
        total = sum(weights.values())
        least = {way: _LEAST * share for way, share in self._first.items()}
        above = {way: max(weights[way] / total - least[way], 0.0) for way in weights} if total else least
        spread = (1 - sum(least.values())) / (sum(above.values()) or 1)
        self._now = {way: least[way] + above[way] * spread for way in weights}


class Record(Protocol):
    """What has been done."""

    @property
    def outcomes(self) -> int:
        """How many different things calls have come to."""
        ...


class Clock(Protocol):
    """The time of a search."""

    shares: Shares

    def is_over(self) -> bool: ...


class Attention:
    """Sees what turns show, and has the shares follow that. `novelty` tells whether inputs of some domains do something
    that was not seen before; None if that cannot be told."""

    def __init__(self, clock: Clock, now: Callable[[], float], record: Record, novelty: Novelty) -> None:
        self._clock = clock
        self._now = now
        self._record = record
        self._novelty = novelty

    def during(self, way: str, assignments: Iterable[Assignment]) -> Iterator[Assignment]:
        """The assignments of a turn."""
        began, outcomes = self._now(), self._record.outcomes
        domains: dict[Domain, None] = {}
        for assignment in assignments:
            yield assignment
            domains |= dict.fromkeys(segment.domain for segment in assignment.segments)
        if domains and self._now() - began >= _TELLING and not self._clock.is_over():
            is_new = self._record.outcomes > outcomes or self._novelty(list(domains))
            if is_new is not None:
                self._clock.shares.learn(way, is_new=is_new)
