"""What the tests of all classics share: the module that they test, calls that are counted, and an end in time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from typing import Any, ClassVar

from hypothesis.errors import HypothesisException
from hypothesis.stateful import RuleBasedStateMachine
from hypothesis.strategies import SearchStrategy


class OutOfTime(BaseException):
    """Not an `Exception`: those are failures of what is tested."""


class Program:
    """A program of calls of a module.

    The calls that are counted are those of a script that shows the failure by itself: of public functions and methods,
    up to the one whose result is wrong or after which a declared invariant is broken.
    """

    module: ClassVar[Any]  # the right one or the faulty one
    until: ClassVar[float] = float("inf")  # of the clock that counts the CPU seconds of this process
    failed: ClassVar[list[int]]  # the calls of each program that failed

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def call(self, function: Callable[..., Any], *arguments: object) -> Any:
        if process_time() > self.until:
            raise OutOfTime
        self.calls += 1
        return function(*arguments)

    def look(self, seen: object, expected: object) -> None:
        """Compare what can be seen of an object between its calls. Where it is wrong, seeing it is the last call."""
        if seen != expected:
            self.calls += 1
            raise AssertionError(f"{seen!r} instead of {expected!r}")

    def teardown(self) -> None:
        """Note whether the program has failed: it is called while the exception of a failure passes."""
        error = sys.exc_info()[1]
        if isinstance(error, Exception) and not isinstance(error, HypothesisException):
            self.failed.append(self.calls)


class Machine(Program, RuleBasedStateMachine):
    """A program that Hypothesis writes, one rule after another."""


class Property(Program):
    """A program whose calls are always the same ones, with arguments that Hypothesis writes."""

    arguments: ClassVar[dict[str, SearchStrategy[Any]]]
    run: Callable[..., None]


class Modelled(Machine):
    """A program on one object and its model."""

    made: ClassVar[str]  # the name of the class in the module
    model_class: ClassVar[type]

    def make(self, *arguments: object) -> None:
        self.object = self.call(getattr(self.module, self.made), *arguments)
        self.model = self.model_class(*arguments)

    def both(self, method: str, *arguments: object) -> None:
        """Make the same call on both, which have to return the same or to raise exceptions of the same class."""
        expected = _outcome(getattr(self.model, method), *arguments)
        assert _outcome(self.call, getattr(self.object, method), *arguments) == expected


def _outcome(function: Callable[..., Any], *arguments: object) -> object:
    try:
        return function(*arguments)
    except (IndexError, OverflowError) as error:
        return type(error)
