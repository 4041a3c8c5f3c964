"""The program that comes with a finding is Python, and fails as the finding says."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from refute import Scope, check
from refute.judge.findings import Finding


def divide(n: int) -> int:
    return 1 // n


def found(function: object) -> Finding:
    (finding,) = check(function, scope=Scope(size=1)).findings  # type: ignore[arg-type]
    return finding


def test_of_a_function_in_a_module_it_is_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-c", found(divide).source], cwd=Path(__file__).parent, capture_output=True, text=True
    )
    assert done.stderr.splitlines()[-1].startswith("ZeroDivisionError")


def test_of_a_function_inside_another_it_is_a_comment_with_the_place_and_the_call() -> None:
    def inner(n: int) -> int:
        return 1 // n

    source = found(inner).source
    assert ast.parse(source).body == []
    first, _, *rest = source.splitlines()
    assert f"{Path(__file__).name}:{inner.__code__.co_firstlineno}" in first
    assert rest == ["# inner(n=0)"]
