"""Descents: from an input that fails to smaller ones that fail alike, step by step, in one worker.

    overlapping([Interval(3, 9), Interval(0, 7), …], point=41)       fails
    overlapping([], point=41)                                         holds
    overlapping([Interval(3, 9), …], point=41)    half of the list    fails, and the smaller versions of that are next

A worker knows its place by the inputs that failed so far. One that has to begin anew has lost it, and the descent ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pickle import dumps, loads  # bound here because the code under test may patch the name
from typing import Any

from refute.errors import RefuteError
from refute.judge.bodies.steps import TAMPERED, Steps
from refute.judge.cases import ArgumentList
from refute.judge.findings import Failure
from refute.judge.trials import Trial
from refute.judge.undecided import UndecidedInputs
from refute.minimise.candidates import Shrinker
from refute.run.body import Body, Spoken
from refute.run.steps.phases import Phase
from refute.search.schedule.stages import Listed
from refute.types.data.abstract.iterators import copied

LOST = b"lost"  # said by a worker that does not know how far the descent came
Inputs = tuple[Any, ...]


class _Lost:
    """Stands for an input that is not known."""


@dataclass(frozen=True)
class Lower:
    """Said with what failed: its number among the smaller versions of the input before."""

    number: int


class Descent(Body):
    """Tries the smaller versions of an input. Where `goes_on`, it tries those of one that failed next."""

    def __init__(
        self,
        trial: Trial,
        undecided: UndecidedInputs,
        values: Inputs,
        failure: Failure,
        is_input: Callable[[Inputs], bool],
        *,
        careful: bool,
        seed: int,
        goes_on: bool,
    ) -> None:
        """`seed`: that of random numbers for all calls."""
        self._steps = Steps(Listed([]), trial, undecided, careful=careful, seeds=(seed,))
        self._signature = trial.signature
        self._shrinker = Shrinker(trial.signature.reader.constructors)
        self._copy: Callable[[Inputs], Inputs] = copied if careful else self._shrinker.fresh
        self._failure = failure
        self._is_input = is_input
        self._goes_on = goes_on
        # The inputs that failed so far, each with the index of the first of its smaller versions.
        self._known: list[tuple[int, Inputs]] = [(0, values)]
        self._now: tuple[int, Inputs] = (0, values)
        self._reached = 0  # steps that were taken in this process

    def __repr__(self) -> str:
        return f"<Descent from {self._signature.name}{self._known[0][1]!r}, {len(self._known) - 1} steps so far>"

    def versions(self, values: Inputs) -> Iterator[Inputs]:
        """Smaller versions of an input, of which not all are inputs. Constructors may raise what they like."""
        return (case.values for case in ArgumentList(self._signature, values).smaller(self._shrinker))

    def smaller(self, values: Inputs) -> Iterator[tuple[int, Inputs]]:
        """Those that are inputs, each with its number among all versions."""
        return ((number, one) for number, one in enumerate(self.versions(values)) if self._is_input(one))

    def start(self, index: int) -> Iterator[Any]:
        if self._goes_on and index > self._reached:
            yield _Lost()
            return
        while self._known[-1][0] > index:
            self._known.pop()  # steps that are repeated
        self._reached = index
        first, values = self._known[-1]
        rest: Iterator[tuple[int, Inputs]] = islice(self.smaller(values), index - first, None)
        while True:
            known = len(self._known)
            for self._now in rest:
                yield self._steps.item(partial(self._copy, self._now[1]))
                self._reached += 1
                if len(self._known) > known:
                    break
            else:
                return
            rest = self.smaller(self._known[-1][1])

    def step(self, item: Any) -> Spoken:
        if type(item) is _Lost:
            return LOST
        said = self._steps.step(item)
        if type(said) is not bytes or said == TAMPERED:
            return None
        told = loads(said)
        if any(isinstance(one, RefuteError) for one in told):
            return said
        if not any(isinstance(one, Failure) and self.is_alike(one) for one in told):
            return None
        if not self._goes_on:
            return said
        number, values = self._now
        self._known.append((self._reached + 1, values))
        return dumps((Lower(number), *told))

    def is_alike(self, failure: Failure) -> bool:
        return failure.key == self._failure.key and failure.reach == self._failure.reach

    def seed(self, index: int) -> int:
        return self._steps.seed(index)

    def observe(self, enter: Callable[[Phase], None]) -> None:
        self._steps.observe(enter)
