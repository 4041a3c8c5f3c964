"""Rules for indices and slices.

The items of a known prefix are taken, or passed over; for a non-negative i:

    [3, *xs][0]      ->  3
    [3, *xs][i + 1]  ->  xs[i]
    [3, *xs][1:]     ->  xs
    [3, *xs][-1]     ->  3 if len(xs) == 0 else xs[-1]
    [3, *xs][:i + 1] ->  [3, *xs[:i]]
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import cast

from refute.logic.reduction.linear import linear
from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.shapes import kind_of, known_prefix, rebuilt_sequence
from refute.logic.reduction.totality import hashable, total
from refute.logic.terms.term import INTEGERS, NAT, Container, Maker, Term, constant_value

# Kinds of sequences that can be sliced; a deque cannot.
_SLICED = frozenset({"list", "tuple", "str", "bytes"})


def index(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box, place = args
    if box.value and place.value:
        return _known(box, place)
    match box.op:
        case "ite":
            choice, then, otherwise = box.args
            return r.make("ite", (choice, r.make("index", (then, place)), r.make("index", (otherwise, place))))
        case "convert" if box.data in ("list", "tuple"):
            return _in_converted(r, box.args[0], place)
        case "dict":
            return _looked_up(r, box, place)
        case "make" if cast(Maker, box.data).form == "mapping":
            return _field(cast(Maker, box.data), box, place)
    if kind_of(box) is None:
        return None
    if place.op == "const" and place.sort in INTEGERS:
        return _at(r, box, int(constant_value(place)))
    passed = _passed_over(r, box, place)
    return None if passed is None else r.make("index", passed)


def _known(box: Term, place: Term) -> Term | None:
    """An item of a known sequence, without building its values."""
    number = constant_value(place) if place.op == "const" else None
    if box.op != "seq" or type(number) is not int or not -len(box.args) <= number < len(box.args):
        return None
    return box.args[number] if box.data in (Container("list"), Container("tuple")) else None


def _in_converted(r: Rewriter, inner: Term, place: Term) -> Term | None:
    """An item of a list that is made of another sequence, or by a loop over one, as an item there."""
    if inner.op == "comp" and inner.args[2] is r.true and total(inner) and kind_of(inner.args[0]):
        item = r.make("index", (inner.args[0], place))
        return r.after((item,), r.replace(inner.args[1], r.variable(inner.data), item))
    return r.make("index", (inner, place)) if kind_of(inner) else None


def _field(maker: Maker, box: Term, key: Term) -> Term | None:
    """`record["name"]` of a TypedDict. An optional key is looked up once the record is known."""
    name = constant_value(key) if key.op == "const" else None
    found = dict(zip(maker.names, box.args, strict=True)).get(str(name))
    return found if found is not None and name in maker.attributes and total(box) else None


def _looked_up(r: Rewriter, box: Term, key: Term) -> Term | None:
    if not total(box) or not total(key) or not hashable(key):
        return None
    assert isinstance(box.data, Container)
    pairs, rest = (box.args[:-1], box.args[-1]) if box.data.open else (box.args, None)
    found = r.raising(KeyError(repr(key))) if rest is None else r.make("index", (rest, key))
    for known, value in zip(pairs[::2], pairs[1::2], strict=True):
        found = r.make("ite", (r.make("same", (key, known)), value, found))
    return found


def _at(r: Rewriter, box: Term, place: int) -> Term | None:
    if box.op == "slice" and place >= 0:
        inner, start, stop, step = box.args
        begin = constant_value(start) if start.op == "const" else -1
        if stop is r.none and step is r.none and isinstance(begin, int) and begin >= 0:
            return r.make("index", (inner, r.const(begin + place)))
    if box.op == "reversed" and total(box):
        return r.make("index", (box.args[0], r.const(-1 - place)))
    shape = known_prefix(r, box)
    if shape is None:
        return None
    items, rest = shape
    if 0 <= place < len(items):
        return items[place]
    missing = r.raising(IndexError("index out of range"))
    if place >= 0:
        return missing if rest is None else r.make("index", (rest, r.const(place - len(items))))
    if rest is None:
        return items[place] if -place <= len(items) else missing
    count = r.make("len", (rest,))
    found = r.make("index", (rest, r.const(place)))
    for short in range(-place - 1, -1, -1):
        position = len(items) + short + place
        item = items[position] if position >= 0 else missing
        found = r.make("ite", (r.make("eq", (count, r.const(short))), item, found))
    return found


def _passed_over(r: Rewriter, box: Term, place: Term) -> tuple[Term, Term] | None:
    """A sequence without the items that are surely before an index, and the index in what remains."""
    shape = known_prefix(r, box)
    if shape is None or _least(place) < 1 or not shape[0]:
        return None
    items, rest = shape
    passed = min(_least(place), len(items))
    shorter = rebuilt_sequence(r, kind_of(box) or "list", items[passed:], rest)
    return shorter, r.make("sub", (place, r.const(passed)))


def _least(place: Term) -> int:
    """A lower bound of an index: `i + k` with a non-negative i is at least k."""
    if place.sort not in INTEGERS:
        return 0
    constant, table = linear(place)
    return constant if all(atom.sort == NAT and factor > 0 for atom, factor in table.items()) else 0


def slice_(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box, *bounds = args
    if box.value and all(bound.value for bound in bounds):
        return None
    if box.op == "ite":
        choice, *branches = box.args
        return r.make("ite", (choice, *(r.make("slice", (branch, *bounds)) for branch in branches)))
    if kind_of(box) not in _SLICED:
        return None
    if any(bound.op != "const" for bound in bounds):
        return _moving(r, box, *bounds)
    values = [constant_value(bound) for bound in bounds]
    if not all(bound is None or isinstance(bound, int) for bound in values) or values[2] == 0:
        return None
    start, stop, step = (None if bound is None else int(bound) for bound in values)
    if step == -1 and start is None and stop is None:
        return r.make("reversed", (box,))
    if step is not None and step < 0:
        shape = known_prefix(r, box)
        return None if shape is None or shape[1] is not None else _cut(r, box, shape[0][start:stop:step], None)
    plain = (start or None, stop, None if step == 1 else step)
    if plain == (None, None, None) and kind_of(box) is not None and box.op != "make":
        return box
    if stop is not None and 0 <= stop <= max(plain[0] or 0, 0) and total(box):
        return _cut(r, box, (), None)
    composed = _composed(r, box, *plain)
    if composed is not None:
        return composed
    shape = known_prefix(r, box)
    if shape is not None:
        return _known_part(r, box, shape, *plain)
    spelled = tuple(r.const(bound) for bound in plain)
    return None if spelled == tuple(bounds) else r.make("slice", (box, *spelled))


def _composed(r: Rewriter, box: Term, start: int | None, stop: int | None, step: int | None) -> Term | None:
    """`xs[a:][b:]` is `xs[a + b:]`."""
    if box.op != "slice" or stop is not None or step is not None or start is None or start < 0:
        return None
    whole, before, end, stride = box.args
    if end is not r.none or stride is not r.none or before.op != "const" or constant_value(before) < 0:
        return None
    return r.make("slice", (whole, r.const(constant_value(before) + start), r.none, r.none))


def _cut(r: Rewriter, box: Term, items: tuple[Term, ...], rest: Term | None) -> Term:
    return rebuilt_sequence(r, kind_of(box) or "list", items, rest)


def _known_part(
    r: Rewriter,
    box: Term,
    shape: tuple[tuple[Term, ...], Term | None],
    start: int | None,
    stop: int | None,
    step: int | None,
) -> Term | None:
    """A slice of a sequence with a known prefix."""
    items, rest = shape
    if rest is None:
        return _cut(r, box, items[start:stop:step], None)
    known = len(items)
    begin = start or 0
    if begin < 0:
        if stop is not None or step is not None:
            return None
        found = r.make("slice", (rest, r.const(begin), r.none, r.none))
        for short in range(-begin - 1, -1, -1):
            kept = _cut(r, box, items[max(0, known + short + begin) :], rest)
            found = _if_as_long(r, rest, short, kept, found)
        return found
    if stop is not None and stop < 0:
        if step is not None or begin > known:
            return None
        more = r.make("slice", (rest, r.none, r.const(stop), r.none))
        found = _cut(r, box, items[begin:], more)
        for short in range(-stop - 1, -1, -1):
            found = _if_as_long(r, rest, short, _cut(r, box, items[begin : max(0, known + short + stop)], None), found)
        return found
    taken = items[begin:stop:step]
    ahead = max(0, begin + len(taken) * (step or 1) - known)
    if stop is not None and stop <= known:
        return _cut(r, box, taken, None)
    end = r.none if stop is None else r.const(stop - known)
    return _cut(r, box, taken, r.make("slice", (rest, r.const(ahead or None), end, r.const(step))))


def _if_as_long(r: Rewriter, rest: Term, count: int, then: Term, otherwise: Term) -> Term:
    return r.make("ite", (r.make("eq", (r.make("len", (rest,)), r.const(count))), then, otherwise))


def _moving(r: Rewriter, box: Term, start: Term, stop: Term, step: Term) -> Term | None:
    """A slice whose bounds depend on a non-negative i.

    The first k items are passed over by `xs[i + k:]` and `xs[i + k:j + k]`, and taken by `xs[:i + k]`.
    """
    if step is not r.none:
        return None
    if start is r.const(0):
        return r.make("slice", (box, r.none, stop, step))
    if stop is r.none:
        passed = _passed_over(r, box, start)
        return None if passed is None else r.make("slice", (*passed, stop, step))
    shape = known_prefix(r, box)
    if shape is None or not shape[0] or _least(stop) < 1:
        return None
    items, rest = shape
    if start is not r.none:
        passed_over = min(_least(start), _least(stop), len(items))
        if passed_over < 1:
            return None
        shorter = _cut(r, box, items[passed_over:], rest)
        bounds = (r.make("sub", (bound, r.const(passed_over))) for bound in (start, stop))
        return r.make("slice", (shorter, *bounds, step))
    first = items[: _least(stop)]
    end = r.make("sub", (stop, r.const(len(first))))
    shorter = _cut(r, box, items[len(first) :], rest)
    return _cut(r, box, first, r.make("slice", (shorter, start, end, step)))


INDEXING = {"index": index, "slice": slice_}
