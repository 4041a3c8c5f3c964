"""Small projects that pytest is run on, and what it did."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable

SCORES = """
from refute import Nat, Pos, Rng

def wrong(r1: Nat, r2: Nat, s: Rng(0, "r1")) -> Rng(0, "r2"):
    print("dividing")
    return s * (r2 // r1)

def right(n: Nat) -> Pos:
    return n + 1

def unreadable(n: "Missing") -> int:
    return n

class Pair:
    def __init__(self, a: int) -> None:
        self.a = a

    def twice(self) -> int:
        return 2 * self.a
"""
WITH_FIXTURES = """
from __future__ import annotations
from pathlib import Path
import pytest
from refute import Nat
from refute.pytest_plugin import test

@pytest.fixture
def limit():
    return 3

@pytest.fixture
def n():
    return "a fixture"

seen = []
"""
SUMMARY = re.compile(r"^(PASSED|FAILED|ERROR|SKIPPED|XFAIL)(?: \(.*\))? (\S+)", re.MULTILINE)


class Ran:
    def __init__(self, done: subprocess.CompletedProcess[str]) -> None:
        self.status = done.returncode
        self.text = done.stdout + done.stderr
        self.outcomes = {(found[1], found[2]) for found in SUMMARY.finditer(done.stdout)}


Run = Callable[..., Ran]
