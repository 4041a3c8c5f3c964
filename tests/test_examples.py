"""The examples print what is kept beside them."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sampling import some_of

EXAMPLES = Path(__file__).parent.parent / "examples"
EXPLORED = EXAMPLES / "explored"  # has tests of its own
spec = importlib.util.spec_from_file_location("run_examples", EXAMPLES / "run.py")
assert spec is not None
assert spec.loader is not None
run = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run)


SESSIONS = [file.read_text(encoding="utf-8") for file in sorted((EXAMPLES / "expected").glob("*.txt"))]
COMMANDS = [f"$ {part}" for session in SESSIONS for part in f"\n{session}".split("\n$ ")[1:]]


SOME = set(COMMANDS[::12])  # the others are slow tests


@pytest.mark.parametrize("expected", some_of(COMMANDS, SOME.__contains__), ids=lambda text: text.splitlines()[0])
def test_examples_print_what_is_expected(expected: str) -> None:
    assert "\n".join(run.played(expected)).rstrip("\n") == expected.rstrip("\n")


def test_every_example_is_run() -> None:
    sessions = "".join(file.read_text(encoding="utf-8") for file in (EXAMPLES / "expected").glob("*.txt"))
    programs = (file for file in EXAMPLES.rglob("*.py") if file.name not in ("run.py", "__init__.py"))
    examples = [file.relative_to(EXAMPLES).as_posix() for file in programs if EXPLORED not in file.parents]
    assert [example for example in examples if f" {example}" not in sessions] == []


def test_every_bug_is_found_and_there_is_no_false_alarm() -> None:
    bugs, correct = (
        (EXAMPLES / "expected" / name).read_text(encoding="utf-8").split("$ refute check ")[1:]
        for name in ("8-bugs-detected.txt", "9-correct-code.txt")
    )
    assert len(bugs) >= 20
    assert len(correct) >= 20
    assert [said for said in bugs if " refuted " not in said] == []
    assert [
        said for said in correct if not re.search(r"^(\d+) functions?: \1 exhausted(; |$)", said, re.MULTILINE)
    ] == []


BUGS = re.findall(
    r"^\$ refute (check bugs_detected/.*)$", (EXAMPLES / "expected" / "8-bugs-detected.txt").read_text(), re.M
)


@pytest.mark.parametrize("command", some_of(BUGS, set(BUGS[::12]).__contains__))
def test_what_is_shown_of_a_bug_fails_when_it_is_pasted(command: str) -> None:
    """With the exception itself for a crash, and a ContractError or AssertionError for a promise that is broken."""
    arguments = [sys.executable, "-m", "refute", *command.split(), "--format", "json", "--no-store"]
    done = subprocess.run(arguments, cwd=EXAMPLES, capture_output=True, text=True, timeout=120)
    findings = [finding for function in json.loads(done.stdout)["functions"] for finding in function["findings"]]
    assert findings
    for finding in findings:
        pasted = [sys.executable, "-c", finding["source"]]
        if finding["kind"] == "hang":
            with pytest.raises(subprocess.TimeoutExpired):
                subprocess.run(pasted, cwd=EXAMPLES, capture_output=True, text=True, timeout=5)
            continue
        failed = subprocess.run(pasted, cwd=EXAMPLES, capture_output=True, text=True, timeout=60)
        assert failed.returncode != 0
        raised = failed.stderr.splitlines()[-1].partition(":")[0].rpartition(".")[2]
        crash = finding["outcome"].removeprefix("raised ").partition(":")[0]
        assert raised in ({"ContractError", "AssertionError"} if finding["kind"] == "violation" else {crash})
