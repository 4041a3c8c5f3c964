"""Rules for Boolean structure: short circuit, negation pushed inwards, conditionals, truth of a value.

An argument that raises is kept where Python would reach it: `and(a, raise)` raises only where `a` is true. There is one
deliberate exception: `and(a, False)` is False although `a`, not yet known, might raise; and `or(a, True)` is True.
Conditions that cannot be met any more have to be seen as such early, or spaces would be built in vain.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, cast

from refute.logic.reduction.rules.totality import ORDERED, keeping, total
from refute.logic.terms.term import BOOL, INTEGERS, Kind, Maker, Term, is_container

if TYPE_CHECKING:
    from refute.logic.reduction.reducer import Reducer
    from refute.logic.regular.search import Search


def _joined(r: Reducer, op: str, args: tuple[Term, ...], unit: Term, zero: Term) -> Term:
    parts: list[Term] = []
    seen: set[Term] = set()
    for arg in args:
        for part in arg.args if arg.op == op else (arg,):
            if part is unit or part in seen:
                continue
            if part is zero:
                return zero
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


def conjunction(r: Reducer, args: tuple[Term, ...], _: Hashable = None) -> Term:
    return _joined(r, "and", tuple(truth(r, a) for a in args), r.true, r.false)


def disjunction(r: Reducer, args: tuple[Term, ...], _: Hashable = None) -> Term:
    return _joined(r, "or", tuple(truth(r, a) for a in args), r.false, r.true)


def negation(r: Reducer, term: Term) -> Term:
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
            turned = r.make("comp", (source, negation(r, truth(r, element)), condition), args[0].data)
            return r.make("any" if term.op == "all" else "all", (turned,))
    return r.intern(Term("not", (term,)))


def not_(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term:
    return negation(r, truth(r, args[0]))


def conditional(r: Reducer, args: tuple[Term, ...], _: Hashable = None) -> Term:
    condition, then, otherwise = args
    condition = truth(r, condition)
    if condition is r.true:
        return then
    if condition is r.false:
        return otherwise
    if condition.op == "raise":
        return condition
    if then is otherwise:
        return keeping(r, (condition,), then)
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


def truth(r: Reducer, term: Term) -> Term:
    """`bool(term)`."""
    if term.sort == BOOL or term.op == "raise":
        return term
    return r.make("truth", (term,))


def truth_(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    term = args[0]
    if term.sort == BOOL:
        return term
    if term.sort in INTEGERS:
        return negation(r, r.make("eq", (term, r.const(0))))
    match term.op:
        case "ite":
            condition, then, otherwise = term.args
            return conditional(r, (condition, truth(r, then), truth(r, otherwise)))
        case "after":
            return r.make("after", (*term.args[:-1], truth(r, term.args[-1])))
        case "found":
            return r.make("match", term.args, cast("Search", term.data).language)
        case "make":
            cls = cast(Maker, term.data).cls
            if total(term) and not hasattr(cls, "__bool__") and not hasattr(cls, "__len__"):
                return r.true
        case "seq" | "set" | "dict" if total(term):
            assert isinstance(term.data, Kind)
            if len(term.args) > term.data.open:
                return r.true
            return truth(r, term.args[0]) if term.args else r.false
    if is_container(term.sort) and not term.value:
        return negation(r, r.make("eq", (r.make("len", (term,)), r.const(0))))
    return None


BOOLEANS = {"and": conjunction, "or": disjunction, "not": not_, "ite": conditional, "truth": truth_}
