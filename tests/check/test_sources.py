"""The program that comes with a finding is Python, and fails as the finding says."""

from __future__ import annotations

import ast
import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from enum import Flag
from functools import cached_property
from pathlib import Path

import pytest

from refute import ContractError, Nat, Scope, check, contract
from refute.judge.findings import Failure, Finding, call_text, program_text
from refute.store.writing import text_of
from refute.types.signatures import read_signature
from refute.types.spelling import Speller


def divide(n: int) -> int:
    return 1 // n


def found(function: object, bound_to: type | None = None) -> Finding:
    (finding,) = check(function, bound_to=bound_to, scope=Scope(size=1)).findings  # type: ignore[arg-type]
    return finding


def test_of_a_function_in_a_module_it_is_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-c", found(divide).source], cwd=Path(__file__).parent, capture_output=True, text=True
    )
    assert done.stderr.splitlines()[-1].startswith("ZeroDivisionError")


def test_of_a_function_inside_another_it_is_a_comment_with_the_place_and_the_call() -> None:
    def inner(n: int) -> int:
        return 1 // n

    source = found(inner).source
    assert ast.parse(source).body == []
    first, _, *rest = source.splitlines()
    assert f"{Path(__file__).name}:{inner.__code__.co_firstlineno}" in first
    assert rest == ["# inner(n=0)"]


@contextmanager
def opened(n: int) -> Iterator[str]:
    yield "a" * (1 // n) if n else 0  # type: ignore[misc]


@asynccontextmanager
async def opened_later(n: int) -> AsyncIterator[int]:
    yield 1 // n


def test_a_context_manager_is_entered() -> None:
    assert found(opened).source.endswith("\nwith contract(opened)(n=0):\n    pass\n")
    assert "    async with opened_later(n=0):\n        pass\n" in found(opened_later).source


def test_a_context_manager_under_contract_is_checked_by_what_it_yields() -> None:
    with contract(opened)(1) as text:
        assert text == "a"
    with pytest.raises(ContractError, match="expected str, got int 0"), contract(opened)(0):
        pass

    async def entered() -> int:
        async with contract(opened_later)(1) as number:
            return number

    assert asyncio.run(entered()) == 1


class Version:
    """Keeps its text in no attribute, and takes no weak references."""

    __slots__ = ("parts",)

    def __init__(self, text: str) -> None:
        self.parts = text.split(".")

    def __repr__(self) -> str:
        return f"<Version {self.parts}>"


def minor(version: Version) -> int:
    return version.parts[1]


def test_a_value_is_spelled_by_the_arguments_that_it_was_built_from() -> None:
    assert found(minor).source.endswith("\nminor(version=Version(''))\n")


def test_with_a_value_that_cannot_be_written_it_is_a_comment() -> None:
    source = program_text(read_signature(minor), Failure("crash", (), "", ()), "minor(version=<Version [1]>)", [], [])
    assert ast.parse(source).body == []
    assert source.endswith("\n# minor(version=<Version [1]>)\n")


class Title:
    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def initial(self) -> str:
        return self.text[0]

    @cached_property
    def last(self) -> str:
        return self.text[-1]

    @property
    def number(self) -> Nat:
        return len(self.text) - 1


class Subtitle(Title):
    @property
    def number(self) -> Nat:
        return 0


class Access(Flag):
    READ = 1
    WRITE = 2

    @property
    def missing(self) -> int:
        return 1 // (3 - self.value)


def getter(cls: type, name: str) -> Finding:
    written = vars(cls)[name]
    return found(written.func if isinstance(written, cached_property) else written.fget, bound_to=cls)


@pytest.mark.parametrize(
    ("cls", "name", "call", "line"),
    [
        (Title, "initial", "Title('').initial", "Title('').initial"),
        (Title, "last", "Title('').last", "Title('').last"),
        (Title, "number", "Title('').number", "contract(Title.number.fget)(Title(''))"),
        (Access, "missing", "(Access.READ | Access.WRITE).missing", "(Access.READ | Access.WRITE).missing"),
    ],
)
def test_of_a_property_it_looks_up_the_attribute_or_calls_its_getter(
    cls: type, name: str, call: str, line: str
) -> None:
    finding = getter(cls, name)
    assert finding.call == call
    assert finding.source.splitlines()[-1] == line
    with pytest.raises((IndexError, ContractError, ZeroDivisionError)):
        exec(finding.source, {})


def test_a_getter_that_a_subclass_has_replaced_is_called_itself() -> None:
    signature = read_signature(vars(Title)["number"].fget, bound_to=Title)
    assert call_text(signature, (Subtitle(""),), Speller()) == "Title.number.fget(self=Subtitle(''))"


def test_what_is_kept_of_a_property_is_an_input_again() -> None:
    signature = read_signature(vars(Title)["initial"].fget, bound_to=Title)
    assert text_of(signature, Title, (Title("a"),)).endswith("\nTitle.initial(self=Title('a'))")
