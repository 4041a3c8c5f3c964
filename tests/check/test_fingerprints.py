"""Fingerprints: the same for a failure wherever its lines move to, and for no other one."""

from __future__ import annotations

import importlib.util
import linecache
from pathlib import Path

import pytest

from refute import Scope, check

TEXT = """\
def inner(n: int) -> int:
    return 10 // n


def f(n: int) -> str:
    if n == 1:
        raise LookupError("one")
    if n == 2:
        raise LookupError("two")
    return inner(n)
"""


def fingerprints(file: Path, text: str, name: str = "f") -> dict[str, str]:
    """By the outcome of each finding of a function."""
    file.write_text(text)
    linecache.clearcache()
    spec = importlib.util.spec_from_file_location("fingerprinted", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    exec(compile(text, file, "exec"), vars(module))
    report = check(getattr(module, name), scope=Scope(size=3), in_process=True, max_findings=9)
    return {finding.outcome: finding.fingerprint for finding in report.findings}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "fingerprinted.py"


def test_failures_of_other_kinds_or_lines_have_others(file: Path) -> None:
    found = fingerprints(file, TEXT)
    assert set(found) == {
        "raised ZeroDivisionError: integer division or modulo by zero",
        "raised LookupError: one",
        "raised LookupError: two",
        "returned -10",
    }
    assert len(set(found.values())) == 4


@pytest.mark.parametrize(
    "change",
    [
        ("def inner", "# moved\n\nimport os\n\ndef other() -> int:\n    return 3\n\n\ndef inner"),
        ("    if n == 1", '    """It says what it does."""\n    if n == 1'),
        ("    if n == 1:\n", "    if (\n        n\n        == 1\n    ):\n"),
        ("raise LookupError", "raise   LookupError"),
    ],
)
def test_they_stay_where_other_lines_change(file: Path, change: tuple[str, str]) -> None:
    assert fingerprints(file, TEXT.replace(*change)) == fingerprints(file, TEXT)


@pytest.mark.parametrize(
    ("change", "outcome", "after"),
    [
        (("10 // n", "10 % n"), "raised ZeroDivisionError: integer division or modulo by zero", "ZeroDivisionError"),
        (("LookupError", "IndexError"), "raised LookupError: one", "raised IndexError: one"),
        (("-> str:\n    if", "-> bytes:\n    if"), "returned -10", "returned -10"),
    ],
)
def test_they_change_with_the_line_the_exception_and_the_type(
    file: Path, change: tuple[str, str], outcome: str, after: str
) -> None:
    before, changed = fingerprints(file, TEXT), fingerprints(file, TEXT.replace(*change))
    (found,) = (one for did, one in changed.items() if after in did)
    assert found != before[outcome]


def test_another_function_with_the_same_failure_has_another(file: Path) -> None:
    other = TEXT.replace("def f", "def g")
    assert not set(fingerprints(file, TEXT).values()) & set(fingerprints(file, other, "g").values())


def test_the_input_does_not_matter(file: Path) -> None:
    before = fingerprints(file, "def f(n: int) -> int:\n    return n if n < 1 else n // (n - n)\n")
    after = fingerprints(file, "def f(n: int) -> int:\n    m = 0\n    return n if n < 1 else n // (n - n)\n")
    assert list(before.values()) == list(after.values())
