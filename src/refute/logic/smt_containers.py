"""Containers whose length is known, in a solver's words: membership, sums, extremes, differences of their items."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import z3

from refute.logic.smt_conditions import equal, rows
from refute.logic.smt_numbers import folded, greater, lesser
from refute.logic.smt_text import Untranslatable
from refute.logic.terms import Kind, Term, constant_value

if TYPE_CHECKING:
    from refute.logic.smt import Translator


def inside(t: Translator, term: Term) -> Any:
    item, box = term.args
    if box.op in ("seq", "set") and isinstance(box.data, Kind) and not box.data.open and box.data.of != "str":
        return z3.Or(*[equal(t, Term("eq", (item, other))) for other in box.args])
    if box.op == "const" and isinstance(constant_value(box), range):
        return _in_range(t, t.number(item), constant_value(box))
    if box.op == "range" and len(box.args) <= 2:
        edges = [t.integer(arg) for arg in box.args]
        low, high = edges if len(edges) == 2 else (z3.IntVal(0), edges[0])
        value = t.integer(item)
        return z3.And(low <= value, value < high)
    return z3.Contains(t.text(box), t.text(item))


def _in_range(t: Translator, value: z3.ArithRef, span: range) -> Any:
    if not len(span):
        return z3.BoolVal(False)
    if not z3.is_int(value):
        raise Untranslatable("whether a real number is in a range")
    low, high = min(span[0], span[-1]), max(span[0], span[-1])
    return z3.And(low <= value, value <= high, (value - low) % abs(span.step) == 0)


def different(t: Translator, term: Term) -> Any:
    items = rows(term.args[0])
    if items is None:
        raise Untranslatable("whether unknown items are distinct")
    pairs = [(a, b) for place, a in enumerate(items) for b in items[:place]]
    return z3.And(*[z3.Not(equal(t, Term("eq", pair))) for pair in pairs])


def _items(t: Translator, box: Term) -> list[tuple[Term, Any]] | None:
    """What is in a container of known length, and whether it counts: of equal ones in a set, one does."""
    if box.op == "seq" and (items := rows(box)) is not None:
        return [(item, z3.BoolVal(True)) for item in items]
    if box.op != "set" or not isinstance(box.data, Kind) or box.data.open:
        return None
    found = []
    for place, item in enumerate(box.args):
        others = [z3.Not(equal(t, Term("eq", (item, other)))) for other in box.args[:place]]
        found.append((item, z3.And(*others) if others else z3.BoolVal(True)))
    return found


def total(t: Translator, term: Term) -> Any:
    items = _items(t, term.args[0])
    if items is None:
        raise Untranslatable("the sum of items that are not known")
    parts = [z3.If(new, t.number(item), z3.IntVal(0)) for item, new in items]
    return z3.Sum(*parts, t.number(term.args[1]))


def extreme(t: Translator, term: Term) -> Any:
    items = _items(t, term.args[0])
    if items is None or not items:
        raise Untranslatable("the least or the largest of items that are not known")
    every = Term("min", (*(item for item, _ in items), *term.args[1:]))
    return folded(t, lesser if term.op == "smallest" else greater, every)


def length(t: Translator, term: Term) -> Any:
    items = _items(t, term.args[0])
    if items is None:
        return z3.Length(t.text(term.args[0]))
    return z3.Sum(*[z3.If(new, z3.IntVal(1), z3.IntVal(0)) for _, new in items], z3.IntVal(0))


CONTAINERS: dict[str, Callable[[Translator, Term], Any]] = {
    "in": inside,
    "distinct": different,
    "sum": total,
    "smallest": extreme,
    "largest": extreme,
    "len": length,
}
