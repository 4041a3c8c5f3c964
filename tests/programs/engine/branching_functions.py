"""Functions with branches, for `test_branches.py` and `test_unreached.py`: of some, calls reach only a part."""

from __future__ import annotations


def sign(n: int) -> str:
    if n < 0:
        return "negative"
    if n == 1_000_003 * n + 7:
        return "impossible"
    return "other"


def several_lines(a: bool, b: bool) -> int:
    if (
        a
        and b
    ):  # fmt: skip
        return 1
    return [
        2,
        3,
    ][0]


def looping(n: int) -> int:
    total = 0
    for each in range(n):
        if each % 2:
            continue
        total += each
    while total > 100:
        total -= 1
    return total


def handled(key: str) -> int:
    try:
        return {"a": 1}[key]
    except ValueError:
        return 2
    except KeyError:
        return 3


def matched(value: object) -> int:
    match value:
        case int():
            return 1
        case str() if value:
            return 2
    return 3


def counted(n: int):  # type: ignore[no-untyped-def]
    while n > 0:
        yield n
        n -= 1


class Never:
    """Nothing makes one."""

    def __init__(self, of: Never) -> None:
        self.of = of

    def ask(self) -> int:
        return 1


def only_refuses(n: int) -> int:
    if n * n >= 0:
        raise ValueError("nothing will do")
    return n
