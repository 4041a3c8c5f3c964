"""The smallest input near one that fails: of its smaller versions, none fails in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from refute.errors import RefinementError
from refute.judge.bodies import Steps
from refute.judge.cases import ArgumentList
from refute.judge.findings import Failure
from refute.judge.trials import Trial
from refute.judge.undecided import Doubts
from refute.logic.time_limit import time_limit
from refute.minimise.attempts import Attempts
from refute.minimise.candidates import Shrinker
from refute.minimise.scalars import is_landmark
from refute.search.schedule.stages import Listed


@dataclass(frozen=True)
class Shown:
    """An input that fails, how it does, and what it printed."""

    values: tuple[Any, ...]
    failure: Failure
    output: str


class Smallest:
    def __init__(
        self,
        trial: Trial,
        doubts: Doubts,
        attempts: Attempts,
        *,
        careful: bool,
        seed: int,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`seed`: that of random numbers for the input that was found; smaller ones have the same."""
        self._trial = trial
        self._doubts = doubts
        self._attempts = attempts
        self._careful = careful
        self._seed = seed
        self._now = now
        self._shrinker = Shrinker(trial.signature.reader.constructors)

    def has_landmarks(self, values: tuple[Any, ...], low: int, high: int) -> bool:
        """Whether an input has scalars that come before simpler ones in a scope with integers between these."""
        return any(is_landmark(scalar, low, high) for scalar in self._shrinker.scalars(values))

    def like(self, shown: Shown, is_input: Callable[[Any], bool], until: float) -> Iterator[Shown]:
        """Smaller and smaller inputs that fail in the same way, until there are none, or no time."""
        while self._now() < until:
            try:
                with time_limit():  # smaller instances are built here, by constructors that may be the user's
                    case = ArgumentList(self._trial.signature, shown.values)
                    candidates = [one.values for one in case.smaller(self._shrinker) if is_input(one.values)]
            except RefinementError:
                return
            stage = Listed(candidates)
            steps = Steps(stage, self._trial, self._doubts, careful=self._careful, seeds=(self._seed,))
            seen = self._attempts.first_like(shown.failure, steps, 0, len(candidates), until)
            if seen is None:
                return
            shown = Shown(candidates[seen.index], seen.failure, seen.output)  # calls are given copies
            yield shown
