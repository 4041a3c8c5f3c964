"""The examples print what is kept beside them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
spec = importlib.util.spec_from_file_location("run_examples", EXAMPLES / "run.py")
assert spec is not None
assert spec.loader is not None
run = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run)


@pytest.mark.parametrize("session", sorted((EXAMPLES / "expected").glob("*.txt")), ids=lambda file: file.stem)
def test_examples_print_what_is_expected(session: Path) -> None:
    expected = session.read_text(encoding="utf-8")
    assert "\n".join(run.played(expected)) == expected


def test_every_example_is_run() -> None:
    sessions = "".join(file.read_text(encoding="utf-8") for file in (EXAMPLES / "expected").glob("*.txt"))
    assert [file.name for file in EXAMPLES.glob("*.py") if file.name != "run.py" and file.name not in sessions] == []
