"""Families: calls that stand for all inputs which differ in what the code does not look at.

The code is called with holes, which are filled where it looks at them (see `spaces.narrowing.descent`). When a call
ends without a look at the holes that are left, its outcome is that of the whole family. Holes do not intercept
everything, so real inputs of the family have to come to the same; where one does not, the holes are filled as if they
had been looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.errors import RefuteError
from refute.functions.behaviours import following
from refute.judge.bodies.messages import At, GaveUp, StandsFor
from refute.judge.bodies.types_of_holes import TypesOfHoles
from refute.judge.findings import Failure, call_with_holes
from refute.judge.oracles import Verdict
from refute.judge.trials import Trial
from refute.quantifiers.decisions import recorded
from refute.run.body import Body, Bulk, Spoken
from refute.run.steps.phases import Phase
from refute.run.workers.answer_log import BETWEEN, AnswerLog
from refute.search.schedule.stages import Exhaust
from refute.spaces.narrowing.descent import Family, TooWideError
from refute.spaces.narrowing.holes import Demand, Path
from refute.spaces.narrowing.introspection import TypeErrors, handles_errors

_MOST_CHOICES = 128
_CLOSELY = ((4, 12), (2, 4))  # where a family has so many holes, so many examples are drawn,
_USUALLY = 2  # and otherwise


class FamilyCalls(Body):
    """The families of the inputs of a stage, one a step."""

    def __init__(self, stage: Exhaust, trial: Trial, classes: tuple[type, ...], log: AnswerLog | None = None) -> None:
        """`classes`: those of the inputs; `log` is that of the process which started the run."""
        self.stage = stage
        self._trial = trial
        self._classes = classes
        self._log = log or AnswerLog(most=_MOST_CHOICES)
        self._careful = handles_errors(trial.signature.function, classes)
        self._descent = stage.space.descent(len(trial.signature.parameters))
        # What the calls of the last descent have looked at: those that the next one begins with need not be made again.
        self._looks: list[_Look] = []
        self._ticks = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return FamilyCalls, (self.stage, self._trial, self._classes, self._log)

    def __repr__(self) -> str:
        return f"<FamilyCalls of {self.stage!r}>"

    def observe(self, enter: Callable[[Phase], None]) -> None:
        self._trial.observe(enter)

    def start(self, index: int) -> Iterator[tuple[int, ...]]:
        """The choices that descents begin with."""
        self._trial.begin()
        choices: tuple[int, ...] | None = ()
        if index:
            try:
                choices = following(self._log[index - 1].pairs)
            except KeyError:
                raise RefuteError("what was chosen before is not known any more") from None
        while choices is not None:
            self._log.begin(index, 0, new=True)
            yield choices
            choices = following(self._log[index].pairs)
            index += 1

    def step(self, choices: tuple[int, ...]) -> Spoken:
        self._looks = [look for look in self._looks if look.is_before(choices)]
        try:
            family, verdict, example = self._narrowed(_Choosing(choices, self._log.add))
        except RefuteError as error:  # of a refinement that cannot be used
            return dumps((error,))
        except (TooWideError, ValueError):  # more choices than there is room for
            return dumps((GaveUp(),))
        if recorded.value:  # quantifiers rest on what they were asked before
            recorded.value.clear()
            return dumps((GaveUp(),))
        self._log.end()
        said: list[Any] = [*self._trial.remarks()]
        if isinstance(verdict, Failure):
            assert example is not None
            place = At(self.stage.space.index(example))
            return dumps((*said, verdict, place, StandsFor(self._descent.count(family))))
        count = self._descent.count(family)
        self._ticks += 1
        if count == 1 and not said and self._ticks % BETWEEN:
            return verdict
        told = dumps((*said, StandsFor(count), *(() if verdict is None else (verdict,))))
        return told if said or not self._ticks % BETWEEN else Bulk(told)

    def _narrowed(self, choose: _Choosing) -> tuple[Family, Verdict, tuple[Any, ...] | None]:
        """A family, what came of it, and, if that is a failure, its smallest input."""
        if self._looks:
            last = self._looks[-1]
            choose.made_before(last.made)
            family = self._descent.filled(last.family, last.path, choose)
        else:
            family = self._descent.begun(choose)
        is_doubted = False  # whether a real input did something else: then every hole is filled
        while True:
            path: Path | None = family.holes[0] if is_doubted and family.holes else None
            if path is None:
                verdict, path = self._called(family)
            if path is None:
                is_confirmed, example = self._confirmed(family, verdict, repr(choose.made))
                if is_confirmed:
                    return family, verdict, example
                if not family.holes:
                    raise TooWideError  # it does something else each time
                is_doubted = True
                continue
            self._looks.append(_Look(tuple(choose.made), family, path))
            family = self._descent.filled(family, path, choose)

    def _called(self, family: Family) -> tuple[Verdict, Path | None]:
        """What came of a call with holes, and the hole that it looked at."""
        descent, trial = self._descent, self._trial
        verdict: Verdict = None
        is_disturbed = False  # whether C code may have turned down a hole
        try:
            before = descent.built(family)
            values = descent.built(family) if trial.needs_inputs_before else before
            text = partial(call_with_holes, trial.signature, values, descent.holes_in(family))
            fits = partial(self._fits, values)
            if self._careful and family.holes:
                with TypeErrors() as errors:
                    verdict = trial.with_holes(values, before, text, fits)
                is_disturbed = errors.noticed
            else:
                verdict = trial.with_holes(values, before, text, fits)
        except Demand:
            if descent.demands.first is None:
                raise TooWideError from None  # a hole that was kept from a call before
        looked_at = descent.demands.first
        if looked_at is not None and looked_at not in family.holes:
            raise TooWideError
        return verdict, family.holes[0] if looked_at is None and is_disturbed else looked_at

    def _fits(self, values: tuple[Any, ...], result: Any) -> bool:
        """Whether a result is surely of its type, whatever the holes in it are."""
        signature = self._trial.signature
        if signature.result is None:
            return False
        types = TypesOfHoles()
        for parameter, value in zip(signature.parameters, values, strict=True):
            types.note(parameter.type, value)
        return types.fits(signature.result, result)

    def _confirmed(self, family: Family, verdict: Verdict, seed: str) -> tuple[bool, tuple[Any, ...] | None]:
        """Whether real inputs of a family come to the same, and the first of them."""
        if not family.holes and not isinstance(verdict, Failure):
            return True, None
        draws = next((draws for depth, draws in _CLOSELY if len(family.holes) >= depth), _USUALLY)
        first: tuple[Any, ...] | None = None
        for make in self._descent.examples(family, draws, seed):
            values = make()
            first = first or make()
            if not _is_same(verdict, self._trial(values, make() if self.stage.changing else values)):
                return False, None
        return True, first


@dataclass(frozen=True)
class _Look:
    """Something that a call has looked at, after some choices: each with the number of what there was to choose."""

    made: tuple[tuple[int, int], ...]
    family: Family
    path: Path

    def is_before(self, choices: tuple[int, ...]) -> bool:
        """Whether choices begin with those, and go on."""
        return len(self.made) < len(choices) and all(map(_chose, self.made, choices))


def _chose(made: tuple[int, int], choice: int) -> bool:
    return made[0] == choice


class _Choosing:
    """Chooses as is given, and then the first there is. `note` is told of each."""

    def __init__(self, given: tuple[int, ...], note: Callable[[tuple[int, int]], None]) -> None:
        self._given = given
        self._note = note
        self.made: list[tuple[int, int]] = []

    def __call__(self, count: int) -> int:
        if count == 1:
            return 0
        place = len(self.made)
        choice = min(self._given[place], count - 1) if place < len(self._given) else 0
        self.made_before([(choice, count)])
        return choice

    def made_before(self, made: Iterable[tuple[int, int]]) -> None:
        for one in made:
            self.made.append(one)
            self._note(one)


def _is_same(verdict: Verdict, other: Verdict) -> bool:
    if isinstance(verdict, Failure) and isinstance(other, Failure):
        return verdict.key == other.key
    return type(verdict) is type(other) and verdict == other
