"""An expression printer and parser: what is printed is read as the same expression."""

from __future__ import annotations

import re
from dataclasses import dataclass

from refute import Nat


@dataclass(frozen=True)
class Num:
    value: Nat


@dataclass(frozen=True)
class Sub:
    left: Expr
    right: Expr


Expr = Num | Sub


def _show(e):
    match e:
        case Num(value):
            return str(value)
        case Sub(left, Sub() as right):
            return f"{_show(left)} - ({_show(right)})"
        case Sub(left, right):
            return f"{_show(left)} - {_show(right)}"


def parse(text):
    return _parse(re.findall(r"\d+|\S", text))


def _parse(tokens):
    e = _operand(tokens)
    while tokens and tokens[0] == "-":
        tokens.pop(0)
        e = Sub(e, _operand(tokens))
    return e


def _operand(tokens):
    if (token := tokens.pop(0)) != "(":
        return Num(int(token))
    e = _parse(tokens)
    tokens.pop(0)
    return e


def prop_round_trip(e: Expr) -> bool:
    return parse(_show(e)) == e
