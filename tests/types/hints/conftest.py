"""Each test has modules and stubs of its own, which are forgotten after it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

Write = Callable[..., ModuleType]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes a module, with a stub or other files beside it, and imports it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)

    def write(source: str, stub: str = "", **others: str) -> ModuleType:
        name = f"module_of_{tmp_path.name.replace('-', '_')}"
        files = {f"{name}.py": source, **({f"{name}.pyi": stub} if stub else {}), **others}
        for file, text in files.items():
            path = tmp_path / file.format(name=name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        importlib.invalidate_caches()
        return importlib.import_module(name)

    yield write
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]
