"""Functions whose results are used rather than looked at: iterators, functions, objects of other people's classes."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, NoReturn, Protocol, Self

from refute import Nat, Pos, raises, where

Below = Annotated[int, where(lambda v, n: 0 <= v < n)]
Increasing = Annotated[Iterator[int], where(lambda v: v == sorted(v))]


def counts(n: Nat) -> Iterator[Below]:
    yield from range(n)


def counts_too_far(n: Nat) -> Iterator[Below]:
    yield from range(n + (n > 2))


def counts_for_ever(n: int) -> Annotated[Iterator[Nat], where(lambda v: len(v) < 9)]:
    while True:
        yield abs(n)


def divides(n: Nat) -> Iterable[int]:
    for i in range(n):
        yield 10 // (2 - i)


def divides_as_declared(n: Nat) -> Annotated[Iterable[int], raises(ZeroDivisionError)]:
    for i in range(n):
        yield 10 // (2 - i)


def says_nothing_and_divides(n: Nat):  # type: ignore[no-untyped-def]
    yield 1 // (n - 2)


def falls_back(n: Nat) -> Increasing:
    yield from (i if i != 3 else 0 for i in range(n))


def is_a_list(n: Nat) -> Iterator[int]:
    return [n]  # type: ignore[return-value]


def both(n: Nat) -> tuple[int, Iterator[Pos]]:
    return n, iter([n + 1, n])


def sends(n: Nat) -> Generator[Below, int, str]:
    got = 0
    for i in range(n):
        got = yield i
    return str(got)


def ends_with_a_number(n: Nat) -> Generator[int, None, str]:
    yield n
    return n if n == 2 else ""  # type: ignore[return-value]


def ends_before(n: Nat) -> Generator[int, None, str]:
    ended = ends_with_a_number(n)
    list(ended)
    return ended


async def arrives(n: Nat) -> AsyncIterator[Annotated[int, where(lambda v: v < 3)]]:
    for i in range(n):
        yield i


def adder(n: int) -> Callable[[int], Nat]:
    return lambda m: n + m


def adder_of_integers(n: int) -> Callable[[int], int]:
    return lambda m: n + m


def table(n: Pos) -> Callable[[Below], int]:
    entries = list(range(n))
    return lambda i: entries[i]


def table_one_short(n: Pos) -> Callable[[Below], int]:
    entries = list(range(n - 1))
    return lambda i: entries[i]


def divider(n: int) -> Callable[[int], Callable[[int], float]]:
    return lambda m: lambda k: (n + m) / k


class Smaller(Protocol):
    def __call__(self, x: int, y: int) -> Annotated[int, where(lambda v, x, y: v <= x and v <= y)]: ...


def smaller(right: bool) -> Smaller:
    return min if right else (lambda x, y: x)


def takes_anything(n: int) -> Callable[..., int]:
    return lambda *args: "no"  # type: ignore[return-value]


def perhaps(n: Nat) -> Callable[[int], Nat] | None:
    return (lambda m: m) if n == 2 else None


def gives_up(text: str) -> NoReturn:
    raise ValueError(text)


def gives_up_sometimes(text: str) -> NoReturn:  # type: ignore[misc]
    if text:
        raise ValueError(text)


def found(text: str) -> re.Match[str] | None:
    return re.match("a", text)


def text_for_a_path(text: str) -> Path:
    return text  # type: ignore[return-value]


class Chain:
    def __init__(self, length: Nat) -> None:
        self.length = length

    def longer(self) -> Self:
        self.length += 1
        return self

    def lost(self) -> Self:
        return self.length  # type: ignore[return-value]

    @classmethod
    def empty(cls) -> Self:
        return cls(0)


def unknown(n: Nat) -> Any:
    return n


@contextmanager
def opened(n: Nat) -> Iterator[Below]:
    yield n


@contextmanager
def opened_rightly(n: Nat) -> Iterator[Nat]:
    yield n


@asynccontextmanager
async def opened_later(n: Nat) -> AsyncIterator[Below]:
    yield n


def listed(function: Callable[..., Iterator[int]]) -> Callable[..., list[int]]:
    @wraps(function)
    def gathered(*args: Any) -> list[int]:
        return list(function(*args))

    return gathered


@listed
def counts_into_a_list(n: Nat) -> Iterator[int]:
    yield from range(n)


def finished(function: Callable[..., Coroutine[Any, Any, int]]) -> Callable[..., int]:
    @wraps(function)
    def run(*args: Any) -> int:
        return asyncio.run(function(*args))

    return run


@finished
async def soon(n: Nat) -> Nat:
    return n


def quits(n: Nat) -> Callable[[int], int]:
    def exits(code: int) -> int:
        raise SystemExit(code)

    return exits


def yields_slowly(n: Nat) -> Iterator[int]:
    while True:
        time.sleep(0.4)
        yield n


async def yields_slowly_awaiting(n: Nat) -> AsyncIterator[int]:
    while True:
        await asyncio.sleep(0.4)
        yield n


def never_yields(n: Nat) -> Iterator[int]:
    while n == 0:
        pass
    yield n
