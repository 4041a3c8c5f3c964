"""Files that the tests of targets name."""

from __future__ import annotations

from pathlib import Path


def write(file: str, text: str) -> str:
    path = Path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return file
