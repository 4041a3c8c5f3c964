"""Classes that promise something of their instances, and functions that change what they are given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from refute import Nat, Sorted, invariant, raises, stays, where


@where(lambda self: self.low <= self.high)
@dataclass
class Interval:
    low: int
    high: int

    def widen(self, by: Nat) -> None:
        self.high += by

    def move_low(self, by: Nat) -> None:
        self.low += by

    def mirrored(self) -> Interval:
        return Interval(-self.low, -self.high)

    @property
    def length(self) -> Nat:
        return self.high - self.low


class Stack:
    def __init__(self, items: list[Nat]) -> None:
        self.items = list(items)
        self.count = len(items)

    @invariant
    def counted(self) -> bool:
        return self.count == len(self.items)

    def push(self, item: Nat) -> None:
        self.items.append(item)
        self.count += 1

    def pop(self) -> Annotated[Nat, raises(IndexError, when=lambda self: not self.items)]:
        item = self.items.pop()
        self.count -= 1
        return item

    def pop_hastily(self) -> Annotated[Nat, raises(IndexError, when=lambda self: not self.items)]:
        self.count -= 1
        return self.items.pop()

    def clear(self) -> None:
        self.items.clear()


class Numbered(Stack):
    @invariant
    def small(self) -> bool:
        return self.count < 3


@dataclass
class Account:
    balance: int
    log: list[int] = field(default_factory=list)

    @invariant
    def solvent(self) -> None:
        assert self.balance >= 0, "overdrawn"

    def withdraw(self, amount: Nat) -> None:
        self.balance -= amount
        self.log.append(-amount)

    def scribble(self) -> None:
        self.log.append("no")  # type: ignore[arg-type]


class Span:
    def __init__(self, low: int, high: int) -> None:
        if low > 2:
            raise ValueError("too high to be low")
        self.low, self.high = low, high

    @invariant
    def ordered(self) -> bool:
        return self.low <= self.high


class OrderedSpan:
    def __init__(self, low: int, high: int) -> None:
        if low > high:
            raise ValueError("not in order")
        self.low, self.high = low, high

    @invariant
    def ordered(self) -> bool:
        return self.low <= self.high


class Reciprocal:
    def __init__(self, number: int) -> None:
        self.value = 1 / number


def insert(item: int, into: Annotated[Sorted[int], stays()]) -> None:
    into.append(item)


def insert_in_order(item: int, into: Annotated[Sorted[int], stays()]) -> None:
    into.append(item)
    into.sort()


def insert_freely(item: int, into: Sorted[int]) -> None:
    into.append(item)


def shorten(length: Nat, items: Annotated[list[bool], where(lambda v, length: len(v) <= length), stays()]) -> None:
    items += [True]


def drain(stack: Annotated[Stack, where(lambda v: len(v.items) > 0)]) -> None:
    stack.pop()


def drain_all(stacks: list[Stack]) -> None:
    for stack in stacks:
        stack.clear()
