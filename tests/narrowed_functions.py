"""Functions whose parameters are refined by plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from refute import where


def is_ascending(v: list[int]) -> bool:
    at = 1
    while at < len(v):
        if v[at - 1] > v[at]:
            return False
        at += 1
    return True


Ascending = Annotated[list[int], where(is_ascending)]


def insert(x: int, v: Ascending) -> Ascending:
    at = 0
    while at < len(v) and v[at] < x:
        at += 1
    return [*v[:at], x, *v[at:]]


def insert_in_front(x: int, v: Ascending) -> Ascending:
    return [x, *v]


@dataclass
class Cell:
    value: int
    next: Cell | None


def descends(c: Cell | None) -> bool:
    while c is not None and c.next is not None:
        if c.value < c.next.value:
            return False
        c = c.next
    return True


def highest(c: Annotated[Cell, where(descends)]) -> Annotated[int, where(lambda v, c: v >= c.value)]:
    found = c.value
    while c.next is not None:
        c = c.next
        assert found >= c.value
    return found


def contains(v: Ascending, x: Annotated[int, where(lambda x, v: x in v)]) -> Annotated[bool, where(lambda r: r)]:
    low, high = 0, len(v)
    while low < high:
        middle = (low + high) // 2
        if v[middle] < x:
            low = middle + 1
        else:
            high = middle
    return low < len(v) and v[low] == x


MADE: list[int] = []


class Noted:
    """A constructor that refuses some arguments, and keeps all of them somewhere."""

    def __init__(self, number: int, items: list[int]) -> None:
        MADE.append(number)
        if number < 0:
            raise ValueError("negative")
        self.number = number
        self.items = items


def made_so_far(noted: Noted) -> Annotated[int, where(lambda v, noted: v >= noted.number)]:
    return max(number for number in MADE if number >= 0)
