"""`check` where only a solver finds inputs: scalars of every kind, by every operation that it has words for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from refute import check
from solved_functions import FUNCTIONS


@pytest.mark.sampled(2)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_an_input_is_found_and_is_right(function: Callable[..., Any]) -> None:
    report = check(function, engine="smt", tests=1, budget=30.0, in_process=True)
    assert [finding.kind for finding in report.findings] == ["violation"]
