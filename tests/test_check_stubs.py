"""Checks of code whose types are in stub files."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import refute

SHOP = """\
class Till:
    def __init__(self, amount):
        self.amount = amount

    def share(self, people):
        return self.amount // people


def label(n):
    return n


def first(xs):
    return xs[0]
"""
STUB = """\
from typing import Annotated, overload
from refute import where

class Till:
    amount: int
    def __init__(self, amount: Annotated[int, where(lambda v: v > 0)]) -> None: ...
    def share(self, people: int) -> int: ...

def label(n: int) -> str: ...
@overload
def first(xs: tuple[int, int]) -> int: ...
@overload
def first(xs: list[str]) -> str: ...
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "shop.pyi").write_text(STUB)
    return tmp_path


def test_a_check_reads_the_types_of_a_stub(shop: Path) -> None:
    done = refute("check", "shop.py", "--size", "2", "--no-store", cwd=shop)
    assert done.returncode == 1
    assert "shop.py:9: label                refuted     input 1, size 0" in done.stdout
    assert "label(n=0)  returned 0\n    expected str, got int 0" in done.stdout
    assert "Till.share(self=Till(1), people=0)  raised ZeroDivisionError" in done.stdout
    assert "shop.py:13: first (overload 1)  exhausted   all 25 inputs to size 2" in done.stdout
    assert "shop.py:13: first (overload 2)  refuted" in done.stdout


def test_one_function_with_overloads_in_its_stub_is_checked_by_each_of_them(shop: Path) -> None:
    done = refute("check", "shop.py:first", "--size", "1", "--no-store", cwd=shop)
    assert "2 functions: 1 refuted, 1 exhausted" in done.stdout


def test_functions_in_c_are_checked_by_their_stubs() -> None:
    done = refute("check", "heapq:heappush", "heapq:heappop", "--size", "1", "--no-store")
    assert "heappush  exhausted" in done.stdout
    assert "heappop([])  raised IndexError" in done.stdout


def test_a_stub_that_is_not_python_is_told_with_its_place(shop: Path) -> None:
    (shop / "shop.pyi").write_text("def label(n: int -> str: ...\n")
    done = refute("check", "shop.py:label", "--no-store", cwd=shop)
    assert done.returncode == 2
    assert "shop.pyi:1: the stub of shop is not Python" in done.stdout


def test_an_exploration_reads_the_types_of_a_stub(shop: Path) -> None:
    done = refute("explore", "shop.py", "--calls", "2", "-v", "--no-store", cwd=shop)
    assert "till.share(0)  raised ZeroDivisionError" in done.stdout
    assert "label(0)  returned 0\n    expected str, got int 0" in done.stdout
    assert "list[str]: [], [''], ['a'], ['b']" in done.stdout


def test_an_exploration_calls_functions_in_c_and_takes_what_they_raise_for_refusals() -> None:
    done = refute("explore", "heapq", "--include", "heappush,heappop", "--calls", "1", "-v", "--no-store")
    assert "heappop: IndexError 'index out of range', 1 call" in done.stdout
    assert done.returncode == 0
