"""Constructors are the user's code: what they refuse is no value, and any other exception of theirs is an error."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any

import pytest

from refute import ConstructorError, RefinementError, Scope, check, inhabitants, where


class Unlike(Exception):
    pass


class Unwanted(ValueError):
    pass


class Inverse:
    def __init__(self, number: int) -> None:
        self.value = 1 // number
        self.number = number


class Picky:
    def __init__(self, number: int) -> None:
        for wrong in (0, 1):
            if number == wrong:
                raise Unlike(number)
        self.number = number


class Importing:
    def __init__(self, number: int) -> None:
        if number in (0, 1):
            import_module("a_library_that_is_not_installed")
        self.number = number


@dataclass(frozen=True)
class Leaving:
    number: int

    def __post_init__(self) -> None:
        if self.number in {0}:
            sys.exit(3)


class Refusing:
    def __init__(self, number: int) -> None:
        for wrong in (0, 1):
            if number == wrong:
                raise Unwanted(number)
        self.number = number


class Converting:
    def __init__(self, number: int) -> None:
        if number == 0:
            raise Unlike  # read as a condition
        if number == 1:
            raise AssertionError
        self.number = number


class LookingUp:
    def __init__(self, number: int) -> None:
        self.text = {0: "a", -1: "b"}[number]
        self.number = number


class Asking:
    def __init__(self, number: int) -> None:
        self.number = number
        for _ in range(number == 1):
            self.text = number.no_such_attribute  # type: ignore[attr-defined]


class RaisingAtOnce:
    def __init__(self, number: int) -> None:
        if number == 1:
            raise KeyError(number)
        self.number = number


class NeverBuilt:
    def __init__(self) -> None:
        raise KeyError("nothing")


@dataclass(frozen=True)
class Holding:
    inside: tuple[LookingUp, ...]


@dataclass
class Endless:
    number: int

    def __post_init__(self) -> None:
        while self.number == 1:
            try:
                while True:
                    pass
            except Exception:
                continue


def ends_never(number: int) -> bool:
    while number == 1:
        pass
    return True


def leaves(number: int) -> bool:
    if number == 1:
        sys.exit(2)
    return True


@pytest.mark.parametrize(
    ("cls", "numbers"),
    [(Refusing, [-1, 2, -2]), (Converting, [-1, 2, -2]), (Picky, [-1, 2, -2]), (Importing, [-1, 2, -2])],
)
def test_arguments_that_a_constructor_refuses_are_left_out(cls: Any, numbers: list[int]) -> None:
    space = inhabitants(cls, Scope(size=2))
    assert [value.number for value in space] == numbers
    assert [space.index(value) for value in space] == list(range(len(numbers)))


ERRORS = [
    (Inverse, "Inverse(0) raised ZeroDivisionError: integer division or modulo by zero"),
    (Leaving, "Leaving(0) raised SystemExit: 3"),
    (LookingUp, "LookingUp(1) raised KeyError: 1"),
    (Asking, "Asking(1) raised AttributeError: 'int' object has no attribute 'no_such_attribute'"),
    (RaisingAtOnce, "RaisingAtOnce(1) raised KeyError: 1"),
    (NeverBuilt, "NeverBuilt() raised KeyError: 'nothing'"),
    (Holding, "LookingUp(1) raised KeyError: 1"),
    (list[LookingUp], "LookingUp(1) raised KeyError: 1"),
    (frozenset[Inverse], "Inverse(0) raised ZeroDivisionError"),
    (dict[int, Inverse], "Inverse(0) raised ZeroDivisionError"),
    (dict[Inverse, int], "Inverse(0) raised ZeroDivisionError"),
]


@pytest.mark.parametrize(
    ("tp", "said"), ERRORS, ids=[said.partition(" ")[0] + str(n) for n, (_, said) in enumerate(ERRORS)]
)
def test_any_other_exception_of_a_constructor_is_an_error(tp: Any, said: str) -> None:
    with pytest.raises(ConstructorError, match=re.escape(said)) as caught:
        inhabitants(tp, Scope(size=3))
    assert caught.value.place is not None
    assert caught.value.place.file == __file__


@pytest.mark.parametrize(
    ("tp", "said"), ERRORS, ids=[said.partition(" ")[0] + str(n) for n, (_, said) in enumerate(ERRORS)]
)
def test_it_is_an_error_of_a_check(tp: Any, said: str) -> None:
    def takes(value: Any) -> None: ...

    takes.__annotations__["value"] = tp
    for scope in (Scope(size=3), None):
        with pytest.raises(ConstructorError, match=re.escape(said)):
            check(takes, scope=scope, tests=200)


@pytest.mark.parametrize(
    ("annotation", "name"),
    [(Endless, "Endless.__post_init__"), (Annotated[int, where(ends_never)], "ends_never")],
    ids=["constructor", "refinement"],
)
def test_what_does_not_return_is_given_up(annotation: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refute.logic.time_limit._SECONDS", 0.3)
    with pytest.raises(RefinementError, match=f"{name} did not return within 0.3 s") as caught:
        inhabitants(annotation, Scope(size=2))
    assert caught.value.place is not None
    assert caught.value.place.file == __file__


def test_a_refinement_that_wants_to_end_the_process_is_an_error_of_the_refinement() -> None:
    with pytest.raises(RefinementError, match=r"leaves.* raised RuntimeError: it raised SystemExit\(2\)"):
        inhabitants(Annotated[int, where(leaves)], Scope(size=2))
