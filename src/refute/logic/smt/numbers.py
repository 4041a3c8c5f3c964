"""Encoding of arithmetic by Python's semantics: floor division, sign of remainders."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any, cast

import z3

from refute.logic.smt import moments
from refute.logic.smt.encoder import Encoder, EncodingRule
from refute.logic.smt.floats import effort
from refute.logic.smt.literals import integer_literal, integer_of
from refute.logic.smt.strings.encoding import Octets, Untranslatable
from refute.logic.smt.strings.operations import concatenated, repeated
from refute.logic.terms.term import Term, constant_value, subterms

Combine = Callable[[Any, Any], Any]
_MOST_POWER = 8


def linear(t: Encoder, term: Term) -> Any:
    constant, coefficients = cast("tuple[int, tuple[int, ...]]", term.data)
    parts = [t.whole(factor) * t.integer(arg) for factor, arg in zip(coefficients, term.args, strict=True)]
    return z3.Sum(*parts, t.whole(constant))


def _of_time(t: Encoder, term: Term) -> list[Any] | None:
    """The operands, if one of them is a date, a time or a time delta."""
    values = [t.expression(arg) for arg in term.args]
    return values if any(isinstance(value, moments.Temporal) for value in values) else None


def _is_spelled(t: Encoder, term: Term) -> bool:
    value = t.expression(term)
    return isinstance(value, Octets) or t.texts.is_text(value)


def _combined(t: Encoder, op: str, combine: Combine, term: Term) -> Any:
    first, *rest = t.numbers(term.args)
    for other in rest:
        t.effort += effort(op, [first, other])
        first = combine(first, other)
    return first


def plus(t: Encoder, term: Term) -> Any:
    times = _of_time(t, term)
    if times is not None:
        return moments.added(*times)
    if _is_spelled(t, term.args[0]):
        return concatenated(t, term)
    return _combined(t, "add", lambda a, b: a + b, term)


def minus(t: Encoder, term: Term) -> Any:
    times = _of_time(t, term)
    if times is not None:
        return moments.subtracted(*times)
    return _combined(t, "sub", lambda a, b: a - b, term)


def times(t: Encoder, term: Term) -> Any:
    spans = _of_time(t, term)
    if spans is not None:
        return moments.multiplied(*spans)
    if any(_is_spelled(t, arg) for arg in term.args):
        return repeated(t, term)
    return _combined(t, "mul", lambda a, b: a * b, term)


def quotient(t: Encoder, term: Term) -> Any:
    """True division, exact only between fractions."""
    t.exact = False
    spans = _of_time(t, term)
    if spans is not None:
        return moments.divided(*spans)
    a, b = t.numbers(term.args)
    t.effort += effort("div", [a, b])
    if z3.is_bv(a):
        raise Untranslatable("true division of words")
    return z3.ToReal(a) / z3.ToReal(b) if z3.is_int(a) and z3.is_int(b) else a / b


def floor_quotient(t: Encoder, term: Term) -> Any:
    spans = _of_time(t, term)
    if spans is not None:
        return moments.floor_divided(floor, *spans)
    a, b = _divided(t, term)
    return _towards_zero(a, b) if _is_decimal(t, term) else floor(a, b)


def remainder(t: Encoder, term: Term) -> Any:
    """The remainder has the sign of the divisor, of decimals that of the dividend; in Z3 it is never negative."""
    spans = _of_time(t, term)
    if spans is not None:
        return moments.remaining(floor, *spans)
    a, b = _divided(t, term)
    if z3.is_int(a) and z3.is_int_value(b) and integer_of(b) > 0:
        return a % b
    return a - b * (_towards_zero(a, b) if _is_decimal(t, term) else floor(a, b))


def _divided(t: Encoder, term: Term) -> list[Any]:
    found = t.numbers(term.args)
    if z3.is_fp(found[0]):
        raise Untranslatable("a remainder of floats")
    return found


def _is_decimal(t: Encoder, term: Term) -> bool:
    return any(
        str(part.data) in t.decimals if part.op == "var" else isinstance(constant_value(part), Decimal)
        for part in subterms(term)
        if part.op in ("var", "const")
    )


def floor(a: Any, b: Any) -> Any:
    """Floor division. In Z3 the remainder is never negative, which means floor only for a positive divisor."""
    if z3.is_bv(a):
        left = z3.SRem(a, b)
        return z3.If(z3.And(left != 0, (left < 0) != (b < 0)), a / b - 1, a / b)
    if not (z3.is_int(a) and z3.is_int(b)):
        return z3.ToInt(as_real(a) / as_real(b))
    if z3.is_int_value(b):
        return a / b if integer_of(b) > 0 else (-a) / (-b)
    return z3.If(b > 0, a / b, (-a) / (-b))


def _towards_zero(a: z3.ArithRef, b: z3.ArithRef) -> Any:
    return truncated(as_real(a) / as_real(b))


def truncated(value: z3.ArithRef) -> Any:
    return z3.If(value >= 0, z3.ToInt(value), -z3.ToInt(-value))


def as_real(value: z3.ArithRef) -> Any:
    return z3.ToReal(value) if z3.is_int(value) else value


def power(t: Encoder, term: Term) -> Any:
    base, exponent = term.args[:2]
    times = constant_value(exponent) if exponent.op == "const" else None
    if times is None and base.op == "const" and type(constant_value(base)) is int:
        return _exponential(t, constant_value(base), exponent)
    if type(times) is not int or not 0 <= times <= _MOST_POWER:
        raise Untranslatable("a power that is not small and known")
    (value,) = t.numbers((base,))
    found = value if times else t.whole(1)
    for _ in range(times - 1):
        t.effort += effort("mul", [found, value])
        found = found * value
    return found


def _exponential(t: Encoder, base: int, exponent: Term) -> Any:
    """Powers of a known number that fit into a word."""
    t.exact = False
    steps = t.integer(exponent)
    found = z3.IntVal(0)
    for times in range(t.word, -1, -1):
        if abs(base) < 2 or (base**times).bit_length() <= t.word:
            found = z3.If(steps == times, integer_literal(base**times), found)
    return found


def absolute(t: Encoder, term: Term) -> Any:
    value = t.expression(term.args[0])
    if isinstance(value, moments.Span):
        return moments.chosen(value.place >= 0, value, moments.negated(value))
    value = t.number(term.args[0])
    return z3.fpAbs(value) if z3.is_fp(value) else z3.If(value >= 0, value, -value)


def negative(t: Encoder, term: Term) -> Any:
    if _of_time(t, term):
        return moments.negated(t.expression(term.args[0]))
    return -t.number(term.args[0])


def plain(t: Encoder, term: Term) -> Any:
    return t.expression(term.args[0]) if _of_time(t, term) else t.number(term.args[0])


NUMBERS: dict[str, EncodingRule] = {
    "lin": linear,
    "add": plus,
    "sub": minus,
    "mul": times,
    "div": quotient,
    "floordiv": floor_quotient,
    "mod": remainder,
    "pow": power,
    "abs": absolute,
    "neg": negative,
    "pos": plain,
}
