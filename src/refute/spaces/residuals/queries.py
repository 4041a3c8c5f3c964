"""The canonical form of queries: the conditions on a value, and the terms observed of it.

Equal queries are answered once, so the more of them are equal the better. Conditions on all elements of a container
become conditions on its element type, an equation is substituted into the other conditions, and of the bounds on a term
only the tightest is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from refute.logic.reading.predicates import VALUE
from refute.logic.reduction.reducer import Reducer
from refute.logic.reduction.totality import in_any_order
from refute.logic.terms.term import INTEGERS, STR, Constant, Term, constant_value, element_sort, var
from refute.spaces.ground.grounding import Grounder
from refute.spaces.ground.types import Cells, Collected, Ground, Mapped, Scalars, Sequenced, Text
from refute.spaces.residuals.planner import bounded_by_sum

Terms = tuple[Term, ...]


def parts_of(term: Term) -> Terms:
    """The conjuncts of a condition."""
    return term.args if term.op == "and" else (term,)


def conjuncts(r: Reducer, terms: Iterable[Term]) -> list[Term] | None:
    """The conditions one by one, each once, up to the first that raises; None if one of them is false.

    If all are total, their order does not matter, and they come in a canonical one.
    """
    found: dict[Term, None] = {}
    for term in terms:
        for part in parts_of(term):
            if part.op == "const" and part is not r.true:
                part = r.make("truth", (part,))  # what a comparison of arrays gave
            if part is r.false:
                return None
            if part is not r.true:
                found[part] = None
            if part.op == "raise":
                return list(found)
    return in_any_order(found)


def tightened(r: Reducer, terms: list[Term]) -> list[Term] | None:
    """Conditions with equations used in one another and only the tightest of comparable bounds."""
    equations = [t for t in terms if t.op == "eq" and t.args[1].value and not t.args[0].value]
    for equation in equations:
        left, right = equation.args
        if left.sort not in INTEGERS and left.sort != STR:
            continue
        replaced = [t if t is equation else r.replace(t, left, right) for t in terms]
        found = conjuncts(r, replaced)
        if found is None:
            return None
        terms = found
    found = _tightest_bounds(r, terms)
    return None if found is None else in_any_order(found)


def _tightest_bounds(r: Reducer, terms: list[Term]) -> list[Term] | None:
    below: dict[Term, int] = {}
    above: dict[Term, int] = {}
    for term in terms:
        if term.op == "le":
            a, b = term.args
            if b.op == "const" and b.sort in INTEGERS and not a.value:
                below[a] = min(below.get(a, constant_value(b)), constant_value(b))
            elif a.op == "const" and a.sort in INTEGERS and not b.value:
                above[b] = max(above.get(b, constant_value(a)), constant_value(a))
    if any(low > below[term] for term, low in above.items() if term in below):
        return None
    kept = []
    for term in terms:
        if term.op == "le":
            a, b = term.args
            if a in below and b.op == "const" and constant_value(b) != below[a]:
                continue
            if b in above and a.op == "const" and constant_value(a) != above[b]:
                continue
        kept.append(term)
    return kept


def pushed_into_elements(grounder: Grounder, tp: Ground, terms: Terms) -> tuple[Ground, Terms | None]:
    """Conditions that every element of a container has to satisfy, moved to its element type; None if one is false."""
    if not isinstance(tp, Sequenced | Cells | Collected | Mapped | Text):
        return tp, terms
    kept = []
    for term in terms:
        bound = bounded_by_sum(grounder, tp, term)
        if bound is grounder.reducer.false:
            return tp, None
        if bound is not None:
            tp = _with_element(grounder, tp, bound) or tp
        moved = _moved(grounder, tp, term)
        if moved is None:
            kept.append(term)
        else:
            tp = moved
    return tp, tuple(kept)


def _moved(grounder: Grounder, tp: Ground, term: Term) -> Ground | None:
    r = grounder.reducer
    if term.op == "not" and term.args[0].op == "in" and _is_value(term.args[0].args[1]) and not isinstance(tp, Text):
        item = term.args[0].args[0]
        if not item.value:
            return None
        element = r.intern(var(VALUE, _element(tp).sort))
        return _with_element(grounder, tp, r.make("not", (r.make("eq", (element, item)),)))
    if term.op == "all" and term.args[0].op == "comp":
        source, body, _ = term.args[0].args
        bound = r.variable(term.args[0].data)
        if body.free != {str(bound.data)}:
            return None
        if isinstance(tp, Mapped):
            return _with_pair(grounder, tp, source, body, bound)
        if _is_value(source):
            element = r.intern(var(VALUE, element_sort(tp.sort)))
            return _with_element(grounder, tp, r.replace(body, bound, element))
    return None


def _is_value(term: Term) -> bool:
    return term.op == "var" and term.data == VALUE


def _element(tp: Ground) -> Ground:
    if isinstance(tp, Mapped):
        return tp.keys
    assert isinstance(tp, Sequenced | Cells | Collected)
    return tp.element


def _with_element(grounder: Grounder, tp: Ground, condition: Term) -> Ground | None:
    match tp:
        case Sequenced(kind=kind, element=element):
            return grounder.intern(Sequenced(kind, grounder.limit(element, [condition])))
        case Cells(kind=kind, element=element):
            return grounder.intern(Cells(kind, grounder.limit(element, [condition])))
        case Collected(kind=kind, element=element):
            return grounder.intern(Collected(kind, grounder.limit(element, [condition])))
        case Mapped(keys=keys, item=item):
            return grounder.intern(Mapped(grounder.limit(keys, [condition]), item))
        case Text(kind=kind, alphabet=alphabet, landmarks=landmarks, length=length):
            letters = grounder.limit(alphabet, [condition])
            assert isinstance(letters, Scalars)
            kept = []
            texts: list[Any] = [mark.value for mark in landmarks]
            for mark, text in zip(landmarks, texts, strict=True):
                own = tuple(dict.fromkeys(map(Constant, text)))
                limited = grounder.limit(alphabet.with_values(own), [condition])
                assert isinstance(limited, Scalars)
                if len(limited.values) == len(own):
                    kept.append(mark)
            return grounder.intern(Text(kind, letters.with_values(letters.values, cut=False), tuple(kept), length))
    return None


def _with_pair(grounder: Grounder, tp: Mapped, source: Term, body: Term, bound: Term) -> Ground | None:
    """A condition on all keys, all values, or on one side of all items of a dict."""
    r = grounder.reducer
    if source.op not in ("keys", "values", "items") or not _is_value(source.args[0]):
        return None
    key, item = r.intern(var(VALUE, tp.keys.sort)), r.intern(var(VALUE, tp.item.sort))
    if source.op == "keys":
        return grounder.intern(Mapped(grounder.limit(tp.keys, [r.replace(body, bound, key)]), tp.item))
    if source.op == "values":
        return grounder.intern(Mapped(tp.keys, grounder.limit(tp.item, [r.replace(body, bound, item)])))
    for place, side in ((0, key), (1, item)):
        on_side = r.replace(body, r.make("index", (bound, r.const(place))), side)
        if str(bound.data) not in on_side.free:
            if place == 0:
                return grounder.intern(Mapped(grounder.limit(tp.keys, [on_side]), tp.item))
            return grounder.intern(Mapped(tp.keys, grounder.limit(tp.item, [on_side])))
    return None


# Operations whose result is determined by their only unknown argument.
_ADDING = frozenset({"lin", "union", "seq", "make"})


def observable_parts(name: str, terms: Iterable[Term]) -> list[Term]:
    """The largest parts of terms that depend on one variable only: what the terms observe of it.

        height(left) + 1, height(left)  →  height(left)
        elements(left) | {3}            →  elements(left)

    Parts that other parts determine are left out, and known arguments of unions and sums.
    """
    found: dict[Term, None] = {}
    only = {name}

    def collect(term: Term) -> None:
        if name not in term.free:
            return
        if term.free == only:
            while term.op in _ADDING and len(unknown := [arg for arg in term.args if not arg.value]) == 1:
                term = unknown[0]
            found[term] = None
            return
        for arg in term.args:
            collect(arg)

    def determined(term: Term, whole: Term) -> bool:
        if name not in term.free or (term in found and term is not whole):
            return True
        return bool(term.args) and all(determined(arg, whole) for arg in term.args)

    for term in terms:
        collect(term)
    return [term for term in found if not determined(term, term)] if len(found) > 1 else list(found)
