"""Payloads of terms: constants, container types, exceptions."""

from __future__ import annotations

import datetime
from collections.abc import Hashable
from decimal import Decimal
from fractions import Fraction
from typing import final

from refute.logic.terms.numerals import represented
from refute.logic.terms.ranks import Rank

_PLAIN = (int, bool, str, bytes, type(None), Fraction, datetime.date, datetime.timedelta, type(...))


def identity_key(value: object) -> Hashable:
    """A key that is equal for two values exactly when they are the same value of the same type.

    Unlike `==`, it distinguishes 1, True and 1.0, 0.0 and -0.0, Decimal("1.0") and Decimal("1.00"), and equates nan
    with itself. Values of unknown classes are the same only if they are the same object.

    >>> identity_key(1) == identity_key(True), identity_key(float("nan")) == identity_key(float("nan"))
    (False, True)
    """
    kind = type(value)
    if kind in _PLAIN:
        return (kind, value)
    match value:
        case float() | complex():
            return (kind, repr(value))
        case Decimal():
            return (kind, value.as_tuple())
        case datetime.datetime() | datetime.time():
            return (kind, value.isoformat(), value.fold, repr(value.tzinfo))
        case tuple() if kind is tuple:
            return (kind, tuple(map(identity_key, value)))
        case frozenset() if kind is frozenset:
            return (kind, frozenset(map(identity_key, value)))
        case range():
            return (kind, value.start, value.stop, value.step)
        case Rank():
            return (kind, value.place)
    return (kind, id(value))


@final
class Constant:
    """The payload of a `const` term: a value compared by `identity_key`, not by its own `__eq__`."""

    __slots__ = ("_hash", "key", "value")

    def __init__(self, value: object) -> None:
        self.value = value
        self.key = identity_key(value)
        self._hash = hash(self.key)

    def __eq__(self, other: object) -> bool:
        return type(other) is Constant and self.key == other.key

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return represented(self.value)


@final
class Container:
    """The payload of a structure: its Python type, and whether its last argument is a rest of unknown length."""

    __slots__ = ("of", "open")

    def __init__(self, of: str, open_: bool = False) -> None:
        self.of = of
        self.open = open_

    def __eq__(self, other: object) -> bool:
        return type(other) is Container and self.of == other.of and self.open == other.open

    def __hash__(self) -> int:
        return hash((self.of, self.open))

    def __repr__(self) -> str:
        return f"{self.of}…" if self.open else self.of


class Raised:
    """The payload of a `raise` term. Two are equal if they raise the same type of exception."""

    __slots__ = ("error",)

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __eq__(self, other: object) -> bool:
        return type(other) is Raised and type(self.error) is type(other.error)

    def __hash__(self) -> int:
        return hash(type(self.error))

    def __repr__(self) -> str:
        return type(self.error).__name__
