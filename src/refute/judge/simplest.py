"""The simplest play that fails like one that was found: fewest entries, smallest answers, and the tables it leaves."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from refute.judge.findings import Failure, tables_in
from refute.judge.generated import Limit
from refute.judge.playing import Drawing, Exploring, Rehearsing
from refute.judge.shrinking import Shrinker
from refute.run.body import Body
from refute.run.events import Event, Finished, Progress, Said
from refute.run.trail import SharedMessage
from refute.search.behaviours import Played
from refute.search.stages import Exhaust, Sample

_MOST = 2_000  # plays that are tried to find a simpler one
_SECONDS = 3.0

Events = Callable[[Body, int, float | None], Iterator[Event]]


@dataclass(frozen=True)
class Shown:
    """A failure with the arguments that show it, the functions among them as tables."""

    values: tuple[Any, ...]
    failure: Failure
    size: int
    output: str
    alone: bool  # whether it was shown again by itself


def told_values(told: SharedMessage) -> tuple[Any, ...] | None:
    """The arguments that a play has told, the functions among them as tables."""
    try:
        values: tuple[Any, ...] = pickle.loads(told.read())
    except Exception:  # its objects cannot be told to another process: the functions stay without their tables
        return None
    return values


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
        if failure.played is not None:  # one that hangs or dies would do so again and again
            base, failure, output = (
                (base, *self._explored(failure, output))
                if isinstance(self._stage, Exhaust)
                else self._shrunk(base, failure, output)
            )
            assert failure.played is not None
            played = failure.played
        told = SharedMessage()
        again = self._first(failure, [(base, played)], told, None)
        values = told_values(told) or base
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

    def _explored(self, failure: Failure, output: str) -> tuple[Failure, str]:
        """Of all behaviours on the same other arguments, the simplest that fails so."""
        assert isinstance(self._stage, Exhaust)
        assert failure.played is not None
        best, said = failure, output
        body = Exploring(self._stage, self._trial, only=failure.played.base, theatre=self._body.theatre)
        for event in self._events(body, _MOST, time.monotonic() + _SECONDS):
            if not isinstance(event, Said):
                continue
            for other in self._failed(event):
                assert best.played is not None
                if other.key == best.key and other.played and other.played.weight < best.played.weight:
                    best, said = other, event.output
        return best, said

    def _shrunk(self, base: tuple[Any, ...], failure: Failure, output: str) -> tuple[tuple[Any, ...], Failure, str]:
        """Smaller arguments and simpler answers, as long as there are any that fail so."""
        shrinker = Shrinker(self._trial.signature.reader.constructors)
        until = time.monotonic() + _SECONDS
        while time.monotonic() < until:
            assert failure.played is not None
            played = failure.played
            candidates = [(other, played) for other in shrinker.argument_lists(base) if other in self._stage.space]
            candidates += [(base, replace(played, choices=lower)) for lower in _lower(played.choices)]
            found = self._first(failure, candidates, None, until)
            if found is None:
                break
            base, failure, output = candidates[found[1].index][0], found[0], found[1].output
        return base, failure, output

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
