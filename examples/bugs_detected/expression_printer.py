"""An expression printer: the right operand of a subtraction is not put in parentheses."""

from __future__ import annotations

from correct_code.expression_printer import Expr, Num, Sub, parse


def _show(e):
    match e:
        case Num(value):
            return str(value)
        case Sub(left, right):
            return f"{_show(left)} - {_show(right)}"


def prop_round_trip(e: Expr) -> bool:
    return parse(_show(e)) == e
