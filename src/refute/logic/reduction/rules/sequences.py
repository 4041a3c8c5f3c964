"""Rules for making sequences: displays, concatenation, conversion, reversal, sorting, unpacking."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import cast

from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.rules.collections import set_kind
from refute.logic.reduction.rules.idioms import alike
from refute.logic.reduction.shapes import (
    forced,
    iterated,
    kind_of,
    known_prefix,
    loop_prefix,
    rebuilt_sequence,
    split,
)
from refute.logic.reduction.totality import hashable, total
from refute.logic.terms.term import Container, Term, constant_value, element_sort, is_row, is_set


def sequence(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """A sequence display, perhaps with a rest: flat, and a text of known characters is a constant."""
    assert isinstance(data, Container)
    if data.open:
        *items, rest = args
        if not items and (kind_of(rest) or rest.op) == data.of:
            return rest
        return _with_rest(r, data.of, tuple(items), rest)
    if data.of in ("str", "bytes") and all(arg.op == "const" for arg in args):
        parts = [constant_value(arg) for arg in args]
        return r.const("".join(parts) if data.of == "str" else bytes(parts))
    return None


def _with_rest(r: Rewriter, kind: str, items: tuple[Term, ...], rest: Term) -> Term | None:
    """Items followed by the known prefix of the rest."""
    if rest.op == "seq":
        more, tail = split(rest)
    elif rest.op == "ite":
        return None
    else:
        raising = forced(r, rest)
        shape = loop_prefix(r, rest)
        if raising is not None or shape is None:
            return raising
        more, tail = shape
        if tail is not None and rest.op == "convert":
            tail = r.make("convert", (tail,), rest.data)
    return rebuilt_sequence(r, kind, (*items, *more), tail)


def concat(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """Concatenation of sequences of one kind. All of them are evaluated, so that items may raise here."""
    kind = cast(str, data)
    parts: list[Term] = []
    for arg in args:
        for part in arg.args if arg.op == "concat" else (arg,):
            shape = _items(r, part)
            before = _items(r, parts[-1]) if parts else None
            if shape == ((), None):
                continue
            if shape is not None and before is not None and before[1] is None:
                parts[-1] = rebuilt_sequence(r, kind, (*before[0], *shape[0]), shape[1])
            else:
                parts.append(part)
    if not parts:
        return r.make("seq", (), Container(kind))
    first = _items(r, parts[0])
    if len(parts) > 1 and first is not None:
        items, rest = first
        tail = r.make("concat", tuple([rest, *parts[1:]] if rest is not None else parts[1:]), kind)
        return rebuilt_sequence(r, kind, items, tail)
    if len(parts) == 1:
        # `named + ()` is a plain tuple
        return rebuilt_sequence(r, kind, *first) if first is not None and parts[0].op == "make" else parts[0]
    return r.intern(Term("concat", tuple(parts), kind))


def _items(r: Rewriter, part: Term) -> tuple[tuple[Term, ...], Term | None] | None:
    return split(part) if part.op == "seq" else known_prefix(r, part)


def reversed_(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box = args[0]
    if box.op == "reversed" and total(box):
        return box.args[0]
    if box.op == "comp" or box.op == "chain":
        return _listed(r, "reversed", box)
    shape = known_prefix(r, box)
    kind = kind_of(box)
    if shape is None or box.value or kind is None:
        return None
    items, rest = shape
    last = rebuilt_sequence(r, kind, reversed(items), None)
    return last if rest is None else r.make("concat", (r.make("reversed", (rest,)), last), kind)


def sorted_(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """`sorted(xs)`, or with two arguments sorted by the keys that the second lists."""
    box, *keys = args
    box = iterated(r, box)
    if box.op in ("comp", "chain"):
        return _listed(r, "sorted", box, data, keys)
    # sorting is stable, which cannot be observed if equal elements are identical
    if box.op in ("sorted", "reversed") and not keys and total(box) and alike(element_sort(box.sort)):
        return r.make("sorted", (box.args[0],), data)
    return None if box is args[0] else r.make("sorted", (box, *keys), data)


def _listed(r: Rewriter, op: str, box: Term, data: Hashable = None, more: Iterable[Term] = ()) -> Term | None:
    """A consumer of a loop all of whose elements are known."""
    raising = forced(r, box)
    shape = loop_prefix(r, box)
    if raising is not None or shape is None or shape[1] is not None:
        return raising
    return r.make(op, (rebuilt_sequence(r, "list", shape[0], None), *more), data)


def convert(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    box, kind = args[0], cast(str, data)
    if box.value:
        return r.make("seq", box.args, Container(kind)) if box.op == "seq" and kind in ("list", "tuple") else None
    if box.op == "ite":
        choice, *branches = box.args
        return r.make("ite", (choice, *(r.make("convert", (branch,), kind) for branch in branches)))
    raising = forced(r, box)
    if raising is not None:
        return raising
    return _converted_to_set(r, box, kind) if kind in ("set", "frozenset") else _converted_to_sequence(r, box, kind)


def _converted_to_set(r: Rewriter, box: Term, kind: str) -> Term | None:
    if is_set(box.sort):
        if set_kind(box) == kind:
            return box
        if box.op == "set" and total(box):
            return r.make("set", box.args, Container(kind, cast(Container, box.data).open))
        return None
    source = iterated(r, box)
    if source.op in ("sorted", "reversed") and total(source):
        return r.make("convert", (source.args[0],), kind)
    if source.op in ("chain", "concat") and total(source):
        return r.make("union", tuple(r.make("convert", (part,), kind) for part in source.args))
    shape = loop_prefix(r, source, ordered=False)
    if shape is None:
        return None if source is box else r.make("convert", (source,), kind)
    items, rest = shape
    if rest is not None and not all(map(hashable, items)):
        return None
    known = r.make("set", items, Container(kind))
    return known if rest is None else r.make("union", (known, r.make("convert", (rest,), kind)))


def _converted_to_sequence(r: Rewriter, box: Term, kind: str) -> Term | None:
    if box.op == "convert" and box.data in ("list", "tuple"):
        return r.make("convert", (box.args[0],), kind)
    if kind_of(box) == kind and box.op != "make":
        return box
    shape = loop_prefix(r, box)
    if shape is None:
        return None
    items, rest = shape
    return rebuilt_sequence(r, kind, items, None if rest is None else r.make("convert", (rest,), kind))


def unpacked(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """`a, b = box`: a sequence of exactly as many items, or the exception that Python raises."""
    box, count = args[0], cast(int, data)
    if is_row(box.sort) and len(box.sort) == 1 + count:
        return box
    if box.op == "ite":
        choice, *branches = box.args
        return r.make("ite", (choice, *(r.make("unpack", (branch,), count) for branch in branches)))
    shape = known_prefix(r, box)
    if shape is None or shape[1] is not None or box.op in ("set", "dict"):
        return None
    if len(shape[0]) != count:
        wrong = "too many" if len(shape[0]) > count else "not enough"
        return r.raising(ValueError(f"{wrong} values to unpack (expected {count})"))
    return rebuilt_sequence(r, "tuple", *shape)


SEQUENCES = {
    "seq": sequence,
    "concat": concat,
    "reversed": reversed_,
    "sorted": sorted_,
    "convert": convert,
    "unpack": unpacked,
}
