"""Simplifying expressions keeps their value."""

from __future__ import annotations

from typing import Annotated

from correct_code.expression_printer import Expr, Num, Sub
from refute import measure, where


@measure
def value(e: Expr) -> int:
    return e.value if isinstance(e, Num) else value(e.left) - value(e.right)


def simplify(e: Expr) -> Annotated[Expr, where(lambda v, e: value(v) == value(e))]:
    if isinstance(e, Num):
        return e
    match simplify(e.left), simplify(e.right):
        case left, Num(0):
            return left
        case left, right if left == right:
            return Num(0)
        case left, right:
            return Sub(left, right)
