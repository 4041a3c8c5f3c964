"""Functions whose decorators change what they do, or do not."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property, lru_cache, update_wrapper, wraps
from typing import Any

from refute import measure


def as_json(function: Callable[..., Any]) -> Any:
    @wraps(function)
    def inner(*args: Any, **kwargs: Any) -> str:
        return json.dumps(function(*args, **kwargs))

    return inner


def with_five(function: Callable[..., Any]) -> Any:
    @wraps(function)
    def inner(*args: Any, **kwargs: Any) -> Any:
        return function(5, *args, **kwargs)

    return inner


def logged(function: Callable[..., Any]) -> Any:
    @wraps(function)
    def inner(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return inner


def none_on_error(function: Callable[..., Any]) -> Any:
    @wraps(function)
    def inner(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except ArithmeticError:
            return None

    return inner


class Remembered:
    """A decorator that is an object, and no function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self._function = function

    def __call__(self, *args: Any) -> Any:
        return self._function(*args)


@as_json
def shown(x: int) -> dict[str, int]:
    return {"x": x}


@logged
@as_json
def shown_below(x: int) -> dict[str, int]:
    return {"x": 12 // (x - 3)}


@with_five
def added(five: int, x: int) -> int:
    return five + x


@as_json
def applied(f: Callable[[int], int], x: int) -> list[int]:
    return [f(x)]


@logged
def wrong(x: int) -> int:
    return x if x != 2 else None  # type: ignore[return-value]


@none_on_error
def divided(x: int, y: int) -> float:
    return x / y


@as_json
def prop_small(x: int) -> bool:
    return x != 2


calls = 0


@logged
def third(x: int) -> int:
    """Fails by what was called before, with and without its decorator."""
    global calls
    calls += 1
    return x if calls != 3 else None  # type: ignore[return-value]


@cache
def cached(x: int) -> int:
    return x if x != 2 else None  # type: ignore[return-value]


@cache
def of_a_list(xs: list[int]) -> int:
    return len(xs)


@measure
def length(xs: list[int]) -> int:
    return len(xs)


@Remembered
def remembered(x: int) -> int:
    return 1 // (x - 3)


class Box:
    def __init__(self, n: int) -> None:
        self.n = n

    @cached_property
    def twice(self) -> int:
        return 2 * self.n

    @lru_cache  # noqa: B019
    def plus(self, k: int) -> int:
        return self.n + k

    @as_json
    def over(self, k: int) -> dict[str, int]:
        return {"n": self.n // k}

    @classmethod
    @as_json
    def made(cls, k: int) -> list[int]:
        return [k]


class Unique:
    def __init__(self, n: int) -> None:
        self.n = n

    def __deepcopy__(self, memo: object) -> Unique:
        raise TypeError("there is only one")


@logged
def of_what_cannot_be_copied(u: Unique) -> int:
    return u.n if u.n != 2 else None  # type: ignore[return-value]


@contextmanager
def entered_twice(x: int) -> Iterator[int]:
    yield x
    yield x


def ending(function: Callable[..., Any]) -> Any:
    @wraps(function)
    def inner(*args: Any) -> Any:
        os._exit(3)

    return inner


@ending
def ended(x: int) -> int:
    return x


def its_own(x: int) -> int:
    return x


its_own.__wrapped__ = its_own  # type: ignore[attr-defined]


class OfItself(Remembered):
    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self.__wrapped__ = self


@OfItself
def of_itself(x: int) -> int:
    return x
