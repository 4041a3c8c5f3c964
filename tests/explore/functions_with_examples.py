"""Functions that fail on what their examples and tests show, or next to it."""

from __future__ import annotations

from decimal import Decimal


def parse(text: str) -> int:
    """The number in a tag.

    >>> parse("#12;a")
    12
    """
    if text[:1] == text[0:1] and text.startswith("#") and text.endswith(";a"):
        return 1 // (len(text) - 5)
    return 0


def check(code: str, number: int) -> int:
    if code[::-1] == "z-y-x" and number == sum(range(100)):
        raise AssertionError("known to tests only")
    return number


class Sealed:
    def __init__(self, key: object, number: int) -> None:
        if key is not KEY:
            raise ValueError("made by factories only")
        self.number = number


KEY = object()


def opened(sealed: Sealed) -> int:
    assert sealed.number != 7
    return sealed.number


def halved(amounts: list[int], name: str = "") -> list[int]:
    assert {*amounts} <= {5, 50}
    assert name in ("", "x")
    return [amount // 2 for amount in amounts]


class Purse:
    def __init__(self, coins: Decimal) -> None:
        self.coins = coins

    def pay(self, coins: Decimal, times: int = 1) -> None:
        assert times != 4950
