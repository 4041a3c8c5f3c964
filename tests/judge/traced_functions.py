"""Functions with branches of several kinds."""

from __future__ import annotations

from threading import Event, Thread

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


def threaded(n: int) -> int:
    found: list[int] = []
    thread = Thread(target=lambda: found.append(one_line_of(n)))
    thread.start()
    thread.join()
    return found[0]


def one_line_of(n: int) -> int:
    return n if n < 5 else -n


def uncalled(n: int) -> int:
    def inside(m: int) -> int:
        return m + 1

    return n if n < 100 else inside(n)


def keeping(n: int) -> object:
    return lambda: n


def recursive(n: int) -> int:
    return 0 if n <= 0 else 1 + recursive(n - 1)


def leaving(n: int) -> int:
    Thread(target=FOREVER.wait, daemon=True).start()
    return n


def placed(n: int) -> bool:
    return n in (1, (900, 800.0)) or n in {700, 600} or n > Limits.most or n in TABLE or n > 499.5


class Limits:
    most = 55


TABLE = {"a": [44]}
FOREVER = Event()
