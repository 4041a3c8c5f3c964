"""`refute show`, as it is called from a shell."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command_line import refute as run

TREES = Path(__file__).parent.parent / "examples" / "redblack.py"
OK_TREE = f"{TREES}:OkTree"


def refute(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return run(*arguments, COLUMNS="100", **variables)


def shown(*arguments: str) -> str:
    done = refute("show", *arguments)
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


def test_a_summary_of_a_type() -> None:
    text = shown(OK_TREE, "--size", "3")
    assert text.startswith("OkTree   ")
    assert "33 values to size 3" in text
    assert "     3      12  ████" in text
    assert "\n  from redblack import Colour, Leaf, Node\n  Leaf()\n  Node(Colour.RED, 0, Leaf(), Leaf())\n" in text
    assert "drawn uniformly, seed 0" in text
    assert "  symbolic  v < key        Node.left\n" in text


def test_every_line_shown_as_python_is_python() -> None:
    text = shown(OK_TREE, "--size", "3")
    lines = [line.strip() for line in text.partition("\nfirst\n")[2].partition("\nunderstood\n")[0].splitlines()]
    values = [line for line in lines if "(" in line]
    code = f"import sys; sys.path.insert(0, {str(TREES.parent)!r})\n" + "\n".join([lines[0], *values])
    assert len(values) == 10
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_only_the_count() -> None:
    assert shown(OK_TREE, "--smallcheck", "8", "--count") == "671\n"
    assert shown(OK_TREE, "--size", "30", "--ints=-30..30", "--count").strip() == "170827617673365"


def test_all_values() -> None:
    assert shown("list[bool]", "--size", "1", "--list") == "[]\n[False]\n[True]\n"


def test_a_sample_is_repeated_by_its_seed() -> None:
    first = shown(OK_TREE, "--size", "8", "--sample", "20", "--seed", "5")
    assert len(first.splitlines()) == 20
    assert first == shown(OK_TREE, "--size", "8", "--sample", "20", "--seed", "5")
    assert first != shown(OK_TREE, "--size", "8", "--sample", "20", "--seed", "6")


def test_json() -> None:
    found = json.loads(shown(OK_TREE, "--depth", "2", "--format", "json", "--list"))
    assert found["count"] == len(found["values"]) == sum(found["tiers"].values())
    assert found["scope"] == "depth 2"
    assert found["first"] == found["values"][:6]
    assert found["imports"] == ["from redblack import Colour, Leaf, Node"]
    note = {"owner": "Node.left", "text": "v < key", "status": "symbolic", "reason": "", "unsettled": False}
    assert note in found["notes"]


def test_drawings() -> None:
    text = shown(OK_TREE, "--size", "3", "--draw")
    assert "RED 0" in text
    assert "┌─┴─┐" in text
    assert "Leaf()" not in text


def test_without_a_scope_it_goes_as_far_as_is_quickly_done() -> None:
    text = shown("list[bool]")
    count = int(text.splitlines()[1].split()[0].replace(",", ""))
    assert 100 < count <= 1000


def test_what_is_not_a_constraint_and_what_is_opaque_are_said() -> None:
    text = shown("Annotated[int, Unit('m'), where(eval('lambda v: v % 2 == 0'))]", "--size", "3")
    assert "not a constraint" in text
    assert "opaque" in text


def test_colour_only_for_terminals() -> None:
    assert "\x1b[" not in refute("show", "bool").stdout
    assert "\x1b[" in refute("show", "bool", FORCE_COLOR="1").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere:Tree"], "there is no module 'nowhere'"),
        (["list[int"], "was never closed"),
        (["Annotated[int, where(lambda v: v > 3 and v < 2)]"], "no value can satisfy"),
        (["Annotated[int, where(lambda v: 10 // v > 3)]"], "ZeroDivisionError"),
        (["int", "--size", "many"], "expected a number from 0 on"),
        (["int", "--ints", "3"], "expected two integers"),
        (["int", "--count", "--list"], "not allowed with"),
        ([], "required"),
    ],
)
def test_what_cannot_be_used_is_said_without_a_traceback(arguments: list[str], said: str) -> None:
    done = refute("show", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.slow
def test_a_value_that_does_not_let_itself_be_freed_is_named(tmp_path: Path) -> None:
    module = tmp_path / "hanging.py"
    module.write_text("class Freed:\n def __init__(self, n: int): pass\n def __del__(self):\n  while True: pass\n")
    done = refute("show", f"{module}:Freed", "--size", "1")
    assert done.returncode == 2
    assert "Freed.__del__ did not return within 3 s" in done.stderr


def test_a_reader_that_has_seen_enough() -> None:
    command = f"{sys.executable} -m refute show 'list[int]' --size 12 --list | head -2"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120)
    assert done.stdout == "[]\n[0]\n"
    assert done.stderr == ""


def test_an_interrupted_listing_says_how_far_it_came() -> None:
    command = [sys.executable, "-m", "refute", "show", "list[int]", "--size", "12", "--list"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        running.stdout.read()
        said = running.stderr.read()
    assert running.returncode == 130
    assert said.startswith("refute: stopped after ")
    assert "Traceback" not in said


def test_the_version() -> None:
    assert refute("--version").stdout.startswith("refute 0.")
