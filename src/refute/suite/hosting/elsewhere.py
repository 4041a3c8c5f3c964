"""Suites where workers are fresh interpreters."""

from __future__ import annotations

from refute.explore.hosting.elsewhere import SpawningExploreService
from refute.suite.hosting.service import SuiteService


class SpawningSuiteService(SpawningExploreService, SuiteService):
    """What a host does for `refute write` where workers are fresh interpreters."""

    in_workers = SuiteService
