"""Linear integer arithmetic: sums in linear form, comparisons with all unknowns on one side.

`h + sum(t) <= 10` with h = 3 becomes `sum(t) <= 7`, whatever the order of the steps. Only integers are rewritten: for
floats these rules would be wrong. An atom that may raise stays in the form even with the coefficient 0, so that
`v[0] - v[0]` is not 0 before v is known to have an element.
"""

from __future__ import annotations

from math import gcd
from typing import cast

from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.totality import total
from refute.logic.terms.term import BOOL, INT, INTEGERS, NAT, Term, constant_value, element_sort

Linear = tuple[int, dict[Term, int]]  # a constant and coefficients


def is_linear(term: Term) -> bool:
    """Whether a term is a sum or a constant."""
    return term.op == "lin" or (term.op == "const" and term.sort in INTEGERS)


def linear(term: Term) -> Linear:
    if term.op == "const":
        return int(constant_value(term)), {}
    if term.op == "lin":
        constant, coefficients = cast(tuple[int, tuple[int, ...]], term.data)
        return constant, dict(zip(term.args, coefficients, strict=True))
    return 0, {term: 1}


def combine(a: Linear, b: Linear, factor: int = 1) -> Linear:
    """a + factor * b"""
    table = dict(a[1])
    for atom, coefficient in b[1].items():
        together = table.get(atom, 0) + factor * coefficient
        if together or not total(atom):
            table[atom] = together
        else:
            table.pop(atom, None)
    return a[0] + factor * b[0], table


def from_linear(r: Rewriter, form: Linear) -> Term:
    constant, table = form
    if not table:
        return r.const(constant)
    atoms = sorted(table, key=lambda atom: atom.serial)
    if constant == 0 and len(atoms) == 1 and table[atoms[0]] == 1 and atoms[0].sort in (INT, NAT):
        return atoms[0]
    return r.intern(Term("lin", tuple(atoms), (constant, tuple(table[atom] for atom in atoms))))


def lower(term: Term) -> int | None:
    """A lower bound of an integer term, if one is known."""
    return _bound(term, below=True)


def upper(term: Term) -> int | None:
    """An upper bound of an integer term, if one is known."""
    return _bound(term, below=False)


def _bound(term: Term, *, below: bool) -> int | None:
    match term.op:
        case "const":
            return int(constant_value(term)) if term.sort in INTEGERS else None
        case "lin":
            return _bound_of_sum(term, below)
        case "ite":
            bounds = [_bound(branch, below=below) for branch in term.args[1:]]
            return None if None in bounds else (min if below else max)(cast(list[int], bounds))
        case "mod" if is_linear(term.args[1]) and not linear(term.args[1])[1]:
            divisor = linear(term.args[1])[0]
            return (min(0, divisor + 1) if below else max(0, divisor - 1)) if divisor else None
        case "floordiv" if is_linear(term.args[1]) and not linear(term.args[1])[1] and linear(term.args[1])[0] > 0:
            bound = _bound(term.args[0], below=below)
            return None if bound is None else bound // linear(term.args[1])[0]
        case "sum" if below:
            box, start = term.args
            each = lower(box.args[1]) if box.op == "comp" else 0 if element_sort(box.sort) in (NAT, BOOL) else None
            return lower(start) if each is not None and each >= 0 else None
    if below:
        return 0 if term.sort in (NAT, BOOL) or term.op == "abs" else None
    return 1 if term.sort == BOOL else None


def _bound_of_sum(term: Term, below: bool) -> int | None:
    constant, coefficients = cast(tuple[int, tuple[int, ...]], term.data)
    for atom, coefficient in zip(term.args, coefficients, strict=True):
        bound = _bound(atom, below=below == (coefficient >= 0))
        if bound is None:
            return None
        constant += coefficient * bound
    return constant


def _reduced(form: Linear) -> tuple[int, int]:
    """The greatest common divisor of the coefficients, 0 if all are 0, and the sign of that of the oldest atom."""
    _, table = form
    divisor = 0
    for coefficient in table.values():
        divisor = gcd(divisor, coefficient)
    oldest = min(table, key=lambda atom: atom.serial)
    return divisor, 1 if table[oldest] > 0 else -1


def _bare(r: Rewriter, table: dict[Term, int]) -> Term:
    """A sum as an operand of a comparison, where a Boolean need not be converted to an integer."""
    left = from_linear(r, (0, table))
    return left.args[0] if left.op == "lin" and left.data == (0, (1,)) else left


def equal(r: Rewriter, a: Term, b: Term) -> Term:
    """`a == b` with the unknowns on one side."""
    constant, table = form = combine(linear(a), linear(b), -1)
    if not table:
        return r.true if constant == 0 else r.false
    divisor, sign = _reduced(form)
    if not divisor:
        return r.after(table, r.true if constant == 0 else r.false)
    if constant % divisor:
        return r.after(table, r.false)
    target = -sign * constant // divisor
    table = {atom: sign * coefficient // divisor for atom, coefficient in table.items()}
    if target == 0 and sorted(table.values()) == [-1, 1]:
        first, second = sorted(table, key=lambda atom: atom.serial)
        return r.intern(Term("eq", (first, second)))
    left = _bare(r, table)
    least, most = lower(left), upper(left)
    if (least is not None and target < least) or (most is not None and target > most):
        return r.after(table, r.false)
    if left.sort == BOOL:
        return left if target else r.make("not", (left,))
    return r.intern(Term("eq", (left, r.const(target))))


def at_most(r: Rewriter, a: Term, b: Term) -> Term:
    """`a <= b` as a comparison of a sum of unknowns with a constant, or of two unknowns."""
    constant, table = form = combine(linear(a), linear(b), -1)
    if not table:
        return r.true if constant <= 0 else r.false
    divisor, sign = _reduced(form)
    if not divisor:
        return r.after(table, r.true if constant <= 0 else r.false)
    if sorted(table.values()) == [-divisor, divisor] and -constant // divisor in (0, -1):
        lesser, greater = sorted(table, key=lambda atom: -table[atom])
        return r.intern(Term("le" if -constant // divisor == 0 else "lt", (lesser, greater)))
    left = _bare(r, {atom: sign * coefficient // divisor for atom, coefficient in table.items()})
    least, most = lower(left), upper(left)
    if sign > 0:
        limit = -constant // divisor
        if least is not None and limit < least:
            return r.after(table, r.false)
        if most is not None and limit >= most:
            return r.after(table, r.true)
        if limit == least:
            return r.make("eq", (left, r.const(limit)))
        return r.intern(Term("le", (left, r.const(limit))))
    limit = -(-constant // divisor)
    if most is not None and limit > most:
        return r.after(table, r.false)
    if least is not None and limit <= least:
        return r.after(table, r.true)
    if least is not None and limit == least + 1:
        return r.make("not", (r.make("eq", (left, r.const(least))),))
    return r.intern(Term("le", (r.const(limit), left)))
