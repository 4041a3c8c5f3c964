"""Idioms for sorted, unique and permuted sequences, as conditions that consumers can step through element by element.

    len(set(xs)) == len(xs)             ->  distinct(xs)
    sorted(xs) == xs                    ->  all(a <= b for a, b in zip(xs, xs[1:]))
    sorted(xs) == list(range(len(xs)))  ->  all(x in range(len(xs)) for x in xs) and distinct(xs)
    not a & b                           ->  all(x not in b for x in a)
    s == s.lower()                      ->  all(c.lower() == c for c in s)
    all(y <= xs[j] for j in range(i + 1, len(xs)))  ->  all(y <= x for x in xs[i + 1:])

They apply to elements such as integers and texts only, of which equal ones are the same and any two can be compared.
"""

from __future__ import annotations

from refute.logic.reduction.linear import lower
from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.rules.booleans import conjunction
from refute.logic.reduction.shapes import counts_up, is_bound, known_prefix
from refute.logic.reduction.totality import total
from refute.logic.terms.term import INT, NAT, STR, Sort, Term, element_sort, is_row, sequence_kind, subterms

_SETS = ("set", "frozenset")
_SLICED = ("list", "tuple", "str", "bytes")


def all_distinct(r: Rewriter, a: Term, b: Term) -> Term | None:
    """`len(set(xs)) == len(xs)`, or with a key: `len({f(x) for x in xs}) == len(xs)`."""
    for one, other in ((a, b), (b, a)):
        if one.op == "len" and one.args[0].op == "convert" and one.args[0].data in _SETS:
            inside = one.args[0].args[0]
            by_key = inside.op == "comp" and inside.args[2] is r.true
            if r.make("len", (_bare(inside.args[0] if by_key else inside),)) is other:
                return r.make("distinct", (inside,))
    return None


def _bare(term: Term) -> Term:
    """A sequence without conversions that keep all its elements."""
    while term.op in ("sorted", "reversed") or (term.op == "convert" and term.data in ("list", "tuple")):
        term = term.args[0]
    return term


def nothing_left(r: Rewriter, a: Term, b: Term) -> Term | None:
    """`not xs & ys`, `not xs - ys`: disjoint sets, a subset."""
    box = a.args[0] if a.op == "len" and b is r.const(0) else b.args[0] if b.op == "len" and a is r.const(0) else None
    if box is None or box.op not in ("inter", "diff") or not total(box):
        return None
    first, second = box.args
    if box.op == "diff":
        return r.make("le", (first, second))
    item = r.fresh(element_sort(first.sort))
    outside = r.make("not", (r.make("in", (r.variable(item), second)),))
    return r.make("all", (r.make("comp", (first, outside, r.true), item),))


def in_order(r: Rewriter, a: Term, b: Term) -> Term | None:
    """An equation with `sorted(xs)` on one side."""
    for one, other in ((a, b), (b, a)):
        found = _sorted_is(r, one, other)
        if found is not None:
            return found
    return None


def _sorted_is(r: Rewriter, ordered: Term, other: Term) -> Term | None:
    turned = ordered.op == "reversed"
    inner = ordered.args[0] if turned else ordered
    if inner.op == "convert" and inner.data in ("list", "tuple"):
        inner = inner.args[0]
    if inner.op != "sorted" or sequence_kind(ordered.sort) != sequence_kind(other.sort):
        return None
    source, *keys = inner.args
    if not total(inner) or not alike(element_sort((keys or [source])[0].sort)):
        return None
    descending = turned != (inner.data == "descending")
    unrepeated = source.op == "convert" and source.data in _SETS
    plain = source.args[0] if unrepeated else source
    if plain.op != "comp" and sequence_kind(plain.sort) is None:
        return None
    if _listed(other) is plain and not (keys and turned):
        return _ascending(r, keys[0] if keys else plain, descending, strictly=unrepeated)
    if keys:
        return None
    if other.op == "reversed" and _listed(other.args[0]) is plain:
        return _ascending(r, plain, not descending, strictly=unrepeated)
    if unrepeated:
        same = r.make("sorted", (plain,), inner.data)
        return r.make("distinct", (plain,)) if other is same and ordered is inner else None
    if ordered is not inner or descending:
        return None
    if _is_range_of_length(r, other, plain):
        item = r.fresh(element_sort(plain.sort))
        inside = r.make("in", (r.variable(item), r.make("range", (r.const(0), r.make("len", (plain,)), r.const(1)))))
        each = r.make("all", (r.make("comp", (plain, inside, r.true), item),))
        return conjunction(r, (each, r.make("distinct", (plain,))))
    return _rearranged(r, plain, other) if other.value else None


def alike(sort: Sort) -> bool:
    """Whether equal values of this sort are identical, and any two can be compared."""
    if is_row(sort):
        return all(map(alike, sort[1:]))
    return sort in (INT, NAT, STR) or (isinstance(sort, tuple) and sort[0] in ("list", "tuple") and alike(sort[1]))


def _listed(term: Term) -> Term:
    return term.args[0] if term.op == "convert" and term.data in ("list", "tuple") else term


def _is_range_of_length(r: Rewriter, term: Term, sequence: Term) -> bool:
    places = _listed(term)
    return places.op == "range" and places.args == (r.const(0), r.make("len", (sequence,)), r.const(1))


def _ascending(r: Rewriter, source: Term, descending: bool, *, strictly: bool) -> Term:
    """Each element is at most the next."""
    listed = source if sequence_kind(source.sort) in ("list", "tuple", "str") else r.make("convert", (source,), "list")
    neighbours = r.make("zip", (source, r.make("slice", (listed, r.const(1), r.none, r.none))))
    pair = r.fresh(element_sort(neighbours.sort))
    first, second = (r.make("index", (r.variable(pair), r.const(place))) for place in (0, 1))
    ordered = r.make("lt" if strictly else "le", (second, first) if descending else (first, second))
    return r.make("all", (r.make("comp", (neighbours, ordered, r.true), pair),))


def _rearranged(r: Rewriter, source: Term, wanted: Term) -> Term | None:
    """`sorted([2, *xs]) == [1, 2, 2]` becomes `sorted(xs) == [1, 2]`."""
    shape = known_prefix(r, source)
    if shape is None or shape[1] is None or not all(item.value for item in shape[0]):
        return None
    remaining = r.concrete(wanted)
    if remaining != sorted(remaining):
        return r.false
    for item in shape[0]:
        if r.concrete(item) not in remaining:
            return r.false
        remaining.remove(r.concrete(item))
    return r.make("eq", (r.make("sorted", (shape[1],)), r.const(remaining)))


def unchanged(r: Rewriter, a: Term, b: Term) -> Term | None:
    """`s == s.lower()`, `s == s.strip()` as conditions on characters."""
    for changed, text in ((a, b), (b, a)):
        if changed.op != "method" or changed.args != (text,) or text.sort != STR or is_bound(text):
            continue
        if changed.data in ("lower", "upper", "casefold"):
            char = r.fresh(STR)
            same = r.make("eq", (r.make("method", (r.variable(char),), changed.data), r.variable(char)))
            return r.make("all", (r.make("comp", (text, same, r.true), char),))
        if changed.data in ("strip", "lstrip", "rstrip"):
            ends = {"strip": (0, -1), "lstrip": (0,), "rstrip": (-1,)}[changed.data]
            spaces = (r.make("method", (r.make("index", (text, r.const(end))),), "isspace") for end in ends)
            empty = r.make("eq", (r.make("len", (text,)), r.const(0)))
            return r.make("or", (empty, r.make("not", (r.make("or", tuple(spaces)),))))
    return None


def over_later_items(r: Rewriter, source: Term, element: Term, bound: Term) -> Term | None:
    """A comparison of `xs[i + k]` with something, for i in range(len(xs) - k), as a loop over the items of xs[k:]."""
    if not counts_up(r, source) or source.args[1].op != "lin":
        return None
    stop = source.args[1]
    for count in stop.args:
        if count.op == "len" and sequence_kind(count.args[0].sort) in _SLICED:
            sequence, skipped = count.args[0], r.make("sub", (count, stop))
            least = lower(skipped)
            if least is None or least < 0:
                continue
            compared = _compared_item(r, element, r.make("index", (sequence, r.make("add", (bound, skipped)))), bound)
            if compared is not None:
                item, condition = compared
                return r.make("comp", (r.make("slice", (sequence, skipped, r.none, r.none)), condition, r.true), item)
    return None


def over_earlier_items(r: Rewriter, source: Term, element: Term, bound: Term) -> Term:
    """Comparisons of `xs[j]` with something, for j in range(i), in a loop over the positions i of xs.

    Those loops become loops over the items of xs[:i]. That i is a position, so that xs[j] exists, is known here only.
    """
    if not element.height or not counts_up(r, source) or source.args[1].op != "len":
        return element
    sequence = source.args[1].args[0]
    if sequence_kind(sequence.sort) not in _SLICED:
        return element
    ends = (bound, r.make("add", (bound, r.const(1))))
    for part in list(subterms(element, known=False)):
        if part.op != "all" or part.args[0].op != "comp":
            continue
        positions, condition, _ = part.args[0].args
        if not counts_up(r, positions) or positions.args[1] not in ends:
            continue
        position = r.variable(part.args[0].data)
        compared = _compared_item(r, condition, r.make("index", (sequence, position)), position)
        if compared is not None:
            item, condition = compared
            prefix = r.make("slice", (sequence, r.none, positions.args[1], r.none))
            loop = r.make("all", (r.make("comp", (prefix, condition, r.true), item),))
            element = r.replace(element, part, loop)
    return element


def _compared_item(r: Rewriter, condition: Term, access: Term, bound: Term) -> tuple[tuple[str, Sort], Term] | None:
    """A fresh variable for an item, and a comparison of it with something, if that does not mention its position."""
    comparison = condition.args[0] if condition.op == "not" else condition
    if comparison.op not in ("le", "lt", "eq") or access not in comparison.args:
        return None
    item = r.fresh(element_sort(access.args[0].sort))
    replaced = r.replace(condition, access, r.variable(item))
    return None if str(bound.data) in replaced.free else (item, replaced)
