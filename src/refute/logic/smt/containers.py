"""Encoding of containers of known length: membership, items, sums, extremes, quantifiers."""

from __future__ import annotations

from typing import Any

import z3

from refute.logic.smt.conditions import equal, extremes, rows, selected
from refute.logic.smt.encoder import Encoder, EncodingRule
from refute.logic.smt.literals import integer_of, operand
from refute.logic.smt.strings.encoding import Untranslatable
from refute.logic.smt.strings.operations import bounds_of, character, contained, cut, each, length_of, looped, some
from refute.logic.terms.term import Container, Term, constant_value

Item = tuple[Term, Any]  # an item, and the condition that it is in the container


def inside(t: Encoder, term: Term) -> Any:
    item, box = term.args
    if box.op == "const" and isinstance(constant_value(box), range):
        return _in_range(t.number(item), constant_value(box))
    if box.op == "range":
        start, stop, step = (t.integer(arg) for arg in box.args)
        value = t.integer(item)
        if not z3.is_int_value(step) or integer_of(step) != 1:
            raise Untranslatable("a range with steps that are not known")
        return z3.And(start <= value, value < stop)
    items = _present(t, box)
    if items is None:
        return contained(t, item, box)
    return z3.Or(*[z3.And(there, equal(t, Term("eq", (item, other)))) for other, there in items])


def _in_range(value: z3.ArithRef, span: range) -> Any:
    if not span:
        return z3.BoolVal(False)
    if not z3.is_int(value):
        raise Untranslatable("whether a real number is in a range")
    low, high, step = map(operand, (min(span[0], span[-1]), max(span[0], span[-1]), abs(span.step)))
    return z3.And(low <= value, value <= high, (value - low) % step == 0)


def different(t: Encoder, term: Term) -> Any:
    items = _counted(t, term.args[0])
    if items is None:
        raise Untranslatable("whether unknown items are distinct")
    pairs = [(a, b) for place, a in enumerate(items) for b in items[:place]]
    return z3.And(*[z3.Not(z3.And(x, y, equal(t, Term("eq", (a, b))))) for (a, x), (b, y) in pairs])


def _present(t: Encoder, box: Term) -> list[Item] | None:
    """The items that a container may have, in order and perhaps repeated, each with the condition that it has it."""
    yes = z3.BoolVal(True)
    match box.op:
        case "seq" if (items := rows(box)) is not None:
            return [(item, yes) for item in items]
        case "set" if isinstance(box.data, Container) and not box.data.open:
            return [(item, yes) for item in box.args]
        case "dict" if isinstance(box.data, Container) and not box.data.open:
            return [(key, yes) for key in box.args[::2]]
        case "convert" | "sorted" | "keys" if len(box.args) == 1:
            return _present(t, box.args[0])
        case "reversed":
            turned = _present(t, box.args[0])
            return None if turned is None else turned[::-1]
        case "concat" | "union" | "chain":
            parts = [_present(t, arg) for arg in box.args]
            return None if None in parts else [item for part in parts if part for item in part]
        case "inter" | "diff":
            kept = _present(t, box.args[0])
            return None if kept is None else [(item, _kept(t, box, item, there)) for item, there in kept]
        case "slice":
            return _slice(t, box)
    return None


def _kept(t: Encoder, box: Term, item: Term, there: Any) -> Any:
    others = [inside(t, Term("in", (item, other))) for other in box.args[1:]]
    return z3.And(there, *(others if box.op == "inter" else map(z3.Not, others)))


def _slice(t: Encoder, box: Term) -> list[Item] | None:
    items = _listed(t, box.args[0])
    if items is None:
        return None
    start, stop = bounds_of(t, z3.IntVal(len(items)), box.args[1:])
    return [(item, z3.And(start <= place, place < stop)) for place, item in enumerate(items)]


def _listed(t: Encoder, box: Term) -> list[Term] | None:
    """The items of a sequence that has all of them under any condition."""
    items = _present(t, box) if box.op not in ("set", "union", "inter", "diff", "sorted") else None
    if items is None or not all(z3.is_true(there) for _, there in items):
        return None
    return [item for item, _ in items]


def _counted(t: Encoder, box: Term) -> list[Item] | None:
    """The items of a container, each with the condition that it counts: of equal ones in a set, the first does."""
    items = _present(t, box)
    if items is None or not _is_set(box):
        return items
    found: list[Item] = []
    for place, (item, there) in enumerate(items):
        seen = [z3.Not(z3.And(is_in, equal(t, Term("eq", (item, other))))) for other, is_in in items[:place]]
        found.append((item, z3.And(there, *seen)))
    return found


def _is_set(box: Term) -> bool:
    if box.op == "convert":
        return box.data in ("set", "frozenset") or _is_set(box.args[0])
    if box.op in ("sorted", "keys", "reversed"):
        return _is_set(box.args[0])
    return box.op in ("set", "dict", "union", "inter", "diff")


def total(t: Encoder, term: Term) -> Any:
    items = _counted(t, term.args[0])
    if items is None and term.args[0].op == "comp":
        parts = [z3.If(there, value, z3.IntVal(0)) for value, there in looped(t, term.args[0])]
        return z3.Sum(*parts, t.number(term.args[1]))
    if items is None:
        raise Untranslatable("the sum of items that are not known")
    found = t.expression(term.args[1])
    if z3.is_fp(found) or any(z3.is_fp(t.expression(item)) for item, _ in items):
        raise Untranslatable("a sum of floats, which Python does its own way")
    parts = [z3.If(new, t.number(item), t.whole(0)) for item, new in items]
    return z3.Sum(*parts, t.number(term.args[1]))


def extreme(t: Encoder, term: Term) -> Any:
    items = _present(t, term.args[0])
    if not items or not all(z3.is_true(there) for _, there in items):
        raise Untranslatable("the least or the largest of items that are not known")
    return extremes(t, term.op == "smallest", (*(item for item, _ in items), *term.args[1:]))


def length(t: Encoder, term: Term) -> Any:
    items = _counted(t, term.args[0])
    if items is None:
        return length_of(t, term.args[0])
    return z3.Sum(*[z3.If(new, z3.IntVal(1), z3.IntVal(0)) for _, new in items], z3.IntVal(0))


def at(t: Encoder, term: Term) -> Any:
    """An item by index or key."""
    box, place = term.args
    if box.op == "dict" and isinstance(box.data, Container) and not box.data.open and box.args:
        pairs = reversed(list(zip(box.args[::2], box.args[1::2], strict=True)))  # of equal keys, the last counts
        return _picked(t, [(equal(t, Term("eq", (place, key))), value) for key, value in pairs])
    items = _listed(t, box)
    if items is None:
        return character(t, term)
    if not items:
        raise Untranslatable("an item of nothing")
    spot, many = t.integer(place), len(items)
    return _picked(t, [(z3.Or(spot == n, spot == n - many), item) for n, item in enumerate(items)])


def _picked(t: Encoder, options: list[tuple[Any, Term]]) -> Any:
    *values, found = t.alike(tuple(value for _, value in options))
    for (here, _), value in reversed(list(zip(options[:-1], values, strict=True))):
        found = selected(t, here, value, found)
    return found


def sliced(t: Encoder, term: Term) -> Any:
    box, *bounds = term.args
    return cut(t, box, tuple(bounds))


def every(t: Encoder, term: Term) -> Any:
    items = _present(t, term.args[0])
    if items is None:
        return each(t, term)
    return z3.And(*[z3.Implies(there, t.condition(item)) for item, there in items])


def one(t: Encoder, term: Term) -> Any:
    items = _present(t, term.args[0])
    if items is None:
        return some(t, term)
    return z3.Or(*[z3.And(there, t.condition(item)) for item, there in items])


CONTAINERS: dict[str, EncodingRule] = {
    "in": inside,
    "distinct": different,
    "sum": total,
    "smallest": extreme,
    "largest": extreme,
    "len": length,
    "index": at,
    "slice": sliced,
    "all": every,
    "any": one,
}
