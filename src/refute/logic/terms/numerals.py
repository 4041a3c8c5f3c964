"""Integers of any length as text.

Python converts between `int` and decimal text only up to a limit, 4300 digits by default, because that takes quadratic
time. `decimal` has no such limit, and neither have hexadecimal literals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction


def digits(number: int) -> str:
    """The decimal digits of an integer.

    >>> digits(-42), len(digits(10**5000))
    ('-42', 5001)
    """
    try:
        return str(number)
    except ValueError:
        return str(Decimal(number))


def from_digits(text: str) -> int:
    """The integer that decimal digits spell.

    >>> from_digits(digits(10**5000)) == 10**5000
    True
    """
    try:
        return int(text)
    except ValueError:
        return int(Decimal(text))


def represented(value: object) -> str:
    """The `repr` of a value, with integers in hexadecimal where they are too long for decimal.

    >>> represented([-42, "a"]), represented((16**5000,))[:6], eval(represented(10**5000)) == 10**5000
    ("[-42, 'a']", '(0x100', True)
    """
    try:
        return repr(value)
    except ValueError:
        match value:
            case int():
                return hex(value)
            case Fraction():
                return f"Fraction({represented(value.numerator)}, {represented(value.denominator)})"
            case list() | tuple() | set() | frozenset() | dict() if type(value) in _BRACKETS:
                begin, end = _BRACKETS[type(value)]
                return f"{begin}{', '.join(_items(value))}{',' * (type(value) is tuple and len(value) == 1)}{end}"
        raise


_BRACKETS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
    dict: ("{", "}"),
}


def _items(box: Iterable[object]) -> Iterator[str]:
    if isinstance(box, dict):
        return (f"{represented(key)}: {represented(value)}" for key, value in box.items())
    return map(represented, box)
