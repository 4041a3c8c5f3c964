"""What a worker does: goes through the inputs of a stage, so many at most, tries each, and says what failed."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from refute.errors import RefuteError
from refute.judge.findings import Failure
from refute.judge.immutability import Snapshot, Watch, new_classes
from refute.judge.quantified import Caveats, after_test
from refute.judge.trials import Trial
from refute.quantifiers.decisions import recorded
from refute.search.schedule.stages import SKIPPED, Listed, Stage

# Said instead of a failure: shared parts of the inputs have been changed, and nothing after that can be believed.
TAMPERED = b"tampered"
_CHUNK = 1_000  # inputs between two thoughts of whether shared parts are as they were


class Steps:
    """`careful` ones look at the arguments before and after each call; the others leave that to a `watch`, if any."""

    def __init__(
        self,
        stage: Stage | Listed,
        trial: Trial,
        most: int | None = None,
        *,
        watch: Watch | None = None,
        careful: bool = False,
    ) -> None:
        self.stage = stage
        self.trial = trial
        self.most = most
        self.watch = None if careful else watch
        self.careful = careful
        self.twice = trial.needs_inputs_before and stage.changing
        self._run = trial.run
        self._classes = new_classes()
        self._open = Caveats()

    def start(self, index: int) -> Iterator[Any]:
        values = self.stage.start(index) if self.watch is None else self.watch.start(index)
        if self.most is not None:
            values = _limited(values, self.most)
        # a second, equal input for each: the first is the function's to change
        items = zip(values, self.stage.start(index), strict=False) if self.twice else values
        return chain.from_iterable(self._watched(items, self.watch)) if self.watch is not None else items

    def _watched(self, items: Iterator[Any], watch: Watch) -> Iterator[Iterable[Any]]:
        """The inputs; after them, or earlier, one more that stands for what the watch has seen."""
        for item in items:
            yield (item,)
            yield islice(items, _CHUNK)
            if watch.is_due() and watch.sees_a_change():
                break
        else:
            if not watch.sees_a_change():
                return
        yield ((TAMPERED, TAMPERED) if self.twice else TAMPERED,)

    def step(self, item: Any) -> bytes | None:
        values, before = item if self.twice else (item, item)
        if type(values) is not tuple:
            return None if values is SKIPPED else TAMPERED
        if self.careful:
            return self._carefully(values, before)
        failure = self._run(values, before)
        if failure is None and not recorded.value:
            return None
        if failure is not None and self.watch is not None and self.watch.sees_a_change():
            return TAMPERED
        said = after_test(failure, self._open)
        return pickle.dumps(said) if said else None

    def _carefully(self, values: tuple[Any, ...], before: tuple[Any, ...]) -> bytes | None:
        taken = Snapshot(values, self._classes)
        failure = self.trial(values, before)
        changes = tuple(change.failure() for change in taken.undo())
        said = (*changes, *after_test(failure, self._open))
        return pickle.dumps(said) if said else None


def said_in(payload: bytes) -> tuple[Failure | RefuteError | str, ...]:
    """What a step has said: failures, an error of what was asked, and what was taken for granted."""
    said: tuple[Failure | RefuteError | str, ...] = pickle.loads(payload) if payload else ()
    return said


def _limited(values: Iterator[Any], most: int) -> Iterator[Any]:
    """Inputs up to a number of those that are tried."""
    for value in values:
        if most == 0:
            return
        most -= value is not SKIPPED
        yield value
