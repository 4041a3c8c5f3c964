"""Functions that raise what they do not mean to."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass

from refusing_functions import Broken, Late, Left


def by_int(n: int) -> int:
    return int("x") if n == 0 else n


def by_look_up(n: int) -> int:
    return {1: 1}[n] if n == 0 else n


def by_index(n: int) -> int:
    if n == 0:
        raise IndexError(n)
    return n


def by_division(n: int) -> int:
    return 6 // n


def by_attribute(n: int) -> int:
    return n.nothing if n == 0 else n  # type: ignore[attr-defined, no-any-return]


def by_assertion(n: int) -> int:
    assert n != 0
    return n


def by_a_group(n: int) -> int:
    if n == 0:
        raise ExceptionGroup("one is a crash", [ValueError("no zero"), ZeroDivisionError()])
    return n


def by_own_assertion(n: int) -> int:
    if n == 0:
        raise Broken
    return n


def by_leaving(n: int) -> int:
    if n == 0:
        raise Left
    return n


def by_recursion(n: int) -> int:
    return by_recursion(n) if n == 0 else n


def by_what_it_calls_itself_with(n: int) -> int:
    if n < -2:
        raise ValueError("too small")
    return by_what_it_calls_itself_with(n - 3) if n == 0 else n


def raised_again(n: int) -> int:
    try:
        return by_int(n)
    except ValueError:
        raise


def raised_again_by_name(n: int) -> int:
    try:
        return by_int(n)
    except ValueError as error:
        raise error


def raised_again_without_traceback(n: int) -> int:
    try:
        return {1: 1}[n] if n == 0 else n
    except KeyError as error:
        raise error.with_traceback(None)  # noqa: B904


def raising_a_text(n: int) -> int:
    if n == 0:
        raise "bad"  # type: ignore[misc]  # noqa: B016
    return n


def raising_what_is_no_exception(n: int) -> int:
    if n == 0:
        raise NotImplemented  # type: ignore[misc]  # noqa: F901
    return n


def raising_nothing(n: int) -> int:
    error = None if n == 0 else ValueError("no")
    if n == 0:
        raise error  # type: ignore[misc]
    return n


def raising_without_arguments(n: int) -> int:
    if n == 0:
        raise Late
    return n


def raising_from_a_text(n: int) -> int:
    if n == 0:
        raise ValueError("no zero") from "bad"  # type: ignore[misc]
    return n


class Adding:
    def __init__(self, n: int) -> None:
        self.n = n + ("" if n == 0 else 0)  # type: ignore[operator]


class Choosing:
    def __init__(self, n: int) -> None:
        self.n = max([n] if n else [])


@dataclass
class ChoosingLater:
    n: int

    def __post_init__(self) -> None:
        self.most = max(m for m in [self.n] if m)


class Building:
    def __init__(self, n: int) -> None:
        self.made = Turning(n)


class Turning:
    def __init__(self, n: int) -> None:
        if n == 0:
            raise TypeError("no zero")
        self.n = n


def by_a_library(n: int) -> int:
    return functools.reduce(max, []) if n == 0 else n  # type: ignore[arg-type]


def by_a_text(n: int) -> int:
    return json.loads("{") if n == 0 else n  # type: ignore[no-any-return]


class Kept:
    class Lost(Exception): ...
