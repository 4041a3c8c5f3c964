"""The smallest input near one that fails: of its smaller versions, none fails in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from refute.errors import RefinementError
from refute.judge.bodies.steps import Steps
from refute.judge.findings import Failure
from refute.judge.trials import Trial
from refute.judge.troubles import KINDS
from refute.judge.undecided import UndecidedInputs
from refute.logic.time_limit import time_limit
from refute.minimise.attempts import Attempts
from refute.minimise.candidates import Shrinker
from refute.minimise.descent import Descent
from refute.minimise.scalars import is_landmark
from refute.search.schedule.stages import Listed

_AT_A_TIME = 1.0  # seconds of a descent, until what it came to is told
_ENDLESS = 1 << 40  # inputs
IsInput = Callable[[Any], bool]


@dataclass(frozen=True)
class Counterexample:
    """An input that fails, how it does, and what it printed."""

    values: tuple[Any, ...]
    failure: Failure
    output: str


class Smallest:
    def __init__(
        self,
        trial: Trial,
        undecided: UndecidedInputs,
        attempts: Attempts,
        *,
        careful: bool,
        seed: int,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`seed`: that of random numbers for the input that was found; smaller ones have the same."""
        self._trial = trial
        self._undecided = undecided
        self._attempts = attempts
        self._careful = careful
        self._seed = seed
        self._now = now
        self._shrinker = Shrinker(trial.signature.reader.constructors)

    def has_landmarks(self, values: tuple[Any, ...], low: int, high: int) -> bool:
        """Whether an input has scalars that come before simpler ones in a scope with integers between these."""
        return any(is_landmark(scalar, low, high) for scalar in self._shrinker.scalars(values))

    def like(self, example: Counterexample, is_input: IsInput, until: float) -> Iterator[Counterexample]:
        """Smaller and smaller inputs that fail in the same way, until there are none, or no time.

        A descent has each fail after many others in one process, so what it comes to has to fail alone as well.
        """
        while example.failure.kind not in KINDS and self._now() < until:
            lowest, is_smallest = self._lower(example, is_input, min(until, self._now() + _AT_A_TIME))
            if lowest is not example:
                confirmed = self._alone(lowest)
                if confirmed is None:
                    break
                yield (example := confirmed)
            if is_smallest is None:
                break
            if is_smallest:
                return
        yield from self._one_by_one(example, is_input, until)

    def _lower(self, example: Counterexample, is_input: IsInput, until: float) -> tuple[Counterexample, bool | None]:
        """What a descent comes to in a time, and whether none is smaller; None if something came in between."""
        descent = self._descent(example, is_input, goes_on=True)
        steps = self._attempts.descend(descent, until)
        while True:
            try:
                attempt = next(steps)
            except StopIteration as end:
                return example, end.value
            try:
                with time_limit():  # smaller instances are built here too, by constructors that may be the user's
                    values = next(islice(descent.versions(example.values), attempt.index, None))
            except RefinementError:
                return example, None
            example = Counterexample(values, attempt.failure, attempt.output)

    def _one_by_one(self, example: Counterexample, is_input: IsInput, until: float) -> Iterator[Counterexample]:
        """The first that fails alike, each time in another process: what hangs or dies leaves nothing to go on with."""
        while self._now() < until:
            descent = self._descent(example, is_input, goes_on=False)
            attempt = self._attempts.first_like(example.failure, descent, 0, _ENDLESS, until)
            if attempt is None:
                return
            try:
                with time_limit():
                    _, values = next(islice(descent.smaller(example.values), attempt.index, None))
            except RefinementError:
                return
            lower = Counterexample(values, attempt.failure, attempt.output)
            confirmed = lower if lower.failure.kind in KINDS else self._alone(lower)
            if confirmed is None:
                return
            yield (example := confirmed)

    def _descent(self, example: Counterexample, is_input: IsInput, *, goes_on: bool) -> Descent:
        return Descent(
            *(self._trial, self._undecided, example.values, example.failure, is_input),
            careful=self._careful,
            seed=self._seed,
            goes_on=goes_on,
        )

    def _alone(self, example: Counterexample) -> Counterexample | None:
        """The same as it fails in a process that has tried nothing else; None if it does not fail alike."""
        stage = Listed([example.values])
        steps = Steps(stage, self._trial, self._undecided, careful=self._careful, seeds=(self._seed,))
        attempt = self._attempts.first_like(example.failure, steps, 0, 1)
        return None if attempt is None else Counterexample(example.values, attempt.failure, attempt.output)
