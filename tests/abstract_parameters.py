"""Functions that take protocols, abstract classes, iterators and classes."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Container, Generator, Hashable, Iterable, Iterator, Sized
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    Literal,
    Protocol,
    SupportsAbs,
    SupportsFloat,
    SupportsIndex,
    SupportsInt,
    TypeVar,
    TypeVarTuple,
)

from refute import where


class Shape(Protocol):
    name: Literal["a", "b"]

    def area(self, scale: int) -> int: ...


@dataclass(frozen=True)
class Square:
    name: Literal["a", "b"]
    side: bool

    def area(self, scale: int) -> int:
        return scale if self.side else 0


@dataclass
class Nameless:
    """No Shape: it has no name."""

    def area(self, scale: int) -> int:
        return scale


@dataclass
class Areas:
    """No Shape: its area is not asked for at a scale."""

    name: Literal["a", "b"]

    def area(self) -> int:
        return 0


class Source(ABC):
    """Nothing in sight implements it."""

    @property
    @abstractmethod
    def limit(self) -> bool: ...

    @abstractmethod
    def read(self, place: int) -> int: ...

    def twice(self) -> int:
        return self.read(self.read(0))


class Codec(ABC):
    @abstractmethod
    def code(self) -> int: ...


class Plain(Codec):
    def code(self) -> int:
        return 0


class Broken(Codec):
    def __init__(self, by: bool) -> None:
        self.by = by

    def code(self) -> int:
        return 1 // self.by


class Sack(ABC):
    """No built-in type is one, though many have its method."""

    @abstractmethod
    def __len__(self) -> int: ...

    def is_empty(self) -> bool:
        return len(self) == 0


class Factory(Protocol):
    @classmethod
    def made(cls, size: bool) -> int: ...

    @staticmethod
    def most(size: bool) -> bool: ...


class Measured(Protocol):
    def __len__(self) -> int: ...
    def unit(self) -> str: ...


class SupportsLessThan(Protocol):
    def __lt__(self, other: Any) -> bool: ...


B_co = TypeVar("B_co", covariant=True)


class Box(Protocol[B_co]):
    def get(self) -> B_co: ...


L = TypeVar("L", bound=SupportsLessThan)
S = TypeVar("S", bound=Shape)
N = TypeVar("N", int, str)
C = TypeVar("C", bound=Codec)
Ts = TypeVarTuple("Ts")


def whole(x: SupportsInt) -> int:
    return int(x)


def real(x: SupportsFloat) -> float:
    return float(x)


def place(x: SupportsIndex) -> int:
    return [0, 1][x]


def distance(x: SupportsAbs[int]) -> int:
    return abs(x)


def hashed(x: Hashable) -> int:
    return hash(x)


def per_item(x: Sized) -> int:
    return 1 // len(x)


def has_one(xs: Container[int]) -> bool:
    return 1 in xs


def in_order(xs: list[SupportsLessThan]) -> list[SupportsLessThan]:
    return sorted(xs)


def smaller(x: L, y: L) -> L:
    return min(x, y)


def total(shape: Shape) -> Annotated[int, where(lambda v: v < 2)]:
    return shape.area(1) + shape.area(2)


def itself(shape: S) -> S:
    return shape


def label(shape: Shape) -> str:
    return {"a": "A", "b": "B"}[shape.name]


def sourced(source: Source) -> Annotated[int, where(lambda v: v < 1)]:
    return source.twice() if source.limit else 0


def coded(codec: Codec) -> int:
    return codec.code()


def made_anew(cls: type[Codec]) -> Codec:
    return cls()


def named_in_quotes(cls: type["Plain | Broken"]) -> str:  # noqa: UP037
    return cls.__name__[5]


def of_variable(cls: type[C]) -> str:
    return cls.__name__[5]


def named(cls: type) -> str:
    return cls.__name__[3]


def measured(x: Measured) -> Annotated[int, where(lambda v: v < 1)]:
    return len(x) if x.unit() else 0


def emptied(x: Sack) -> bool:
    return x.is_empty() and isinstance(x, Sack)


def manufactured(factory: Factory) -> int:
    return factory.made(True) + factory.most(size=False)


def at_most(factory: Factory) -> int:
    return factory.made(False) // factory.most(False)


def unboxed(x: Box[bool]) -> int:
    return 1 // x.get()


def last_of_two(xs: Iterator[int]) -> Annotated[list[int], where(lambda v, xs: v == xs)]:
    list(xs)
    return list(xs)


def all_of(xs: Iterator[int]) -> Annotated[list[int], where(lambda v, xs: v == xs)]:
    return list(xs)


def generated(xs: Generator[int, None, None]) -> int:
    assert inspect.isgenerator(xs)
    return 1 // (sum(xs) != 2)


def same_twice(xs: Iterable[int]) -> Annotated[bool, where(lambda v: v)]:
    return list(xs) == list(xs)


def once(xs: Iterable[int]) -> Annotated[list[int], where(lambda v, xs: v == list(xs))]:
    return list(xs)


def not_empty(xs: Annotated[Iterable[int], where(lambda v: len(v) > 0)]) -> int:
    return next(iter(xs))


def member(xs: Iterable[int], n: Annotated[int, where(lambda v, xs: v in xs)]) -> int:
    return n


def all_given(*args: *Ts) -> tuple[*Ts]:
    return args


def after_first(xs: tuple[str, *Ts]) -> Annotated[tuple[*Ts], where(lambda v: len(v) < 2)]:
    return xs[1:]


def applied(f: Callable[[*Ts], bool], args: tuple[*Ts]) -> bool:
    return f(*args)


async def second(xs: AsyncIterator[bool]) -> bool:
    found = [x async for x in xs]
    return found[1] if found else False


def first(xs: Annotated[Iterator[int], where(lambda v: len(v) > 0)]) -> int:
    return next(xs)


def or_else(xs: Iterator[N], default: N) -> N:
    return next(xs, default)


def kept(xs: Iterator[int], test: Callable[[int], bool]) -> Annotated[list[int], where(lambda v: len(v) < 2)]:
    return [x for x in xs if test(x)]


def depends(xs: Iterator[int], n: Annotated[int, where(lambda v, xs: v in xs)]) -> int:
    return n
