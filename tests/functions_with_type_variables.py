"""Functions whose types have variables in them: some are free, some have a bound or constraints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, AnyStr, Generic, TypeVar

from refute import Sorted, where

T = TypeVar("T")
U = TypeVar("U")
I = TypeVar("I", bound=int)  # noqa: E741
N = TypeVar("N", int, str, float)
P = TypeVar("P", bool, bytes)
S = TypeVar("S", bound="Chain")


class Side(Enum):
    LEFT = 0
    RIGHT = 1


E = TypeVar("E", bound=Side)


@dataclass
class Box(Generic[T]):
    content: T

    def get(self) -> T:
        return self.content

    def get_text(self) -> T:
        return str(self.content)  # type: ignore[return-value]


@dataclass
class Pair(Generic[N]):
    one: N
    other: N


@dataclass
class Chain:
    length: int

    def itself(self: S) -> S:
        return self

    def its_length(self: S) -> S:
        return self.length  # type: ignore[return-value]


# -- not finite --------------------------------------------------------------------------------------------------------


def far(x: T) -> T:
    assert x != (5000,) * 5000
    return x


def far_bound(x: I) -> I:
    assert x != (5000,) * 5000
    return x


def far_optional(x: T | None) -> T | None:
    assert x != (5000,) * 5000
    return x


def far_tuple(x: tuple[T, T]) -> T:
    assert x[0] != (5000,) * 5000
    return x[0]


def far_box(x: Box[T]) -> T:
    assert x.content != (5000,) * 5000
    return x.content


def side(x: E) -> E:
    return x


# -- constraints -------------------------------------------------------------------------------------------------------


def no_text(x: N) -> N:
    assert not isinstance(x, str)
    return x


def no_fraction(x: list[N]) -> int:
    assert not any(isinstance(item, float) for item in x)
    return len(x)


def add(x: N, y: N) -> N:
    return x + y


def add_pairs(x: Pair[N], y: N) -> N:
    return x.one + x.other + y


def joined(x: list[N], y: list[N], last: N) -> list[N]:
    assert len({type(item) for item in (*x, *y, last)}) == 1
    return [*x, *y, last]


def two_variables(x: N, y: P, z: N) -> tuple[P, N]:
    assert type(x) is type(z)
    return y, z


def text_for_all(x: N) -> N:
    return "a"  # type: ignore[return-value]


def text_of_any(x: AnyStr, y: AnyStr) -> AnyStr:
    return x + y


def text_alone(x: AnyStr) -> AnyStr:
    assert not isinstance(x, bytes)
    return x


def rest(x: N, *others: N, last: N | None = None) -> list[N]:
    assert len({type(item) for item in (x, *others, last) if item is not None}) == 1
    return [x, *others]


def below(x: N, y: Annotated[N, where(lambda v, x: v < x)]) -> bool:
    return y < x


# -- one type throughout a call ----------------------------------------------------------------------------------------


def swapped(x: tuple[T, U]) -> tuple[U, T]:
    return x[1], x[0]


def as_text(x: T) -> T:
    return str(x)  # type: ignore[return-value]


def nothing_said(x: int) -> T:
    return str(x)  # type: ignore[return-value]


def boxed_otherwise(x: Box) -> Box:  # type: ignore[type-arg]
    return Box(str(x.content))


def sorted_texts(x: Sorted) -> Sorted:  # type: ignore[type-arg]
    return sorted(map(str, x))


@dataclass
class Shelf:
    box: Box  # type: ignore[type-arg]


@dataclass
class Textual(Box):  # type: ignore[type-arg]
    pass


def shelved(n: int) -> Shelf:
    return Shelf(Box(str(n)))


def textual(n: int) -> Textual:
    return Textual(str(n))


def taking_shelf(shelf: Shelf) -> Shelf:
    return Shelf(Box([shelf.box.content]))


def applied(f: Callable[[T], U], x: T) -> U:
    return f(x)


def identity() -> Callable[[T], T]:
    return lambda x: x


_A = TypeVar("_A", bool, None)
_B = TypeVar("_B", bool, None)
_C = TypeVar("_C", bool, None)
_D = TypeVar("_D", bool, None)
_E = TypeVar("_E", bool, None)


def apart(a: _A, b: _B, c: _C, d: _D, e: _E) -> _A:
    assert e is not None
    return a


def together(value: tuple[_A, _B, _C, _D, _E]) -> None:
    """More combinations in one type than are tried."""


def of_functions(f: Callable[[_A], bool], a: _A) -> bool:
    return f(a)
