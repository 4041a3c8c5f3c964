"""Turns of families: a scope that is too large to be gone through input by input, by calls that stand for many.

A call that finds out what the code looks at takes as long as some dozen plain ones, as real inputs have to confirm it.
So families are gone on with only where each stands for more than that, and where they come to an end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import Assignment, Domain, Families, Segment
from refute.spaces.scope import Scope

_LARGE = 20_000  # inputs of a scope for which they are tried
_FIRST = 100  # calls by which it is seen whether they are worth it,
_WORTH = 50  # if each stands for so many inputs
_AT_A_TIME = 2_000  # calls after that, until it is asked again
_MOST = 1_000_000  # calls


class Record(Protocol):
    def gaps(self, domain: Domain, total: int) -> Sequence[tuple[int, int]]: ...

    def ended(self, domain: Domain) -> bool: ...

    def inputs(self, domain: Domain) -> int: ...

    def is_given_up(self, domain: Domain) -> bool: ...

    def is_complete(self, domain: Domain) -> bool: ...


class FamilyTurns:
    """Goes through scopes by families, as long as that pays for a function."""

    def __init__(self, record: Record, clock: Clock, *, pays: bool) -> None:
        """`pays`: whether there may be anything that the code does not look at."""
        self._record = record
        self._clock = clock
        self._pays = pays
        self._seconds = 0.0  # that the last scope took so far
        self._begun: set[Families] = set()

    def __repr__(self) -> str:
        return f"<FamilyTurns{'' if self._pays else ', given up'}>"

    def are_for(self, count: int) -> bool:
        """Whether a scope of so many inputs is to be gone through by families."""
        return self._pays and count >= _LARGE

    def is_complete(self, scope: Scope, count: int) -> bool:
        domain = Families(scope, count)
        return domain in self._begun and self._record.is_complete(domain)

    def assignments(self, scope: Scope, count: int, until: float | None) -> Iterator[Assignment]:
        """What is left of a scope, as long as it pays, until a time."""
        domain = Families(scope, count)
        self._begun.add(domain)
        while self._pays and not self._record.ended(domain) and not self._is_over(until):
            ((first, _), *_) = self._record.gaps(domain, _MOST) or [(_MOST, _MOST)]
            stop = first + (_AT_A_TIME if first >= _FIRST else _FIRST)
            if first >= _MOST:
                self._pays = False
                return
            began = self._clock.now()
            yield Assignment((Segment(domain, first, stop),), until)
            self._seconds += self._clock.now() - began
            self._pays = self._is_worth_it(domain)
        self._seconds = 0.0 if self._record.ended(domain) else self._seconds
        if self._record.ended(domain) and not self._record.is_complete(domain):
            self._pays = False

    def _is_worth_it(self, domain: Families) -> bool:
        if self._record.is_given_up(domain):
            return False
        if self._record.ended(domain):
            return True
        ((calls, _), *_) = self._record.gaps(domain, _MOST) or [(_MOST, _MOST)]
        inputs = self._record.inputs(domain)
        if calls < _FIRST:
            return True  # the time was over
        left = self._clock.left_to_exhaust()
        more = self._seconds * (domain.inputs - inputs) / max(inputs, 1)
        return inputs >= _WORTH * calls and (left is None or more <= left)

    def _is_over(self, until: float | None) -> bool:
        return until is not None and self._clock.now() >= until
