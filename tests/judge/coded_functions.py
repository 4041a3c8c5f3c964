"""Functions whose code has constants of all kinds."""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from threading import Thread
from typing import Any
from zoneinfo import ZoneInfo

from refute import measure

TABLE = {"alpha": 1, "beta": 700}
LIMIT = 4711
RATE = Decimal("0.25")
VERSION = re.compile(r"v[0-9]{2}")


class Colour(Enum):
    RED = "#f00"
    BLUE = 64


class Touchy:
    """Says so when code of it is run."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared")

    def __hash__(self) -> int:
        raise AssertionError("hashed")

    def __repr__(self) -> str:
        raise AssertionError("spelled")

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError("looked at")


TOUCHY = Touchy()


def compared(x: int) -> bool:
    """Say 31337 and nothing else."""
    return x in (4711, -90) or x == 0.125


def defaulted(x: int = 512, *, name: str = "none") -> int:
    return x


def looked_up(key: str) -> int:
    return TABLE[key]


def named(x: int) -> bool:
    return x > LIMIT


def matched(text: str) -> bool:
    return VERSION.match(text) is not None


def matched_literally(text: str) -> bool:
    return re.fullmatch("(yes|no)!+", text) is not None


def formatted(x: int) -> str:
    shape = "<{:>10}|%s>"
    return shape.format(x) + f"[{x}]"


def coloured(name: str) -> Any:
    return Colour[name]


def dated(day: date) -> bool:
    return day in (date(2024, 2, 29), datetime.date(1999, 12, 31)) or day == date(2024, 13, 1)


def priced(price: Decimal) -> bool:
    return price in (RATE, Decimal("9.99"))


NAN = Decimal("sNaN")
MEETING = datetime.datetime(2024, 5, 6, tzinfo=ZoneInfo("UTC"))
NOON = datetime.datetime(2024, 5, 6, 12, tzinfo=datetime.UTC)


def odd(price: Decimal, when: datetime.datetime, x: float) -> bool:
    return price is NAN or when in (MEETING, NOON) or x != float("nan") or x == -1e999


def calling(x: int) -> bool:
    return helped(x)


def helped(x: int) -> bool:
    return [y for y in range(9001) if y == x] == []


def calling_itself(x: int) -> int:
    return 0 if x < 60 else calling_itself(x - 61)


def calling_methods_of_a_library(x: int) -> None:
    thread = Thread(target=print)
    thread.start()
    thread.join(timeout=808)


def calling_a_library(x: str) -> str:
    return re.sub("a", "b", x)


def wrapping(function: Callable[[int], bool]) -> Callable[[int], bool]:
    @functools.wraps(function)
    def inside(x: int) -> bool:
        return x == 1234 or function(x)

    return inside


@wrapping
def wrapped(x: int) -> bool:
    return x == 5678


def enclosing(most: int) -> Callable[[int], bool]:
    return lambda x: x < most


enclosed = enclosing(8765)


@dataclass
class Account:
    """A class with a method and a check."""

    amount: int

    def __post_init__(self) -> None:
        assert self.amount < 1_000_000

    def is_rich(self) -> bool:
        return self.amount > 50_000

    def is_never_asked(self) -> bool:
        return self.amount > 77_777


def of_an_account(account: Account) -> bool:
    return account.is_rich()


@measure
def weight(text: str) -> int:
    return len(text) * 333


def weighed(text: str) -> bool:
    return weight(text) == 999


def touching(x: int) -> bool:
    return x == TOUCHY or x in [TOUCHY, 404]


def exemplified(text: str) -> str:
    """Say "nothing" of this 99.

    >>> exemplified("#ffffff", 7)
    'a result'
    >>> exemplified("then",
    ...             b"more")
    >>> exemplified(not Python
    """
    return text
