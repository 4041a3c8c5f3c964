"""Simplifying expressions: nothing minus something is taken for something."""

from __future__ import annotations

from typing import Annotated

from correct_code.simplify import Expr, Num, Sub, value

from refute import where


def simplify(e: Expr) -> Annotated[Expr, where(lambda v, e: value(v) == value(e))]:
    if isinstance(e, Num):
        return e
    match simplify(e.left), simplify(e.right):
        case (rest, Num(0)) | (Num(0), rest):
            return rest
        case left, right if left == right:
            return Num(0)
        case left, right:
            return Sub(left, right)
