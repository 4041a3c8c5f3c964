"""Rules for control: short circuits, negation pushed inwards, conditionals, truth values, order of evaluation.

An argument that raises is kept where Python would reach it: `and(a, raise)` raises only if `a` is true. There is one
deliberate exception: `and(a, False)` is False although `a`, still unknown, might raise; and `or(a, True)` is True.
Conditions that cannot hold any more have to be recognised early, or spaces would be built in vain.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import cast

from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.totality import ORDERED, total
from refute.logic.regular.search import Search
from refute.logic.terms.term import (
    BOOL,
    INTEGERS,
    RANK,
    STR,
    Container,
    Maker,
    Sort,
    Term,
    constant_value,
    is_container,
)


def _joined(r: Rewriter, op: str, args: tuple[Term, ...], unit: Term, zero: Term) -> Term:
    parts: list[Term] = []
    seen: set[Term] = set()
    bounds: dict[Hashable, int] = {}  # positions of bounds on each term
    for arg in args:
        for part in arg.args if arg.op == op else (arg,):
            if part is unit or part in seen:
                continue
            if part is zero:
                return zero
            bounded = _bounded_term(part) if part.op in _BOUNDING else None
            if bounded is not None:
                position = bounds.setdefault(bounded, len(parts))
                if position < len(parts):
                    parts[position] = _either(parts[position], part, stronger=op == "and")
                    seen.add(part)
                    continue
            parts.append(part)
            if part.op == "raise":
                break
            if total(part) and r.make("not", (part,)) in seen:
                return zero
            seen.add(part)
        if parts and parts[-1].op == "raise":
            break
    if not parts:
        return unit
    return parts[0] if len(parts) == 1 else r.intern(Term(op, tuple(parts)))


_BOUNDING = frozenset({"le", "all", "any"})


def _bounded_term(part: Term) -> Hashable:
    """What a part is a bound on: a term and a direction, for each item of a source if it is quantified; or None.

    Two bounds on the same are one: `3 <= x and 5 <= x` is `5 <= x`, and so is `all(3 <= x for x in xs) and …`.
    """
    if part.op == "le":
        low, high = part.args
        if (low.op == "const") == (high.op == "const") or not _in_one_order(low.sort, high.sort):
            return None
        return ("low", high) if low.op == "const" else ("high", low)
    comp = part.args[0]
    if comp.op != "comp" or comp.args[1].op not in _BOUNDING or not total(part):
        return None
    inner = _bounded_term(comp.args[1])
    return None if inner is None else (part.op, comp.args[0], comp.args[2], comp.data, inner)


def _in_one_order(a: Sort, b: Sort) -> bool:
    """Whether values of these sorts are totally ordered together, as sets and floats are not."""
    return (a in INTEGERS and b in INTEGERS) or (a == b and a in (RANK, STR))


def _either(first: Term, second: Term, *, stronger: bool) -> Term:
    """The stronger or the weaker of two bounds on the same term."""
    inner, other = first, second
    while inner.op != "le":
        inner, other = inner.args[0].args[1], other.args[0].args[1]
    upward = inner.args[0].op == "const"
    a, b = (constant_value(bound.args[0 if upward else 1]) for bound in (inner, other))
    return first if (a >= b if upward else a <= b) == stronger else second


def conjunction(r: Rewriter, args: tuple[Term, ...], _: Hashable = None) -> Term:
    return _joined(r, "and", tuple(r.truth(a) for a in args), r.true, r.false)


def disjunction(r: Rewriter, args: tuple[Term, ...], _: Hashable = None) -> Term:
    return _joined(r, "or", tuple(r.truth(a) for a in args), r.false, r.true)


def negation(r: Rewriter, term: Term) -> Term:
    if term is r.true:
        return r.false
    if term is r.false:
        return r.true
    if term.op == "raise":
        return term
    args = term.args
    match term.op:
        case "not":
            return args[0]
        case "and":
            return disjunction(r, tuple(negation(r, a) for a in args))
        case "or":
            return conjunction(r, tuple(negation(r, a) for a in args))
        case "ite":
            return conditional(r, (args[0], negation(r, args[1]), negation(r, args[2])))
        case "after":
            return r.make("after", (*args[:-1], negation(r, args[-1])))
        case "lt" if all(a.sort in ORDERED for a in args):
            return r.make("le", (args[1], args[0]))
        case "le" if all(a.sort in ORDERED for a in args):
            return r.make("lt", (args[1], args[0]))
        case "all" | "any" if args[0].op == "comp":
            source, element, condition = args[0].args
            turned = r.make("comp", (source, negation(r, r.truth(element)), condition), args[0].data)
            return r.make("any" if term.op == "all" else "all", (turned,))
    return r.intern(Term("not", (term,)))


def not_(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term:
    return negation(r, r.truth(args[0]))


def conditional(r: Rewriter, args: tuple[Term, ...], _: Hashable = None) -> Term:
    condition, then, otherwise = args
    condition = r.truth(condition)
    if condition is r.true:
        return then
    if condition is r.false:
        return otherwise
    if condition.op == "raise":
        return condition
    if then is otherwise:
        return r.after((condition,), then)
    if then.sort == otherwise.sort == BOOL:
        if then is r.true:
            return disjunction(r, (condition, otherwise))
        if then is r.false:
            return conjunction(r, (negation(r, condition), otherwise))
        if otherwise is r.true:
            return disjunction(r, (negation(r, condition), then))
        if otherwise is r.false:
            return conjunction(r, (condition, then))
    if condition.op == "not":
        condition, then, otherwise = condition.args[0], otherwise, then
    return r.intern(Term("ite", (condition, then, otherwise)))


def truth(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    term = args[0]
    if term.sort == BOOL:
        return term
    if term.sort in INTEGERS:
        return negation(r, r.make("eq", (term, r.const(0))))
    match term.op:
        case "ite":
            condition, then, otherwise = term.args
            return conditional(r, (condition, r.truth(then), r.truth(otherwise)))
        case "after":
            return r.make("after", (*term.args[:-1], r.truth(term.args[-1])))
        case "found":
            return r.make("match", term.args, cast(Search, term.data).language)
        case "make":
            cls = cast(Maker, term.data).cls
            if total(term) and not hasattr(cls, "__bool__") and not hasattr(cls, "__len__"):
                return r.true
        case "seq" | "set" | "dict" if total(term):
            assert isinstance(term.data, Container)
            if len(term.args) > term.data.open:
                return r.true
            return r.truth(term.args[0]) if term.args else r.false
    if is_container(term.sort) and not term.value:
        return negation(r, r.make("eq", (r.make("len", (term,)), r.const(0))))
    return None


def after(r: Rewriter, args: tuple[Term, ...], _: object) -> Term | None:
    """Drops terms that never raise, and those that the result evaluates anyway."""
    *first, result = args
    if result.op == "after":
        *more, result = result.args
        first += more
    waiting: dict[Term, None] = {}
    for term in first:
        if term.op == "raise":
            return term if not waiting else r.intern(Term("after", (*waiting, term)))
        if not total(term) and not _evaluates(result, term):
            waiting[term] = None
    if not waiting:
        return result
    return r.intern(Term("after", (*waiting, result)))


def _evaluates(term: Term, part: Term) -> bool:
    """Whether evaluating a term always evaluates this part of it."""
    if term is part:
        return True
    if not part.free <= term.free or term.op in ("and", "or", "ite"):  # these may be decided by their first argument
        return False
    certain = term.args[:1] if term.op in ("comp", "chain") else term.args
    return any(_evaluates(arg, part) for arg in certain)


BOOLEANS = {"and": conjunction, "or": disjunction, "not": not_, "ite": conditional, "truth": truth, "after": after}
