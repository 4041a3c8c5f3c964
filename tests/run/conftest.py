"""Runs are tested with workers that are forked, and with workers that are fresh interpreters.

The latter take long to start, so that their tests are slow ones. A test with the mark `forked(reason)` is about what
only workers have that are forked.
"""

from __future__ import annotations

import gc

import misbehaving
import pytest

RUNNING = ("test_deaths", "test_disturbances", "test_output", "test_runs", "test_stops", "test_troubles")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__ in RUNNING and not metafunc.definition.get_closest_marker("forked"):
        metafunc.parametrize("way", ["fork", pytest.param("spawn", marks=pytest.mark.slow)], indirect=True)


@pytest.fixture(autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(misbehaving, "way", getattr(request, "param", "fork"))
    gc.enable()  # a check in this process that was interrupted in any line may have left it
