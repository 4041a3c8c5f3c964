"""Classes whose constructors or methods raise, each on the input 0 and, where nothing else is said, on no other."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from refusing_functions import Odd, by_value


class Made:
    def __init__(self, n: int) -> None:
        by_value(n) if n == 0 else None
        self.n = n


class Turned:
    def __init__(self, n: int) -> None:
        if n == 0:
            raise Odd
        self.n = n


class Chosen:
    def __new__(cls, n: int) -> Chosen:
        if n == 0:
            raise KeyError("no zero")
        return super().__new__(cls)

    def __init__(self, n: int) -> None:
        self.n = n


class Moment(datetime.datetime):
    def __new__(cls, year: int, month: int, day: int) -> Moment:
        return datetime.datetime.__new__(cls, year, month, day)

    def __init__(self, year: int, month: int, day: int) -> None: ...


class Day(datetime.date):
    def __new__(cls, year: int) -> Day:
        return super().__new__(cls, year, 1, 1)

    def __init__(self, year: int) -> None: ...


class Parsed:
    def __init__(self, text: str) -> None:
        self.n = int(text)


class Overfull:
    def __init__(self, n: int) -> None:
        super().__init__(n)  # type: ignore[call-arg]


class Asserting:
    def __init__(self, n: int) -> None:
        assert n != 0
        self.n = n


@dataclass
class Counter:
    n: int

    def less(self) -> int:
        if self.n == 0:
            raise ValueError("no less")
        return self.n - 1

    @property
    def half(self) -> int:
        if self.n == 0:
            raise ValueError("no half")
        return self.n // 2

    @classmethod
    def of(cls, n: int) -> Counter:
        if n == 0:
            raise ValueError("of nothing")
        return cls(n)

    @staticmethod
    def checked(n: int) -> int:
        if n == 0:
            raise ValueError("nothing")
        return n
