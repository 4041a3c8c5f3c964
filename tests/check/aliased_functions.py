"""Functions that are given one object as two arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Self, TypedDict

from refute import where


def moved(source: list[int], target: list[int]) -> Annotated[int, where(lambda v, source: v == len(source))]:
    target.clear()
    target.extend(source)
    return len(target)


def extend(xs: list[int], ys: list[int]) -> None:
    for y in ys:
        xs.append(y)


def renamed(new: dict[str, int], old: Mapping[str, int]) -> None:
    for key in old:
        new[f"{key}."] = 0


def emptied(xs: list[int], more: Sequence[int]) -> Annotated[int, where(lambda v, more: v == len(more))]:
    xs.clear()
    return len(more)


def shorter(xs: list[int], ys: Annotated[list[int], where(lambda v, xs: len(v) < len(xs))]) -> None:
    assert xs is not ys


def both_refined(
    xs: Annotated[list[int], where(lambda v: len(v) > 1)], ys: Annotated[list[int], where(lambda v: sum(v) > 2)]
) -> None:
    assert xs is not ys


def optional(xs: list[int] | None, ys: list[int] | None = None) -> None:
    assert xs is None or xs is not ys


def of_three(xs: set[int], n: int, ys: set[int], zs: frozenset[int]) -> None:
    assert n != 1 or xs is not ys


def equal(xs: list[int], ys: list[int]) -> None:
    assert not (xs == ys and len(xs) == 2)


def long_together(xs: list[int], ys: list[int]) -> None:
    assert len(xs) + len(ys) < 3


def nothing_in_common(xs: list[int], ys: list[str], n: int, t: tuple[int, ...]) -> None:
    pass


def calls(xs: list[int], ys: list[int], f: Callable[[int], int]) -> None:
    pass


def harmless(xs: list[int], ys: list[int]) -> int:
    return len(xs) + len(ys)


@dataclass
class Account:
    balance: int

    def pay(self, other: Self, amount: int) -> Annotated[None, where(lambda v: v is None)]:
        before = self.balance
        self.balance -= amount
        other.balance += amount
        assert self.balance == before - amount


@dataclass(frozen=True)
class Fixed:
    number: int


def frozen(one: Fixed, other: Fixed) -> None:
    pass


@dataclass
class Switch:
    on: bool


class Flags(TypedDict):
    up: bool


def two_sets(a: set[bool], b: set[bool]) -> None:
    pass


def three_sets(a: set[bool], b: set[bool], c: set[bool]) -> None:
    assert not a is b is c


def sets_in_a_tuple(both: tuple[set[bool], set[bool]]) -> None:
    assert both[0] is not both[1]


def one_in_a_tuple(pair: tuple[Switch, bool], other: Switch) -> None:
    assert pair[0] is not other


def itself_or_in_a_tuple(a: Switch | tuple[Switch], b: Switch) -> None:
    assert not isinstance(a, tuple) or a[0] is not b


def of_two_classes(a: Switch | Flags, b: Switch | Flags) -> None:
    assert a is not b or isinstance(a, Switch)


def different(a: Switch | Flags | None, b: set[bool], c: frozenset[bool], d: frozenset[bool]) -> None:
    pass
