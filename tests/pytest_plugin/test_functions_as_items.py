"""Annotated functions as items of pytest, seen from outside: pytest is run on small projects."""

from __future__ import annotations

import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from running_pytest import SCORES, WITH_FIXTURES, Run

from command_line import refute
from sampling import some_of

SIZE = ("--refute", "scores.py", "--refute-size", "2")


def test_there_is_an_item_for_each_function(run: Run) -> None:
    ran = run(*SIZE)
    assert ran.status == 1
    assert ran.outcomes == {
        ("FAILED", "refute::scores.py::wrong"),
        ("PASSED", "refute::scores.py::right"),
        ("ERROR", "refute::scores.py::unreadable"),
        ("PASSED", "refute::scores.py::Pair"),
        ("PASSED", "refute::scores.py::Pair.twice"),
    }


def test_a_failure_is_told_by_our_explanation(run: Run) -> None:
    ran = run(*SIZE, "-k", "wrong")
    block = """
scores.py:4: wrong  refuted     input 1, size 0
    wrong(r1=1, r2=0, s=0)  returned 0
    `0 <= v < r2` is false: v = 0, r2 = 0
    all 10 inputs to size 4 of this form fail so:  wrong(r1=?1, r2=0, s=?2)
    | dividing
"""
    assert block in ran.text
    assert "FAILED refute::scores.py::wrong - wrong(r1=1, r2=0, s=0) returned 0" in ran.text
    assert "pytest_plugin.py" not in ran.text
    assert "hidden" not in ran.text


def test_a_function_that_cannot_be_used_is_an_error_with_a_remedy(run: Run) -> None:
    ran = run(*SIZE, "-k", "unreadable")
    assert "ERROR at setup of unreadable" in ran.text
    assert "name 'Missing' is not defined" in ran.text
    assert "Import or define Missing" in ran.text
    assert "pytest_plugin.py" not in ran.text


def test_what_is_unusable_only_when_it_runs_is_an_error_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(WITH_FIXTURES + "@test\ndef test_it(xs: Missing): pass\n")
    ran = run("-n", "1")
    assert ran.outcomes == {("ERROR", "test_it.py::test_it")}
    assert "Import or define Missing" in ran.text
    assert "pytest_plugin.py" not in ran.text
    assert "hidden" not in ran.text


def test_a_file_that_cannot_be_imported_is_an_error_of_its_own(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lib" / ".hidden").mkdir(parents=True)
    (tmp_path / "lib" / "broken.py").write_text("import nowhere\n")
    (tmp_path / "lib" / "sound.py").write_text("def same(n: int) -> int: return n\n")
    (tmp_path / "lib" / "test_lib.py").write_text("def test_it(tmp_path: int) -> None: pass\n")
    (tmp_path / "lib" / "conftest.py").write_text("def helper(n: int) -> str: return n\n")
    (tmp_path / "lib" / ".hidden" / "secret.py").write_text("def same(n: int) -> str: return n\n")
    ran = run("--refute", "lib", "--refute-size", "1", "--continue-on-collection-errors")
    assert ran.outcomes == {
        ("PASSED", "lib/test_lib.py::test_it"),
        ("PASSED", "refute::lib/sound.py::same"),
        ("ERROR", "refute::lib/broken.py"),
    }
    assert "No module named 'nowhere'" in ran.text
    assert "pytest_plugin.py" not in ran.text


def test_a_target_that_is_not_there_is_an_error(run: Run) -> None:
    ran = run("--refute", "nothing.py")
    assert ran.status == 2
    assert "there is no file nothing.py" in ran.text


@pytest.mark.parametrize("target", ["scores.py:right", "scores", "scores:right"])
@pytest.mark.sampled(3)
def test_targets_are_those_of_the_command_line(run: Run, target: str) -> None:
    ran = run("--refute", target, "--refute-size", "1", "-k", "right")
    assert ran.outcomes == {("PASSED", f"refute::{target.partition(':')[0]}::right")}


def test_what_is_asked_for_twice_is_run_once(run: Run) -> None:
    ran = run("--refute", "scores.py:right", "--refute", "scores.py:right", *SIZE, "-k", "right")
    assert "1 passed" in ran.text


@pytest.mark.slow
def test_an_id_can_be_given(run: Run, tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text("def test_other(): pass\n")
    ran = run("refute::scores.py::Pair.twice", "--refute-size", "2", "-n", "1")
    assert ran.outcomes == {("PASSED", "refute::scores.py::Pair.twice")}


@pytest.mark.parametrize("inside", some_of(["", "lib", "lib/deep"], lambda inside: inside == "lib"))
def test_the_ids_that_are_printed_can_be_given_where_they_were_printed(run: Run, tmp_path: Path, inside: str) -> None:
    (tmp_path / "lib" / "deep").mkdir(parents=True)
    (tmp_path / "lib" / "pairs.py").write_text(SCORES)
    (tmp_path / "lib" / "test_it.py").write_text(
        WITH_FIXTURES
        + '@pytest.mark.parametrize("k", ["a::b", "c"])\n@test(size=1)\ndef test_it(k: str, x: int): pass\n'
    )
    up = os.path.relpath(tmp_path, tmp_path / inside)
    asked = ("--refute", f"{up}/lib/pairs.py", f"{up}/lib/test_it.py")
    printed = run("-v", "--refute-size", "1", *asked, inside=inside)
    ids = dict(re.findall(r"^(\S+::(?:twice|test_it\S+)) (PASSED)", printed.text, re.MULTILINE))
    ids |= {name: outcome for outcome, name in printed.outcomes if re.search(r"twice|right", name)}
    assert len(ids) == 5  # as they ran: a::b, c and twice; in the summary, where it is another, twice; and right
    again = run(*ids, "--refute-size", "1", inside=inside)
    assert again.outcomes == {(o, n) for o, n in printed.outcomes if re.search("twice|right|test_it", n)}


def test_exit_first(run: Run) -> None:
    ran = run(*SIZE, "-x")
    assert ran.outcomes == {("FAILED", "refute::scores.py::wrong")}


@pytest.mark.slow
def test_last_failed(run: Run) -> None:
    run(*SIZE)
    ran = run(*SIZE, "--lf")
    assert ran.outcomes == {("FAILED", "refute::scores.py::wrong"), ("ERROR", "refute::scores.py::unreadable")}


@pytest.mark.slow
def test_distributed(run: Run) -> None:
    ran = run(*SIZE, "-n", "2")
    assert ran.outcomes == run(*SIZE).outcomes
    assert "FAILED refute::scores.py::wrong - wrong(r1=1, r2=0, s=0) returned 0" in ran.text
    assert "`0 <= v < r2` is false: v = 0, r2 = 0" in ran.text


def test_junit(run: Run, tmp_path: Path) -> None:
    run(*SIZE, "--junitxml", "out.xml", "-o", "junit_family=xunit1")
    cases = {case.get("name"): case for case in ElementTree.parse(tmp_path / "out.xml").iter("testcase")}
    assert set(cases) == {"wrong", "right", "unreadable", "Pair", "Pair.twice"}
    failure = cases["wrong"].find("failure")
    assert failure is not None
    assert failure.get("message") == "wrong(r1=1, r2=0, s=0) returned 0"
    assert cases["unreadable"].find("error") is not None
    properties = {p.get("name"): p.get("value") for p in cases["right"].iter("property")}
    assert properties == {"refute": "exhausted", "refute_tests": "3", "refute_tried": "all 3 inputs to size 2"}


def test_a_pass_says_how_far_it_went(run: Run, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        WITH_FIXTURES + "@test(size=2)\ndef test_it(m: int, xs: list[bool]): pass\ndef test_plain(): pass\n"
    )
    ran = run("-v", "--refute", "scores.py:right", "--refute-size", "2", "--junitxml", "out.xml")
    assert re.findall(r"^(\S+) (PASSED.*?) +\[", ran.text, re.MULTILINE) == [
        ("test_it.py::test_it", "PASSED (all 35 inputs to size 2)"),
        ("test_it.py::test_plain", "PASSED"),
        ("refute::scores.py::right", "PASSED (all 3 inputs to size 2)"),
    ]
    cases = {case.get("name"): case for case in ElementTree.parse(tmp_path / "out.xml").iter("testcase")}
    told = {p.get("name"): p.get("value") for p in cases["test_it"].iter("property")}
    assert told == {"refute": "exhausted", "refute_tests": "35", "refute_tried": "all 35 inputs to size 2"}
    assert "(all 35 inputs to size 2) test_it.py::test_it" in run("-v", "-n", "1").text


def test_paths_in_the_configuration_are_for_whole_runs(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nrefute_paths = scores.py:right\naddopts = --refute-size=1\n")
    (tmp_path / "test_other.py").write_text("def test_other(): pass\n")
    both = {("PASSED", "refute::scores.py::right"), ("PASSED", "test_other.py::test_other")}
    assert run("-n", "1").outcomes == both
    assert run("test_other.py").outcomes == {("PASSED", "test_other.py::test_other")}


@pytest.mark.slow
def test_a_budget_is_kept(run: Run, tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text("def count(xs: list[int], ys: list[int]) -> int: return len(xs) + len(ys)\n")
    ran = run("--refute", "long.py", "--refute-budget", "2s", "--refute-seed", "7", "--junitxml", "out.xml")
    assert ran.outcomes == {("PASSED", "refute::long.py::count")}
    properties = {p.get("name"): p.get("value") for p in ElementTree.parse(tmp_path / "out.xml").iter("property")}
    assert properties["refute"] == "held"  # a scope of this type is never run to an end


def test_options_that_cannot_be_read_are_refused(run: Run) -> None:
    ran = run("--refute", "scores.py", "--refute-budget", "soon")
    assert ran.status == 4
    assert "expected a time such as 10s, 500ms or 2m, not 'soon'" in ran.text


def test_the_settings_of_the_project_count_and_options_count_more(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\nsize = 1\n")

    def inputs_tried(*options: str) -> str | None:
        run("--refute", "scores.py:right", "--junitxml", "out.xml", "-o", "junit_family=xunit1", *options)
        properties = {p.get("name"): p.get("value") for p in ElementTree.parse(tmp_path / "out.xml").iter("property")}
        return properties["refute_tests"]

    assert inputs_tried() == "2"
    assert inputs_tried("--refute-size", "4") == "5"


@pytest.mark.slow
def test_what_is_in_the_baseline_is_an_expected_failure(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\nsize = 1\n")
    (tmp_path / "stock.py").write_text(
        "import sqlite3\n"
        "def label(n: int) -> str: return n\n"
        "def count(connection: sqlite3.Connection) -> int: return 1\n"
        "def slow(n: int) -> str: return n  # refute: skip\n"
    )
    refute("baseline", "stock.py", cwd=tmp_path)
    ran = run("--refute", "stock.py")
    assert ran.status == 0
    assert ran.outcomes == {("XFAIL", "refute::stock.py::label"), ("XFAIL", "at")}
    assert "XFAIL refute::stock.py::label - in the baseline; label(n=0) returned 0" in ran.text
    assert "XFAIL at setup of refute::stock.py::count - in the baseline: " in ran.text
    assert run("--refute", "stock.py", "--refute-no-baseline").status == 1
    (tmp_path / "refute-baseline.json").write_text("?")
    ran = run("--refute", "stock.py")
    assert ran.status == 4
    assert "the baseline cannot be read" in ran.text


def test_some_files_of_a_directory_are_left_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.refute]\nsize = 1\nexclude = ["old"]\n[[tool.refute.overrides]]\nmodule = "later"\nskip = "later"\n'
    )
    for name in ("old/stock.py", "build/stock.py", "later.py", "now.py"):
        (tmp_path / "lib" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "lib" / name).write_text("def f(n: int) -> int: return n\n")
    assert run("--refute", "lib").outcomes == {("PASSED", "refute::lib/now.py::f")}


def test_settings_that_cannot_be_used_are_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\nsice = 1\n")
    ran = run("--refute", "scores.py")
    assert ran.status == 4
    assert "pyproject.toml:2: [tool.refute] sice: there is no such setting" in ran.text
    assert "Traceback" not in ran.text


def test_without_options_nothing_is_collected_or_imported(run: Run, tmp_path: Path) -> None:
    heavy = {"rich", "z3", "scores", "refute.report.terminal"}
    (tmp_path / "test_other.py").write_text(f"import sys\ndef test_other(): assert not {heavy} & set(sys.modules)\n")
    assert run().outcomes == {("PASSED", "test_other.py::test_other")}


@pytest.mark.slow
def test_what_is_refused_is_a_failure_to_a_strict_judge_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "halves.py").write_text(
        "def half(n: int) -> int:\n    if n % 2:\n        raise ValueError('odd')\n    return n // 2\n"
    )
    given = ("--refute", "halves.py", "--refute-size", "2", "--refute-no-store")
    ran = run(*given, "--junitxml", "report.xml")
    assert ran.outcomes == {("PASSED", "refute::halves.py::half")}
    assert "value=\"ValueError 'odd' ×2\"" in (tmp_path / "report.xml").read_text(encoding="utf-8")
    assert run(*given, "--refute-strict").outcomes == {("FAILED", "refute::halves.py::half")}
