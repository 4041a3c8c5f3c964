"""Factories for classes of another module."""

from functions_with_examples import KEY, Sealed


def seal(number: int) -> Sealed:
    assert number >= 0
    return Sealed(KEY, number)
