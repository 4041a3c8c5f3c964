"""Trying mutants: which programs do something else on each than on the function as it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pickle import dumps  # bound here because the code under test may patch the name
from types import FrameType
from typing import Any

from refute.programs.engine.coverage.branches import first_lines
from refute.programs.engine.exploration import Exploration
from refute.programs.program.program import Program
from refute.run.body import Body, Bulk, Spoken
from refute.run.host.wire import may_cross
from refute.suite.data import Mutant, Tried
from refute.suite.mutants.making import Mutants
from refute.suite.running.observing import Observer
from refute.suite.running.performing import Unfit

_settrace, _gettrace = sys.settrace, sys.gettrace  # the code under test may patch the names
_MOST = 20  # programs that are run on a mutant, where not all are
_TIMES, _MORE = 10, 2_000  # lines that a program may run on a mutant: so many times those that it takes, and more


@dataclass(frozen=True)
class Judge:
    """A program, what it does, and the lines of the target that it runs."""

    number: int
    program: Program
    digest: str
    steps: int
    lines: frozenset[tuple[str, int]]  # files, with lines


may_cross(Judge)


class OutOfSteps(BaseException):
    """A program runs many more lines on a mutant than it does otherwise."""


class Trying(Body):
    """Tries one mutant after the other, on the programs that come to its line.

    It comes to an end early where a mutant has left something changed, which other programs would meet.
    """

    def __init__(
        self, make: Callable[[], Exploration], judges: Sequence[Judge], module: str, chosen: Sequence[int], every: bool
    ) -> None:
        """`chosen`: the numbers of the mutants; `every`: whether to run all programs on each, and not only up to the
        first that tells the difference."""
        self._make = make
        self._judges = judges
        self._module = module
        self._chosen = chosen
        self._every = every
        self._observer: Observer | None = None

    def start(self, index: int) -> Iterator[Any]:
        if self._observer is None:
            exploration = self._make()
            self._observer = Observer(exploration, self._module)
            self._files = exploration.interface.files
            self._mutants = Mutants(exploration.coverage.codes)
            self._told = list(self._mutants.told())
        self._is_disturbed = False
        for number in self._chosen[index:]:
            if number < len(self._told):
                yield number
            if self._is_disturbed:
                return

    def step(self, item: int) -> Spoken:
        mutant = self._told[item]
        return Bulk(dumps((self._tried(mutant),)))

    def _tried(self, mutant: Mutant) -> Tried:
        line = first_lines(mutant.file).get(mutant.line, mutant.line)
        judges = [one for one in self._judges if (mutant.file, line) in one.lines][: None if self._every else _MOST]
        killers: list[int] = []
        tried = 0
        with self._mutants.in_place(mutant.number) as is_different:
            if not is_different:
                return Tried(mutant, is_equivalent=True)
            for judge in judges:
                tried += 1
                if self._digest(judge) != judge.digest:
                    killers.append(judge.number)
                    if not self._every:
                        break
        for judge in judges[:tried]:
            if judge.number in killers and self._digest(judge) != judge.digest:
                self._is_disturbed = True
                return Tried(mutant, tried=tried, is_ended=True)
        return Tried(mutant, tuple(killers), tried)

    def _digest(self, judge: Judge) -> str:
        """What a program does."""
        assert self._observer is not None
        try:
            with _limited(_TIMES * judge.steps + _MORE, self._files):
                return self._observer.once(judge.program).digest
        except (Unfit, OutOfSteps) as error:
            return f"{type(error).__name__}: {error}"


@contextmanager
def _limited(steps: int, files: Collection[str]) -> Iterator[None]:
    """End what runs more lines of some files than that, by an exception."""
    left = steps

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise OutOfSteps
        return count

    def called(frame: FrameType, event: str, argument: Any) -> Any:
        return count if frame.f_code.co_filename in files else None

    before = _gettrace()
    _settrace(called)
    try:
        yield
    finally:
        _settrace(before)
