"""Failures with functions among the arguments: kept as definitions, and tried again as they answered."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from refute import Report, Scope, check
from refute.run.limits import Limits

HEADER = """\
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Protocol
from refute import Nat, where
"""
KEEP = """
def keep(test: Callable[[int], bool], xs: list[int]) -> Annotated[list[int], where(lambda v, xs: len(v) < 2)]:
    return {body}
"""
WRONG = HEADER + KEEP.format(body="[x for x in xs if test(x)]")
RIGHT = HEADER + KEEP.format(body="[x for x in xs if test(x)][:1]")
ASKS_MORE = HEADER + KEEP.format(body="[x for x in (9, 8) if test(x) and not test(x + 1)] and xs[:1]")
SIZE = Scope(size=3)
QUICK = Limits(seconds=0.2)


def checked(store: Path, text: str, name: str = "keep", **settings: Any) -> Report:
    sys.modules["shop"] = made = ModuleType("shop")
    exec(compile(text, "shop.py", "exec"), vars(made))
    return check(getattr(made, name), store=store, **{"scope": SIZE, "limits": QUICK} | settings)


def kept(store: Path, name: str = "keep") -> str:
    return (store / f"shop.{name}.py").read_text()


@pytest.fixture(autouse=True)
def _no_module_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shop", ModuleType("shop"))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / ".refute"


def test_a_function_is_kept_as_a_definition(store: Path) -> None:
    checked(store, WRONG)
    assert kept(store).partition("\n\n")[2] == (
        "# size 3, violation: returned [0, 0]\n"
        "#   `len(v) < 2` is false: v = [0, 0], len(v) = 2\n"
        "#   test(0) = True\n"
        "from shop import keep\n"
        "def test(x): return True\n"
        "keep(test=test, xs=[0, 0])\n"
    )


def test_what_is_kept_runs_as_a_program(store: Path, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(WRONG)
    checked(store, WRONG)
    done = subprocess.run(
        [sys.executable, "-c", kept(store).replace("keep(test", "print(keep(test") + ")"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "[0, 0]\n"


def test_it_is_tried_first_and_shown_with_its_table(store: Path) -> None:
    checked(store, WRONG)
    before = kept(store)
    report = checked(store, WRONG, scope=Scope(size=1))
    (finding,) = report.findings
    assert report.claims.replayed == 1
    assert finding.kept
    assert finding.definitions == "def test(x): return True"
    assert finding.call == "keep(test=test, xs=[0, 0])"
    assert finding.table == "test(0) = True"
    assert kept(store) == before


@pytest.mark.slow
def test_it_is_gone_when_it_passes_twice(store: Path) -> None:
    checked(store, WRONG)
    checked(store, RIGHT)
    assert "# passed once" in kept(store)
    checked(store, RIGHT)
    assert not store.exists()


def test_code_that_asks_a_kept_function_something_else_is_not_accused_of_that(store: Path) -> None:
    checked(store, WRONG)
    report = checked(store, ASKS_MORE, scope=Scope(size=1))
    assert report.claims.replayed == 1
    assert report.findings == []


@pytest.mark.parametrize(
    ("name", "text", "definitions"),
    [
        (
            "curried",
            "def curried(f: Callable[[int], Callable[[int], int]]) -> Annotated[int, where(lambda v: v != 1)]:\n"
            "    return f(0)(1)\n",
            "def f_0(y): return 1\ndef f(x): return f_0",
        ),
        (
            "second",
            "def second(fs: list[Callable[[int], bool]]) -> Annotated[bool, where(lambda v: not v)]:\n"
            "    return len(fs) == 2 and fs[1](0)\n",
            "def fs_0(x): return False\ndef fs_1(x): return True",
        ),
        (
            "by_rule",
            "@dataclass\nclass Rule:\n    least: Nat\n    test: Callable[[int], bool]\n"
            "def by_rule(rule: Rule) -> Annotated[bool, where(lambda v: not v)]:\n"
            "    return rule.test(rule.least)\n",
            "def rule_test(x): return True",
        ),
        (
            "pads",
            "class Pads(Protocol):\n"
            "    def __call__(self, s: Nat) -> Annotated[Nat, where(lambda v, s: v >= s)]: ...\n"
            "def pads(f: Pads) -> Annotated[int, where(lambda v: v != 2)]:\n"
            "    return f(f(1))\n",
            'def f(s):\n    if s in (1, 2): return 2\n    raise LookupError("f was not asked this")',
        ),
        (
            "below",
            "def below(f: Callable[[Nat], int], n: int) -> int:\n    return f(n)\n",
            "def f(x): return 0",
        ),
        (
            "dies",
            "import os\ndef dies(f: Callable[[int], int]) -> int:\n    return os._exit(3) if f(0) == 1 else 0\n",
            "def f(x): return 1",
        ),
        (
            "hangs",
            "import time\n"
            "def hangs(f: Callable[[int], int]) -> int:\n"
            "    while f(0) == 1:\n        time.sleep(1)\n    return 0\n",
            "def f(x): return 1",
        ),
    ],
)
@pytest.mark.sampled(3)
def test_functions_of_all_kinds_are_tried_again(store: Path, name: str, text: str, definitions: str) -> None:
    first = checked(store, HEADER + text, name, max_findings=1).findings[0]
    assert first.definitions == definitions
    again = checked(store, HEADER + text, name, scope=Scope(size=0), max_findings=1)
    assert again.claims.replayed == 1
    found = next(finding for finding in again.findings if finding.kept)
    assert (found.kind, found.definitions, found.call) == (first.kind, definitions, first.call)


def test_an_answer_that_is_not_right_any_more_is_replaced_by_one_that_is(store: Path) -> None:
    ends = "def top(f: Callable[[int], {result}]) -> Annotated[int, where(lambda v: v != 2)]:\n    return f(0)\n"
    checked(store, HEADER + ends.format(result="int"), "top")
    assert "def f(x): return 2" in kept(store, "top")
    odd = "Annotated[int, where(lambda v: v % 2 == 1)]"
    report = checked(store, HEADER + ends.format(result=odd), "top")
    assert report.claims.replayed == 1
    assert report.findings == []


def test_what_is_no_definition_of_a_table_is_somebody_elses(store: Path) -> None:
    checked(store, WRONG)
    file = store / "shop.keep.py"
    file.write_text(file.read_text().replace("return True", "return [x for x in xs]"))
    report = checked(store, RIGHT)
    assert report.claims.replayed == 0
    assert any("is ignored: line" in warning for warning in report.warnings)
