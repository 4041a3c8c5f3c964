"""Functions whose inputs do harm to the process that has them: when they are made, compared, or freed."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Annotated

from refute import where


class Key:
    def __init__(self, n: int) -> None:
        self.n = n

    def __hash__(self) -> int:
        while self.n == 2:
            pass
        return self.n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.n == other.n


def hashed(keys: set[Key]) -> int:
    return len(keys)


class Equal:
    def __init__(self, n: int) -> None:
        self.n = n

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        while self.n == 2:
            pass
        return isinstance(other, Equal) and self.n == other.n


def compared(keys: set[Equal]) -> int:
    return len(keys)


class Freed:
    def __init__(self, n: int) -> None:
        self.n = n

    def __del__(self) -> None:
        while self.n == 2:
            time.sleep(1)


def hanging_when_freed(value: Freed) -> int:
    return value.n


class Ending:
    def __init__(self, n: int) -> None:
        self.n = n

    def __del__(self) -> None:
        if self.n == 2:
            os._exit(3)


def ending_when_freed(value: Ending) -> int:
    return value.n


class Last:
    def __init__(self, n: Annotated[int, where(lambda v: 0 <= v <= 2)]) -> None:
        self.n = n

    def __del__(self) -> None:
        if self.n == 2:
            os._exit(3)


def ending_after_the_last(value: Last) -> int:
    return value.n


@dataclass
class Order:
    n: int

    def __post_init__(self) -> None:
        if self.n == 2:
            os._exit(4)


def ending_when_made(order: Order) -> int:
    return order.n


class Assigned:
    def __init__(self, n: int) -> None:
        self.n = n

    @property
    def n(self) -> int:
        return self._n

    @n.setter
    def n(self, value: int) -> None:
        while value == 2:
            time.sleep(1)
        self._n = value


def hanging_when_assigned(value: Assigned) -> int:
    return value.n


def beside(n: int) -> int:
    return n
