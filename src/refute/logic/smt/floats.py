"""Encoding of floats by IEEE 754: 64 bits, with rounding, infinities, negative zero and NaN.

Comparing and adding them costs a solver milliseconds, multiplying by a constant some tenths of a second. Products of
unknowns are not solved in any reasonable time.
"""

from __future__ import annotations

import math
import struct
from decimal import Decimal
from fractions import Fraction
from typing import Any

import z3

from refute.logic.smt.literals import integer_of
from refute.logic.smt.strings.encoding import Untranslatable
from refute.logic.terms.term import Term, constant_value

_SORT = z3.Float64()
_CHEAP, _DEAR, _ENDLESS = 1, 4, 100  # costs of operations, see above
AFFORDABLE = 16  # total cost of a query


def float_variable(name: str) -> z3.FPRef:
    return z3.FP(name, _SORT)


def float_value(value: float) -> z3.FPRef:
    return z3.FPVal(value, _SORT)


def float_of(value: z3.FPNumRef) -> float:
    """The value of a literal."""
    if value.isNaN():
        return math.nan
    bits = z3.simplify(z3.fpToIEEEBV(value)).as_long()
    return float(struct.unpack("<d", struct.pack("<Q", bits))[0])


def as_float(term: Term, value: Any, *, rounded: bool) -> Any:
    """A number converted to float, as Python does in arithmetic (`rounded`), or exactly, as in comparisons."""
    if z3.is_fp(value):
        return value
    if term.op == "const":
        number = constant_value(term)
        if isinstance(number, int | Fraction) or (isinstance(number, Decimal) and not rounded):
            try:
                found = float(number)
            except OverflowError:
                raise Untranslatable(f"{number!r} is past all floats") from None
            if rounded or found == number:
                return float_value(found)
    if z3.is_app_of(value, z3.Z3_OP_ITE) and all(map(z3.is_int_value, value.children()[1:])):
        condition, then, otherwise = value.children()
        return z3.If(condition, float_value(integer_of(then)), float_value(integer_of(otherwise)))
    raise Untranslatable(f"{term!r} beside a float")


def effort(op: str, operands: list[Any]) -> int:
    """The cost of an operation."""
    if not z3.is_fp(operands[0]):
        return 0
    if op not in ("mul", "div", "sqrt"):
        return _CHEAP
    unknown = [operand for operand in operands if not z3.is_fp_value(operand)]
    return _DEAR if len(unknown) < 2 and not (op == "div" and operands[1] in unknown) else _ENDLESS


def negative_zero(value: Any) -> Any:
    return z3.And(z3.fpIsZero(value), z3.fpIsNegative(value))


def corners(variable: z3.FPRef, marks: set[float]) -> list[Any]:
    """Corner cases: the constants of conditions and their neighbours, NaN, -0.0, subnormals, infinities."""
    near = {math.nextafter(mark, towards) for mark in marks for towards in (-math.inf, math.inf)}
    edges = [z3.fpEQ(variable, float_value(value)) for value in sorted(near | marks)]
    odd = [z3.fpIsNaN(variable), negative_zero(variable), z3.fpIsSubnormal(variable)]
    odd += [variable == float_value(sign * math.inf) for sign in (1, -1)]
    return [*edges, *odd]
