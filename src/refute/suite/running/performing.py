"""Performing: a program made from nothing, under a tracer, and what there is to see of its last call."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import islice
from typing import Any

from refute.judge.findings import Failure
from refute.programs.calls.performing import Performed, Trace, called
from refute.programs.engine.exploration import Exploration
from refute.programs.engine.steps import Misfit, Step, Steps
from refute.programs.program.program import Program
from refute.run.steps.marks import REFUSED

MOST_ITEMS = 200  # of an iterator that is consumed, as `completing` has it
_settrace, _gettrace = sys.settrace, sys.gettrace  # the code under test may patch the names


class Unfit(Exception):
    """A program of which no test can be made. Its argument says why."""


@dataclass
class Performance:
    """The last call of a program, when it has been made."""

    step: Step
    arguments: Sequence[Any]
    performed: Performed
    changed: list[int]  # the leaves that it has changed
    places: set[int]
    verdict: Failure | int | None
    output: str = ""
    is_consumed: bool = False  # whether the result was an iterator, and now is a list of what that had
    lines: int = 0  # that were run


class Performer:
    """Performs programs. What they reach is heard by the coverage of an exploration in which each call is traced."""

    def __init__(self, exploration: Exploration) -> None:
        self._exploration = exploration
        self._lines = 0

    def setup(self, program: Program) -> Step:
        """The last call of a program, with its values, not made yet. Raises Unfit."""
        with _captured():
            return self._begun(program, set())

    def perform(self, program: Program, after: Callable[[Performance], Any] = lambda performance: None) -> Performance:
        """Raises Unfit. `after` is called while what is reached is still heard."""
        places: set[int] = set()
        self._lines = 0
        with _captured() as output:
            step = self._begun(program, places)
            performance = self._end(step, places)
            performance.output, performance.lines = output.getvalue(), self._lines
            places |= self._traced(lambda: after(performance))
        return performance

    def _begun(self, program: Program, places: set[int]) -> Step:
        """Make all calls but the last."""
        exploration = self._exploration
        steps = Steps(program, exploration.variants)
        try:
            for step in steps:
                if step.number == len(program) - 1:
                    return step
                performed = self._called(step, step.arguments, places)
                if performed.error is not None or not performed.is_call:
                    raise Unfit("a call before the last one raises")
                steps.note(step, performed)
        except Misfit:
            raise Unfit("a value that it uses is not there") from None
        raise Unfit("it has no calls")

    def _end(self, step: Step, places: set[int]) -> Performance:
        exploration = self._exploration
        promises = exploration.calls.promises[step.variant.operation]
        arguments = step.arguments
        if not promises.admits(arguments):
            raise Unfit("its arguments are not of their types")
        of = exploration.fingerprints.of
        before = [of(value) for value in step.leaves]
        performed = self._called(step, arguments, places)
        if not performed.is_call:
            raise Unfit("it gives up its arguments")
        is_consumed = False
        if performed.error is None and isinstance(performed.result, Iterator):
            iterator = performed.result
            made: list[Performed] = []
            places |= self._traced(lambda: made.append(_consumed(iterator)))
            performed, is_consumed = made[0], True
        changed = [place for place, value in enumerate(step.leaves) if of(value) != before[place]]
        if performed.error is not None:
            verdict: Failure | int | None = promises.of_error(performed.error, arguments, arguments)
        else:
            verdict = promises.of_result(performed.result, arguments, arguments) if not changed else None
        return Performance(step, arguments, performed, changed, places, verdict, is_consumed=is_consumed)

    def _called(self, step: Step, arguments: Sequence[Any], places: set[int]) -> Performed:
        coverage = self._exploration.coverage
        performed = called(step.variant.operation, arguments, coverage.tracer_for())
        places |= coverage.of_call
        self._lines += coverage.steps
        return performed

    def _traced(self, act: Callable[[], Any]) -> set[int]:
        """What is reached by something that is done with what a call has left."""
        coverage = self._exploration.coverage
        trace: Trace | None = coverage.tracer_for()
        if trace is None:
            act()
            return set()
        before = _gettrace()
        _settrace(trace)
        try:
            act()
        finally:
            _settrace(before)
        return coverage.of_call


def _consumed(iterator: Iterator[Any]) -> Performed:
    """The elements of an iterator that comes to an end soon."""
    try:
        found = list(islice(iterator, MOST_ITEMS + 1))
    except MemoryError:
        raise
    except BaseException as error:
        return Performed(error=error)
    if len(found) > MOST_ITEMS:
        raise Unfit("its result is an iterator without an end")
    return Performed(found)


@contextmanager
def _captured() -> Iterator[io.StringIO]:
    """What is printed meanwhile."""
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(io.StringIO()):
        yield output


def is_refused(performance: Performance) -> bool:
    return isinstance(performance.verdict, int) and performance.verdict >= REFUSED
