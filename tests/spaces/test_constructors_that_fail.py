"""Constructors are the user's code: whatever they do with some arguments, the others are values, and refute goes on."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from refute import RefinementError, Scope, inhabitants, where


class Unlike(Exception):
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


@dataclass(frozen=True)
class Leaving:
    number: int

    def __post_init__(self) -> None:
        if self.number in {0}:
            sys.exit(3)


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
    ("cls", "numbers"), [(Inverse, [1, -1, 2, -2]), (Picky, [-1, 2, -2]), (Leaving, [1, -1, 2, -2])]
)
def test_arguments_with_which_there_is_no_instance_are_left_out(cls: Any, numbers: list[int]) -> None:
    space = inhabitants(cls, Scope(size=2))
    assert [value.number for value in space] == numbers
    assert [space.index(value) for value in space] == list(range(len(numbers)))


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
