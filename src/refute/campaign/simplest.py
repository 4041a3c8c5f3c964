"""The simplest play that fails like one that was found: fewest entries, smallest answers, and the tables it leaves."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from refute.campaign.callable_bodies import Drawing, Exploring, Rehearsing
from refute.functions.behaviours import Played
from refute.judge.findings import Failure, tables_in
from refute.judge.stand_ins import Limit
from refute.minimise.candidates import Shrinker
from refute.run.answer_log import SharedMessage
from refute.run.body import Body
from refute.run.events import Event, Finished, Progress, Said
from refute.search.schedule.stages import Exhaust, Sample

_MOST = 2_000  # plays that are tried to find a simpler one
_SECONDS = 3.0
_SECONDS_AT_A_PRICE = 8.0  # where each that fails takes as long as a call may, or a new process

Events = Callable[[Body, int, float | None], Iterator[Event]]


@dataclass(frozen=True)
class Shown:
    """A failure with the arguments that show it, the functions among them as tables."""

    values: tuple[Any, ...]
    failure: Failure
    size: int
    output: str
    alone: bool  # whether it was shown again by itself


def told_by(told: SharedMessage, values: tuple[Any, ...]) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    """The answers that a play has told, and its arguments, the functions among them as tables."""
    try:
        found: tuple[tuple[int, ...], tuple[Any, ...]] = pickle.loads(told.read())
    except Exception:  # its objects cannot be told to another process: the functions stay without their tables
        return (), values
    return found


class Simplest:
    def __init__(self, body: Exploring | Drawing, events: Events, failed: Callable[[Event], list[Failure]]) -> None:
        """`events` runs a body up to an index until a time; `failed` tells the failures of an event."""
        self._body = body
        self._stage: Exhaust | Sample = body.stage
        self._trial = body.trial
        self._events = events
        self._failed = failed

    def like(self, failure: Failure, index: int, output: str) -> Shown | None:
        """The simplest play that fails like the one at an index; None if it was not the code under test that failed."""
        played = failure.played or self._played(index)
        if played is None:
            return None
        base = self._stage.input(played.base)
        if isinstance(self._stage, Sample):
            base, played, failure, output = self._shrunk(base, self._explicit(base, played, failure), failure, output)
        elif failure.played is not None:
            failure, output = self._explored(failure, failure.played, output)
            played = failure.played or played
        else:
            played = self._explored_at_a_price(failure, played)
        told = SharedMessage()
        again = self._first(failure, [(base, played)], told, None)
        values = told_by(told, base)[1]
        grown = played.size or sum(len(table.entries) for table in tables_in(values))
        size = self._base_size(base) + grown
        failure = replace(failure, played=played)
        return Shown(values, failure, size, again[1].output if again else output, bool(again))

    def _played(self, index: int) -> Played | None:
        """What functions answered when a call did not come to an end, or left something behind."""
        try:
            return self._body.played(index)
        except KeyError:  # long ago: it is found by going there again
            assert isinstance(self._stage, Exhaust)
            again = Exploring(self._stage, self._trial)
            for _ in self._events(again, index + 1, None):
                pass
            return again.played(index)

    def _base_size(self, base: tuple[Any, ...]) -> int:
        return self._stage.space.size_of(self._stage.space.index(base))

    def _explored(self, failure: Failure, played: Played, output: str) -> tuple[Failure, str]:
        """Of all behaviours on the same other arguments, the simplest that fails so."""
        best, weight, said = failure, played.weight, output
        for event in self._events(self._behaviours_on(played.base), _MOST, time.monotonic() + _SECONDS):
            if not isinstance(event, Said):
                continue
            for other in self._failed(event):
                if other.key == best.key and other.played and other.played.weight < weight:
                    best, weight, said = other, other.played.weight, event.output
        return best, said

    def _explored_at_a_price(self, failure: Failure, played: Played) -> Played:
        """The same for calls that hang or end their process, each of which takes its time."""
        best = played
        if len(played.choices) < 2:  # those with smaller answers have been tried before
            return best
        body = self._behaviours_on(played.base)
        for event in self._events(body, _MOST, time.monotonic() + _SECONDS_AT_A_PRICE):
            if isinstance(event, Said | Progress | Finished):
                continue
            there = body.played(event.index)
            if there is not None and there.weight < best.weight:
                if any(other.key == failure.key for other in self._failed(event)):
                    best = there
                if len(best.choices) < 2:
                    break
        return best

    def _behaviours_on(self, base: int) -> Exploring:
        assert isinstance(self._stage, Exhaust)
        return Exploring(self._stage, self._trial, only=base, theatre=self._body.theatre)

    def _explicit(self, base: tuple[Any, ...], played: Played, failure: Failure) -> Played:
        """What functions answered in a sample, where that is only known by what it was drawn with."""
        if failure.played is not None:
            return played
        told = SharedMessage()
        self._first(failure, [(base, played)], told, None)
        choices, _ = told_by(told, base)
        return Played(played.base, choices) if choices else played

    def _shrunk(
        self, base: tuple[Any, ...], played: Played, failure: Failure, output: str
    ) -> tuple[tuple[Any, ...], Played, Failure, str]:
        """Smaller arguments and simpler answers, as long as there are any that fail so."""
        shrinker = Shrinker(self._trial.signature.reader.constructors)
        until = time.monotonic() + (_SECONDS if failure.played is not None else _SECONDS_AT_A_PRICE)
        while time.monotonic() < until:
            candidates = [(other, played) for other in shrinker.argument_lists(base) if other in self._stage.space]
            candidates += [(base, replace(played, choices=lower)) for lower in _lower(played.choices)]
            found = self._first(failure, candidates, None, until)
            if found is None:
                break
            failure, event = found
            base, played = candidates[event.index]
            played, output = failure.played or played, event.output
        return base, played, failure, output

    def _first(
        self,
        failure: Failure,
        candidates: list[tuple[tuple[Any, ...], Played]],
        told: SharedMessage | None,
        until: float | None,
    ) -> tuple[Failure, Any] | None:
        scope = self._stage.scope
        if isinstance(self._stage, Sample):
            limits = [Limit(None, None, drawn=True)] * len(candidates)
        else:
            left = [None if scope.size is None else scope.size - self._base_size(base) for base, _ in candidates]
            limits = [Limit(size, scope.depth) for size in left]
        body = Rehearsing(candidates, self._trial, self._body.theatre, limits, told)
        for event in self._events(body, len(candidates), until):
            if not isinstance(event, Progress | Finished):
                for other in self._failed(event):
                    if other.key == failure.key:
                        return other, event
        return None


def _lower(choices: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The same answers with some of them nearer to the first, the greatest leaps first."""
    if any(choices):
        yield ()
        yield choices[: len(choices) // 2]
    for place, choice in enumerate(choices):
        for lower in dict.fromkeys((0, choice // 2, choice - 1)):
            if 0 <= lower < choice:
                yield (*choices[:place], lower, *choices[place + 1 :])
