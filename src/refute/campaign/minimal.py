"""The smallest input near one that fails: of its smaller versions, none fails in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from refute.campaign.bodies import Steps
from refute.errors import RefinementError
from refute.judge.findings import Failure
from refute.judge.trials import Trial
from refute.logic.time_limit import time_limit
from refute.minimise.candidates import Shrinker
from refute.run.body import Body
from refute.run.events import Event, Finished, Progress
from refute.search.schedule.stages import Exhaust, Listed, Sample, Solved
from refute.spaces.arguments import admits

_SECONDS = 10.0
_ENDLESS = ("hang", "memory")  # kinds of failures that take long to see again

Events = Callable[[Body, int, float | None], Iterator[Event]]


@dataclass(frozen=True)
class Shown:
    """An input that fails, how it does, and what it printed."""

    values: tuple[Any, ...]
    failure: Failure
    output: str


class Minimal:
    def __init__(
        self, trial: Trial, events: Events, failed: Callable[[Event], list[Failure]], *, careful: bool = False
    ) -> None:
        """`events` runs a body up to an index until a time; `failed` tells the failures of an event."""
        self._trial = trial
        self._events = events
        self._failed = failed
        self._careful = careful
        self._shrinker = Shrinker(trial.signature.reader.constructors)

    def like(self, shown: Shown, stage: Exhaust | Sample | Solved) -> Shown:
        """The smallest that was found to fail like one of a stage. Those of a scope come smallest first already."""
        match stage:
            case Sample():
                return self._minimised(shown, stage.space.__contains__)
            case Exhaust() if shown.failure.kind in _ENDLESS or not self._goes_beyond(shown.values, stage):
                return shown
        return self._minimised(shown, partial(admits, self._trial.signature))

    def _goes_beyond(self, values: tuple[Any, ...], stage: Exhaust) -> bool:
        """Whether it has numbers that only the constants in refinements brought into a scope."""
        low, high = stage.scope.ints or (-stage.scope.reach, stage.scope.reach)
        return any(not low <= number <= high for number in self._shrinker.integers(values))

    def _minimised(self, shown: Shown, is_input: Callable[[Any], bool]) -> Shown:
        until = time.monotonic() + _SECONDS
        while time.monotonic() < until:
            try:
                with time_limit():  # smaller instances are built here, by constructors that may be the user's
                    smaller = self._shrinker.argument_lists(shown.values)
                    candidates = [values for values in smaller if is_input(values)]
            except RefinementError:
                break
            found = self._first_like(shown.failure, candidates, until)
            if found is None:
                break
            shown = found
        return shown

    def _first_like(self, failure: Failure, candidates: list[tuple[Any, ...]], until: float) -> Shown | None:
        """The first of some inputs that fails in the same way."""
        steps = Steps(Listed(candidates), self._trial, careful=self._careful)
        for event in self._events(steps, len(candidates), until):
            if isinstance(event, Progress | Finished):
                continue
            for other in self._failed(event):
                if other.key == failure.key and other.reach == failure.reach:
                    return Shown(candidates[event.index], other, event.output)  # calls are given copies
        return None
