"""Rules for `in`.

Membership in a collection becomes conditions on its parts:

    x in [3, *xs]    ->  x == 3 or x in xs
    x in a | b - c   ->  x in a or x in b and x not in c
"""

from __future__ import annotations

from collections.abc import Hashable

from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.rules.booleans import conjunction, disjunction, negation
from refute.logic.reduction.shapes import split
from refute.logic.reduction.totality import hashable, total
from refute.logic.regular.affixes import containing
from refute.logic.terms.term import INTEGERS, STR, Term, constant_value, element_sort, is_dict, is_set


def contains(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    item, box = args
    if item.value and box.value:
        return None
    if box.sort == STR:
        if item.op == "const" and isinstance(constant_value(item), str):
            return r.make("match", (box,), containing(constant_value(item)))
        return None
    if _by_hash(box) and not hashable(item):
        return None
    if box.op == "range" or (box.op == "const" and isinstance(constant_value(box), range)):
        return _in_range(r, item, box)
    if not total(item):
        return None
    if box.op in ("comp", "chain", "flatten", "zip", "enumerate"):
        return _yields(r, item, box)
    return _among(r, item, box) if total(box) else None


def _by_hash(box: Term) -> bool:
    keyed = isinstance(box.sort, tuple) and box.sort[0] == "keys"
    return keyed or is_set(box.sort) or is_dict(box.sort)


def _among(r: Rewriter, item: Term, box: Term) -> Term | None:
    match box.op:
        case "seq" | "set" | "dict":
            if box.value and item.sort in INTEGERS:
                return None  # shorter than a disjunction of equalities, and decided as soon as the item is known
            items, rest = split(box)
            parts = [r.make("same", (item, other)) for other in items]
            if rest is not None:
                parts.append(r.make("in", (item, rest)))
            return disjunction(r, tuple(parts))
        case "union" | "concat":
            return disjunction(r, tuple(r.make("in", (item, part)) for part in box.args))
        case "inter":
            return conjunction(r, tuple(r.make("in", (item, part)) for part in box.args))
        case "diff":
            kept, gone = box.args
            return conjunction(r, (r.make("in", (item, kept)), negation(r, r.make("in", (item, gone)))))
        case "convert" | "sorted" | "reversed" | "keys":
            inner = box.args[0]
            # a text contains texts of any length, but a list made of it only its characters
            return r.make("in", (item, inner)) if inner.sort != STR else _yields(r, item, inner)
    return None


def _yields(r: Rewriter, item: Term, box: Term) -> Term:
    """Whether iteration over the box yields the item."""
    each = r.fresh(element_sort(box.sort))
    return r.make("any", (r.make("comp", (box, r.make("same", (item, r.variable(each))), r.true), each),))


def _in_range(r: Rewriter, item: Term, box: Term) -> Term | None:
    if item.sort not in INTEGERS:
        return None
    if box.op == "const":
        return _in_known_range(r, item, constant_value(box))
    start, stop, step = box.args
    if step is not r.const(1) or not total(item) or not all(arg.sort in INTEGERS and total(arg) for arg in box.args):
        return None
    return conjunction(r, (r.make("le", (start, item)), r.make("lt", (item, stop))))


def _in_known_range(r: Rewriter, item: Term, numbers: range) -> Term:
    if not numbers:
        return r.after((item,), r.false)
    low, high = sorted((numbers[0], numbers[-1]))
    parts = [r.make("le", (r.const(low), item)), r.make("le", (item, r.const(high)))]
    if abs(numbers.step) != 1:
        offset = r.make("sub", (item, r.const(low)))
        parts.append(r.make("eq", (r.make("mod", (offset, r.const(abs(numbers.step)))), r.const(0))))
    return conjunction(r, tuple(parts))


MEMBERSHIP = {"in": contains}
