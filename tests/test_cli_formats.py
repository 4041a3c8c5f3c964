"""How `refute check` says what it found: as text, on a terminal or not, and in the formats of other programs."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from command_line import environment, refute, refute_on_a_terminal

MINE = """
from typing import Annotated
from refute import Nat, where

def wrong(n: Nat) -> Annotated[Nat, where(lambda v, n: v > n)]:
    print("at", n)
    return n

def bad(n: Annotated[int, "v < m"]) -> int:
    return n

def right(xs: list[bool]) -> Nat:
    return len(xs)

def vague(xs: list[bool]) -> object:
    return xs

def loud(n: Nat) -> int:
    raise ValueError("100%\\nof \\x1b[31m\\x00 a:b,c é")
"""
FUNCTIONS = ("wrong", "bad", "right", "vague", "loud")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    return tmp_path


def checked(project: Path, format: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What it printed; nothing is kept, so that a second run is as the first."""
    done = refute("check", *arguments, "--no-store", "--size", "2", "--format", format, cwd=project, **variables)
    assert done.stderr == ""
    return done


# --------------------------------------------------------------------------------------------------------------- text


def test_outcomes_of_several_lines_are_indented_and_do_not_steer_the_terminal(project: Path) -> None:
    lines = checked(project, "text", "mine.py:loud").stdout.splitlines()
    assert lines[1:5] == [
        "    loud(n=0)",
        "      raised ValueError: 100%",
        "      of \\x1b[31m\\x00 a:b,c é",
        '    mine.py:19: raise ValueError("100%\\nof \\x1b[31m\\x00 a:b,c é")',
    ]


def test_a_call_that_is_too_long_for_one_line_with_its_outcome_is_on_its_own(project: Path) -> None:
    (project / "long.py").write_text(
        "def f(xs: list[str]) -> int: return 1 // (1 - (xs[:1] == ['a' * 2])) if xs else 0\n"
    )
    (project / "long.py").write_text(
        "def f(xs: list[tuple[bool, bool]]) -> int: return xs.index(1) if len(xs) > 6 else 0\n"
    )
    done = refute("check", "long.py", "--size", "14", "--ints", "0..0", cwd=project)
    call, outcome = done.stdout.splitlines()[1:3]
    assert call == f"    f(xs=[{', '.join(7 * ['(False, False)'])}])"
    assert outcome == "      raised ValueError: 1 is not in list"


def test_what_text_is_made_of_is_the_same_every_time(project: Path) -> None:
    assert checked(project, "text", "mine.py").stdout == checked(project, "text", "mine.py").stdout


def test_quiet_prints_what_was_found_and_the_summary(project: Path) -> None:
    said = checked(project, "text", "mine.py:wrong", "mine.py:bad", "mine.py:right", "mine.py:vague", "-q").stdout
    assert [line for line in said.splitlines() if not line.startswith("    ")] == [
        "mine.py:5: wrong   refuted     input 1, size 0",
        "mine.py:9: bad     unusable",
        "",
        "4 functions: 1 refuted, 2 exhausted, 1 unusable; 17 inputs",
    ]
    assert "warning" not in said
    assert checked(project, "text", "mine.py:right", "-q").stdout == "1 function: 1 exhausted\n"


def test_verbose_says_which_scopes_were_exhausted_and_how_refinements_were_understood(project: Path) -> None:
    (project / "odd.py").write_text(
        "from typing import Annotated\n"
        "from refute import Nat\n"
        "def odd(n: Nat, flag: Annotated[bool, 3.0]) -> Annotated[int, eval('lambda v: v % 2 == 1')]:\n"
        "    return 2 * n + 1\n"
    )
    done = refute("check", "odd.py", "--tests", "6", "-v", cwd=project)
    assert done.stdout.splitlines()[1:-2] == [
        "    exhausted",
        "      size 0: 4 inputs",
        "      size 2: 2 inputs more",
        "    engines",
        "      classes: n, smallest first",
        "      classes: flag, all there are",
        "    understood",
        "      symbolic          v >= 0    odd(n)",
        "      not a constraint  3.0       odd(flag)",
        "                        an object of builtins.float",
        "      opaque            <lambda>  odd -> result",
        "                        its source cannot be found",
    ]


def test_all_that_was_printed_is_shown_when_asked_for(project: Path) -> None:
    (project / "talk.py").write_text("def talk(n: int) -> int:\n    for i in range(20): print(i)\n    return 1 // n\n")
    said = refute("check", "talk.py", "--size", "1", cwd=project).stdout
    assert "    | 9\n    | … 10 more lines\n" in said
    assert "    | 19\n" in refute("check", "talk.py", "--size", "1", "-v", cwd=project).stdout


def test_what_was_found_is_listed_again_when_it_has_scrolled_away(project: Path) -> None:
    wrong = "".join(f"def f{i}(n: int) -> int:\n    return 1 // n\n" for i in range(11))
    (project / "many.py").write_text(wrong + "def bad(n: 'Missing') -> int: return n\n")
    again = refute("check", "many.py", "--size", "1", cwd=project).stdout.split("\n\n")[1].splitlines()
    assert again[0] == "many.py:1: f0    refuted    f0(n=0)"
    assert again[-1].startswith("many.py:23: bad  unusable   the annotation 'Missing' of bad(n)")
    assert len(again) == 12


# --------------------------------------------------------------------------------------------------------- a terminal


def test_on_a_terminal_there_is_colour_and_time_and_progress(project: Path) -> None:
    (project / "slow.py").write_text("def slow(xs: list[bool]) -> int: return sum(range(50_000))\n")
    sent = refute_on_a_terminal("check", "slow.py", "mine.py:wrong", "--size", "9", cwd=project)
    assert "\x1b[1;31mrefuted" in sent
    assert re.search(r"\d inputs, [\d.]+ s", sent)
    assert re.search(r"1/2 slow: [\d,]+ inputs?, [\d,]+/s, \d+ % of size 9", sent)


@pytest.mark.parametrize("variable", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_a_terminal_that_is_to_be_plain_gets_what_a_file_gets(project: Path, variable: dict[str, str]) -> None:
    arguments = ("check", "mine.py", "--size", "2", "--no-store")
    sent = refute_on_a_terminal(*arguments, cwd=project, **variable)
    assert sent.replace("\r\n", "\n") == refute(*arguments, cwd=project).stdout


def test_quiet_is_quiet_on_a_terminal_too(project: Path) -> None:
    sent = refute_on_a_terminal("check", "mine.py:right", "--budget", "1s", "-q", cwd=project)
    assert re.sub(r"\x1b\[\d+m", "", sent) == "1 function: 1 held\r\n"


def test_a_narrow_terminal_breaks_no_call(project: Path) -> None:
    (project / "long.py").write_text(
        "from refute import NonEmpty\n"
        "def longer_than_a_line(first: NonEmpty[int], second: NonEmpty[int], third: int) -> int:\n"
        "    return first[0] // third\n"
    )
    sent = refute_on_a_terminal("check", "long.py", "--size", "2", columns=40, cwd=project)
    lines = [re.sub(r"\x1b\[[\d;]*[mK]", "", line) for line in sent.split("\r\n")]
    assert "    longer_than_a_line(first=[0], second=[0], third=0)" in lines
    assert "      raised ZeroDivisionError: integer division or modulo by zero" in lines


# ------------------------------------------------------------------------------------------------- for other programs


def test_json_is_one_object_with_all_functions(project: Path) -> None:
    done = checked(project, "json", "mine.py", "nowhere.py")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    by_name = {function["target"]: function for function in found["functions"]}
    assert {name: function["status"] for name, function in by_name.items()} == {
        "nowhere.py": "unusable",
        "wrong": "refuted",
        "bad": "unusable",
        "right": "exhausted",
        "vague": "exhausted",
        "loud": "refuted",
    }
    assert by_name["right"]["tests"] == 7
    assert by_name["right"]["exhausted"] == [{"scope": "size 2", "inputs": 7, "over": ""}]
    assert by_name["vague"]["warnings"] == ["the type of the result admits everything"]
    assert found["summary"]["functions"] == 5
    assert (found["summary"]["refuted"], found["summary"]["unusable"]) == (2, 1)
    assert found["summary"]["interrupted"] is False


def test_findings_in_json_say_all_there_is_to_know(project: Path) -> None:
    (function,) = json.loads(checked(project, "json", "mine.py:wrong").stdout)["functions"]
    (finding,) = function["findings"]
    source = finding.pop("source")
    assert len(finding.pop("fingerprint")) == 16
    assert finding == {
        "kind": "violation",
        "target": "wrong",
        "file": "mine.py",
        "line": 5,
        "definitions": "",
        "call": "wrong(n=0)",
        "arguments": {"n": "0"},
        "outcome": "returned 0",
        "explanation": "`v > n` is false: v = 0, n = 0",
        "table": [],
        "output": "at 0\n",
        "number": 1,
        "size": 0,
        "found_size": None,
        "generalised": "",
        "generalised_in": "",
        "kept": False,
        "undeclared": "",
    }
    assert subprocess.run([sys.executable, "-c", source], cwd=project, capture_output=True).returncode == 1


def test_what_is_unusable_has_error_place_and_remedy_in_json(project: Path) -> None:
    (function,) = json.loads(checked(project, "json", "mine.py:bad").stdout)["functions"]
    assert function["error"] == "the refinement `v < m` of bad(n) depends on an unknown name 'm'"
    assert (function["file"], function["line"]) == ("mine.py", 9)
    assert function["place"]
    assert function["remedy"]


def test_json_lines_are_a_line_for_each_function_and_a_summary(project: Path) -> None:
    lines = [json.loads(line) for line in checked(project, "jsonl", "mine.py").stdout.splitlines()]
    assert [line["event"] for line in lines] == [*(5 * ["function"]), "summary"]
    assert [line["target"] for line in lines[:-1]] == list(FUNCTIONS)
    assert (lines[-1]["exhausted"], lines[-1]["refuted"], lines[-1]["unusable"]) == (2, 2, 1)
    whole = json.loads(checked(project, "json", "mine.py").stdout)
    for line, function in zip(lines, whole["functions"], strict=False):
        assert {**line, "seconds": 0} == {"event": "function", **function, "seconds": 0}


def test_junit_has_a_test_case_for_each_function(project: Path) -> None:
    root = ElementTree.fromstring(checked(project, "junit", "mine.py").stdout)
    suite = root.find("testsuite")
    assert suite is not None
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["5", "2", "1", "0"]
    cases = {case.get("name"): case for case in suite.iter("testcase")}
    assert tuple(cases) == FUNCTIONS
    assert {case.get("classname") for case in cases.values()} == {"mine"}
    failure = cases["wrong"].find("failure")
    assert failure is not None
    assert failure.attrib == {"type": "violation", "message": "wrong(n=0) returned 0"}
    assert failure.text == "wrong(n=0)  returned 0\n`v > n` is false: v = 0, n = 0\n| at 0"
    error = cases["bad"].find("error")
    assert error is not None
    assert "unknown name 'm'" in (error.text or "")
    assert cases["right"].find("failure") is None
    assert "warning: the type of the result" in (cases["vague"].findtext("system-out") or "")


def test_junit_spells_what_xml_cannot_hold(project: Path) -> None:
    root = ElementTree.fromstring(checked(project, "junit", "mine.py:loud").stdout)
    failure = root.find(".//failure")
    assert failure is not None
    assert failure.get("message") == "loud(n=0) raised ValueError: 100%\nof \\x1b[31m\\x00 a:b,c é"


def test_github_gets_commands_with_everything_escaped(project: Path) -> None:
    lines = checked(project, "github", "mine.py").stdout.splitlines()
    assert lines[0] == (
        "::error file=mine.py,line=5,title=wrong refuted%3A violation"
        "::wrong(n=0)  returned 0%0A`v > n` is false: v = 0, n = 0%0A| at 0"
    )
    assert lines[1].startswith("::error file=mine.py,line=9,title=bad unusable::the refinement `v < m`")
    assert lines[2] == "::warning file=mine.py,line=15,title=vague::the type of the result admits everything"
    assert "raised ValueError: 100%25%0A  of \\x1b[31m\\x00 a:b,c é%0A" in lines[3]
    assert re.fullmatch(
        r"::notice title=refute::5 functions: 2 refuted, 2 exhausted, 1 unusable; \d+ inputs, [\d.]+ s", lines[4]
    )


def test_github_is_given_files_as_seen_from_the_repository(project: Path) -> None:
    (project / "lib, too").mkdir()
    (project / "lib, too" / "mine.py").write_text(MINE, encoding="utf-8")
    done = checked(project / "lib, too", "github", "mine.py:wrong", GITHUB_WORKSPACE=str(project))
    assert done.stdout.startswith("::error file=lib%2C too/mine.py,line=5,")


@pytest.mark.parametrize("format", ["json", "jsonl", "junit", "github"])
def test_what_code_prints_in_this_process_stays_out_of_what_programs_read(project: Path, format: str) -> None:
    done = refute("check", "mine.py:wrong", "--size", "2", "--in-process", "--format", format, cwd=project)
    assert done.stderr == "at 0\nat 1\nat 2\n"
    assert "at 1\n" not in done.stdout


@pytest.mark.sampled(5)
@pytest.mark.parametrize("format", ["text", "json", "jsonl", "junit", "github"])
def test_whatever_the_encoding_it_can_be_written(project: Path, format: str) -> None:
    done = checked(project, format, "mine.py:loud", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert done.stdout.isascii()


# --------------------------------------------------------------------------------------------------------- interrupted


@pytest.mark.sampled(4)
@pytest.mark.parametrize("format", ["text", "json", "jsonl", "junit", "github"])
def test_an_interrupted_run_says_what_is_known_and_leaves_nothing_running(project: Path, format: str) -> None:
    os.mkfifo(project / "begun")
    begun = os.open(project / "begun", os.O_RDWR)
    (project / "slow.py").write_text(
        f"from pathlib import Path\n"
        f"def wrong(n: int) -> int: return 1 // n\n"
        f"def slow(xs: list[int]) -> int:\n"
        f"    if not xs: Path({str(project / 'begun')!r}).write_text('x')\n"
        f"    return len(xs)\n"
        f"def never(n: int) -> int: return n\n"
    )
    command = [
        sys.executable,
        "-m",
        "refute",
        "check",
        str(project / "slow.py"),
        "--budget",
        "60s",
        "-j1",
        "--format",
        format,
        "--allow",
        "write",
    ]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    with subprocess.Popen(command, cwd=project, env=environment(), **pipes) as running:
        assert select.select([begun], [], [], 60)[0]
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    os.close(begun)
    assert (running.returncode, err) == (130, "")
    left = subprocess.run(["pgrep", "-f", str(project / "slow.py")], capture_output=True, text=True, check=False)
    assert left.stdout == ""
    match format:
        case "text":
            assert ": wrong  refuted" in out
            assert out.splitlines()[-1].startswith("interrupted after 2 of 3 functions: 1 refuted, 1 held")
        case "json":
            found = json.loads(out)
            assert [function["target"] for function in found["functions"]] == ["wrong", "slow"]
            assert found["functions"][1]["interrupted"] is True
            assert found["summary"]["interrupted"] is True
        case "jsonl":
            lines = [json.loads(line) for line in out.splitlines()]
            assert [line.get("target") for line in lines] == ["wrong", "slow", None]
            assert lines[-1]["interrupted"] is True
        case "junit":
            root = ElementTree.fromstring(out)
            assert [case.get("name") for case in root.iter("testcase")] == ["wrong", "slow"]
        case "github":
            assert out.splitlines()[-1].startswith("::notice title=refute::interrupted after 2 of 3 functions")
