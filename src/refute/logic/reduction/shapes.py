"""Shapes of collections: the items that one is known to begin with, and an unknown rest.

A structure with a part that may raise has no shape: Python evaluates all of it before its items are used.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from refute.logic.reduction.linear import lower
from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.totality import total
from refute.logic.terms.term import (
    INTEGERS,
    Constant,
    Container,
    Maker,
    Term,
    constant_value,
    is_dict,
    sequence_kind,
)

Prefix = tuple[tuple[Term, ...], Term | None]
EMPTY: Prefix = ((), None)
# Items of a range that are listed at once; more may not be needed.
_STRIDE = 4096


def known_prefix(r: Rewriter, term: Term) -> Prefix | None:
    """The items that a sequence, a set or the keys of a dict begin with, and the rest; None if these are unknown."""
    if term.op in ("seq", "set", "dict"):
        return split(term) if total(term) else None
    if term.op == "make" and cast(Maker, term.data).form == "tuple":
        return (term.args, None) if total(term) else None
    if term.op == "const":
        assert isinstance(term.data, Constant)
        value = term.data.value
        if isinstance(value, str | bytes):
            return tuple(r.const(item) for item in value), None
    return None


def split(term: Term) -> Prefix:
    """The items and the rest of a structure term."""
    assert isinstance(term.data, Container)
    items = term.args[:-1] if term.data.open else term.args
    rest = term.args[-1] if term.data.open else None
    return (items[::2] if term.op == "dict" else items), rest


def loop_prefix(r: Rewriter, source: Term, *, ordered: bool = True) -> Prefix | None:
    """The items that a loop over a term yields first, and the iterable of the others.

    If they need not be `ordered`, a set of which only some items are known has a prefix as well.
    """
    match source.op:
        case "set" if source.value:
            return tuple(r.const(item) for item in r.concrete(source)), None
        case "set" if ordered or not _are_distinct(source):
            return None
        case "dict" if not source.value and not _are_distinct(source):
            return None
        case "convert" if source.data in ("list", "tuple") and total(source):
            return loop_prefix(r, source.args[0], ordered=ordered)
        case "const" if isinstance(constant_value(source), range):
            numbers = constant_value(source)
            items = tuple(r.const(item) for item in numbers[:_STRIDE])
            return items, r.const(numbers[_STRIDE:]) if len(numbers) > _STRIDE else None
        case "range":
            return _range_prefix(r, source)
        case "comp":
            return _comprehension_prefix(r, source, ordered)
        case "chain":
            return _chain_prefix(r, source, ordered)
    return known_prefix(r, source)


def _are_distinct(term: Term) -> bool:
    """Whether the items of a set or the keys of a dict are known to be distinct, as those that spaces select are."""
    assert isinstance(term.data, Container)
    return term.data.open or len(term.args) <= (2 if term.op == "dict" else 1)


def _range_prefix(r: Rewriter, source: Term) -> Prefix | None:
    start, stop, step = source.args
    if start.op != "const" or step is not r.const(1) or any(arg.sort not in INTEGERS for arg in source.args):
        return None
    least = lower(r.make("sub", (stop, start)))
    if least is None or least < 1 or not total(stop):
        return None
    first = int(constant_value(start))
    items = tuple(r.const(first + place) for place in range(min(least, _STRIDE)))
    return items, r.make("range", (r.const(first + len(items)), stop, step))


def _comprehension_prefix(r: Rewriter, source: Term, ordered: bool) -> Prefix | None:
    """The first elements of a comprehension, if they never raise and its condition is decided for them."""
    inner, element, condition = source.args
    shape = loop_prefix(r, inner, ordered=ordered)
    if shape is None:
        return None
    items, rest = shape
    bound = r.variable(source.data)
    found: list[Term] = []
    for item in items:
        kept = r.truth(r.replace(condition, bound, item))
        if kept is r.false:
            continue
        mapped = r.replace(element, bound, item)
        if kept is not r.true or not total(mapped):
            return None
        found.append(mapped)
    if rest is None:
        return tuple(found), None
    remaining = r.make("comp", (rest, element, condition), source.data)
    return (tuple(found), remaining) if total(remaining) else None


def _chain_prefix(r: Rewriter, source: Term, ordered: bool) -> Prefix | None:
    items: tuple[Term, ...] = ()
    for place, part in enumerate(source.args):
        shape = loop_prefix(r, part, ordered=ordered)
        if shape is not None and shape[1] is None:
            items += shape[0]
            continue
        if shape is None and not items:
            return None
        more, rest = shape or ((), part)
        remaining = (cast(Term, rest), *source.args[place + 1 :])
        return ((*items, *more), r.make("chain", remaining)) if all(map(total, remaining)) else None
    return items, None


def counts_up(r: Rewriter, source: Term) -> bool:
    """Whether a term is a range from 0 with the step 1."""
    return source.op == "range" and source.args[0] is r.const(0) and source.args[2] is r.const(1)


def rebuilt_sequence(r: Rewriter, kind: str, items: Iterable[Term], rest: Term | None) -> Term:
    items = tuple(items)
    if rest is None:
        return r.make("seq", items, Container(kind))
    return r.make("seq", (*items, rest), Container(kind, True))


def kind_of(term: Term) -> str | None:
    """The name of the Python type of a sequence, if it is known."""
    if term.op == "make":
        return "tuple" if cast(Maker, term.data).form == "tuple" else None
    return sequence_kind(term.sort)


def iterated(r: Rewriter, source: Term) -> Term:
    """An iterable with the same items: without conversions to list or tuple, and the keys for a dict."""
    while source.op == "convert" and source.data in ("list", "tuple") and total(source):
        source = source.args[0]
    if is_dict(source.sort) and source.op != "dict":
        return r.make("keys", (source,))
    return source


def forced(r: Rewriter, source: Term) -> Term | None:
    """The exception that a consumer of all items of a loop raises, if one is known."""
    match source.op:
        case "raise":
            return source
        case "chain":
            for part in source.args:
                found = forced(r, part)
                if found is not None or loop_prefix(r, part) is None:
                    return found
        case "comp":
            return _forced_element(r, source)
    return None


def _forced_element(r: Rewriter, source: Term) -> Term | None:
    shape = loop_prefix(r, source.args[0])
    bound = r.variable(source.data)
    for item in shape[0] if shape is not None else ():
        kept = r.truth(r.replace(source.args[2], bound, item))
        if kept.op == "raise":
            return kept
        if kept is r.false:
            continue
        mapped = r.replace(source.args[1], bound, item)
        if kept is r.true and mapped.op == "raise":
            return mapped
        if kept is not r.true or not total(mapped):
            return None
    return None


def is_bound(term: Term) -> bool:
    """Whether a term is a bound variable. One that ranges over a text is a single character."""
    return term.op == "var" and str(term.data).startswith("$")
