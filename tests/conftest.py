"""For all tests: what they run leaves nothing behind in the repository."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def stores() -> set[Path]:
    return {*ROOT.glob(".refute/*"), *ROOT.glob("*/.refute/*")}


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_kept_in_the_repository() -> Iterator[None]:
    before = stores()
    yield
    assert stores() <= before
