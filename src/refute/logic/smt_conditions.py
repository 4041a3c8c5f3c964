"""Conditions in a solver's words: Boolean structure, comparisons, choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import z3

from refute.logic.smt_text import Untranslatable
from refute.logic.terms import Kind, Term

if TYPE_CHECKING:
    from refute.logic.smt import Translator


def all_of(t: Translator, term: Term) -> Any:
    return z3.And(*[t.condition(arg) for arg in term.args])


def any_of(t: Translator, term: Term) -> Any:
    return z3.Or(*[t.condition(arg) for arg in term.args])


def negation(t: Translator, term: Term) -> Any:
    return z3.Not(t.condition(term.args[0]))


def truth(t: Translator, term: Term) -> Any:
    return t.condition(term.args[0])


def last(t: Translator, term: Term) -> Any:
    return t.expression(term.args[-1])


def choice(t: Translator, term: Term) -> Any:
    condition = t.condition(term.args[0])
    then, otherwise = t.alike(term.args[1], term.args[2])
    return z3.If(condition, then, otherwise)


def equal(t: Translator, term: Term) -> Any:
    a, b = term.args
    left, right = rows(a), rows(b)
    if left is not None and right is not None and a.data == b.data:
        if len(left) != len(right):
            return z3.BoolVal(False)
        return z3.And(*[equal(t, Term("eq", pair)) for pair in zip(left, right, strict=True)])
    x, y = t.alike(a, b)
    return x == y


def rows(term: Term) -> tuple[Term, ...] | None:
    """The items of a sequence whose length is known."""
    if term.op == "seq" and isinstance(term.data, Kind) and not term.data.open and term.data.of != "str":
        return term.args
    return None


def identical(t: Translator, term: Term) -> Any:
    """`is` tells objects apart; of unknowns, only Booleans are surely the same when they are equal."""
    a, b = (t.expression(arg) for arg in term.args)
    if z3.is_bool(a) and z3.is_bool(b):
        return a == b
    raise Untranslatable("`is` between scalars that are not Booleans")


def less(t: Translator, term: Term) -> Any:
    x, y = t.alike(*term.args)
    return x < y


def at_most(t: Translator, term: Term) -> Any:
    x, y = t.alike(*term.args)
    return x <= y


CONDITIONS: dict[str, Callable[[Translator, Term], Any]] = {
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
}
