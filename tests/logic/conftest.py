"""Fixtures of the tests of the logic."""

from __future__ import annotations

import itertools
import types
from pathlib import Path

import pytest
from finding_source import Load, import_file


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Writes a module and imports it."""
    numbers = itertools.count()
    monkeypatch.syspath_prepend(tmp_path)

    def write_and_import(text: str, name: str = "", encoding: str = "utf-8") -> types.ModuleType:
        name = name or f"source_under_test_{next(numbers)}"
        path = tmp_path / f"{name}.py"
        path.write_bytes(text.encode(encoding))
        return import_file(path, monkeypatch)

    return write_and_import
