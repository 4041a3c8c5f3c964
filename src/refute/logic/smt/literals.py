"""Numbers as literals of Z3 and back, of any length: Z3 reads and writes decimal digits (see `numerals`)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import z3

from refute.logic.terms.numerals import digits, from_digits

_SHORT = 2_000  # bits of integers that Z3's own conversion takes under any limit on decimal digits


def operand(value: int) -> Any:
    """An integer as an operand of an expression: a short one is converted by Z3 itself."""
    return value if value.bit_length() <= _SHORT else integer_literal(value)


def integer_literal(value: int) -> z3.IntNumRef:
    return z3.IntVal(digits(value))


def word_literal(value: int, bits: int) -> z3.BitVecNumRef:
    return z3.BitVecVal(digits(value), bits)


def real_literal(value: Fraction) -> z3.RatNumRef:
    return z3.RealVal(f"{digits(value.numerator)}/{digits(value.denominator)}")


def integer_of(number: Any) -> int:
    """The value of an integer literal, or of a word as a signed integer."""
    if z3.is_bv(number):
        found = from_digits(number.as_string())
        return found - (1 << number.size()) if found >> (number.size() - 1) else found
    return from_digits(number.as_string())


def fraction_of(number: Any) -> Fraction:
    """The value of a literal of a real number; of an irrational one, an approximation."""
    if z3.is_algebraic_value(number):
        number = number.approx(30)
    return Fraction(integer_of(number.numerator()), integer_of(number.denominator()))
