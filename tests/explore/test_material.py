"""What arguments are made of: what examples and tests show, other modules, integers and texts that are named."""

from __future__ import annotations

from pathlib import Path

import factories
import functions_with_examples as functions
import pytest

from command_line import refute
from refute import Interface, explore
from refute.programs.interface.examples import Example, examples_in, examples_of_docstring, literals_in

HERE = Path(__file__).parent
SEEN = {"seconds": 20, "in_process": True, "max_findings": 1}


def test_calls_with_literals_are_read_and_others_are_not() -> None:
    text = "f(1, a='x')\nobject.g([1, 2], -3)\nf(name)\nf(*args)\nf(**{'a': 1})\nh(f(2))\n"
    assert [*examples_in(text)] == [
        Example("f", (1,), {"a": "x"}),
        Example("g", ([1, 2], -3), is_method=True),
        Example("f", (2,)),
    ]
    assert [*examples_in("not python")] == []
    assert [*literals_in("'''documentation'''\nx = [1, 'a']\ny = -2.5")][-3:] == [1, "a", 2.5]


def test_examples_of_docstrings_are_read_from_what_follows_prompts() -> None:
    assert [*examples_of_docstring("Text f(3).\n\n>>> f(1)\n2\n>>>f(2)\n")] == []  # doctest refuses such prompts
    assert [*examples_of_docstring(">>> f(1)\n2\n>>> for x in y:\n...     g(3)\n")] == [
        Example("f", (1,)),
        Example("g", (3,)),
    ]


def test_calls_near_to_an_example_of_a_docstring_are_made() -> None:
    report = explore(functions, include=["parse"], **SEEN)
    assert report.findings[0].outcome == "raised ZeroDivisionError: integer division or modulo by zero"


@pytest.mark.parametrize("name", ["check", "Purse"])
def test_calls_of_tests_are_made(name: str, tmp_path: Path) -> None:
    tests = tmp_path / "test_it.py"
    tests.write_text((HERE / "tests_with_examples.txt").read_text())
    assert explore(functions, include=[name], from_tests=[tests], **SEEN).findings[0].kind == "crash"


def test_other_modules_make_arguments_and_are_not_judged() -> None:
    interface = Interface.of(functions, beside=[factories], include=["opened"])
    report = explore(interface, calls=2, in_process=True)
    assert [finding.call for finding in report.findings] == ["opened(sealed)"]


def test_integers_and_texts_that_are_named_are_the_only_ones() -> None:
    how = {"calls": 1, "in_process": True, "include": ["halved"]}
    assert explore(functions, ints=[5, 50], strs=["x", ""], **how).ok
    assert not explore(functions, ints=[5, 51], strs=["x", ""], **how).ok
    assert not explore(functions, ints=[5, 50], strs=["y"], **how).ok


def test_the_command_line_takes_them() -> None:
    done = refute(
        *("explore", "functions_with_examples.py", "--calls", "2", "--include", "opened", "--no-store"),
        *("--with", "factories", "--ints", "-1..1,7"),
        cwd=HERE,
    )
    assert "opened(sealed)  raised AssertionError" in done.stdout
    wrong = refute("explore", "functions_with_examples.py", "--ints", "a", cwd=HERE)
    assert "no integers: 'a' (write 0,1,-1 or 0..5)" in wrong.stderr
    nowhere = refute("explore", "functions_with_examples.py", "--from-tests", "nowhere", "--no-store", cwd=HERE)
    assert "there is no file or directory nowhere" in nowhere.stderr
