"""Rules for sequences: building, iterating, measuring and comparing them, as far as a beginning is known.

Every operator that walks a sequence is stepped over its known items; what is left asks the same of the rest. That
is what turns a predicate on a list into a residual on its tail.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, cast

from refute.logic.rules.booleans import conjunction, disjunction, negation, truth
from refute.logic.rules.linear import linear, lower
from refute.logic.rules.shapes import known_prefix, rebuilt_sequence
from refute.logic.terms import (
    INTEGERS,
    NAT,
    Kind,
    Maker,
    Sort,
    Term,
    constant_value,
    element_sort,
    is_dict,
    is_set,
    sequence_kind,
    subterms,
)

if TYPE_CHECKING:
    from refute.logic.reducer import Reducer

# Conversions that neither add nor remove elements; whoever does not care about order or repetition looks through them.
_REORDERED = frozenset({"sorted", "reversed", "convert"})


def sequence(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """A literal, or items before a rest: flat, and text made of known characters is a constant."""
    assert isinstance(data, Kind)
    if data.open:
        rest = args[-1]
        if len(args) == 1 and _kind_of(rest) == data.of:
            return rest
        shape = known_prefix(r, rest) if rest.op in ("seq", "const") else None
        if shape is not None:
            items, tail = shape
            return rebuilt_sequence(r, data.of, (*args[:-1], *items), tail)
        return None
    if data.of in ("str", "bytes") and all(arg.op == "const" for arg in args):
        parts = [constant_value(arg) for arg in args]
        return r.const("".join(parts) if data.of == "str" else bytes(parts))
    return None


def _kind_of(term: Term) -> str | None:
    return sequence_kind(term.sort)


def iterated(r: Reducer, source: Term) -> Term:
    """What a loop over `source` walks through: conversions to list or tuple make no difference to it."""
    while source.op == "convert" and source.data in ("list", "tuple"):
        inner = source.args[0]
        if is_set(inner.sort) or is_dict(inner.sort):
            break
        source = inner
    if is_dict(source.sort) and source.op != "dict":
        return r.make("keys", (source,))
    return source


def comprehension(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    source, element, condition = args
    if source.op == "raise":
        return source
    if condition is r.false:
        return r.make("seq", (), Kind("list"))
    bound = r.variable(data)
    source = iterated(r, source)
    match source.op:
        case "comp":
            inner, mapped, kept = source.args
            outer = (
                r.replace(element, bound, mapped),
                conjunction(r, (kept, r.replace(condition, bound, mapped))),
            )
            return r.make("comp", (inner, *outer), source.data)
        case "concat":
            parts = tuple(r.make("comp", (part, element, condition), data) for part in source.args)
            return r.make("concat", parts)
        case "ite":
            choice, then, otherwise = source.args
            both = tuple(r.make("comp", (part, element, condition), data) for part in (then, otherwise))
            return r.make("ite", (choice, *both))
        case "enumerate":
            counted, start = source.args
            place = r.fresh(NAT)
            counter = r.variable(place)
            item = r.make("index", (counted, counter))
            pair = r.make("seq", (r.make("add", (counter, start)), item), Kind("tuple"))
            places = r.make("range", (r.const(0), r.make("len", (counted,)), r.const(1)))
            replaced = r.replace(element, bound, pair), r.replace(condition, bound, pair)
            return r.make("comp", (places, *replaced), place)
        case "range" if source.args[2] is r.const(1) and source.args[0] is not r.const(0):
            start, stop, step = source.args
            moved = r.make("range", (r.const(0), r.make("sub", (stop, start)), step))
            counter = r.variable((bound.data, NAT))
            shifted = r.make("add", (counter, start))
            replaced = r.replace(element, bound, shifted), r.replace(condition, bound, shifted)
            return r.make("comp", (moved, *replaced), (bound.data, NAT))
    shape = known_prefix(r, source)
    if shape is not None:
        walked = _walked(r, shape, element, condition, bound)
        if walked is not None:
            return walked
    indexed = _by_element(r, source, element, condition, bound)
    if indexed is not None:
        return indexed
    wanted = f"${1 + max(element.height, condition.height)}", _bound_sort(r, source)
    if data != wanted:
        fresh = r.variable(wanted)
        element, condition = r.replace(element, bound, fresh), r.replace(condition, bound, fresh)
        return r.make("comp", (source, element, condition), wanted)
    return r.intern(Term("comp", (source, element, condition), data))


def _bound_sort(r: Reducer, source: Term) -> Sort:
    if source.op == "range" and source.args[0] is r.const(0) and source.args[2] is r.const(1):
        return NAT
    return element_sort(source.sort)


def _walked(
    r: Reducer, shape: tuple[tuple[Term, ...], Term | None], element: Term, condition: Term, bound: Term
) -> Term | None:
    items, rest = shape
    pieces: list[Term] = []
    for item in items:
        kept, mapped = r.replace(condition, bound, item), r.replace(element, bound, item)
        kept = truth(r, kept)
        if kept.op == "raise" or (mapped.op == "raise" and kept is not r.false):
            return None  # left to whoever consumes it: `any` may stop before this item
        single = r.make("seq", (mapped,), Kind("list"))
        pieces.append(r.make("ite", (kept, single, r.make("seq", (), Kind("list")))))
    if rest is not None:
        pieces.append(r.make("comp", (rest, element, condition), (bound.data, bound.sort)))
    return r.make("concat", tuple(pieces)) if pieces else r.make("seq", (), Kind("list"))


def _by_element(r: Reducer, source: Term, element: Term, condition: Term, bound: Term) -> Term | None:
    """`f(xs[i]) for i in range(len(xs))` is `f(x) for x in xs` where `i` is used for nothing else."""
    if source.op != "range" or source.args[0] is not r.const(0) or source.args[1].op != "len":
        return None
    sequence = source.args[1].args[0]
    access = r.make("index", (sequence, bound))
    item = r.fresh(element_sort(sequence.sort))
    stand_in = r.variable(item)
    replaced = tuple(r.replace(part, access, stand_in) for part in (element, condition))
    if any(str(bound.data) in part.free for part in replaced):
        return None
    return r.make("comp", (sequence, *replaced), item)


def concat(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    parts: list[Term] = []
    for arg in args:
        for part in arg.args if arg.op == "concat" else (arg,):
            shape = known_prefix(r, part)
            before = known_prefix(r, parts[-1]) if parts else None
            if shape == ((), None):
                continue
            if shape is not None and before is not None and before[1] is None and _kind_of(part) == _kind_of(parts[-1]):
                parts[-1] = rebuilt_sequence(r, _kind_of(part) or "list", (*before[0], *shape[0]), shape[1])
            else:
                parts.append(part)
    if not parts:
        return args[0]
    first = known_prefix(r, parts[0])
    if len(parts) > 1 and first is not None:
        items, rest = first
        tail = r.make("concat", tuple([rest, *parts[1:]] if rest is not None else parts[1:]))
        return rebuilt_sequence(r, _kind_of(parts[0]) or "list", items, tail)
    return parts[0] if len(parts) == 1 else r.intern(Term("concat", tuple(parts)))


_SAFE = frozenset(
    {
        "var",
        "const",
        "lin",
        "add",
        "sub",
        "mul",
        "neg",
        "eq",
        "lt",
        "le",
        "not",
        "and",
        "or",
        "ite",
        "is",
        "truth",
        "seq",
    }
)


def cannot_raise(term: Term) -> bool:
    """Whether evaluating a term surely gives a value, so that leaving it out changes nothing."""
    return all(part.op in _SAFE and (part.op in ("var", "const") or part.sort != "any") for part in subterms(term))


def flatten(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    """A sequence of sequences in one: nested loops of a comprehension."""
    shape = known_prefix(r, args[0])
    if shape is None:
        return None
    items, rest = shape
    parts = [*items] if rest is None else [*items, r.make("flatten", (rest,))]
    return r.make("concat", tuple(parts)) if parts else r.make("seq", (), Kind("list"))


def length(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box = args[0]
    shape = known_prefix(r, box)
    match box.op:
        case "seq" | "dict" if shape is not None:
            items, rest = shape
            count = r.const(len(items))
            return count if rest is None else r.make("add", (count, r.make("len", (rest,))))
        case "set" if shape is not None and shape[1] is not None:
            return r.make("add", (r.const(len(shape[0])), r.make("len", (shape[1],))))
        case "comp":
            source, element, condition = box.args
            if not cannot_raise(element):
                return None
            if condition is r.true:
                return r.make("len", (source,))
            one = r.make("ite", (condition, r.const(1), r.const(0)))
            return r.make("sum", (r.make("comp", (source, one, r.true), box.data), r.const(0)))
        case "concat":
            total = r.const(0)
            for part in box.args:
                total = r.make("add", (total, r.make("len", (part,))))
            return total
        case "flatten" if box.args[0].op == "comp":
            return _distributed(r, "len", box.args[0], "sum")
        case "reversed" | "sorted" | "enumerate" | "items" | "keys" | "values":
            return r.make("len", (box.args[0],))
        case "convert" if box.data in ("list", "tuple"):
            return r.make("len", (box.args[0],))
        case "zip" if box.args:
            lengths = tuple(r.make("len", (part,)) for part in box.args)
            return r.make("min", lengths) if len(lengths) > 1 else lengths[0]
        case "range" if box.args[2] is r.const(1):
            span = r.make("sub", (box.args[1], box.args[0]))
            least = lower(span)
            return span if least is not None and least >= 0 else r.make("max", (r.const(0), span))
        case "ite":
            choice, then, otherwise = box.args
            return r.make("ite", (choice, r.make("len", (then,)), r.make("len", (otherwise,))))
    return None


def _distributed(r: Reducer, inner: str, comp: Term, outer: str) -> Term:
    """A consumer of nested loops, as a consumer of consumers: `all` of `all`, `sum` of `len`."""
    source, element, condition = comp.args
    inside = r.make(inner, (element, r.const(0)) if inner == "sum" else (element,))
    mapped = r.make("comp", (source, inside, condition), comp.data)
    return r.make(outer, (mapped, r.const(0)) if outer == "sum" else (mapped,))


def total(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box, start = args
    if box.op == "comp" and box.args[2] is not r.true:
        source, element, condition = box.args
        folded = r.make("ite", (condition, element, r.const(0)))
        return r.make("sum", (r.make("comp", (source, folded, r.true), box.data), start))
    if box.op == "flatten" and box.args[0].op == "comp":
        return r.make("add", (start, _distributed(r, "sum", box.args[0], "sum")))
    if box.op == "ite":
        choice, then, otherwise = box.args
        return r.make("ite", (choice, r.make("sum", (then, start)), r.make("sum", (otherwise, start))))
    if box.op == "concat":
        for part in box.args:
            start = r.make("sum", (part, start))
        return start
    if box.op in ("sorted", "reversed") and element_sort(box.sort) in INTEGERS:
        return r.make("sum", (box.args[0], start))
    shape = known_prefix(r, iterated(r, box))
    if shape is not None and not box.value:
        items, rest = shape
        for item in items:
            start = r.make("add", (start, item))
        return start if rest is None else r.make("sum", (rest, start))
    if start is not r.const(0) and element_sort(box.sort) in INTEGERS and start.sort in INTEGERS:
        return r.make("add", (start, r.make("sum", (box, r.const(0)))))
    return None


def _quantifier(op: str) -> Callable[[Reducer, tuple[Term, ...], Hashable], Term | None]:
    join = conjunction if op == "all" else disjunction

    def rule(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
        box = args[0]
        shape = known_prefix(r, box)
        if shape is not None:
            items, rest = shape
            parts = [truth(r, item) for item in items]
            if rest is not None:
                parts.append(r.make(op, (rest,)))
            return join(r, tuple(parts))
        match box.op:
            case "concat":
                return join(r, tuple(r.make(op, (part,)) for part in box.args))
            case "ite":
                choice, then, otherwise = box.args
                return r.make("ite", (choice, r.make(op, (then,)), r.make(op, (otherwise,))))
            case "flatten" if box.args[0].op == "comp":
                return _distributed(r, op, box.args[0], op)
            case "comp":
                return _over_comprehension(r, box)
        if box.op in _REORDERED:
            return r.make(op, (box.args[0],))
        return None

    def _over_comprehension(r: Reducer, box: Term) -> Term | None:
        source, element, condition = box.args
        element = truth(r, element)
        if condition is not r.true:
            guard = negation(r, condition) if op == "all" else condition
            pair = (guard, element)
            element = disjunction(r, pair) if op == "all" else conjunction(r, pair)
            return r.make(op, (r.make("comp", (source, element, r.true), box.data),))
        if element is (r.true if op == "all" else r.false):
            return element
        if source.op in _REORDERED:
            return r.make(op, (r.make("comp", (source.args[0], element, r.true), box.data),))
        if source.op == "union":
            each = (r.make(op, (r.make("comp", (part, element, r.true), box.data),)) for part in source.args)
            return join(r, tuple(each))
        shape = known_prefix(r, source)
        if shape is not None:
            items, rest = shape
            bound = r.variable(box.data)
            parts = [truth(r, r.replace(element, bound, item)) for item in items]
            if rest is not None:
                parts.append(r.make(op, (r.make("comp", (rest, element, r.true), box.data),)))
            return join(r, tuple(parts))
        if element.op == ("and" if op == "all" else "or"):
            each = (r.make(op, (r.make("comp", (source, part, r.true), box.data),)) for part in element.args)
            return join(r, tuple(each))
        return r.intern(Term(op, (r.intern(Term("comp", (source, element, r.true), box.data)),)))

    return rule


def _extreme(op: str, pick: str) -> Callable[[Reducer, tuple[Term, ...], Hashable], Term | None]:
    def rule(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
        """`max(xs)`, or with two arguments the largest of an item already seen and the rest."""
        box, *seen = args
        if all(arg.value for arg in args) and not seen:
            return None
        shape = known_prefix(r, iterated(r, box))
        if shape is None:
            if box.op in ("sorted", "reversed", "convert"):
                return r.make(op, (box.args[0], *seen))
            return None
        items, rest = shape
        parts = (*seen, *items)
        if not parts:
            return r.make(op, (rest,)) if rest is not None else r.raising(ValueError(f"{pick}() of an empty sequence"))
        best = r.make(pick, parts) if len(parts) > 1 else parts[0]
        return best if rest is None else r.make(op, (rest, best))

    return rule


def index(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box, place = args
    if box.value and place.value:
        return None
    match box.op:
        case "ite":
            choice, then, otherwise = box.args
            return r.make("ite", (choice, r.make("index", (then, place)), r.make("index", (otherwise, place))))
        case "comp" if box.args[2] is r.true:
            bound = r.variable(box.data)
            return r.replace(box.args[1], bound, r.make("index", (box.args[0], place)))
        case "convert" if box.data in ("list", "tuple"):
            return r.make("index", (box.args[0], place))
        case "dict":
            return _looked_up(r, box, place)
        case "make" if cast(Maker, box.data).form == "mapping":
            return _field(cast(Maker, box.data), box, place)
        case "set":
            return None
    if place.op == "const" and place.sort in INTEGERS:
        return _at(r, box, int(constant_value(place)))
    return _at_moving(r, box, place)


def _field(maker: Maker, box: Term, key: Term) -> Term | None:
    """`record["name"]` of a TypedDict. A key that may be absent is left to be run."""
    name = constant_value(key) if key.op == "const" else None
    found = dict(zip(maker.names, box.args, strict=True)).get(str(name))
    return found if found is not None and name in maker.attributes else None


def _looked_up(r: Reducer, box: Term, key: Term) -> Term:
    assert isinstance(box.data, Kind)
    pairs, rest = (box.args[:-1], box.args[-1]) if box.data.open else (box.args, None)
    found = r.raising(KeyError(repr(key))) if rest is None else r.make("index", (rest, key))
    for position in range(len(pairs) - 2, -1, -2):
        found = r.make("ite", (r.make("eq", (key, pairs[position])), pairs[position + 1], found))
    return found


def _at(r: Reducer, box: Term, place: int) -> Term | None:
    if box.op == "slice" and place >= 0:
        inner, start, stop, step = box.args
        begin = constant_value(start) if start.op == "const" else -1
        if stop is r.none and step is r.none and isinstance(begin, int) and begin >= 0:
            return r.make("index", (inner, r.const(begin + place)))
    shape = known_prefix(r, box)
    if shape is None:
        return None
    items, rest = shape
    if 0 <= place < len(items):
        return items[place]
    if place >= 0:
        missing = r.raising(IndexError("index out of range"))
        return missing if rest is None else r.make("index", (rest, r.const(place - len(items))))
    if rest is None:
        return items[place] if -place <= len(items) else r.raising(IndexError("index out of range"))
    count = r.make("len", (rest,))
    found = r.make("index", (rest, r.const(place)))
    for short in range(-place - 1, -1, -1):
        position = len(items) - (-place - short)
        item = items[position] if position >= 0 else r.raising(IndexError("index out of range"))
        found = r.make("ite", (r.make("eq", (count, r.const(short))), item, found))
    return found


def _at_moving(r: Reducer, box: Term, place: Term) -> Term | None:
    """An index `i + k` with `i` not negative passes over the first k items, whatever `i` is."""
    passed = _passed_over(r, box, place)
    return None if passed is None else r.make("index", passed)


def _passed_over(r: Reducer, box: Term, place: Term) -> tuple[Term, Term] | None:
    """What is left of a sequence, and the place in it, after the items that are surely before that place."""
    shape = known_prefix(r, box)
    if shape is None or place.sort not in INTEGERS:
        return None
    items, rest = shape
    constant, table = linear(place)
    if constant < 1 or not items or not all(atom.sort == NAT and factor > 0 for atom, factor in table.items()):
        return None
    passed = min(constant, len(items))
    shorter = rebuilt_sequence(r, _kind_of(box) or "list", items[passed:], rest)
    return shorter, r.make("sub", (place, r.const(passed)))


def _from_moving(r: Reducer, box: Term, start: Term, stop: Term, step: Term) -> Term | None:
    """`xs[i + k:]` with `i` not negative leaves out the first k items, whatever `i` is."""
    if stop is not r.none or step is not r.none:
        return None
    passed = _passed_over(r, box, start)
    if passed is None:
        return None
    shorter, place = passed
    return r.make("slice", (shorter, place, stop, step))


def slice_(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box, *bounds = args
    if not box.value and bounds[0].op == "lin":
        return _from_moving(r, box, *bounds)
    if box.value or any(bound.op != "const" for bound in bounds):
        return None
    start, stop, step = (constant_value(bound) for bound in bounds)
    if not all(bound is None or type(bound) is int for bound in (start, stop, step)):
        return None
    if step == -1 and start is None and stop is None:
        return r.make("reversed", (box,))
    if step not in (None, 1) or (start is not None and start < 0):
        return None
    start = start or 0
    if start == 0 and stop is None:
        return box
    if box.op == "slice" and stop is None and box.args[2] is r.none and box.args[3] is r.none:
        before = constant_value(box.args[1]) if box.args[1].op == "const" else None
        if isinstance(before, int) and before >= 0:
            return r.make("slice", (box.args[0], r.const(before + start), r.none, r.none))
    shape = known_prefix(r, box)
    if shape is None or box.op == "set":
        return None if step is None else r.make("slice", (box, bounds[0], bounds[1], r.none))
    items, rest = shape
    kind = _kind_of(box) or "list"
    if rest is None:
        return rebuilt_sequence(r, kind, items[start:stop], None)
    if stop is None:
        if start <= len(items):
            return rebuilt_sequence(r, kind, items[start:], rest)
        return r.make("slice", (rest, r.const(start - len(items)), r.none, r.none))
    if stop >= 0:
        cut = r.make("slice", (rest, r.const(max(0, start - len(items))), r.const(max(0, stop - len(items))), r.none))
        return (
            rebuilt_sequence(r, kind, items[start:stop], cut)
            if stop > len(items)
            else rebuilt_sequence(r, kind, items[start:stop], None)
        )
    if stop == -1 and items:
        last = rebuilt_sequence(r, kind, items[:-1][start:], None)
        more = r.make("slice", (rest, r.none, r.const(-1), r.none))
        if start <= len(items):
            longer = rebuilt_sequence(r, kind, items[start:], more)
            return r.make("ite", (r.make("eq", (r.make("len", (rest,)), r.const(0))), last, longer))
    return None


def zip_(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    if not args:
        return r.make("seq", (), Kind("list"))
    args = tuple(iterated(r, arg) for arg in args)
    if len(args) == 2 and args[0].op == "slice" and args[1].op == "slice":
        whole, start, stop, step = args[0].args
        same, one, end, stride = args[1].args
        cut = (start, stop, step) == (r.none, r.const(-1), r.none)
        if whole is same and cut and (one, end, stride) == (r.const(1), r.none, r.none):
            return r.make("zip", (whole, args[1]))
    shapes = [known_prefix(r, arg) for arg in args]
    if any(shape == ((), None) for shape in shapes):
        return r.make("seq", (), Kind("list"))
    if any(shape is None or not shape[0] or arg.op == "set" for shape, arg in zip(shapes, args, strict=True)):
        return r.intern(Term("zip", args))
    heads, tails = [], []
    for arg, shape in zip(args, shapes, strict=True):
        assert shape is not None
        items, rest = shape
        heads.append(items[0])
        tails.append(rebuilt_sequence(r, _kind_of(arg) or "list", items[1:], rest))
    first = r.make("seq", tuple(heads), Kind("tuple"))
    return rebuilt_sequence(r, "list", (first,), r.make("zip", tuple(tails)))


def enumerate_(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box, start = args
    box = iterated(r, box)
    shape = known_prefix(r, box)
    if shape is None or box.op == "set":
        return None if box is args[0] else r.make("enumerate", (box, start))
    items, rest = shape
    numbered = []
    for item in items:
        numbered.append(r.make("seq", (start, item), Kind("tuple")))
        start = r.make("add", (start, r.const(1)))
    return rebuilt_sequence(r, "list", numbered, None if rest is None else r.make("enumerate", (rest, start)))


def reversed_(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box = args[0]
    if box.op == "reversed":
        return box.args[0]
    shape = known_prefix(r, box)
    if shape is None or box.value or box.op in ("set", "dict"):
        return None
    items, rest = shape
    last = rebuilt_sequence(r, _kind_of(box) or "list", reversed(items), None)
    return last if rest is None else r.make("concat", (r.make("reversed", (rest,)), last))


def sorted_(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box = args[0]
    if box.op in ("sorted", "reversed", "convert") and box.data not in ("set", "frozenset"):
        return r.make("sorted", (box.args[0],))
    return None


def range_(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    start, stop, step = args
    if all(arg.value for arg in args) or step is not r.const(1):
        return None
    span = r.make("sub", (stop, start))
    least = lower(span)
    if start.op == "const" and least is not None and least >= 1:
        tail = r.make("range", (r.make("add", (start, r.const(1))), stop, step))
        return rebuilt_sequence(r, "list", (start,), tail)
    return None


def convert(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    box = args[0]
    kind = cast(str, data)
    if box.value:
        return None
    shape = known_prefix(r, box)
    if kind in ("set", "frozenset"):
        if is_set(box.sort):
            return box if box.op != "set" else None
        if shape is None:
            return r.make("convert", (box.args[0],), data) if box.op in ("sorted", "reversed") else None
        items, rest = shape
        known = r.make("set", items, Kind(kind))
        return known if rest is None else r.make("union", (known, r.make("convert", (rest,), data)))
    if box.op == "convert" and box.data in ("list", "tuple"):
        return r.make("convert", (box.args[0],), data)
    if shape is not None and box.op not in ("set", "dict"):
        return rebuilt_sequence(r, kind, *shape)
    return None


def distinct(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    """No element twice, as a set would find it: every item is missing from what comes after it."""
    box = args[0]
    shape = known_prefix(r, box)
    if shape is None or box.value:
        return None
    items, rest = shape
    for item in items:
        if (
            item.op in ("seq", "set", "dict")
            and isinstance(item.data, Kind)
            and item.data.of not in ("tuple", "frozenset")
        ):
            return r.raising(TypeError(f"unhashable type: '{item.data.of}'"))
    parts = []
    for position, item in enumerate(items):
        after = rebuilt_sequence(r, _kind_of(box) or "list", items[position + 1 :], rest)
        parts.append(negation(r, r.make("in", (item, after))))
    if rest is not None:
        parts.append(r.make("distinct", (rest,)))
    return conjunction(r, tuple(parts))


SEQUENCES = {
    "distinct": distinct,
    "seq": sequence,
    "comp": comprehension,
    "concat": concat,
    "flatten": flatten,
    "len": length,
    "sum": total,
    "all": _quantifier("all"),
    "any": _quantifier("any"),
    "smallest": _extreme("smallest", "min"),
    "largest": _extreme("largest", "max"),
    "index": index,
    "slice": slice_,
    "zip": zip_,
    "enumerate": enumerate_,
    "reversed": reversed_,
    "sorted": sorted_,
    "range": range_,
    "convert": convert,
}
