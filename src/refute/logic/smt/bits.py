"""Encoding of bit operations: by arithmetic if a mask is known, else on words of fixed length."""

from __future__ import annotations

from typing import Any

import z3

from refute.logic.smt.encoder import Encoder, EncodingRule
from refute.logic.smt.literals import integer_of
from refute.logic.smt.strings.encoding import Untranslatable
from refute.logic.terms.term import BOOL, INTEGERS, Term, constant_value

_MOST_BITS = 128


def both_bits(t: Encoder, term: Term) -> Any:
    a, b = term.args
    if a.sort == BOOL and b.sort == BOOL:
        return z3.And(t.condition(a), t.condition(b))
    if t.words is not None:
        return t.integer(a) & t.integer(b)
    for value, mask in ((a, b), (b, a)):
        if mask.op == "const" and mask.sort in INTEGERS:
            known, number = int(constant_value(mask)), t.integer(value)
            return _masked(number, known) if known >= 0 else number - _masked(number, ~known)
    t.exact = False
    words = [z3.Int2BV(t.integer(arg), t.word) for arg in (a, b)]
    return z3.BV2Int(words[0] & words[1], is_signed=True)


def either_bit(t: Encoder, term: Term) -> Any:
    a, b = term.args
    if a.sort == BOOL and b.sort == BOOL:
        return z3.Or(t.condition(a), t.condition(b))
    if t.words is not None:
        return t.integer(a) | t.integer(b)
    return t.integer(a) + t.integer(b) - both_bits(t, Term("bitand", (a, b)))


def one_bit(t: Encoder, term: Term) -> Any:
    a, b = term.args
    if a.sort == BOOL and b.sort == BOOL:
        return z3.Xor(t.condition(a), t.condition(b))
    if t.words is not None:
        return t.integer(a) ^ t.integer(b)
    return t.integer(a) + t.integer(b) - 2 * both_bits(t, Term("bitand", (a, b)))


def inverted(t: Encoder, term: Term) -> Any:
    return -t.integer(term.args[0]) - t.whole(1)


def shifted(t: Encoder, term: Term) -> Any:
    value, steps = t.integer(term.args[0]), t.integer(term.args[1])
    if t.words is not None:
        return value << steps if term.op == "shift_left" else value >> steps
    known = integer_of(steps) if z3.is_int_value(steps) else -1
    if known > _MOST_BITS:
        raise Untranslatable("a shift by very many places")
    if known >= 0:
        return _moved(term.op, value, known)
    t.exact = False
    found = z3.IntVal(0)
    for places in range(t.word, -1, -1):
        found = z3.If(steps == places, _moved(term.op, value, places), found)
    return found


def _moved(op: str, value: z3.ArithRef, places: int) -> Any:
    factor = z3.IntVal(1 << places)
    return value * factor if op == "shift_left" else value / factor


def _masked(value: z3.ArithRef, mask: int) -> Any:
    """The bits of a number under a mask, one run of ones after the other."""
    if mask.bit_length() > _MOST_BITS:
        raise Untranslatable("a mask of very many bits")
    parts = []
    low = 0
    while mask >> low:
        if mask >> low & 1:
            high = low
            while mask >> high & 1:
                high += 1
            parts.append((value / z3.IntVal(1 << low)) % z3.IntVal(1 << (high - low)) * z3.IntVal(1 << low))
            low = high
        else:
            low += 1
    return z3.Sum(*parts) if parts else z3.IntVal(0)


BITS: dict[str, EncodingRule] = {
    "bitand": both_bits,
    "bitor": either_bit,
    "bitxor": one_bit,
    "invert": inverted,
    "shift_left": shifted,
    "shift_right": shifted,
}
