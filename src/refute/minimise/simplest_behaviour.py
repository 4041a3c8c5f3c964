"""The simplest behaviour that fails like one that was found: fewest entries, smallest answers, and the tables it
leaves."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from refute.functions.behaviours import Played
from refute.judge.callables.bodies import Drawing, Exploring, Rehearsing
from refute.judge.callables.stand_ins import Limit
from refute.judge.findings import Failure, tables_in
from refute.judge.troubles import KINDS
from refute.logic.time_limit import time_limit
from refute.minimise.attempts import Attempts, FailedAttempt
from refute.minimise.candidates import Shrinker
from refute.minimise.sizes import size_of
from refute.run.workers.answer_log import SharedMessage
from refute.search.schedule.stages import Exhaust, Sample
from refute.spaces.arguments import admits

_MOST = 2_000  # executions that are tried to find a simpler one


@dataclass(frozen=True)
class ShownBehaviour:
    """A failure with the arguments that show it, the functions among them as tables."""

    values: tuple[Any, ...]
    failure: Failure
    size: int
    output: str
    alone: bool  # whether it was shown again by itself


def told_by(told: SharedMessage, values: tuple[Any, ...]) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    """The answers that an execution has told, and its arguments, the functions among them as tables."""
    try:
        found: tuple[tuple[int, ...], tuple[Any, ...]] = pickle.loads(told.read())
    except Exception:  # its objects cannot be told to another process: the functions stay without their tables
        return (), values
    return found


class SimplestBehaviour:
    def __init__(self, body: Exploring | Drawing, attempts: Attempts, now: Callable[[], float]) -> None:
        self._body = body
        self._stage: Exhaust | Sample = body.stage
        self._attempts = attempts
        self._now = now

    def as_found(self, failure: Failure, index: int, output: str) -> ShownBehaviour | None:
        """The execution of an index, with the tables it left; None if it was not the code under test that failed."""
        played = failure.played or self._played(index)
        if played is None:
            return None
        base = self._stage.input(played.base)
        if isinstance(self._stage, Sample):
            played = self._explicit(base, played, failure)
        return self._shown(failure, base, played, output)

    def like(self, failure: Failure, index: int, output: str, until: float) -> ShownBehaviour | None:
        """The simplest execution that fails like that of an index."""
        played = failure.played or self._played(index)
        if played is None:
            return None
        base = self._stage.input(played.base)
        if isinstance(self._stage, Sample):
            explicit = self._explicit(base, played, failure)
            base, played, failure, output = self._shrunk(base, explicit, failure, output, until)
        elif failure.played is not None:
            failure, output = self._explored(failure, failure.played, output, until)
            played = failure.played or played
        else:
            played = self._explored_at_a_price(failure, played, until)
        return self._shown(failure, base, played, output)

    def _shown(self, failure: Failure, base: tuple[Any, ...], played: Played, output: str) -> ShownBehaviour:
        told = SharedMessage()
        again = self._first(failure, [(base, played)], told, None)
        values = told_by(told, base)[1]
        grown = played.size or sum(len(table.entries) for table in tables_in(values))
        size = self._base_size(base) + grown
        failure = replace(failure, played=played)
        return ShownBehaviour(values, failure, size, again.output if again else output, again is not None)

    def _played(self, index: int) -> Played | None:
        """What functions answered when a call did not come to an end."""
        try:
            return self._body.played(index)
        except KeyError:  # long ago
            return None

    def _base_size(self, base: tuple[Any, ...]) -> int:
        if self._stage.scope.palette is not None:
            return size_of(self._body.trial.signature, base)
        return self._stage.space.size_of(self._stage.space.index(base))

    def _is_input(self, values: tuple[Any, ...]) -> bool:
        """Whether it is one of the stage, or, where that is a wide sample, of any."""
        if self._stage.scope.palette is None:
            return values in self._stage.space
        with time_limit():
            return admits(self._body.trial.signature, values)

    def _explored(self, failure: Failure, played: Played, output: str, until: float) -> tuple[Failure, str]:
        """Of all behaviours on the same other arguments, the simplest that fails so."""
        best, weight, said = failure, played.weight, output
        for attempt in self._attempts.failures(self._behaviours_on(played.base), 0, _MOST, until):
            other = attempt.failure
            if other.key == best.key and other.played and other.played.weight < weight:
                best, weight, said = other, other.played.weight, attempt.output
        return best, said

    def _explored_at_a_price(self, failure: Failure, played: Played, until: float) -> Played:
        """The same for calls that hang or end their process, each of which takes its time."""
        best = played
        if len(played.choices) < 2:  # those with smaller answers have been tried before
            return best
        body = self._behaviours_on(played.base)
        with closing(self._attempts.failures(body, 0, _MOST, until)) as found:
            for attempt in found:
                if attempt.failure.kind not in KINDS:
                    continue
                there = body.played(attempt.index)
                if there is not None and there.weight < best.weight:
                    if attempt.failure.key == failure.key:
                        best = there
                    if len(best.choices) < 2:
                        break
        return best

    def _behaviours_on(self, base: int) -> Exploring:
        assert isinstance(self._stage, Exhaust)
        return Exploring(self._stage, self._body.trial, self._body.undecided, only=base, context=self._body.context)

    def _explicit(self, base: tuple[Any, ...], played: Played, failure: Failure) -> Played:
        """What functions answered in a sample, where that is only known by what it was drawn with."""
        if failure.played is not None:
            return played
        told = SharedMessage()
        self._first(failure, [(base, played)], told, None)
        choices, _ = told_by(told, base)
        return Played(played.base, choices) if choices else played

    def _shrunk(
        self, base: tuple[Any, ...], played: Played, failure: Failure, output: str, until: float
    ) -> tuple[tuple[Any, ...], Played, Failure, str]:
        """Smaller arguments and simpler answers, as long as there are any that fail so."""
        shrinker = Shrinker(self._body.trial.signature.reader.constructors)
        while self._now() < until:
            candidates = [(other, played) for other in shrinker.argument_lists(base) if self._is_input(other)]
            candidates += [(base, replace(played, choices=lower)) for lower in _lower(played.choices)]
            attempt = self._first(failure, candidates, None, until)
            if attempt is None:
                break
            failure, output = attempt.failure, attempt.output
            base, played = candidates[attempt.index]
            played = failure.played or played
        return base, played, failure, output

    def _first(
        self,
        failure: Failure,
        candidates: list[tuple[tuple[Any, ...], Played]],
        told: SharedMessage | None,
        until: float | None,
    ) -> FailedAttempt | None:
        scope = self._stage.scope
        if isinstance(self._stage, Sample):
            limits = [Limit(None, None, drawn=True)] * len(candidates)
        else:
            left = [None if scope.size is None else scope.size - self._base_size(base) for base, _ in candidates]
            limits = [Limit(size, scope.depth) for size in left]
        body = Rehearsing(candidates, self._body.trial, self._body.undecided, self._body.context, limits, told)
        return self._attempts.first_like(failure, body, 0, len(candidates), until)


def _lower(choices: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The same answers with some of them nearer to the first, the greatest leaps first."""
    if any(choices):
        yield ()
        yield choices[: len(choices) // 2]
    for place, choice in enumerate(choices):
        for lower in dict.fromkeys((0, choice // 2, choice - 1)):
            if 0 <= lower < choice:
                yield (*choices[:place], lower, *choices[place + 1 :])
