"""Targets as people spell them: `file.py::name`, `module.name`, and what is said of those that are misspelled."""

from __future__ import annotations

from pathlib import Path

import pytest
from modules_on_disk import write

from command_line import refute
from refute import TargetError
from refute.targets.parts import parts_of
from refute.targets.subjects import find_functions

SHOP = """\
from dataclasses import dataclass
from textwrap import dedent

LIMIT = 3


@dataclass
class Account:
    balance: int

    def withdraw(self, amount: int) -> int:
        return self.balance - amount


def split(total: int) -> int:
    return total


def _hidden(n: int) -> int:
    return n
"""


def names(text: str) -> list[str]:
    return [subject.name for subject in find_functions(text)]


def complaint(text: str) -> tuple[str, str]:
    with pytest.raises(TargetError) as caught:
        find_functions(text)
    return caught.value.problem, caught.value.remedy


@pytest.mark.parametrize("text", ["shop.py:split", "shop.py::split", "shop:split", "shop::split", "shop.split"])
def test_a_function_can_be_spelled_in_several_ways(text: str) -> None:
    write("shop.py", SHOP)
    assert names(text) == ["split"]


@pytest.mark.parametrize("text", ["shop.py::Account::withdraw", "shop.py::Account.withdraw", "shop.Account.withdraw"])
def test_a_method_can_be_spelled_in_several_ways(text: str) -> None:
    write("shop.py", SHOP)
    assert names(text) == ["Account.withdraw"]


def test_dots_lead_through_packages_to_a_name() -> None:
    write("store/__init__.py", "def opened(n: int) -> int: return n\n")
    write("store/shop.py", SHOP)
    assert parts_of("store.shop") == ["store.shop"]
    assert names("store.shop.split") == names("store.shop:split") == ["split"]
    assert names("store.opened") == ["opened"]


def test_what_is_named_by_dots_is_checked_although_it_is_private() -> None:
    write("shop.py", SHOP)
    done = refute("check", "shop._hidden", "shop.py::split", "--size", "1", cwd=Path.cwd())
    assert done.returncode == 0
    assert "2 functions: 2 exhausted" in done.stdout


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("shop.py:spilt", "Did you mean split?"),
        ("shop.py::spilt", "Did you mean split?"),
        ("shop.spilt", "Did you mean split?"),
        ("shop.py:withdraw", "Did you mean Account.withdraw?"),
        ("shop.py:withdrow", "Did you mean Account.withdraw?"),
        ("shop.py:Account.withdrow", "Did you mean Account.withdraw?"),
        ("shop.py:Acount.withdraw", "Did you mean Account.withdraw?"),
        ("shop.py:_hiden", "Did you mean _hidden?"),
        ("shop.py:Acount", "Did you mean Account?"),
        ("shop.py:zebra", "Name a function, a class or a type alias that it defines."),
    ],
)
def test_a_misspelled_name_is_answered_with_the_nearest(text: str, remedy: str) -> None:
    write("shop.py", SHOP)
    problem, suggested = complaint(text)
    assert problem.startswith("the module 'shop' has no ")
    assert suggested == remedy


def test_a_name_that_a_module_only_imports_is_said_to_be_defined_elsewhere() -> None:
    write("shop.py", SHOP)
    assert complaint("shop.py:dedent") == (
        "'dedent' of the module 'shop' is defined in 'textwrap'",
        "Name it there: textwrap:dedent.",
    )


def test_a_name_that_has_nothing_to_check_is_not_said_to_be_missing() -> None:
    write("shop.py", SHOP)
    problem, remedy = complaint("shop.py:LIMIT")
    assert problem == "'LIMIT' of the module 'shop' has no function or method to check"
    assert remedy == "Name a function, or a class with methods."


@pytest.mark.parametrize(
    ("text", "problem", "remedy"),
    [
        ("lendng.py", "there is no file lendng.py", "Did you mean lending.py?"),
        ("lendng.py:split", "there is no file lendng.py", "Did you mean lending.py?"),
        ("src/pries.py", "there is no file src/pries.py", "Did you mean src/prices.py?"),
        ("scr/prices.py", "there is no file scr/prices.py", "Did you mean src/prices.py?"),
        ("prices.py", "there is no file prices.py", "Did you mean src/prices.py?"),
        ("lendng", "there is no module 'lendng'", "Did you mean lending.py?"),
        ("./srcc", "there is no file or directory srcc", "Did you mean src?"),
        ("store.shp", "the module 'store' has no 'shp'", "Did you mean store.shop?"),
        ("zebra.py", "there is no file zebra.py", "Name a Python file: path/to/file.py:Name."),
    ],
)
def test_a_misspelled_file_is_answered_with_those_that_are_there(text: str, problem: str, remedy: str) -> None:
    write("lending.py", SHOP)
    write("src/prices.py", SHOP)
    write("store/__init__.py", "")
    write("store/shop.py", SHOP)
    assert complaint(text) == (problem, remedy)
