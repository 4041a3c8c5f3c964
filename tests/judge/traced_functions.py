"""Functions with branches of several kinds."""

from __future__ import annotations

LIMIT = 77


def straight(n: int) -> int:
    return n + 1


def one_line(n: int) -> object:
    return n if n < 5 else str(n)


def two_lines(n: int) -> int:
    if n == 5:
        n = 6
    return n


def asserting(n: int) -> int:
    assert n >= 0, "it is not negative"
    return n


def guarded(n: int) -> float:
    try:
        return 1 / n
    except ZeroDivisionError:
        return 0.0


def managed(n: int) -> int:
    with memoryview(b""):
        return n


def looped(n: int) -> int:
    total = 0
    for each in range(n):
        total += each
    return total


def inner(n: int) -> list[int]:
    return sorted([straight(one) for one in range(n)], key=lambda one: -one)


def limited(n: int) -> bool:
    return n * 3 < LIMIT
