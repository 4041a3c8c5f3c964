"""Functions that raise, each on the input 0 and, where nothing else is said, on no other."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from refute import Nat, invariant, raises, where


class Odd(Exception):
    """An exception of the project."""


class Broken(AssertionError):
    """One that says that the code is wrong."""


class Left(BaseException):
    """One that is no error."""


class Late(Exception):
    """One that is made of something."""

    def __init__(self, day: str) -> None:
        super().__init__(day)


class Later(Late):
    """One that a factory makes."""


T = TypeVar("T")


# -- raised by a statement of the function -----------------------------------------------------------------------------


def by_value(n: int) -> int:
    if n == 0:
        raise ValueError("no zero")
    return n


def by_type(n: int) -> int:
    if n == 0:
        raise TypeError(f"not {n}, please")
    return n


def by_percent(n: int) -> int:
    if n == 0:
        raise ValueError("%d is %05.1f %% of it" % (n, n))  # noqa: UP031
    return n


def by_format(n: int) -> int:
    if n == 0:
        raise ValueError("{!r} is {:>{}}, not {{}}".format(n, n, 3))
    return n


def by_key(n: int) -> int:
    if n == 0:
        raise KeyError(n)
    return n


def not_implemented(n: int) -> int:
    if n == 0:
        raise NotImplementedError
    return n


def _not_here(n: int) -> int:
    return not_implemented(n)


def not_implemented_deeper(n: int) -> int:
    return _not_here(n)


try:
    import a_library_that_is_not_installed  # type: ignore[import-not-found,unused-ignore]
except ImportError as _error:
    a_library_that_is_not_installed = None
    _missing = _error.with_traceback(None)


def _needs_a_library(n: int) -> int:
    if n == 0:
        raise _missing
    return n


def _here(n: int) -> int:
    return _needs_a_library(n)


def not_installed(n: int) -> int:
    return _here(n)


def not_installed_and_not_expected(n: int) -> int:
    if n == 0:
        import another_library_that_is_not_installed  # type: ignore[import-not-found]  # noqa: F401
    return n


def by_own_class(n: int) -> int:
    if n == 0:
        raise Odd("no " + str(n))
    return n


def _odd_below(n: int) -> int:
    return by_own_class(n)


def by_own_class_deeper(n: int) -> int:
    return _odd_below(n)


def by_own_class_of_itself(n: int) -> int:
    if n < -2:
        raise Odd("too small")
    return n if n else by_own_class_of_itself(n - 3)


def by_a_group(n: int) -> int:
    def look(errors: list[Exception]) -> None:
        if n == 0:
            raise ExceptionGroup("all of these", [*errors, ExceptionGroup("inner", [Odd("no zero")])])

    def collect() -> None:
        look([ValueError("no zero")])

    collect()
    return n


def over_lines(n: int) -> int:
    if n == 0:
        raise ValueError(
            "it is %d, which is too small"  # noqa: UP031
            % n
        )
    return n


def in_a_comprehension(n: int) -> int:
    return sum(by_value(m) for m in [n])


def by_variable(xs: list[T], x: T) -> T:
    if not xs:
        raise ValueError("empty")
    return x


def translated(n: int) -> int:
    try:
        return 6 // n
    except ZeroDivisionError as error:
        raise ValueError("no zero") from error


def translated_by_context(n: int) -> int:
    try:
        return 6 // n
    except ZeroDivisionError:
        raise ValueError("no zero")  # noqa: B904


def through_finally(n: int) -> int:
    with contextlib.suppress(OSError):
        try:
            if n == 0:
                raise ValueError("no zero")
        finally:
            n += 1
    return n


def again_after_its_own(n: int) -> int:
    try:
        if n == 0:
            raise ValueError("no zero")
    except ValueError:
        raise
    return n


def by_name(n: int) -> int:
    error = ValueError("no zero")
    if n == 0:
        raise error
    return n


def _later(day: str) -> Late:
    return Later(day)


def by_factory(n: int) -> int:
    if n == 0:
        raise _later("today")
    return n


def without_traceback(n: int) -> int:
    if n == 0:
        raise ValueError("no zero").with_traceback(None)
    return n


# -- by a validator ----------------------------------------------------------------------------------------------------


def _validate(n: int) -> None:
    if n == 0:
        raise ValueError("not valid")


def _validate_deeper(n: int) -> None:
    _validate(n)


def validated(n: int) -> int:
    _validate(n)
    return n


def validated_deeper(n: int) -> int:
    _validate_deeper(n)
    return n


# -- by a decorator, and later -----------------------------------------------------------------------------------------


def _wrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any) -> Any:
        return function(*args)

    return wrapper


def _guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(n: int) -> Any:
        if n == 0:
            raise ValueError("guarded")
        return function(n)

    return wrapper


@_wrapped
@_wrapped
def decorated(n: int) -> int:
    _validate(n)
    return n


@_guarded
def guarded(n: int) -> int:
    return n


@functools.lru_cache
def cached(n: int) -> int:
    if n == 0:
        raise ValueError("no zero")
    return n


async def awaited(n: int) -> int:
    await asyncio.sleep(0)
    if n == 0:
        raise ValueError("no zero")
    return n


def generated(n: int) -> Iterator[int]:
    yield n
    if n == 0:
        raise ValueError("no zero")


async def generated_later(n: int) -> AsyncIterator[int]:
    yield n
    if n == 0:
        raise ValueError("no zero")


@contextlib.contextmanager
def entered(n: int) -> Iterator[int]:
    if n == 0:
        raise ValueError("no zero")
    yield n


def with_a_function(f: Callable[[bool], bool]) -> bool:
    if f(True):
        raise ValueError("it is true")
    return f(False)


# -- specified ---------------------------------------------------------------------------------------------------------


def refined(n: Nat) -> int:
    if n == 0:
        raise ValueError("no zero")
    return n


def refined_inside(ns: list[Nat]) -> int:
    if not ns:
        raise ValueError("no zero")
    return ns[0]


def refined_result(n: int) -> Nat:
    if n == 0:
        raise ValueError("no zero")
    return abs(n)


def declaring(n: int) -> Annotated[int, raises(KeyError)]:
    if n == 0:
        raise ValueError("no zero")
    return n


@raises(KeyError)
def declaring_above(n: int) -> int:
    if n == 0:
        raise ValueError("no zero")
    return n


def prop_of_numbers(n: int) -> bool:
    if n == 0:
        raise ValueError("no zero")
    return True


@where(lambda self: self.n >= 0)
@dataclass
class Natural:
    n: int

    def less(self) -> int:
        if self.n == 0:
            raise ValueError("no less")
        return self.n - 1


@dataclass
class WithInvariant:
    n: int

    @invariant
    def is_natural(self) -> bool:
        return self.n >= 0


def of_invariant(number: WithInvariant) -> int:
    if number.n == 0:
        raise ValueError("no zero")
    return number.n


# -- more than one way -------------------------------------------------------------------------------------------------


def in_several_ways(n: int) -> int:
    if n == 0:
        raise ValueError("no zero")
    if n < 0:
        raise Odd(f"{n} is negative")
    return n


def in_many_ways(n: int) -> int:
    if n == 0:
        raise ValueError("a")
    if n == 1:
        raise ValueError("b")
    if n == 2:
        raise ValueError("c")
    if n == -1:
        raise ValueError("d")
    if n == -2:
        raise ValueError("e")
    return n


def always(n: int) -> int:
    raise ValueError("never")


def mostly(n: int) -> int:
    if n != 0:
        raise ValueError("only zero")
    return n


def blocked_at_first(xs: list[bool]) -> int:
    if len(xs) == 2:
        if xs == [False, False]:
            with contextlib.suppress(BaseException):
                os.rmdir("/nonexistent/directory")
        raise ValueError("a pair")
    return len(xs)


def refuses_and_crashes(n: int) -> int:
    if n == 0:
        raise ValueError("no zero")
    return [1, 2][n]


@raises(ZeroDivisionError, when=lambda n: n == 0)
def demanding_above(n: int) -> int:
    return 6 // n


@_wrapped
@raises(ZeroDivisionError)
def declaring_below_a_decorator(n: int) -> int:
    return 6 // n


class DeclaringAbove:
    @raises(ZeroDivisionError)
    def __init__(self, n: int) -> None:
        self.n = 6 // n

    @staticmethod
    @raises(ZeroDivisionError)
    def below(n: int) -> int:
        return 6 // n

    @raises(ZeroDivisionError)
    @staticmethod
    def above(n: int) -> int:
        return 6 // n


def untyped(n):  # type: ignore[no-untyped-def]
    if n == 0:
        raise ValueError("no zero")
    return n


@raises(KeyError)
def untyped_but_declaring(n):  # type: ignore[no-untyped-def]
    if n == 0:
        raise ValueError("no zero")
    return n
