"""Measures: pure functions of one structure that refinements may use and the reducer can unfold.

A measure is checked when it is defined. To be unfolded it has to be *structural*: written with `match`, `isinstance`,
`if` and conditional expressions, and recursive only on parts of its argument. One that is not structural is reported
with the line and the reason, and is run instead (opaque): the result is the same, but takes longer.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

from refute.errors import RefinementError
from refute.logic.reading.calls import call
from refute.logic.reading.repetition.structural import StructuralReader
from refute.logic.terms.measure import Measure, MeasureBody

P = ParamSpec("P")
R = TypeVar("R")


class MeasureWarning(UserWarning):
    """A measure that cannot be unfolded."""


def measure(function: Callable[P, R]) -> Measure[P, R]:
    """Mark a pure function of one structure as a measure."""
    given: object = function
    if not isinstance(given, FunctionType):
        raise RefinementError(
            f"@measure needs a function, not {function!r}",
            remedy="Write `@measure` directly above a `def`.",
        )
    made = Measure(function, _read)
    problem = StructuralReader(made, call).read(late=True)
    if isinstance(problem, str):
        told = f"{made.place}: measure {function.__qualname__}: {problem}; it is run as it is (opaque)"
        warnings.warn(told, MeasureWarning, stacklevel=2)
    return made


def _read(made: Measure[..., Any]) -> MeasureBody | str:
    return StructuralReader(made, call).read()
