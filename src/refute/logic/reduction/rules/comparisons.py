"""Rules for comparisons: equality and order of numbers, sequences, sets and data; identity."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from typing import cast

from refute.logic.reduction.linear import at_most, equal, is_linear
from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.rules.booleans import conjunction, disjunction, negation
from refute.logic.reduction.rules.idioms import all_distinct, in_order, nothing_left, unchanged
from refute.logic.reduction.shapes import kind_of, known_prefix, rebuilt_sequence
from refute.logic.reduction.totality import ORDERED, hashable, total
from refute.logic.regular.search import Search
from refute.logic.terms.term import (
    BOOL,
    INTEGERS,
    STR,
    Container,
    Maker,
    Term,
    constant_value,
    element_sort,
    is_container,
    is_set,
)

_STRUCTURES = frozenset({"seq", "set", "dict", "make"})


def eq(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    a, b = args
    if a.value and b.value:
        return r.const(a == b) if a.exact and b.exact else None
    if a is b and (a.sort in ORDERED or a.sort == STR):
        return r.after((a,), r.true)
    if a.sort in INTEGERS and b.sort in INTEGERS:
        return _integers_equal(r, a, b)
    if a.value or (not b.value and a.serial > b.serial and a.op not in _STRUCTURES):
        a, b = b, a
    if a.op == "ite" and b.value:
        condition, then, otherwise = a.args
        return r.make("ite", (condition, r.make("eq", (then, b)), r.make("eq", (otherwise, b))))
    as_sets = _viewed_as_sets(r, a, b)
    if as_sets is not None:
        return r.make("eq", as_sets)
    if is_set(a.sort) and is_set(b.sort):
        compared = _sets_equal(r, a, b)
    elif a.op == "make" or b.op == "make":
        compared = _data_equal(r, a, b)
    else:
        compared = _sequences_compared(r, "eq", a, b)
        if compared is None:
            compared = in_order(r, a, b) or unchanged(r, a, b)
    return compared if compared is not None else r.intern(Term("eq", (a, b)))


def same(r: Rewriter, args: tuple[Term, ...], _: Hashable = None) -> Term | None:
    """`a is b or a == b`, by which containers compare elements. Differs from `==` for values that are not reflexive."""
    a, b = args
    if a is b:
        return r.after((a,), r.true)
    if any(side.sort in ORDERED or side.sort == STR or (side.value and _is_reflexive(r, side)) for side in args):
        return r.make("eq", args)
    return None


def _is_reflexive(r: Rewriter, term: Term) -> bool:
    if term.ranked:
        return True
    value = r.concrete(term)
    try:
        return bool(value == value)
    except Exception:  # from an `__eq__` of the user; it is raised again by the comparison itself
        return False


def _integers_equal(r: Rewriter, a: Term, b: Term) -> Term:
    idiom = all_distinct(r, a, b) or nothing_left(r, a, b)
    if idiom is not None:
        return idiom
    for choice, other in ((a, b), (b, a)):
        if choice.op == "ite" and other.op == "const":
            condition, then, otherwise = choice.args
            return r.make("ite", (condition, r.make("eq", (then, other)), r.make("eq", (otherwise, other))))
    for flag, other in ((a, b), (b, a)):
        if flag.sort == BOOL and other.op == "const":
            number = int(constant_value(other))
            return flag if number == 1 else negation(r, flag) if number == 0 else r.after((flag,), r.false)
    if is_linear(a) or is_linear(b):
        found = equal(r, a, b)
        if found.op == "eq" and found.args[0].op == "ite" and found.args[0] not in (a, b):
            return r.make("eq", found.args)
        return found
    first, second = sorted((a, b), key=lambda term: term.serial)
    return r.intern(Term("eq", (first, second)))


def _data_equal(r: Rewriter, a: Term, b: Term) -> Term | None:
    if not (total(a) and total(b)):
        return None
    if a.op == "make" and b.op == "make":
        maker, other = cast(Maker, a.data), cast(Maker, b.data)
        if maker.form == other.form == "tuple":
            return _sequences_compared(r, "eq", a, b)
        if not (maker.structural and other.structural):
            return None
        if maker.cls is not other.cls or (a.data is not b.data and maker.form != "object"):
            return r.false if maker.form == other.form == "object" else None
        return conjunction(r, tuple(r.make("eq", pair) for pair in zip(a.args, b.args, strict=True)))
    made, plain = (a, b) if a.op == "make" else (b, a)
    maker = cast(Maker, made.data)
    if maker.form == "tuple":
        return _sequences_compared(r, "eq", a, b)
    builtin = plain.op in ("seq", "set", "dict") or (plain.op == "const" and _is_builtin(constant_value(plain)))
    return r.false if maker.structural and builtin and maker.form == "object" else None


def _is_builtin(value: object) -> bool:
    return type(value).__module__ == "builtins" or isinstance(value, Enum)


def _sequences_compared(r: Rewriter, op: str, a: Term, b: Term) -> Term | None:
    """`==`, `<` or `<=` of two sequences with known prefixes, first element first."""
    kinds = kind_of(a), kind_of(b)
    if None in kinds:
        return None
    if kinds[0] != kinds[1]:
        return r.after((a, b), r.false) if op == "eq" else None
    first, second = known_prefix(r, a), known_prefix(r, b)
    if first is None or second is None:
        return None
    (items, rest), (others, more) = first, second
    if not items and rest is None:
        if op == "eq":
            return r.false if others else r.true if more is None else _is_empty(r, more)
        if others or op == "le":
            return r.true
        return r.false if more is None else negation(r, _is_empty(r, more))
    if not others and more is None:
        if op == "eq":
            return r.false if items else r.true if rest is None else _is_empty(r, rest)
        return r.false if items or op == "lt" or rest is None else _is_empty(r, rest)
    if not items or not others:
        return None
    kind = cast(str, kinds[0])
    left = rebuilt_sequence(r, kind, items[1:], rest)
    right = rebuilt_sequence(r, kind, others[1:], more)
    alike = r.make("same", (items[0], others[0]))
    later = r.make(op, (left, right))
    if op == "eq":
        return conjunction(r, (alike, later))
    return r.make("ite", (alike, later, r.make("lt", (items[0], others[0]))))


def _is_empty(r: Rewriter, sequence: Term) -> Term:
    return r.make("eq", (r.make("len", (sequence,)), r.const(0)))


def _viewed_as_sets(r: Rewriter, a: Term, b: Term) -> tuple[Term, Term] | None:
    """Both sides as sets, where `d.keys()` is compared with a set or with other keys."""
    if not any(side.op == "keys" for side in (a, b)) or not all(is_set(s.sort) or s.op == "keys" for s in (a, b)):
        return None
    first, second = (r.make("convert", (side,), "set") if side.op == "keys" else side for side in (a, b))
    return first, second


def _sets_equal(r: Rewriter, a: Term, b: Term) -> Term | None:
    """Equality as inclusion in both directions, if one side is a value and the other is known in part."""
    if a.op in ("set", "union") and b.value and total(a):
        return conjunction(r, (r.make("le", (a, b)), r.make("le", (b, a))))
    return None


def _subset(r: Rewriter, a: Term, b: Term) -> Term | None:
    if not (total(a) and total(b)):
        return None
    match a.op:
        case "set":
            assert isinstance(a.data, Container)
            items = a.args[:-1] if a.data.open else a.args
            if not all(map(hashable, items)):
                return None
            parts = [r.make("in", (item, b)) for item in items]
            if a.data.open:
                parts.append(r.make("le", (a.args[-1], b)))
            return conjunction(r, tuple(parts))
        case "union":
            return conjunction(r, tuple(r.make("le", (part, b)) for part in a.args))
        case "convert":
            item = r.fresh(element_sort(a.args[0].sort))
            inside = r.make("comp", (a.args[0], r.make("in", (r.variable(item), b)), r.true), item)
            return r.make("all", (inside,))
    return None


def less(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    a, b = args
    if a.value and b.value:
        return None
    if a.sort in INTEGERS and b.sort in INTEGERS:
        if a is b:
            return r.after((a,), r.false)
        if is_linear(a) or is_linear(b):
            return r.make("le", (r.make("add", (a, r.const(1))), b))
        return None
    as_sets = _viewed_as_sets(r, a, b)
    if as_sets is not None:
        return r.make("lt", as_sets)
    if is_set(a.sort) and is_set(b.sort):
        if not total(a) or not total(b):
            return None
        return conjunction(r, (r.make("le", (a, b)), negation(r, r.make("eq", (a, b)))))
    return _sequences_compared(r, "lt", a, b)


def at_most_(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    a, b = args
    if a.value and b.value:
        return None
    if a.sort in INTEGERS and b.sort in INTEGERS:
        return _integers_ordered(r, a, b)
    as_sets = _viewed_as_sets(r, a, b)
    if as_sets is not None:
        return r.make("le", as_sets)
    if is_set(a.sort) and is_set(b.sort):
        return r.after((a,), r.true) if a is b else _subset(r, a, b)
    return _sequences_compared(r, "le", a, b)


def _integers_ordered(r: Rewriter, a: Term, b: Term) -> Term | None:
    if a is b:
        return r.after((a,), r.true)
    for choice, other, flipped in ((a, b, False), (b, a, True)):
        if choice.op == "ite" and other.op == "const":
            condition, *branches = choice.args
            both = (r.make("le", (other, branch) if flipped else (branch, other)) for branch in branches)
            return r.make("ite", (condition, *both))
    taken_apart = _bound_on_extreme(r, a, b)
    if taken_apart is not None:
        return taken_apart
    if not (is_linear(a) or is_linear(b)):
        return None
    found = at_most(r, a, b)
    return r.make("le", found.args) if found.op == "le" and found.args != (a, b) else found


def _bound_on_extreme(r: Rewriter, a: Term, b: Term) -> Term | None:
    """`max(x, y) <= b` and similar comparisons as bounds on each part."""

    def bounded(extreme: Term, other: Term, below: bool) -> Term:
        """The condition that every part, or some part, is within the bound."""
        every = (extreme.op in ("max", "largest")) == below
        if extreme.op in ("max", "min"):
            compared = [r.make("le", (part, other) if below else (other, part)) for part in extreme.args]
        else:
            rest, seen = extreme.args
            item = r.fresh(element_sort(rest.sort))
            each = r.make("le", (r.variable(item), other) if below else (other, r.variable(item)))
            inside = r.make("comp", (rest, each, r.true), item)
            compared = [r.make("le", (seen, other) if below else (other, seen))]
            compared.append(r.make("all" if every else "any", (inside,)))
        return (conjunction if every else disjunction)(r, tuple(compared))

    for extreme, other, below in ((a, b, True), (b, a, False)):
        if extreme.op in ("max", "min") or (extreme.op in ("largest", "smallest") and len(extreme.args) == 2):
            return bounded(extreme, other, below) if all(map(total, (*extreme.args, other))) else None
    if a.op == "abs":
        inner = a.args[0]
        return conjunction(r, (r.make("le", (inner, b)), r.make("le", (r.make("neg", (b,)), inner))))
    if b.op == "abs":
        inner = b.args[0]
        return disjunction(r, (r.make("le", (a, inner)), r.make("le", (inner, r.make("neg", (a,))))))
    return None


def is_(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    a, b = args
    if a is b and a.op == "var":
        return r.true
    if a.value and b.value and not (a.op == b.op == "const"):
        return r.false
    if b.op != "const":
        a, b = b, a
    if b.op != "const" or a.op == "const":
        return None
    value = constant_value(b)
    if a.op == "found" and value is None:
        return negation(r, r.make("match", a.args, cast(Search, a.data).language))
    if a.sort == BOOL and isinstance(value, bool):
        return a if value else negation(r, a)
    if a.op in _STRUCTURES or (value is None and (a.sort in INTEGERS or is_container(a.sort))):
        return r.after((a,), r.false)
    if a.op == "ite":
        condition, then, otherwise = a.args
        return r.make("ite", (condition, r.make("is", (then, b)), r.make("is", (otherwise, b))))
    return r.intern(Term("is", (a, b)))


COMPARISONS = {"eq": eq, "same": same, "lt": less, "le": at_most_, "is": is_}
