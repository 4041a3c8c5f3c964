"""Functions that do what they say, in ways that look wrong at first: no finding may be reported for them."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Sized
from dataclasses import dataclass, field
from typing import Annotated, Protocol, runtime_checkable

from refute import Nat, where

# -- instances of a base class -----------------------------------------------------------------------------------------


class AppError(Exception):
    pass


class NotFound(AppError):
    pass


def an_error(n: int) -> AppError:
    return AppError(str(n))


def errors(n: int) -> list[AppError]:
    return [AppError(str(n)), NotFound(str(n))]


class Shape:
    def area(self) -> int:
        return 0


@dataclass(frozen=True)
class Square(Shape):
    side: Nat


@dataclass(frozen=True)
class Bad(Shape):
    side: Nat


def a_shape(n: int) -> Shape:
    return Shape()


def another_shape(shape: Shape) -> Shape:
    class Elsewhere(Shape):
        pass

    return Elsewhere()


@dataclass
class Frame:
    inside: Shape


def framed(n: int) -> Frame:
    return Frame(Shape())


def broken_square(n: Nat) -> Shape:
    return Bad(-1 - n)  # a finding: what is known of a subclass counts


def no_shape(n: int) -> Shape:
    return n  # type: ignore[return-value]  # a finding


class Animal(ABC):
    @abstractmethod
    def noise(self) -> str: ...


@dataclass(frozen=True)
class Dog(Animal):
    age: Nat

    def noise(self) -> str:
        return "wuff"


@Animal.register
class Robot:
    def noise(self) -> str:
        return "bleep"


def an_animal(n: int) -> Animal:
    return Robot()  # type: ignore[return-value]


class Speaks(Protocol):
    def speak(self) -> str: ...


@dataclass
class Parrot(Speaks):
    word: str

    def speak(self) -> str:
        return self.word


class Radio:
    def speak(self) -> str:
        return ""


def speaking(n: int) -> Speaks:
    return Radio()


@runtime_checkable
class Lengthy(Protocol):
    def __len__(self) -> int: ...


@dataclass
class Rope(Lengthy):
    metres: Nat

    def __len__(self) -> int:
        return self.metres


def lengthy(n: int) -> Lengthy:
    return [n]


def sized(n: int) -> Sized:
    return {n}


# -- objects that are equal to themselves only -------------------------------------------------------------------------


@dataclass(eq=False)
class Cell:
    content: int
    others: list[Cell] = field(default_factory=list)

    def put(self, content: int) -> Annotated[Cell, where(lambda v, self: v is self and v.content <= self.content + 1)]:
        self.content += 1 if content > 0 else 0
        return self


def same(a: Cell) -> Annotated[Cell, where(lambda v, a: v == a)]:
    return a


def one_of(a: Cell, b: Cell) -> Annotated[Cell, where(lambda v, a, b: v is a or v is b)]:
    return a if a.content > b.content else b


def both(a: Cell, b: Cell) -> Annotated[list[Cell], where(lambda v, a, b: a in v and b in v)]:
    return [a, b]


def all_of(cells: list[Cell]) -> Annotated[list[Cell], where(lambda v, cells: v == cells and len(v) == len(cells))]:
    return list(cells)


def a_copy(a: Cell) -> Annotated[Cell, where(lambda v, a: v == a)]:
    return copy.deepcopy(a)  # a finding: another object


def grown(xs: list[int]) -> Annotated[list[int], where(lambda v, xs: v == xs)]:
    xs.append(0)  # a finding: what is compared is the list as it was
    return xs


def put_twice(cell: Cell) -> Annotated[Cell, where(lambda v, cell: v is cell and v.content == cell.content)]:
    cell.content += 1  # a finding
    return cell
