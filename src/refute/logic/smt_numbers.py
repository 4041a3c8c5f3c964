"""Arithmetic in a solver's words: what Python's operators do, rounding down included."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import z3

from refute.logic.smt_text import Untranslatable
from refute.logic.terms import STR, Term, constant_value

if TYPE_CHECKING:
    from refute.logic.smt import Translator


_MOST_POWER = 8


def linear(t: Translator, term: Term) -> Any:
    constant, coefficients = cast("tuple[int, tuple[int, ...]]", term.data)
    parts = [factor * t.integer(arg) for factor, arg in zip(coefficients, term.args, strict=True)]
    return z3.Sum(*parts, z3.IntVal(constant))


def folded(t: Translator, combine: Callable[[Any, Any], Any], term: Term) -> Any:
    first, *rest = [t.number(arg) for arg in term.args]
    for other in rest:
        first = combine(first, other)
    return first


def plus(t: Translator, term: Term) -> Any:
    if all(arg.sort == STR for arg in term.args):
        return z3.Concat(*[t.text(arg) for arg in term.args])
    return folded(t, lambda a, b: a + b, term)


def quotient(t: Translator, term: Term) -> Any:
    """True division, exact only between fractions."""
    t.exact = False
    a, b = (t.number(arg) for arg in term.args)
    return z3.ToReal(a) / z3.ToReal(b) if z3.is_int(a) and z3.is_int(b) else a / b


def floor_quotient(t: Translator, term: Term) -> Any:
    a, b = (t.integer(arg) for arg in term.args)
    return _floor(a, b)


def remainder(t: Translator, term: Term) -> Any:
    """What Python leaves has the sign of the divisor; what Z3 leaves has none."""
    a, b = (t.integer(arg) for arg in term.args)
    if z3.is_int_value(b) and b.as_long() > 0:
        return a % b
    return a - b * _floor(a, b)


def power(t: Translator, term: Term) -> Any:
    exponent = term.args[1]
    times = constant_value(exponent) if exponent.op == "const" else None
    if type(times) is not int or not 0 <= times <= _MOST_POWER:
        raise Untranslatable("a power that is not small and known")
    base = t.number(term.args[0])
    found = base if times else z3.IntVal(1)
    for _ in range(times - 1):
        found = found * base
    return found


def absolute(t: Translator, term: Term) -> Any:
    value = t.number(term.args[0])
    return z3.If(value >= 0, value, -value)


def negative(t: Translator, term: Term) -> Any:
    return -t.number(term.args[0])


def plain(t: Translator, term: Term) -> Any:
    return t.number(term.args[0])


def _floor(a: z3.ArithRef, b: z3.ArithRef) -> Any:
    """Z3 rounds so that nothing negative is left, which is down where the divisor is positive."""
    if z3.is_int_value(b):
        return a / b if b.as_long() > 0 else (-a) / (-b)
    return z3.If(b > 0, a / b, (-a) / (-b))


def lesser(a: Any, b: Any) -> Any:
    return z3.If(b < a, b, a)


def greater(a: Any, b: Any) -> Any:
    return z3.If(b > a, b, a)


NUMBERS: dict[str, Callable[[Translator, Term], Any]] = {
    "lin": linear,
    "add": plus,
    "sub": lambda t, term: folded(t, lambda a, b: a - b, term),
    "mul": lambda t, term: folded(t, lambda a, b: a * b, term),
    "min": lambda t, term: folded(t, lesser, term),
    "max": lambda t, term: folded(t, greater, term),
    "div": quotient,
    "floordiv": floor_quotient,
    "mod": remainder,
    "pow": power,
    "abs": absolute,
    "neg": negative,
    "pos": plain,
}
