"""Functions whose inputs are past every scope, for the tests of the solver."""

import calendar
import datetime
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from refute import where

Far = Annotated[int, where(lambda v: v > 10**9)]


@dataclass(frozen=True)
class Cell:
    value: int
    rest: "Cell | None"


@dataclass(frozen=True)
class Torn:
    low: int
    high: Annotated[int, where(lambda v, low: v > low and v * v < 0)]


@dataclass(frozen=True)
class Watched:
    value: Far

    def __post_init__(self) -> None:
        if self.value % 7 != 3:
            raise ValueError


@dataclass(frozen=True)
class Hopeless:
    value: Annotated[int, where(lambda v: v * v == 10**12)]

    def __post_init__(self) -> None:
        print("made", self.value)
        if self.value < 0:
            os._exit(3)
        while True:
            pass


def is_lawful(v: int) -> bool:
    return eval(f"{v} % 2 == 0")  # type: ignore[no-any-return]


def climbs(xs: list[int]) -> bool:
    last = None
    for x in iter(xs):
        if last is not None and x < last:
            return False
        last = x
    return True


def root(v: Annotated[int, where(lambda v: v * v == 1764)]) -> Annotated[int, where(lambda r: r > 0)]:
    return v


def parts(x: int, y: Annotated[int, where(lambda v, x: x + v == 1000 and x * v == 90000)]) -> bool:
    return x < y


def serial(s: Annotated[str, where(lambda s: len(s) == 12 and re.fullmatch(r"[a-c]+x\d+", s))]) -> int:
    return int(s.partition("x")[2])


def far(v: Far) -> Annotated[int, where(lambda r: r != 3)]:
    return v % 7


def anniversary(d: Annotated[datetime.date, where(lambda d: calendar.isleap(d.year) and d.year > 2090)]) -> object:
    return d.replace(year=d.year + 1)


def beside(n: Far, chain: Cell | None) -> None:
    assert chain is None or chain.rest is None


def at_the_edge(
    v: Annotated[int, where(lambda v: 20_000 <= v <= 70_000)],
) -> Annotated[int, where(lambda r: r < 2**16)]:
    return v


def never(v: Annotated[int, where(lambda v: v * v == 2)]) -> int:
    return v


def meet(
    x: Annotated[int, where(lambda v: v < 10)],
    y: Annotated[int, where(lambda v, x: 0 < v < 10 and x + v == 1000 and v != 5)],
) -> int:
    return x


def torn(t: Torn) -> int:
    return t.low


def rounded(v: Annotated[Decimal, where(lambda v: v * v == -1)]) -> Decimal:
    return v


def looked_up(v: Annotated[int, where(lambda v: str(v) == "no number")]) -> int:
    return v


def three_cubes(x: int, y: int, z: Annotated[int, where(lambda v, x, y: x**3 + y**3 + v**3 == 114 and v > 9)]) -> int:
    return x


def watched(w: Watched) -> Annotated[int, where(lambda r: r < 10**9)]:
    return w.value


def hopeless(w: Hopeless) -> int:
    return w.value


def mapped(
    f: Callable[[int], int], n: Annotated[int, where(lambda v: v * v == 1764)]
) -> Annotated[int, where(lambda r: r >= 0)]:
    return f(n) if n > 0 else 0


def passed_on(f: Callable[[int], int], n: Annotated[int, where(lambda v: v * v == 1764)]) -> int:
    return f(n)


def lawful(v: Annotated[int, where(is_lawful)], flag: bool) -> int:
    return v


def climbing(xs: Annotated[list[int], where(climbs)], n: int) -> int:
    return len(xs)


def small(xs: list[int]) -> int:
    return len(xs)


def calm_beside(n: Far, chain: Cell | None) -> None:
    pass


def decided(flag: bool) -> bool:
    return flag


def beyond_digits(v: Annotated[int, where(lambda v: v > 10**5000)]) -> None:
    assert v < 0
