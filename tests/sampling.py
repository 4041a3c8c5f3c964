"""Laws over many cases: some of them in every run, the rest only with `-m slow`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def some_of(cases: Iterable[Any], in_every_run: Callable[[Any], bool]) -> list[Any]:
    """The cases of a law as parameters; those left out of the sample are slow tests."""
    return [case if in_every_run(case) else pytest.param(case, marks=pytest.mark.slow) for case in cases]
