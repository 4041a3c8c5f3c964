"""Running what a finding says, as a user would who pastes it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from refute import Finding

HERE = Path(__file__).parent


def exception_when_pasted(finding: Finding) -> str:
    """The exception with which the source of a finding ends when it is run by itself; empty if it runs through."""
    done = subprocess.run([sys.executable, "-c", finding.source], cwd=HERE, capture_output=True, text=True, timeout=60)
    lines = [line for line in done.stderr.splitlines() if line and not line.startswith(" ")]
    return lines[-1].partition(":")[0].rpartition(".")[2] if done.returncode else ""
