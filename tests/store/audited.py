"""Reading and building in a process of its own, with what that does to the rest of the system."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def audited(texts: list[str]) -> list[tuple[str, list[str]]]:
    """For each text the exception that it ends with, or nothing, and the audit events that it raises."""
    done = subprocess.run(
        [sys.executable, "audited_reading.py"],
        input=json.dumps(texts),
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return [(ended, events) for ended, events in json.loads(done.stdout)]
