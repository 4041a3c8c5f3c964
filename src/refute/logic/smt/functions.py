"""Encoding of functions of the standard library and of methods of scalars."""

from __future__ import annotations

import datetime
import decimal
import fractions
import math
from collections.abc import Callable
from typing import Any

import z3

from refute.logic.smt.dates import of_time
from refute.logic.smt.encoder import Encoder, EncodingRule
from refute.logic.smt.floats import effort
from refute.logic.smt.literals import integer_of
from refute.logic.smt.moments import Day, Moment, Temporal, TimeOfDay, span_from
from refute.logic.smt.numbers import as_real, power, truncated
from refute.logic.smt.strings.encoding import Octets, Untranslatable
from refute.logic.smt.strings.operations import METHODS
from refute.logic.terms.term import Term


def applied(t: Encoder, term: Term) -> Any:
    function: Any = term.data
    rule = _APPLIED.get(function)
    if rule is None or not term.args:
        raise Untranslatable(f"`{getattr(function, '__name__', function)}` has no translation")
    return rule(t, term)


def method(t: Encoder, term: Term) -> Any:
    receiver, name = t.expression(term.args[0]), str(term.data)
    if isinstance(receiver, Octets) or t.texts.is_text(receiver):
        least, most, rule = METHODS.get(name, (1, 0, method))
        if least <= len(term.args) - 1 <= most:
            return rule(t, term)
    elif isinstance(receiver, Temporal) and len(term.args) == 1:
        return of_time(t, name, receiver)
    elif name == "bit_length" and len(term.args) == 1:
        return _bit_length(t, t.integer(term.args[0]))
    elif name == "is_integer" and len(term.args) == 1:
        return _is_whole(t.number(term.args[0]))
    raise Untranslatable(f"the method {name}")


def _bit_length(t: Encoder, value: Any) -> Any:
    """The bit length of an integer that fits into a word."""
    t.exact = False
    size = z3.If(value >= 0, value, -value)
    found = z3.IntVal(t.word + 1)
    for bits in range(t.word, -1, -1):
        found = z3.If(size < 1 << bits, z3.IntVal(bits), found)
    return found


def _is_whole(value: Any) -> Any:
    if z3.is_fp(value):
        whole = z3.fpEQ(z3.fpRoundToIntegral(z3.RTZ(), value), value)
        return z3.And(whole, z3.Not(z3.fpIsInf(value)))
    return z3.BoolVal(True) if z3.is_int(value) else z3.IsInt(value)


def _only(t: Encoder, term: Term) -> Any:
    if len(term.args) != 1:
        raise Untranslatable(f"`{term.data!r}` called like this")
    return t.number(term.args[0])


def _rounding(mode: Callable[[], Any], exactly: Callable[[Any], Any]) -> EncodingRule:
    """Rounding to an integer, of floats by a rounding mode, of exact numbers by a function."""

    def rule(t: Encoder, term: Term) -> Any:
        value = _only(t, term)
        if z3.is_fp(value):
            t.effort += effort("round", [value])
            return z3.fpRoundToIntegral(mode(), value)
        return value if z3.is_int(value) else exactly(value)

    return rule


def _half_to_even(value: Any) -> Any:
    nearest = z3.ToInt(value + z3.RealVal("1/2"))
    halfway = z3.ToReal(nearest) == value + z3.RealVal("1/2")
    return z3.If(z3.And(halfway, nearest % 2 == 1), nearest - 1, nearest)


_truncating = _rounding(z3.RTZ, truncated)


def _integer(t: Encoder, term: Term) -> Any:
    value = t.expression(term.args[0])
    if len(term.args) == 1 and t.texts.is_text(value):
        t.exact = False  # signs, spaces and other digits are not encoded
        return t.texts.number(value)
    return _truncating(t, term)


def _spelled_out(t: Encoder, term: Term) -> Any:
    value = t.expression(term.args[0])
    if len(term.args) == 1 and t.texts.is_text(value):
        return value
    if len(term.args) != 1 or not z3.is_int(value):
        raise Untranslatable("what is no integer, spelled out")
    t.exact = False  # it may be a Boolean
    negative = t.texts.joined([t.texts.value("-"), t.texts.digits(-value)])
    return t.texts.chosen(value >= 0, t.texts.digits(value), negative)


def _real(t: Encoder, term: Term) -> Any:
    """Conversion to a float, a fraction or a decimal."""
    if len(term.args) == 2 and term.data is fractions.Fraction:
        above, below = (as_real(t.number(arg)) for arg in term.args)
        return above / below
    value = _only(t, term)
    if z3.is_fp(value) and term.data is not float:
        raise Untranslatable("a float as an exact number")
    t.exact = t.exact and term.data is fractions.Fraction
    return value if z3.is_fp(value) else as_real(value)


def _asked(of_float: Callable[[Any], Any], otherwise: bool) -> EncodingRule:
    def rule(t: Encoder, term: Term) -> Any:
        value = _only(t, term)
        return of_float(value) if z3.is_fp(value) else z3.BoolVal(otherwise)

    return rule


def _is_finite(value: Any) -> Any:
    return z3.Not(z3.Or(z3.fpIsInf(value), z3.fpIsNaN(value)))


def _with_sign(t: Encoder, term: Term) -> Any:
    size, sign = t.numbers(term.args)
    if z3.is_fp(sign):
        return z3.If(z3.fpIsNegative(sign), -z3.fpAbs(size), z3.fpAbs(size))
    size = z3.If(size >= 0, size, -size)
    return z3.If(sign < 0, -size, size)


def _root(t: Encoder, term: Term) -> Any:
    t.exact = False
    value = _only(t, term)
    t.effort += effort("sqrt", [value])
    return z3.fpSqrt(z3.RNE(), value) if z3.is_fp(value) else as_real(value) ** z3.RealVal("1/2")


def _whole_root(t: Encoder, term: Term) -> Any:
    value = t.integer(term.args[0])
    root = z3.FreshInt("root")
    t.define(term, root >= 0, z3.Implies(value >= 0, z3.And(root * root <= value, value < (root + 1) * (root + 1))))
    return root


def _power(t: Encoder, term: Term) -> Any:
    if len(term.args) == 2:
        return power(t, term)
    modulus = t.integer(term.args[2])
    if not z3.is_int_value(modulus) or integer_of(modulus) <= 0:
        raise Untranslatable("a power by a modulus that is not known")
    return power(t, term) % modulus


def _code(t: Encoder, term: Term) -> Any:
    t.exact = False  # Z3 does not have all characters
    return t.texts.code(t.text(term.args[0]))


def _letter(t: Encoder, term: Term) -> Any:
    t.exact = False
    return t.texts.letter(t.integer(term.args[0]))


def _parts(t: Encoder, term: Term, least: int, most: int) -> list[Any]:
    """The arguments as integers, with 0 for optional ones that are missing."""
    args = term.args[:-1] if len(term.args) == most + 1 and term.args[-1] is t.reducer.none else term.args
    if not least <= len(args) <= most:
        raise Untranslatable(f"`{term.data!r}` called like this")
    return [*map(t.integer, args), *[z3.IntVal(0)] * (most - len(args))]


def _date(t: Encoder, term: Term) -> Any:
    return Day(*_parts(t, term, 3, 3))


def _time(t: Encoder, term: Term) -> Any:
    return TimeOfDay(*_parts(t, term, 1, 4))


def _datetime(t: Encoder, term: Term) -> Any:
    year, month, day, *clock = _parts(t, term, 3, 7)
    return Moment(Day(year, month, day), TimeOfDay(*clock))


def _span(t: Encoder, term: Term) -> Any:
    return span_from(*_parts(t, term, 1, 7))


_APPLIED: dict[Any, EncodingRule] = {
    int: _integer,
    float: _real,
    fractions.Fraction: _real,
    decimal.Decimal: _real,
    str: _spelled_out,
    ord: _code,
    chr: _letter,
    pow: _power,
    math.pow: lambda t, term: power(t, term),
    round: _rounding(z3.RNE, _half_to_even),
    math.floor: _rounding(z3.RTN, z3.ToInt),
    math.ceil: _rounding(z3.RTP, lambda value: -z3.ToInt(-value)),
    math.trunc: _truncating,
    math.isnan: _asked(z3.fpIsNaN, False),
    math.isinf: _asked(z3.fpIsInf, False),
    math.isfinite: _asked(_is_finite, True),
    math.copysign: _with_sign,
    math.sqrt: _root,
    math.isqrt: _whole_root,
    datetime.date: _date,
    datetime.time: _time,
    datetime.datetime: _datetime,
    datetime.timedelta: _span,
}
FUNCTIONS: dict[str, EncodingRule] = {"apply": applied, "method": method}
