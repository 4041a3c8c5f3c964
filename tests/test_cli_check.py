"""`refute check`, as it is called from a shell."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import HERE, refute

FUNCTIONS = "checked_functions.py"


def test_a_refuted_function() -> None:
    done = refute("check", f"{FUNCTIONS}:rescale", "--size", "3")
    assert done.returncode == 1
    assert done.stderr == ""
    headline, *lines = done.stdout.splitlines()
    assert headline.startswith("checked_functions.py:")
    assert headline.endswith(": rescale  refuted     input 1, size 0")
    assert lines == [
        "    rescale(r1=1, r2=0, s=0)  returned 0",
        "    `0 <= v < r2` is false: v = 0, r2 = 0",
        "    all 10 inputs to size 4 of this form fail so:  rescale(r1=?1, r2=0, s=?2)",
        "",
        "1 function: 1 refuted",
    ]


def test_an_exhausted_function() -> None:
    done = refute("check", f"{FUNCTIONS}:rescale_rightly", "--size", "3")
    assert done.returncode == 0
    assert "exhausted   all 18 inputs to size 3" in done.stdout


def test_the_function_at_a_line() -> None:
    line = next(n for n, text in enumerate((HERE / FUNCTIONS).read_text().splitlines(), 1) if "return xs[0]" in text)
    done = refute("check", f"{FUNCTIONS}:{line}", "--size", "2")
    assert ": first  refuted" in done.stdout
    assert "first(xs=[])  raised IndexError: list index out of range" in done.stdout
    assert f"{FUNCTIONS}:{line}: return xs[0]" in done.stdout


def test_a_class_means_its_methods() -> None:
    done = refute("check", f"{FUNCTIONS}:Account", "--size", "2")
    assert [
        word for word in ("withdraw", "deposit", "doubled", "empty", "of") if f"Account.{word}" not in done.stdout
    ] == []
    assert "Account.withdraw(self=Account(0), amount=1)  returned Account(-1)" in done.stdout
    assert "5 functions: 1 refuted, 4 exhausted" in done.stdout


def test_what_code_prints_stays_with_its_finding() -> None:
    done = refute("check", f"{FUNCTIONS}:talks", "--size", "3")
    assert "    | now at 2" in done.stdout
    assert "now at 1" not in done.stdout


@pytest.mark.slow
def test_a_budget_by_the_clock_and_by_number() -> None:
    done = refute("check", f"{FUNCTIONS}:sort_in_place", "--budget", "2s")
    assert done.returncode == 0
    assert "held" in done.stdout
    assert "seed 0" in done.stdout
    assert (
        "held        10 inputs" in refute("check", f"{FUNCTIONS}:sort_in_place", "--size", "3", "--tests", "10").stdout
    )


def test_a_module_has_its_public_annotated_functions(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from os.path import join\n"
        "def good(n: int) -> int: return n\n"
        "def _hidden(n: int) -> int: return n / 0\n"
        "def untold(n): return n / 0\n"
    )
    for target in ("mine", "mine.py", "."):
        done = refute("check", target, "--size", "1", cwd=tmp_path)
        assert "1 function: 1 exhausted" in done.stdout


def test_a_function_that_cannot_be_used_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from typing import Annotated\n"
        "def bad(n: Annotated[int, 'v < m']) -> int: return n\n"
        "def good(n: int) -> int: return n\n"
    )
    done = refute("check", "mine.py", "--size", "1", cwd=tmp_path)
    assert done.returncode == 2
    assert "unusable" in done.stdout
    assert "unknown name 'm'" in done.stdout
    assert "2 functions: 1 exhausted, 1 unusable" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.py"], "there is no file nowhere.py"),
        (["nowhere"], "there is no module 'nowhere'"),
        ([f"{FUNCTIONS}:resale"], "Did you mean rescale"),
        ([f"{FUNCTIONS}:1"], "no function at"),
        ([FUNCTIONS, "--budget", "soon"], "expected a time"),
    ],
)
def test_what_cannot_be_used_is_said_without_a_traceback(arguments: list[str], said: str) -> None:
    done = refute("check", *arguments)
    assert done.returncode == 2
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_target_that_cannot_be_used_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import nowhere\n")
    (tmp_path / "sound.py").write_text("def good(n: int) -> int: return n\n")
    for targets in (["."], ["broken.py", "sound.py"]):
        done = refute("check", *targets, "--size", "2", cwd=tmp_path)
        assert done.returncode == 2
        assert "broken.py:1: the module 'broken' cannot be imported" in done.stdout
        assert "1 function: 1 exhausted, 1 target unusable" in done.stdout


def test_a_directory_without_functions_is_no_success(tmp_path: Path) -> None:
    done = refute("check", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "no annotated functions\n")


@pytest.mark.parametrize(
    ("name", "stops_at", "arguments"),
    [
        ("rescale", "return s * (r2 // r1)", ["r1 = 1", "r2 = 0", "s = 0"]),
        ("first", "return xs[0]", ["xs = []"]),
        ("later", "return n", ["n = 0"]),
        ("Account.withdraw", "return Account(self.balance - amount)", ["self = Account(balance=0)", "amount = 1"]),
    ],
)
def test_pdb_stops_in_the_call_that_fails(name: str, stops_at: str, arguments: list[str]) -> None:
    done = refute("check", f"{FUNCTIONS}:{name}", "--size", "2", "--pdb", typed="args\nq\n")
    assert done.returncode == 1
    assert f"-> {stops_at}\n" in done.stdout
    assert [argument for argument in arguments if argument not in done.stdout] == []
    assert done.stdout.index("debugging ") > done.stdout.index("refuted")
    assert done.stdout.endswith("1 function: 1 refuted\n")


@pytest.mark.parametrize(
    "definition",
    [
        "def count(n: int) -> Iterator[Annotated[int, where('v < 1')]]:\n    yield n\n",
        "async def count(n: int) -> Annotated[int, where('v < 1')]:\n    return n\n",
        "@functools.cache\ndef count(n: int) -> Annotated[int, where('v < 1')]:\n    return n\n",
    ],
)
def test_pdb_stops_in_what_is_run_later_or_remembered(tmp_path: Path, definition: str) -> None:
    imports = "import functools\nfrom collections.abc import Iterator\nfrom typing import Annotated\n"
    imports += "from refute import where\n"
    (tmp_path / "mine.py").write_text(imports + definition)
    done = refute("check", "mine.py", "--size", "1", "--pdb", cwd=tmp_path, typed="args\nq\n")
    assert "count()\n-> " in done.stdout
    assert "(Pdb) n = 1\n" in done.stdout


def test_pdb_stops_at_the_users_own_line_when_a_library_raised(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import json\ndef read(text: str) -> object:\n    return json.loads(text)\n")
    done = refute("check", "mine.py", "--size", "1", "--pdb", cwd=tmp_path, typed="p text\ndown\nq\n")
    assert "-> return json.loads(text)\n(Pdb) ''\n(Pdb) > " in done.stdout
    assert "loads()" in done.stdout


def test_pdb_goes_on_with_the_next_function_when_it_is_left() -> None:
    done = refute("check", f"{FUNCTIONS}:rescale", f"{FUNCTIONS}:first", "--size", "1", "--pdb", typed="q\nq\n")
    assert done.stdout.count("debugging ") == 2


def test_pdb_says_when_there_is_nothing_to_debug() -> None:
    done = refute("check", f"{FUNCTIONS}:root", "--size", "1", "--pdb")
    assert done.returncode == 0
    assert done.stderr == "nothing to debug: no call failed\n"
    assert "nothing to debug" in refute("check", f"{FUNCTIONS}:impossible", "--pdb").stdout


def test_pdb_says_when_a_call_does_not_fail_again(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "calls = []\ndef once(n: int) -> int:\n    calls.append(n)\n    return 1 // (len(calls) - 1)\n"
    )
    done = refute("check", "mine.py", "--size", "0", "--pdb", cwd=tmp_path)
    assert "nothing to debug: once(n=0) does not raise when it is called again" in done.stdout


def test_a_remedy_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Odd:\n    def __init__(self, a): pass\n\n\ndef f(odd: Odd) -> int: ...\ndef g(odd: Odd) -> int: ...\n"
    )
    done = refute("check", "mine.py", "--size", "1", cwd=tmp_path)
    assert done.stdout.count("Odd cannot be read as a type") == 2
    assert done.stdout.count("Annotate the parameters of Odd.__init__") == 1


@pytest.mark.parametrize(
    ("at_the_end", "warned"),
    [
        ("os._exit(3)", "freeing the inputs of first ran `Cell.__del__`, which ended the process (exit status 3)"),
        ("os.remove('/nowhere')", "code of first wanted to delete /nowhere"),
    ],
)
def test_what_freeing_the_inputs_of_a_function_does_is_not_told_of_the_next(
    tmp_path: Path, at_the_end: str, warned: str
) -> None:
    (tmp_path / "cells.py").write_text(
        "import os\nfrom dataclasses import dataclass\n\n"
        "@dataclass\nclass Cell:\n    n: int\n    def __del__(self) -> None:\n        " + at_the_end + "\n\n"
        "def first(cell: Cell) -> int: return cell.n\n"
        "def second(n: int) -> int: return n\n"
    )
    done = refute("check", "cells.py", "--size", "1", "--jobs", "1", "--no-store", cwd=tmp_path)
    of_first, headline, of_second = done.stdout.partition("cells.py:11: second  exhausted   all 3 inputs to size 1")
    assert headline
    assert warned in of_first
    assert "freeing" not in of_second
    assert "wanted" not in of_second
