"""Each test starts in an empty directory, and what it imports is forgotten."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _nothing_imported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield
    written = {path.stem for path in tmp_path.rglob("*")}
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in written:
            del sys.modules[name]
