"""Bodies for workers: they go through the inputs of a stage, try each, and say what failed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.errors import RefuteError
from refute.judge.findings import Failure
from refute.judge.immutability import Snapshot, Watch, new_classes
from refute.judge.quantified import Caveats, after_test
from refute.judge.trials import Trial
from refute.judge.undecided import UndecidedInputs
from refute.quantifiers.decisions import recorded
from refute.run.body import Body, Spoken
from refute.run.steps.marks import KNOWN
from refute.run.steps.phases import Phase
from refute.search.schedule.stages import SKIPPED, Exhaust, Listed, Stage

# Said instead of a failure: shared parts of the inputs have been changed, and nothing after that can be believed.
TAMPERED = b"tampered"
_CHUNK = 1_000  # inputs between checks that shared values are unchanged


class Steps(Body):
    """The trials of a stage.

    `careful` ones look at the arguments before and after each call; the others leave that to a `watch`, if any.
    """

    def __init__(
        self,
        stage: Stage | Listed,
        trial: Trial,
        undecided: UndecidedInputs,
        *,
        watch: Watch | None = None,
        careful: bool = False,
        seeds: Sequence[int] = (),
    ) -> None:
        """`seeds`: those of random numbers, the last one for all further inputs; else these are their indices."""
        self.stage = stage
        self._trial = trial
        self._undecided = undecided
        self._watch = None if careful else watch
        self._careful = careful
        self._seeds = seeds
        self._twice = trial.needs_inputs_before and stage.changing
        self._classes = new_classes()
        self._caveats = Caveats()
        self._is_changed: Callable[[], bool] = (lambda: False) if self._watch is None else self._watch.sees_a_change
        if not (careful or self._twice):
            self.step = self._plain()  # type: ignore[method-assign, assignment]

    def __repr__(self) -> str:
        return f"<Steps of {self.stage!r}>"

    def start(self, index: int) -> Iterator[Any]:
        self._trial.begin()
        values = self.stage.start(index) if self._watch is None else self._watch.start(index)
        # a second, equal input for each: the first is the function's to change
        items = zip(values, self.stage.start(index), strict=False) if self._twice else values
        return chain.from_iterable(self._watched(items, self._watch)) if self._watch is not None else items

    def make(self, index: int) -> Any:
        value = self.stage.make(index)
        return (value, self.stage.make(index)) if self._twice else value

    def item(self, copy: Callable[[], tuple[Any, ...]]) -> Any:
        """What a step is given for an input of which copies can be made."""
        return (copy(), copy()) if self._twice else copy()

    def seed(self, index: int) -> int:
        return self._seeds[min(index, len(self._seeds) - 1)] if self._seeds else index

    def observe(self, enter: Callable[[Phase], None]) -> None:
        self._trial.observe(enter)
        self.__dict__.pop("step", None)

    def objection(self) -> bytes | None:
        return TAMPERED if self._is_changed() else None

    def may_settle(self) -> bool:
        return self._watch is None or self._watch.is_due()

    def _watched(self, items: Iterator[Any], watch: Watch) -> Iterator[Iterable[Any]]:
        """The inputs; where something is seen to be changed, one more that says so, and no others."""
        for item in items:
            yield (item,)
            yield islice(items, _CHUNK)
            if watch.is_due() and watch.sees_a_change():
                yield ((TAMPERED, TAMPERED) if self._twice else TAMPERED,)
                return

    def _plain(self) -> Callable[[Any], Spoken]:
        """The step of a stage whose inputs cannot change: there is nothing to be done but the trial."""
        run, told, answers, remarks = self._trial.run, self._told, recorded.value, self._trial.pending

        def step(values: Any) -> Spoken:
            if values.__class__ is not tuple:
                return KNOWN if values is SKIPPED else TAMPERED
            try:
                verdict = run(values, values)
            except RefuteError as error:  # of a refinement that cannot be used
                return dumps((error,))
            if verdict.__class__ is not Failure and not answers and not remarks:
                return verdict  # type: ignore[return-value]  # nothing, or a mark
            return told(verdict, values)

        return step

    def step(self, item: Any) -> Spoken:
        values, before = item if self._twice else (item, item)
        if type(values) is not tuple:
            return KNOWN if values is SKIPPED else TAMPERED
        taken = Snapshot(values, self._classes) if self._careful else None
        try:
            verdict = self._trial(values, before)
        except RefuteError as error:  # of a refinement that cannot be used
            return dumps((error,))
        changes = () if taken is None else tuple(change.failure() for change in taken.undo())
        return self._told(verdict, before, changes)

    def _told(self, verdict: Failure | int | None, before: Sequence[Any], changes: tuple[Failure, ...] = ()) -> Spoken:
        """What to say of a trial."""
        if isinstance(verdict, int):
            said = (*changes, *after_test(None, self._caveats), *self._trial.remarks())
            return dumps((verdict, *said)) if said else verdict
        if verdict is not None and self._is_changed():
            return TAMPERED
        said = (*changes, *after_test(verdict, self._caveats), *self._trial.remarks())
        if not said:
            return None
        return self._undecided.said(said, before)


class Joined(Body):
    """Several bodies as one: small scopes that follow each other, for which starting a process would take longer than
    trying their inputs."""

    def __init__(self, parts: Sequence[tuple[Body, int, int]]) -> None:
        """`parts`: bodies, each with the indices of the first and of the one after the last of its inputs."""
        self._parts = parts
        self._step: Callable[[Any], Spoken] = parts[0][0].step

    def __repr__(self) -> str:
        return f"<Joined: {', '.join(f'{first}..{stop - 1} of {body!r}' for body, first, stop in self._parts)}>"

    def start(self, index: int) -> Iterator[Any]:
        for body, first, stop in self._parts:
            if index < stop - first:
                self._step = body.step
                yield from islice(body.start(first + index), min(stop - first - index, sys.maxsize))
            index = max(0, index - (stop - first))

    def make(self, index: int) -> Any:
        for body, first, stop in self._parts:
            if index < stop - first:
                self._step = body.step
                return body.make(first + index)
            index -= stop - first
        raise StopIteration

    def step(self, item: Any) -> Spoken:
        return self._step(item)

    def seed(self, index: int) -> int:
        for body, first, stop in self._parts:
            if index < stop - first:
                return body.seed(first + index)
            index -= stop - first
        return index

    def observe(self, enter: Callable[[Phase], None]) -> None:
        for body, _, _ in self._parts:
            body.observe(enter)

    def objection(self) -> bytes | None:
        return next(filter(None, (body.objection() for body, _, _ in self._parts)), None)

    def may_settle(self) -> bool:
        return all(body.may_settle() for body, _, _ in self._parts)


def watch_for(stage: Stage, watched: bool) -> Watch | None:
    """What looks after the parts that inputs share, where these are listed one after the other."""
    return Watch(stage) if watched and isinstance(stage, Exhaust) and stage.is_listed else None
