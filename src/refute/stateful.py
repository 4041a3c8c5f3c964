"""Rule-based machines by the names of Hypothesis: a test moves here by its imports, and types for strategies.

from refute.stateful import Bundle, RuleBasedStateMachine, invariant, precondition, rule
"""

from __future__ import annotations

import functools
import unittest
from collections.abc import Callable
from typing import Any, TypeVar

from refute.programs.interface.machines import Bundle, Machine, consumes, initialize, multiple, precondition, rule
from refute.types.reading.invariants import invariant as _invariant

__all__ = [
    "Bundle",
    "RuleBasedStateMachine",
    "consumes",
    "initialize",
    "invariant",
    "multiple",
    "precondition",
    "rule",
    "run_state_machine_as_test",
]

F = TypeVar("F", bound=Callable[..., Any])


class _Case:
    """`TestCase` of a machine: a class for unittest and pytest, in which the machine is explored."""

    def __get__(self, machine: Any, cls: type) -> type[unittest.TestCase]:
        def run(self: unittest.TestCase) -> None:
            run_state_machine_as_test(cls)

        return type(f"Test{cls.__name__}", (unittest.TestCase,), {"runTest": run, "__module__": cls.__module__})


class RuleBasedStateMachine(Machine):
    """Base of machines: methods under `@rule` change them, those under `@invariant()` hold after each rule."""

    TestCase = _Case()


def invariant() -> Callable[[F], F]:
    """Declare a method to hold of a machine after each rule: it asserts that, or returns whether it does."""

    def declare(method: F) -> F:
        @functools.wraps(method)
        def asked(self: Any) -> None:
            assert method(self) is not False

        asked.__annotations__ = {"return": None}
        return _invariant(asked)  # type: ignore[return-value]

    return declare


def run_state_machine_as_test(machine: type[Machine], **how: Any) -> None:
    """Explore a machine, and raise AssertionError with the shortest program that breaks it. `how` is passed on to
    `explore`."""
    from refute.report.explored import explore

    report = explore(machine, **how)
    if not report.ok:
        raise AssertionError(report.as_text())
