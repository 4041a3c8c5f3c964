"""Laws over many cases: some of them in every run, the rest only with `-m slow`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def some_of(cases: Iterable[Any], in_every_run: Callable[[Any], bool]) -> list[Any]:
    """The cases of a law as parameters, tuples where it has several; those left out of the sample are slow tests."""
    return [case if in_every_run(case) else pytest.param(*_values(case), marks=pytest.mark.slow) for case in cases]


def _values(case: Any) -> tuple[Any, ...]:
    return case if type(case) is tuple else (case,)
