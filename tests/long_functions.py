"""Functions with integers of more digits than Python converts to text."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

import annotated_types as at

from refute import where

BIG = 10**5000

Above = Annotated[int, where(lambda n: n > 10**4000)]
Below = Annotated[int, where(lambda n: n < -(10**5000))]
Exactly = Annotated[int, where(lambda n: n == 10**4000)]
Named = Annotated[int, where(lambda n: n == BIG)]


def above(n: Above) -> Annotated[int, where(lambda v: v < 10)]:
    return n


def below(n: Below) -> Above:
    return n


def exactly(n: Exactly) -> Below:
    return n


def named(n: Named) -> Annotated[int, where(lambda v, n: v < n - 10**4500)]:
    return n


def above_vocabulary(n: Annotated[int, at.Gt(BIG)]) -> Annotated[int, at.Lt(-BIG)]:
    return n


def multiple(n: Annotated[int, at.MultipleOf(BIG), at.Gt(0)]) -> Annotated[list[int], at.Len(0, BIG), at.Len(1)]:
    return []


def listed(v: Annotated[list[int], where(lambda v: sum(v) > BIG)]) -> Annotated[set[int], where(lambda v: BIG in v)]:
    return {max(v) + 1}


def fraction(
    n: Annotated[Fraction, where(lambda n: n > Fraction(10**5000, 3))],
) -> Annotated[Fraction, where(lambda v: v < 0)]:
    return n


def related(a: Above, b: Annotated[int, where(lambda v, a: v == a + 1)]) -> Annotated[int, where(lambda v, a: v < a)]:
    return b


def masked(
    a: Annotated[int, where(lambda v: v > 0)], b: Annotated[int, where(lambda v, a: v & a > BIG)]
) -> Annotated[int, where(lambda v: v < 0)]:
    return b


def literal(n: Any) -> Literal[3]:
    return n  # type: ignore[no-any-return]


literal.__annotations__["n"] = Literal[BIG]


def default(n: Named = BIG) -> Literal[3]:
    return n  # type: ignore[return-value]


def returned(n: Literal[0]) -> Annotated[list[int], where(lambda v: sum(v) < 10)]:
    return [n, 10**6000]


def within(n: Annotated[int, where(lambda v: v in range(5, 10**5000))]) -> Annotated[int, where(lambda v: v < 5)]:
    return n


def never(n: Annotated[int, where(lambda v: v > BIG and v < 3)]) -> None: ...
