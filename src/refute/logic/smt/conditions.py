"""Encoding of conditions: Boolean structure, comparisons, choices."""

from __future__ import annotations

from typing import Any

import z3

from refute.logic.smt.encoder import Encoder, EncodingRule
from refute.logic.smt.moments import Temporal, Zone, chosen, same_place
from refute.logic.smt.strings.encoding import Octets, Untranslatable
from refute.logic.terms.term import Container, Term


def all_of(t: Encoder, term: Term) -> Any:
    return z3.And(*[t.condition(arg) for arg in term.args])


def any_of(t: Encoder, term: Term) -> Any:
    return z3.Or(*[t.condition(arg) for arg in term.args])


def negation(t: Encoder, term: Term) -> Any:
    return z3.Not(t.condition(term.args[0]))


def truth(t: Encoder, term: Term) -> Any:
    return t.condition(term.args[0])


def last(t: Encoder, term: Term) -> Any:
    return t.expression(term.args[-1])


def choice(t: Encoder, term: Term) -> Any:
    """A conditional. If one branch raises, the value is that of the other, and a condition requires that branch."""
    for branch, other, taken in ((1, 2, False), (2, 1, True)):
        if term.args[branch].op == "raise":
            value = t.expression(term.args[other])
            test = t.condition(term.args[0])
            return z3.And(test if taken else z3.Not(test), value) if z3.is_bool(value) else value
    condition, then, otherwise = t.condition(term.args[0]), *map(t.expression, term.args[1:])
    if z3.is_bool(then) and z3.is_bool(otherwise):
        return z3.If(condition, then, otherwise)
    return selected(t, condition, *t.alike(term.args[1:]))


def selected(t: Encoder, condition: Any, then: Any, otherwise: Any) -> Any:
    """One of two values of a family."""
    if isinstance(then, Octets):
        return Octets(t.texts.chosen(condition, then.text, otherwise.text))
    if t.texts.is_text(then):
        return t.texts.chosen(condition, then, otherwise)
    return chosen(condition, then, otherwise)


def equal(t: Encoder, term: Term) -> Any:
    a, b = term.args
    left, right = rows(a), rows(b)
    if left is not None and right is not None and a.data == b.data:
        if len(left) != len(right):
            return z3.BoolVal(False)
        return z3.And(*[equal(t, Term("eq", pair)) for pair in zip(left, right, strict=True)])
    if t.are_apart(a, b):
        return z3.BoolVal(False)
    return same(t, *t.alike((a, b)))


def same(t: Encoder, x: Any, y: Any) -> Any:
    """Equality of two values of a family."""
    if z3.is_fp(x):
        return z3.fpEQ(x, y)
    if t.texts.is_text(x):
        return t.texts.equal(x, y)
    match x:
        case Octets():
            return t.texts.equal(x.text, y.text)
        case Zone():
            return x.aware == y.aware
        case _ if isinstance(x, Temporal):
            a, b, alike = same_place(x, y)
            return z3.And(alike, a == b)
    return x == y


def rows(term: Term) -> tuple[Term, ...] | None:
    """The items of a sequence of known length."""
    if term.op == "seq" and isinstance(term.data, Container) and not term.data.open and term.data.of != "str":
        return term.args
    return None


def identical(t: Encoder, term: Term) -> Any:
    """Identity, for Booleans and time zones only: others may be equal without being identical."""
    if t.are_apart(*term.args):
        return z3.BoolVal(False)
    a, b = (t.expression(arg) for arg in term.args)
    if isinstance(a, Zone) or (z3.is_bool(a) and z3.is_bool(b)):
        return same(t, a, b)
    raise Untranslatable("`is` between scalars that are not Booleans")


def before(t: Encoder, x: Any, y: Any) -> Any:
    """Order of two values of a family; false where Python raises."""
    if t.texts.is_text(x):
        return t.texts.before(x, y)
    match x:
        case Octets():
            return t.texts.before(x.text, y.text)
        case _ if isinstance(x, Temporal):
            a, b, alike = same_place(x, y)
            return z3.And(alike, a < b)
        case Zone():
            raise Untranslatable("zones have no order")
    return x < y


def less(t: Encoder, term: Term) -> Any:
    return before(t, *t.alike(term.args))


def at_most(t: Encoder, term: Term) -> Any:
    x, y = t.alike(term.args)
    return x <= y if z3.is_arith(x) or z3.is_fp(x) or z3.is_bv(x) else z3.Or(before(t, x, y), same(t, x, y))


def extremes(t: Encoder, smallest: bool, terms: tuple[Term, ...]) -> Any:
    """The first of the smallest, or of the largest, values."""
    first, *rest = t.alike(terms)
    for other in rest:
        further = before(t, other, first) if smallest else before(t, first, other)
        first = selected(t, further, other, first)
    return first


CONDITIONS: dict[str, EncodingRule] = {
    "and": all_of,
    "or": any_of,
    "not": negation,
    "truth": truth,
    "after": last,
    "ite": choice,
    "eq": equal,
    "same": equal,
    "is": identical,
    "lt": less,
    "le": at_most,
    "min": lambda t, term: extremes(t, True, term.args),
    "max": lambda t, term: extremes(t, False, term.args),
}
