"""Rules for comparing: equality and order of numbers, sequences, sets and data; identity; membership."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from typing import TYPE_CHECKING, cast

from refute.logic.regular import containing
from refute.logic.rules.booleans import conjunction, disjunction, negation
from refute.logic.rules.linear import at_most, equal, is_linear
from refute.logic.rules.shapes import known_prefix, rebuilt_sequence
from refute.logic.terms import (
    BOOL,
    INTEGERS,
    STR,
    Constant,
    Kind,
    Maker,
    Term,
    constant_value,
    element_sort,
    is_container,
    is_set,
    sequence_kind,
)

if TYPE_CHECKING:
    from refute.logic.reducer import Reducer

_STRUCTURES = frozenset({"seq", "set", "dict", "make"})


def eq(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    a, b = args
    if a.value and b.value:
        return None
    if a is b and (a.sort in INTEGERS or a.sort == STR):
        return r.true
    if a.sort in INTEGERS and b.sort in INTEGERS:
        return _integers_equal(r, a, b)
    if a.value or (not b.value and a.serial > b.serial and a.op not in _STRUCTURES):
        a, b = b, a
    if a.op == "ite" and b.value:
        condition, then, otherwise = a.args
        return r.make("ite", (condition, r.make("eq", (then, b)), r.make("eq", (otherwise, b))))
    if is_set(a.sort) and is_set(b.sort):
        return _sets_equal(r, a, b)
    if a.op == "make" or b.op == "make":
        return _data_equal(r, a, b)
    compared = _sequences_compared(r, "eq", a, b)
    if compared is None:
        compared = _is_sorted(r, a, b)
    return compared if compared is not None else r.intern(Term("eq", (a, b)))


def _integers_equal(r: Reducer, a: Term, b: Term) -> Term:
    distinct = _all_distinct(r, a, b)
    if distinct is not None:
        return distinct
    for choice, other in ((a, b), (b, a)):
        if choice.op == "ite" and other.op == "const":
            condition, then, otherwise = choice.args
            return r.make("ite", (condition, r.make("eq", (then, other)), r.make("eq", (otherwise, other))))
    for flag, other in ((a, b), (b, a)):
        if flag.sort == BOOL and other.op == "const":
            number = int(constant_value(other))
            return flag if number == 1 else negation(r, flag) if number == 0 else r.false
    if is_linear(a) or is_linear(b):
        return equal(r, a, b)
    first, second = sorted((a, b), key=lambda term: term.serial)
    return r.intern(Term("eq", (first, second)))


def _all_distinct(r: Reducer, a: Term, b: Term) -> Term | None:
    """`len(set(xs)) == len(xs)`, which people write to say that no element is repeated."""
    if a.op == b.op == "len":
        for one, other in ((a.args[0], b.args[0]), (b.args[0], a.args[0])):
            if one.op == "convert" and one.data in ("set", "frozenset") and one.args[0] is plain_source(other):
                return r.make("distinct", (one.args[0],))
    return None


def plain_source(term: Term) -> Term:
    """A sequence without conversions that keep its elements, repeated ones included."""
    while term.op in ("sorted", "reversed") or (term.op == "convert" and term.data in ("list", "tuple")):
        term = term.args[0]
    return term


def _is_sorted(r: Reducer, a: Term, b: Term) -> Term | None:
    """`xs == sorted(xs)`: each element at most the next. True of total orders only, so not of floats or sets."""
    for sequence, other in ((a, b), (b, a)):
        kind = sequence_kind(other.sort)
        turned = other.op == "reversed"
        inner = other.args[0] if turned else other
        if inner.op == "convert":
            inner = inner.args[0]
        if inner.op != "sorted" or inner.args[0] is not plain_source(sequence) or sequence_kind(sequence.sort) != kind:
            continue
        source = inner.args[0]
        if element_sort(source.sort) not in INTEGERS and element_sort(source.sort) != STR:
            continue
        neighbours = r.make("zip", (source, r.make("slice", (source, r.const(1), r.none, r.none))))
        pair = r.fresh(element_sort(neighbours.sort))
        first, second = (r.make("index", (r.variable(pair), r.const(place))) for place in (0, 1))
        ordered = r.make("le", (second, first) if turned else (first, second))
        return r.make("all", (r.make("comp", (neighbours, ordered, r.true), pair),))
    return None


def _data_equal(r: Reducer, a: Term, b: Term) -> Term | None:
    if a.op == "make" and b.op == "make":
        maker = cast(Maker, a.data)
        if not (maker.structural and cast(Maker, b.data).structural):
            return None
        if a.data is not b.data:
            return r.false
        return conjunction(r, tuple(r.make("eq", pair) for pair in zip(a.args, b.args, strict=True)))
    made, other = (a, b) if a.op == "make" else (b, a)
    plain = other.op in ("seq", "set", "dict") or (other.op == "const" and _is_builtin(constant_value(other)))
    return r.false if cast(Maker, made.data).structural and plain else None


def _is_builtin(value: object) -> bool:
    return type(value).__module__ == "builtins" or isinstance(value, Enum)


def _sequences_compared(r: Reducer, op: str, a: Term, b: Term) -> Term | None:
    """`==`, `<` or `<=` of two sequences of which a beginning is known, first element first."""
    first, second = known_prefix(r, a), known_prefix(r, b)
    if first is None or second is None:
        return None
    if "set" in (a.op, b.op) or "dict" in (a.op, b.op):
        return None
    kinds = sequence_kind(a.sort), sequence_kind(b.sort)
    if None in kinds:
        return None
    if kinds[0] != kinds[1]:
        return r.false if op == "eq" else None
    (items, rest), (others, more) = first, second
    if not items and rest is None:
        if op == "eq":
            return r.false if others else r.true if more is None else _is_empty(r, more)
        if others:
            return r.true
        if op == "le":
            return r.true
        return r.false if more is None else negation(r, _is_empty(r, more))
    if not others and more is None:
        if op == "eq":
            return r.false if items else r.true if rest is None else _is_empty(r, rest)
        if items:
            return r.false
        return r.false if op == "lt" or rest is None else _is_empty(r, rest)
    if not items or not others:
        return None
    kind = cast(str, kinds[0])
    left = rebuilt_sequence(r, kind, items[1:], rest)
    right = rebuilt_sequence(r, kind, others[1:], more)
    same = r.make("eq", (items[0], others[0]))
    later = r.make(op, (left, right))
    if op == "eq":
        return conjunction(r, (same, later))
    return disjunction(r, (r.make("lt", (items[0], others[0])), conjunction(r, (same, later))))


def _is_empty(r: Reducer, sequence: Term) -> Term:
    return r.make("eq", (r.make("len", (sequence,)), r.const(0)))


def _sets_equal(r: Reducer, a: Term, b: Term) -> Term | None:
    """Worth taking apart only when one side is known in part; two whole unknowns are compared as they are."""
    if a.op in ("set", "union", "convert") and b.value and (a.op != "convert" or known_prefix(r, a.args[0])):
        return conjunction(r, (r.make("le", (a, b)), r.make("le", (b, a))))
    return None


def _subset(r: Reducer, a: Term, b: Term) -> Term | None:
    match a.op:
        case "set":
            assert isinstance(a.data, Kind)
            items = a.args[:-1] if a.data.open else a.args
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


def less(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    a, b = args
    if a.value and b.value:
        return None
    if a.sort in INTEGERS and b.sort in INTEGERS:
        if a is b:
            return r.false
        if is_linear(a) or is_linear(b):
            return r.make("le", (r.make("add", (a, r.const(1))), b))
        return None
    if is_set(a.sort) and is_set(b.sort):
        return conjunction(r, (r.make("le", (a, b)), negation(r, r.make("eq", (a, b)))))
    return _sequences_compared(r, "lt", a, b)


def at_most_(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    a, b = args
    if a.value and b.value:
        return None
    if a.sort in INTEGERS and b.sort in INTEGERS:
        if a is b:
            return r.true
        for choice, other, flipped in ((a, b, False), (b, a, True)):
            if choice.op == "ite" and other.op == "const":
                condition, *branches = choice.args
                both = (r.make("le", (other, branch) if flipped else (branch, other)) for branch in branches)
                return r.make("ite", (condition, *both))
        taken_apart = _bound_on_extreme(r, a, b)
        if taken_apart is not None:
            return taken_apart
        return at_most(r, a, b) if is_linear(a) or is_linear(b) else None
    if is_set(a.sort) and is_set(b.sort):
        return _subset(r, a, b)
    return _sequences_compared(r, "le", a, b)


def _bound_on_extreme(r: Reducer, a: Term, b: Term) -> Term | None:
    """`max(x, y) <= b` and the like, as bounds on each part."""

    def bounded(extreme: Term, other: Term, below: bool) -> Term:
        """Every part within the bound, or some part, as the side of the bound and the extreme demand."""
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

    if a.op in ("max", "min") or (a.op in ("largest", "smallest") and len(a.args) == 2):
        return bounded(a, b, below=True)
    if b.op in ("max", "min") or (b.op in ("largest", "smallest") and len(b.args) == 2):
        return bounded(b, a, below=False)
    if a.op == "abs":
        inner = a.args[0]
        return conjunction(r, (r.make("le", (inner, b)), r.make("le", (r.make("neg", (b,)), inner))))
    if b.op == "abs":
        inner = b.args[0]
        return disjunction(r, (r.make("le", (a, inner)), r.make("le", (inner, r.make("neg", (a,))))))
    return None


def is_(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    a, b = args
    if a.value and b.value and not (a.op == b.op == "const"):
        return r.false
    if b.op != "const":
        a, b = b, a
    if b.op != "const" or a.op == "const":
        return None
    value = constant_value(b)
    if a.op == "found" and value is None:
        return negation(r, r.make("match", a.args, a.data))
    if a.sort == BOOL and isinstance(value, bool):
        return a if value else negation(r, a)
    if a.op in _STRUCTURES or (value is None and (a.sort in INTEGERS or is_container(a.sort))):
        return r.false
    if a.op == "ite":
        condition, then, otherwise = a.args
        return r.make("ite", (condition, r.make("is", (then, b)), r.make("is", (otherwise, b))))
    return r.intern(Term("is", (a, b)))


def contains(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    item, box = args
    if item.value and box.value:
        return None
    match box.op:
        case "seq" | "set" | "dict":
            if box.value and item.sort in INTEGERS:
                return None  # decided at once when the item is known; a chain of equalities would only be longer
            assert isinstance(box.data, Kind)
            items = box.args[:-1] if box.data.open else box.args
            keys = items[::2] if box.op == "dict" else items
            parts = [r.make("eq", (item, other)) for other in keys]
            if box.data.open:
                parts.append(r.make("in", (item, box.args[-1])))
            if box.sort != STR:
                return disjunction(r, tuple(parts))
        case "union":
            return disjunction(r, tuple(r.make("in", (item, part)) for part in box.args))
        case "inter":
            return conjunction(r, tuple(r.make("in", (item, part)) for part in box.args))
        case "diff":
            kept, gone = box.args
            return conjunction(r, (r.make("in", (item, kept)), negation(r, r.make("in", (item, gone)))))
        case "range" if item.sort in INTEGERS and box.args[2] is r.const(1):
            return conjunction(r, (r.make("le", (box.args[0], item)), r.make("lt", (item, box.args[1]))))
        case "comp":
            source, element, condition = box.args
            found = conjunction(r, (condition, r.make("eq", (item, element))))
            return r.make("any", (r.make("comp", (source, found, r.true), box.data),))
        case "convert" | "sorted" | "reversed" | "keys":
            return r.make("in", (item, box.args[0]))
        case "concat" if box.sort != STR:
            return disjunction(r, tuple(r.make("in", (item, part)) for part in box.args))
    if box.sort == STR and item.op == "const" and isinstance(constant_value(item), str):
        return r.make("match", (box,), containing(constant_value(item)))
    if isinstance(box.data, Constant) and isinstance(box.data.value, range) and item.sort in INTEGERS:
        return _in_range(r, item, box.data.value)
    return None


def _in_range(r: Reducer, item: Term, numbers: range) -> Term:
    if not numbers:
        return r.false
    low, high = sorted((numbers[0], numbers[-1]))
    parts = [r.make("le", (r.const(low), item)), r.make("le", (item, r.const(high)))]
    if abs(numbers.step) != 1:
        offset = r.make("sub", (item, r.const(low)))
        parts.append(r.make("eq", (r.make("mod", (offset, r.const(abs(numbers.step)))), r.const(0))))
    return conjunction(r, tuple(parts))


COMPARISONS = {"eq": eq, "lt": less, "le": at_most_, "is": is_, "in": contains}
