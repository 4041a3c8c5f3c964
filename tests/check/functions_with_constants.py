"""Functions that are wrong for inputs of which their code has a constant, or asks."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from refute import where

TABLE = {"alpha": 1, "beta": 0}


@dataclass
class Order:
    code: str
    quantity: int


def magic(x: int) -> int:
    if x == 4711:
        raise RuntimeError
    return x


def prefix(text: str) -> None:
    assert not text.startswith("select ")


def table(key: str) -> float:
    return 10 / TABLE.get(key, 1)


def relation(x: int, y: int) -> None:
    assert x * 3 != y + 1000


def length(xs: list[int]) -> None:
    assert len(xs) <= 17


def pattern(text: str) -> None:
    assert not re.fullmatch("[A-Z]{3}-[0-9]{4}", text)


def fields(order: Order) -> None:
    assert not (order.code == "B2B" and order.quantity > 500)


def key(config: dict[str, int]) -> float:
    return 10 / config.get("timeout", 1)


def day(when: date) -> None:
    assert when != date(2024, 7, 1)


def refined(x: Annotated[int, where(lambda v: v % 2 == 0)]) -> None:
    assert x % 2 == 0
    assert x not in (4711, 4712)


def holding(x: int) -> bool:
    return x == 4711


def of_another_type(x: int) -> str:
    return "negative" if x < 0 else "positive"


def in_two_steps(text: str) -> None:
    if text.startswith("v"):
        assert text[1:] != str(12 * 12)


def hanging(n: int) -> int:
    while n > 123_456_789:
        pass
    return n


def knows_only_its_own(n: int) -> int:
    while type(n) is not int:
        time.sleep(1)
    return 1 if n == 4711 else 2


def pair_of_four(a: int, b: str, c: int, d: int) -> int:
    if a == 711 and d == 713:
        raise ZeroDivisionError
    if c in (401, 402, 403, 404, 405, 406, 407, 408, 409) and a > 501:
        return len(b)
    return 0
