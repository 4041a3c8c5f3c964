"""Rules for consumers of collections: `len`, `sum`, `all`, `any`, `min`, `max` and `distinct`.

Each is applied to the known items; what remains is the same consumer of the rest. This turns a predicate on a list into
a residual on its tail:

    sum([3, *xs]) <= 10                     ->  sum(xs) <= 7
    all(0 <= x for x in [y, *xs])           ->  0 <= y and all(0 <= x for x in xs)
    distinct([3, *xs])                      ->  3 not in xs and distinct(xs)
    max([y, *xs]) <= 7                      ->  y <= 7 and all(x <= 7 for x in xs)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import cast

from refute.logic.reduction.linear import lower
from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.rules.booleans import conjunction, disjunction, negation
from refute.logic.reduction.rules.idioms import alike, over_earlier_items, over_later_items
from refute.logic.reduction.shapes import Prefix, forced, iterated, kind_of, loop_prefix, rebuilt_sequence, split
from refute.logic.reduction.totality import hashable, hashable_elements, total
from refute.logic.terms.term import (
    BOOL,
    INT,
    INTEGERS,
    NAT,
    STR,
    Maker,
    Term,
    element_sort,
    is_container,
    is_dict,
    is_set,
)

# Conversions that neither add nor remove elements. Consumers to which order and repetition do not matter skip them.
_REORDERED = frozenset({"sorted", "reversed", "convert"})


def length(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box = args[0]
    if box.value:
        return r.const(len(box.args)) if box.op == "seq" else None
    match box.op:
        case "seq" | "set" | "dict" if total(box):
            shape = loop_prefix(r, box, ordered=False)
            if shape is None:
                return None
            count = r.const(len(shape[0]))
            return count if shape[1] is None else r.make("add", (count, r.make("len", (shape[1],))))
        case "comp":
            source, element, condition = box.args
            if condition is r.true and total(element) and is_container(source.sort):
                return r.make("len", (source,))
            one = r.make("ite", (condition, r.after((element,), r.const(1)), r.const(0)))
            return r.make("sum", (r.make("comp", (source, one, r.true), box.data), r.const(0)))
        case "concat" | "chain":
            found = r.const(0)
            for part in box.args:
                found = r.make("add", (found, r.make("len", (part,))))
            return found
        case "flatten" if box.args[0].op == "comp":
            return _distributed(r, "len", box.args[0], "sum")
        case "reversed" | "sorted" | "enumerate" | "items" | "keys" | "values":
            return r.make("len", (box.args[0],)) if total(box) else None
        case "convert" if box.data in ("list", "tuple"):
            # a lazy iterable has no length, it is counted
            return r.make("len", (box.args[0],)) if is_container(box.args[0].sort) else None
        case "convert" if is_set(box.args[0].sort) or is_dict(box.args[0].sort):
            return r.make("len", (box.args[0],))
        case "make" if "__len__" in cast(Maker, box.data).attributes:
            return r.make("attr", (box,), "__len__")
        case "zip" if total(box):
            return r.make("min", tuple(r.make("len", (part,)) for part in box.args))
        case "range" if box.args[2] is r.const(1) and total(box):
            span = r.make("sub", (box.args[1], box.args[0]))
            least = lower(span)
            return span if least is not None and least >= 0 else r.make("max", (r.const(0), span))
        case "ite":
            choice, then, otherwise = box.args
            return r.make("ite", (choice, r.make("len", (then,)), r.make("len", (otherwise,))))
    return None


def _distributed(r: Rewriter, inner: str, comp: Term, outer: str) -> Term:
    """A consumer of nested loops as a consumer of consumers: `all` of `all`, `sum` of `len`."""
    source, element, condition = comp.args
    inside = r.make(inner, (element, r.const(0)) if inner == "sum" else (element,))
    mapped = r.make("comp", (source, inside, condition), comp.data)
    return r.make(outer, (mapped, r.const(0)) if outer == "sum" else (mapped,))


def needed(r: Rewriter, box: Term) -> Prefix | None:
    """The items that a consumer of all items evaluates first, any of which may raise, and the rest."""
    if box.op == "seq":
        return split(box)
    if box.op != "comp":
        raising = forced(r, box)
        return loop_prefix(r, box, ordered=False) if raising is None else ((raising,), None)
    source, element, condition = box.args
    shape = loop_prefix(r, source, ordered=False)
    if shape is None:
        return None
    items, rest = shape
    bound = r.variable(box.data)
    found: list[Term] = []
    for place, item in enumerate(items):
        kept = r.truth(r.replace(condition, bound, item))
        if kept.op == "raise":
            return (*found, kept), None
        if kept is r.true:
            found.append(r.replace(element, bound, item))
        elif kept is not r.false:
            if not found:
                return None
            rest = rebuilt_sequence(r, "list", items[place:], rest)
            break
    return tuple(found), None if rest is None else r.make("comp", (rest, element, condition), box.data)


def summed(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box, start = args
    if start.sort == STR or box.sort == STR or all(arg.value for arg in args):
        return None
    box = iterated(r, box)
    integers = element_sort(box.sort) in INTEGERS and start.sort in INTEGERS
    match box.op:
        case "ite":
            choice, then, otherwise = box.args
            return r.make("ite", (choice, r.make("sum", (then, start)), r.make("sum", (otherwise, start))))
        case "comp" if integers and box.args[2] is not r.true:
            source, element, condition = box.args
            folded = r.make("ite", (condition, element, r.const(0)))
            return r.make("sum", (r.make("comp", (source, folded, r.true), box.data), start))
        case "comp" if integers and box.args[1].value and total(box) and start.sort != BOOL:
            source, each, _ = box.args
            return r.make("add", (start, r.make("mul", (r.make("len", (source,)), each))))
        case "flatten" if integers and box.args[0].op == "comp" and start.sort != BOOL:
            return r.make("add", (start, _distributed(r, "sum", box.args[0], "sum")))
        case "concat" | "chain" if integers:
            for part in box.args:
                start = r.make("sum", (part, start))
            return start
        case "sorted" | "reversed" if integers and total(box):
            return r.make("sum", (box.args[0], start))
    return _stepped_sum(r, box, start, args)


def _stepped_sum(r: Rewriter, box: Term, start: Term, given: tuple[Term, ...]) -> Term | None:
    """Adds up integers at the start. Of floats, `sum` is more exact than additions one by one."""
    shape = needed(r, box)
    if shape is not None:
        items, rest = shape
        while items and start.sort in INTEGERS and (items[0].sort in INTEGERS or items[0].op == "raise"):
            start, items = r.make("add", (start, items[0])), items[1:]
            if start.op == "raise":
                return start
        if not items:
            return start if rest is None else r.make("sum", (rest, start))
        box = rebuilt_sequence(r, "list", items, rest)
    elif start is not r.const(0) and element_sort(box.sort) in INTEGERS and start.sort in (INT, NAT):
        return r.make("add", (start, r.make("sum", (box, r.const(0)))))
    return None if (box, start) == given else r.make("sum", (box, start))


def added(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    """`sum` by `+=`, one item after the other: the same for integers, but not for floats."""
    box, start = args
    if all(arg.value for arg in args):
        return None
    box = iterated(r, box)
    if element_sort(box.sort) in INTEGERS and start.sort in INTEGERS:
        return r.make("sum", (box, start))
    shape = needed(r, box)
    if shape is None or not shape[0]:
        return None if box is args[0] else r.make("added", (box, start))
    items, rest = shape
    for item in items:
        start = r.make("add", (start, item))
    return start if rest is None else r.make("added", (rest, start))


def _quantifier(op: str) -> Callable[[Rewriter, tuple[Term, ...], Hashable], Term | None]:
    join = conjunction if op == "all" else disjunction

    def rule(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
        if args[0].value:
            return None
        box = iterated(r, args[0])
        shape = loop_prefix(r, box, ordered=False) if box.op != "comp" else None
        if shape is not None:
            items, rest = shape
            parts = [r.truth(item) for item in items]
            if rest is not None:
                parts.append(r.make(op, (rest,)))
            return join(r, tuple(parts))
        match box.op:
            case "chain" | "concat" if box.op == "chain" or total(box):
                return join(r, tuple(r.make(op, (part,)) for part in box.args))
            case "ite":
                choice, then, otherwise = box.args
                return r.make("ite", (choice, r.make(op, (then,)), r.make(op, (otherwise,))))
            case "flatten" if box.args[0].op == "comp":
                return _distributed(r, op, box.args[0], op)
            case "comp":
                return over_comprehension(r, box)
        if box.op in _REORDERED and total(box):
            return r.make(op, (box.args[0],))
        return None if box is args[0] else r.make(op, (box,))

    def over_comprehension(r: Rewriter, box: Term) -> Term | None:
        source, element, condition = box.args
        unit, zero = (r.true, r.false) if op == "all" else (r.false, r.true)
        element = r.truth(element)
        if condition is not r.true:
            if op == "all":
                element = disjunction(r, (negation(r, condition), element))
            else:
                element = conjunction(r, (condition, element))
            return r.make(op, (r.make("comp", (source, element, r.true), box.data),))
        if element is unit and total(source) and is_container(source.sort):
            return element
        element = over_earlier_items(r, source, element, r.variable(box.data))
        looped = over_later_items(r, source, element, r.variable(box.data)) if op == "all" else None
        if looped is not None:
            return r.make(op, (looped,))
        related = _related(source.args[0] if source.op == "convert" else source, element, r.variable(box.data))
        if source.op in _REORDERED and total(source) and total(element) and not (related and is_set(source.sort)):
            return r.make(op, (r.make("comp", (source.args[0], element, r.true), box.data),))
        if source.op == "union" and total(source):
            each = (r.make(op, (r.make("comp", (part, element, r.true), box.data),)) for part in source.args)
            return join(r, tuple(each))
        shape = loop_prefix(r, source, ordered=False)
        if shape is not None:
            items, rest = shape
            bound = r.variable(box.data)
            parts = []
            for item in items:
                parts.append(r.truth(r.replace(element, bound, item)))
                if parts[-1] is zero or parts[-1].op == "raise":
                    return join(r, tuple(parts))
            if rest is not None:
                parts.append(r.make(op, (r.make("comp", (rest, element, r.true), box.data),)))
            return join(r, tuple(parts))
        if op == "all" and _each_once(r, source, element, r.variable(box.data)):
            return r.make("distinct", (source,))
        if element.op == ("and" if op == "all" else "or") and all(
            _total_inside(r, part, source, r.variable(box.data)) for part in element.args[:-1]
        ):
            each = (r.make(op, (r.make("comp", (source, part, r.true), box.data),)) for part in element.args)
            return join(r, tuple(each))
        if related and not is_set(source.sort):
            source = r.make("convert", (source,), "frozenset")
        mapped = _by_observation(r, source, element, r.variable(box.data))
        if mapped is not None:
            return r.make(op, (mapped,))
        return r.intern(Term(op, (r.intern(Term("comp", (source, element, r.true), box.data)),)))

    return rule


def _total_inside(r: Rewriter, term: Term, source: Term, bound: Term) -> bool:
    """Whether a term never raises in a loop: `xs[i]` does not in a loop over the positions i of xs."""
    if total(term):
        return True
    if source.op != "range" or source.args[1].op != "len" or source.args[0] is not r.const(0):
        return False
    sequence = source.args[1].args[0]
    if kind_of(sequence) is None:
        return False
    item = r.variable(r.fresh(element_sort(sequence.sort)))
    return total(r.replace(term, r.make("index", (sequence, bound)), item))


def _related(source: Term, element: Term, bound: Term) -> bool:
    """Whether a condition on each element relates it to something else, so that only the set of elements matters.

    As an observation, the set then distinguishes fewer sequences than the sequence itself. Order matters if an element
    may raise before another decides, and a set keeps only one of 1 and True.
    """
    if not _mentions_others(source, element, bound) or not _is_sequence(source):
        return False
    alike_if_equal = hashable_elements(source) and alike(element_sort(source.sort))
    return alike_if_equal and total(source) and total(element)


def _is_sequence(source: Term) -> bool:
    """Whether an iterable is a sequence or is generated from one."""
    kind = source.sort[0] if isinstance(source.sort, tuple) else None
    return kind in ("list", "tuple", "seq") or source.op in ("comp", "chain", "flatten")


def _mentions_others(source: Term, element: Term, bound: Term) -> bool:
    others = element.free - {str(bound.data)}
    return bool(others) and others.isdisjoint(source.free)


def _by_observation(r: Rewriter, source: Term, element: Term, bound: Term) -> Term | None:
    """A condition on one scalar of each item, as one on the set of these scalars.

    `all(w.tag != t for w in ws)` becomes `all(x != t for x in frozenset(w.tag for w in ws))`.
    """
    if not _mentions_others(source, element, bound) or not total(source) or not total(element):
        return None
    seen = _parts_about(element, frozenset((str(bound.data),)))
    if len(seen) != 1 or bound in seen:
        return None
    (part,) = seen
    if not alike(part.sort) or not hashable(part):
        return None
    each = r.fresh(part.sort)
    asked = r.replace(element, part, r.variable(each))
    if str(bound.data) in asked.free:
        return None
    items = r.make("convert", (r.make("comp", (source, part, r.true), (bound.data, bound.sort)),), "frozenset")
    return r.make("comp", (items, asked, r.true), each)


def _parts_about(term: Term, names: frozenset[str]) -> set[Term]:
    """The largest parts whose free variables are exactly these names."""
    if names.isdisjoint(term.free):
        return set()
    if term.free == names:
        return {term}
    return set().union(*(_parts_about(arg, names) for arg in term.args))


def _each_once(r: Rewriter, source: Term, element: Term, bound: Term) -> bool:
    """Whether a condition is `xs.count(x) == 1`, or `<= 1`, of every x in xs."""
    if element.op not in ("eq", "le") or element.args[1] is not r.const(1) or not alike(element_sort(source.sort)):
        return False
    each = r.fresh(element_sort(source.sort))
    same = r.make("ite", (r.make("eq", (r.variable(each), bound)), r.const(1), r.const(0)))
    return element.args[0] is r.make("sum", (r.make("comp", (source, same, r.true), each), r.const(0)))


def _extreme(op: str, pick: str) -> Callable[[Rewriter, tuple[Term, ...], Hashable], Term | None]:
    def rule(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
        """`max(xs)`, or with two arguments the largest of an earlier item and the rest."""
        if all(arg.value for arg in args):
            return None
        box, *seen = args
        box = iterated(r, box)
        shape = needed(r, box)
        if shape is None:
            if box.op == "ite":
                choice, *branches = box.args
                return r.make("ite", (choice, *(r.make(op, (branch, *seen)) for branch in branches)))
            # of equal elements of different types the first counts, so that order matters
            if box.op in ("sorted", "reversed", "convert") and alike(element_sort(box.sort)) and total(box):
                box = box.args[0]
            return None if box is args[0] else r.make(op, (box, *seen))
        items, rest = shape
        parts = (*seen, *items)
        if not parts:
            return r.make(op, (rest,)) if rest is not None else r.raising(ValueError(f"{pick}() of an empty sequence"))
        best = r.make(pick, parts)
        return best if rest is None else r.make(op, (rest, best))

    return rule


def distinct(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    """No item occurs again after itself."""
    if args[0].value:
        return None
    box = iterated(r, args[0])
    raising = forced(r, box)
    if raising is not None:
        return raising
    if (is_set(box.sort) or box.op == "keys") and total(box):
        return r.true
    shape = loop_prefix(r, box)
    if shape is None:
        if box.op in ("concat", "chain") and len(box.args) > 1 and total(box) and hashable_elements(box):
            return _apart(r, box)
        return None if box is args[0] else r.make("distinct", (box,))
    items, rest = shape
    parts = []
    for position, item in enumerate(items):
        after = rebuilt_sequence(r, "list", items[position + 1 :], rest)
        hashed = () if hashable(item) else (r.make("apply", (item,), hash),)
        parts.append(r.after(hashed, negation(r, r.make("in", (item, after)))))
    if rest is not None:
        parts.append(r.make("distinct", (rest,)))
    return conjunction(r, tuple(parts))


def _apart(r: Rewriter, box: Term) -> Term:
    """`distinct` of a concatenation: each part is distinct, and no element of the first occurs in the others."""
    first, *others = box.args
    rest = others[0] if len(others) == 1 else r.make(box.op, tuple(others), box.data)
    item = r.fresh(element_sort(first.sort))
    outside = negation(r, r.make("in", (r.variable(item), rest)))
    elements = r.make("convert", (first,), "frozenset")
    shared = r.make("all", (r.make("comp", (elements, outside, r.true), item),))
    return conjunction(r, (r.make("distinct", (first,)), shared, r.make("distinct", (rest,))))


FOLDS = {
    "len": length,
    "sum": summed,
    "added": added,
    "all": _quantifier("all"),
    "any": _quantifier("any"),
    "smallest": _extreme("smallest", "min"),
    "largest": _extreme("largest", "max"),
    "distinct": distinct,
}
