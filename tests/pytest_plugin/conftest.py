"""Pytest is run on small projects, each in a directory of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from running_pytest import SCORES, Ran, Run


@pytest.fixture
def run(tmp_path: Path) -> Run:
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    (tmp_path / "scores.py").write_text(SCORES)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COLUMNS"))}

    def run(*arguments: str, inside: str = "", asyncio: bool = False, typed: str = "") -> Ran:
        command = [sys.executable, "-m", "pytest", "-rA", *([] if asyncio else ["-p", "no:asyncio"]), *arguments]
        done = subprocess.run(
            command,
            cwd=tmp_path / inside,
            env=environment | {"COLUMNS": "200"},
            input=typed,
            capture_output=True,
            text=True,
            timeout=120,
        )
        return Ran(done)

    return run
