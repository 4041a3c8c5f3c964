"""Functions whose docstrings say, or do not say, what they raise."""

from __future__ import annotations

from refusing_functions import _validate_deeper


def by_google(n: int) -> int:
    """Divide.

    Args:
        n: a number.

    Raises:
        ZeroDivisionError: if it is
            zero, IndexError never.
        Odd
    """
    return 6 // n


def by_sphinx(n: int) -> int:
    """Divide.

    :param n: a number
    :raises ValueError, ZeroDivisionError: if it is zero
    """
    return 6 // n


def by_numpy(n: int) -> int:
    """Divide.

    Raises
    ------
    ArithmeticError
        If it is zero.

    See Also
    --------
    IndexError
    """
    return 6 // n


def by_numpy_of_another(n: int) -> int:
    """Divide.

    Raises
    ------
    ValueError
        If it is zero: ZeroDivisionError.

    See Also
    --------
    ZeroDivisionError
    """
    return 6 // n


def in_passing(n: int) -> int:
    """Divide; raises ZeroDivisionError for zero."""
    return 6 // n


def deep_but_documented(n: int) -> int:
    """A number.

    Raises:
        ValueError: if it is zero.
    """
    _validate_deeper(n)
    return n


class Documented:
    """A number.

    Raises:
        ZeroDivisionError: if it is zero.
    """

    def __init__(self, n: int) -> None:
        self.n = 6 // n


def by_base(n: int) -> int:
    """Choose.

    Raises:
        LookupError: if it is zero.
    """
    if n == 0:
        raise IndexError(n)
    return n


def by_exception(n: int) -> int:
    """Choose.

    Raises:
        Exception: if it is zero.
    """
    if n == 0:
        raise OSError(n)
    return n


def recursing_beside_its_base(n: int) -> int:
    """Recur.

    Raises:
        RuntimeError: if it is zero.
    """
    return recursing_beside_its_base(n) if n == 0 else n


def indexing_beside_its_base(n: int) -> int:
    """Choose.

    Raises:
        LookupError: if it is zero.
    """
    return [1, 2, 3][4 if n == 0 else 0]


def dividing_beside_exception(n: int) -> int:
    """Divide.

    Raises:
        Exception: at times.
    """
    return 6 // n


def asserting_beside_exception(n: int) -> int:
    """Assert.

    :raises Exception: at times
    """
    assert n != 0
    return n


def never(n: int) -> int:
    """Divide.

    Raises:
        Nothing: this never raises ZeroDivisionError.
        ArithmeticError - never
        ZeroDivisionError: is never raised.

    :raises ZeroDivisionError: Never.
    """
    return 6 // n
