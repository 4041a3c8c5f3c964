"""Functions of several records, to be checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from refute import where


@dataclass(frozen=True)
class Person:
    age: int
    name: str
    adult: bool


@dataclass
class Account:
    owner: int
    balance: int


def of_three(one: Person, two: Person, three: Person) -> int:
    if one.age == 2 and two.age == -1 and three.adult:
        raise ZeroDivisionError
    return one.age


def changing(one: Person, two: Person, three: Person) -> int:
    if one.age == 2:
        object.__setattr__(one, "age", 3)
    return 0


def of_accounts(first: Account, second: Account, third: Account) -> int:
    return first.balance + second.balance + third.balance


def of_six(
    first: Annotated[int, where(lambda v: v < 500)], second: int, third: int, fourth: int, fifth: int, sixth: int
) -> None:
    assert len(str(first)) < 3 or len({second, third, fourth, fifth, sixth}) < 3
