"""Tests whose inputs are generated, seen from outside: pytest is run on small projects."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from running_pytest import WITH_FIXTURES, Run


def test_fixtures_are_given_and_the_other_parameters_generated(run: Run, tmp_path: Path) -> None:
    code = """
@test(size=2)
def test_both(limit, xs: list[Nat], tmp_path: Path, n: Nat, flag: bool = True):
    assert limit == 3 and tmp_path.is_dir() and isinstance(n, int)
    seen.append((xs, n, flag))

def test_all_of_them():
    assert len({repr(one) for one in seen}) == 78 and len(seen) == 117  # the flag is given, and left out
    assert ([2, 2], 2, False) in seen

@pytest.mark.parametrize("k", [1, 2])
@test(size=2)
async def test_parametrized(k: int, x: int):
    assert k in (1, 2) and -2 <= x <= 2

class TestMethods:
    @test(size=2)
    def test_method(self, limit, x: int):
        assert isinstance(self, TestMethods) and limit == 3

    @staticmethod
    @test(size=2)
    def test_static(limit, x: int):
        assert limit == 3
"""
    (tmp_path / "test_it.py").write_text(WITH_FIXTURES + code)
    names = ["test_both", "test_all_of_them", "test_parametrized[1]", "test_parametrized[2]"]
    names += ["TestMethods::test_method", "TestMethods::test_static"]
    assert run().outcomes == {("PASSED", f"test_it.py::{name}") for name in names}


def test_the_first_failing_input_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        WITH_FIXTURES
        + "@test(size=4)\ndef test_sum(limit, xs: list[Nat]):\n    total = sum(xs)\n    assert total < limit\n"
    )
    ran = run()
    block = """
test_it.py:18: test_sum  refuted     input 5, size 1
    test_sum(limit=3, xs=[3])  raised AssertionError: assert 3 < 3
    test_it.py:20: assert total < limit
"""
    assert block in ran.text
    assert "FAILED test_it.py::test_sum - test_sum(limit=3, xs=[3]) raised AssertionError: assert 3 < 3" in ran.text
    assert "pytest_plugin.py" not in ran.text


def test_what_pytest_gives_is_in_the_call_shown_and_that_call_can_be_made(run: Run, tmp_path: Path) -> None:
    code = """
@pytest.fixture
def log(): return ["begin"]

@pytest.mark.parametrize("k", [3, 4])
@test(size=2)
def test_plain(k: int, xs: list[Nat]): assert len(xs) + k < 4

@test(size=2)
def test_opaque(request, xs: list[Nat]): assert not xs

@test(size=2)
def test_changing(log, xs: list[Nat]):
    log.append(xs)
    assert not xs

class TestMethods:
    @pytest.mark.parametrize("k", ["a"])
    @test(size=2)
    async def test_method(self, k, xs: list[Nat]): assert not xs
"""
    (tmp_path / "test_it.py").write_text(WITH_FIXTURES + code)
    ran = run()
    assert re.findall(r"^FAILED \S+ - (.*) raised", ran.text, re.MULTILINE) == [
        "test_plain(k=3, xs=[0])",
        "test_plain(k=4, xs=[])",
        "test_opaque(request=…, xs=[0])",
        "test_changing(log=…, xs=[0])",  # what it was when that was called is not known any more
        "TestMethods.test_method(k='a', xs=[0])",
    ]
    calls = "from test_it import *\ntest_plain(k=2, xs=[0])\ntest_plain(k=3, xs=[0])\n"
    done = subprocess.run([sys.executable, "-c", calls], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].startswith("AssertionError")
    assert 'File "<string>", line 3' in done.stderr


def test_settings_are_honoured(run: Run, tmp_path: Path) -> None:
    code = """
counts = {"size": 0, "depth": 0, "tests": 0, "budget": 0}
@test(size=1)
def test_size(x: int): counts["size"] += 1
@test(depth=2)
def test_depth(x: int): counts["depth"] += 1
@test(tests=10, seed=3)
def test_tests(xs: list[int]): counts["tests"] += 1
@test(budget=0.2)
def test_budget(xs: list[int]): counts["budget"] += 1
def test_counts(): assert counts | {"budget": 0} == {"size": 3, "depth": 5, "tests": 10, "budget": 0}
"""
    (tmp_path / "test_it.py").write_text(WITH_FIXTURES + code)
    ran = run("--durations=1")
    assert "5 passed" in ran.text
    assert {outcome for outcome, _ in ran.outcomes} == {"PASSED"}


def test_a_call_that_hangs_is_ended_and_told(run: Run, tmp_path: Path) -> None:
    code = """
import asyncio, time

@test(size=3, time_limit=0.2)
def test_spinning(limit, x: int):
    while x == 2: pass

@test(size=3)
def test_waiting(x: int):
    if x == 1: time.sleep(1_000)

@test(size=3)
async def test_awaiting(x: int):
    if x == 1: await asyncio.sleep(1_000)

@test(size=3)
def test_first_call_only(x: int):
    seen.append(x)
    if seen == [0]: time.sleep(1_000)

@test(size=3)
def test_catching(x: int):
    try:
        if x == 1: time.sleep(1_000)
    except BaseException:
        time.sleep(1_000)
"""
    (tmp_path / "pyproject.toml").write_text('[tool.refute]\ntime-limit = "300ms"\n')
    (tmp_path / "test_it.py").write_text(WITH_FIXTURES + code)
    ran = run()
    assert re.findall(r"^FAILED \S+ - (.*)", ran.text, re.MULTILINE) == [
        "test_spinning(limit=3, x=2) did not return within 0.2 s",
        "test_waiting(x=1) did not return within 0.3 s",
        "test_awaiting(x=1) did not return within 0.3 s",
        "test_catching(x=1) did not return within 0.3 s",
    ]
    assert "test_it.py:22: it was in `test_spinning`" in ran.text
    assert ("PASSED", "test_it.py::test_first_call_only") in ran.outcomes


def test_one_object_is_given_as_two_arguments_unless_the_test_or_the_settings_say_otherwise(
    run: Run, tmp_path: Path
) -> None:
    parameters = "(xs: list[int], ys: list[int]):\n    assert xs is not ys\n"
    code = f"""
@test(size=1)
def test_as_set{parameters}
@test(size=1, aliasing=True)
def test_with{parameters}
@test(size=1, aliasing=False)
def test_without{parameters}"""
    (tmp_path / "test_it.py").write_text(WITH_FIXTURES + code)
    at = "test_it.py::test"
    asked_for = {("FAILED", f"{at}_with"), ("PASSED", f"{at}_without")}
    assert run().outcomes == {("FAILED", f"{at}_as_set"), *asked_for}
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\naliasing = false\n")
    assert run().outcomes == {("PASSED", f"{at}_as_set"), *asked_for}


@pytest.mark.parametrize("mode", ["strict", "auto"])
@pytest.mark.sampled(2)
def test_coroutines_run_in_the_loop_of_pytest_asyncio_and_its_fixtures(run: Run, tmp_path: Path, mode: str) -> None:
    pytest.importorskip("pytest_asyncio")
    code = """
import asyncio
import pytest_asyncio

@pytest_asyncio.fixture
async def loop():
    await asyncio.sleep(0)
    yield asyncio.get_running_loop()

@pytest.mark.asyncio
@test(size=2)
async def test_loop(loop, x: int):
    await asyncio.sleep(0)
    assert asyncio.get_running_loop() is loop

@pytest.mark.asyncio
@pytest.mark.parametrize("k", [1])
@test(size=2)
async def test_failing(k, x: int):
    await asyncio.sleep(0)
    assert x < k

@pytest.mark.asyncio
@test(size=2, time_limit=0.2)
async def test_awaiting(x: int):
    if x == 1: await asyncio.sleep(1_000)

@pytest.mark.asyncio
@test(size=2, time_limit=0.2)
async def test_spinning(x: int):
    while x == 1: pass

@pytest.mark.asyncio
@test(size=2)
async def test_skipping(x: int):
    if x == 1: pytest.skip("enough")

@test(size=2)
async def test_unmarked(x: int): await asyncio.sleep(0)

class TestMethods:
    @pytest.mark.asyncio
    @test(size=2)
    async def test_method(self, loop, x: int):
        assert asyncio.get_running_loop() is loop
"""
    (tmp_path / "test_it.py").write_text(WITH_FIXTURES + code)
    (tmp_path / "pytest.ini").write_text(
        f"[pytest]\nfilterwarnings = error\nasyncio_mode = {mode}\nasyncio_default_fixture_loop_scope = function\n"
    )
    ran = run(asyncio=True)
    assert re.findall(r"^FAILED \S+ - (.*)", ran.text, re.MULTILINE) == [
        "test_failing(k=1, x=1) raised AssertionError: assert 1 < 1",
        "test_awaiting(x=1) did not return within 0.2 s",
        "test_spinning(x=1) did not return within 0.2 s",
    ]
    passed = {name for outcome, name in ran.outcomes if outcome == "PASSED"}
    assert passed == {f"test_it.py::{name}" for name in ("test_loop", "test_unmarked", "TestMethods::test_method")}
    assert "1 skipped" in ran.text


@pytest.mark.slow
def test_a_debugger_has_all_the_time_there_is(run: Run, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        WITH_FIXTURES + "import pdb, time\n@test(size=1, time_limit=0.1)\ndef test_it(x: int):\n"
        "    debugger = pdb.Pdb(nosigint=True)\n    debugger.rcLines = ['import time', 'time.sleep(1)', 'c']\n"
        "    if x == 1: debugger.set_trace()\n"
    )
    ran = run("-s", "-p", "no:cacheprovider")
    assert ran.outcomes == {("PASSED", "test_it.py::test_it")}, ran.text


def test_pdb_stops_in_the_call_that_fails(run: Run, tmp_path: Path) -> None:
    code = "@test(size=3)\ndef test_small(limit, xs: list[Nat]):\n    assert sum(xs) < limit\n"
    (tmp_path / "test_it.py").write_text(WITH_FIXTURES + code)
    raised = run("--pdb", "test_it.py", typed="args\nq\n")
    assert "-> assert sum(xs) < limit\n(Pdb) limit = 3\nxs = [3]\n" in raised.text
    returned = run("--pdb", "refute::scores.py::wrong", "--refute-size", "2", typed="args\nq\n")
    assert "-> return s * (r2 // r1)\n(Pdb) r1 = 1\nr2 = 0\ns = 0\n" in returned.text


def test_skipping_and_interrupting_end_a_test(run: Run, tmp_path: Path) -> None:
    code = """
@test(size=3)
def test_skipping(x: int):
    seen.append(x)
    if x == 2: pytest.skip("enough")

@test(size=3)
def test_xfailing(x: int): pytest.xfail("known")

def test_seen(): assert seen == [0, 1, -1, 2]

@test(size=3)
def test_interrupting(x: int): raise KeyboardInterrupt
"""
    (tmp_path / "test_it.py").write_text(WITH_FIXTURES + code)
    ran = run()
    assert ran.status == 2
    assert "1 passed, 1 skipped, 1 xfailed" in ran.text
    assert "KeyboardInterrupt" in ran.text
