"""Bits of integers in a solver's words: by arithmetic where a mask is known, else in words of fixed length."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import z3

from refute.logic.smt_text import Untranslatable
from refute.logic.terms import INTEGERS, Term, constant_value

if TYPE_CHECKING:
    from refute.logic.smt import Translator


_WORD = 64  # bits, for bit operations between unknowns
_MOST_BITS = 128


def both_bits(t: Translator, term: Term) -> Any:
    a, b = term.args
    for value, mask in ((a, b), (b, a)):
        if mask.op == "const" and mask.sort in INTEGERS and int(constant_value(mask)) >= 0:
            return _masked(t.integer(value), int(constant_value(mask)))
    return _by_words(t, lambda x, y: x & y, a, b)


def either_bit(t: Translator, term: Term) -> Any:
    a, b = term.args
    return t.integer(a) + t.integer(b) - both_bits(t, Term("bitand", (a, b)))


def one_bit(t: Translator, term: Term) -> Any:
    a, b = term.args
    return t.integer(a) + t.integer(b) - 2 * both_bits(t, Term("bitand", (a, b)))


def _by_words(t: Translator, combine: Callable[[Any, Any], Any], a: Term, b: Term) -> Any:
    t.exact = False
    words = [z3.Int2BV(t.integer(arg), _WORD) for arg in (a, b)]
    return z3.BV2Int(combine(*words), is_signed=True)


def inverted(t: Translator, term: Term) -> Any:
    return -t.integer(term.args[0]) - 1


def shifted(t: Translator, term: Term) -> Any:
    value, by = term.args
    steps = constant_value(by) if by.op == "const" else None
    if type(steps) is not int or not 0 <= steps <= _MOST_BITS:
        raise Untranslatable("a shift by an unknown number of places")
    factor = z3.IntVal(1 << steps)
    shifted = t.integer(value)
    return shifted * factor if term.op == "shift_left" else shifted / factor


def _masked(value: z3.ArithRef, mask: int) -> Any:
    """The bits of a number that a mask has: stretch by stretch of its ones."""
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


BITS: dict[str, Callable[[Translator, Term], Any]] = {
    "bitand": both_bits,
    "bitor": either_bit,
    "bitxor": one_bit,
    "invert": inverted,
    "shift_left": shifted,
    "shift_right": shifted,
}
