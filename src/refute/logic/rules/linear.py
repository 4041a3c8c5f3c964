"""Integer algebra: sums kept as a linear form, comparisons of them brought to one side.

`h + sum(t) <= 10` with h = 3 has to become `sum(t) <= 7`, the same term that any other route to that question gives.
Only terms known to be integers are touched: for floats these rewritings would be wrong.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, cast

from refute.logic.terms import BOOL, INTEGERS, NAT, Term, constant_value

if TYPE_CHECKING:
    from refute.logic.reducer import Reducer

Linear = tuple[int, dict[Term, int]]  # a constant and coefficients


def is_linear(term: Term) -> bool:
    """Whether linear form says more of a term than the term itself: it is a sum or a constant."""
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
        total = table.get(atom, 0) + factor * coefficient
        if total:
            table[atom] = total
        else:
            del table[atom]
    return a[0] + factor * b[0], table


def from_linear(r: Reducer, form: Linear) -> Term:
    constant, table = form
    if not table:
        return r.const(constant)
    atoms = sorted(table, key=lambda atom: atom.serial)
    if constant == 0 and len(atoms) == 1 and table[atoms[0]] == 1 and atoms[0].sort != BOOL:
        return atoms[0]
    return r.intern(Term("lin", tuple(atoms), (constant, tuple(table[atom] for atom in atoms))))


def rebuilt(r: Reducer, args: tuple[Term, ...], data: object) -> Term | None:
    """The rule of `lin`: its atoms may have become sums or constants."""
    if any(atom.sort not in INTEGERS for atom in args):
        return _spelled_out(r, args, data)
    constant, coefficients = cast(tuple[int, tuple[int, ...]], data)
    form: Linear = (constant, {})
    for atom, coefficient in zip(args, coefficients, strict=True):
        form = combine(form, linear(atom), coefficient)
    return from_linear(r, form)


def _spelled_out(r: Reducer, args: tuple[Term, ...], data: object) -> Term:
    """A sum whose parts turned out not to be integers after all, as Python would compute it."""
    constant, coefficients = cast(tuple[int, tuple[int, ...]], data)
    total = r.const(constant)
    for atom, coefficient in zip(args, coefficients, strict=True):
        total = r.make("add", (total, r.make("mul", (r.const(coefficient), atom))))
    return total


def lower(term: Term) -> int | None:
    """A bound that an integer term is never below, if one is known."""
    if term.op == "const":
        return int(constant_value(term))
    if term.sort in (NAT, BOOL):
        return 0
    if term.op == "lin":
        constant, coefficients = cast(tuple[int, tuple[int, ...]], term.data)
        for atom, coefficient in zip(term.args, coefficients, strict=True):
            bound = lower(atom) if coefficient > 0 else upper(atom)
            if bound is None:
                return None
            constant += coefficient * bound
        return constant
    return None


def upper(term: Term) -> int | None:
    """A bound that an integer term is never above, if one is known."""
    if term.op == "const":
        return int(constant_value(term))
    if term.sort == BOOL:
        return 1
    if term.op == "lin":
        constant, coefficients = cast(tuple[int, tuple[int, ...]], term.data)
        for atom, coefficient in zip(term.args, coefficients, strict=True):
            bound = upper(atom) if coefficient > 0 else lower(atom)
            if bound is None:
                return None
            constant += coefficient * bound
        return constant
    return None


def _reduced(form: Linear) -> tuple[int, int]:
    """The greatest common divisor of the coefficients, and the sign of the oldest atom's."""
    _, table = form
    divisor = 0
    for coefficient in table.values():
        divisor = gcd(divisor, coefficient)
    oldest = min(table, key=lambda atom: atom.serial)
    return divisor, 1 if table[oldest] > 0 else -1


def equal(r: Reducer, a: Term, b: Term) -> Term:
    constant, table = form = combine(linear(a), linear(b), -1)
    if not table:
        return r.true if constant == 0 else r.false
    divisor, sign = _reduced(form)
    if constant % divisor:
        return r.false
    target = -sign * constant // divisor
    table = {atom: sign * coefficient // divisor for atom, coefficient in table.items()}
    if target == 0 and sorted(table.values()) == [-1, 1]:
        first, second = sorted(table, key=lambda atom: atom.serial)
        return r.intern(Term("eq", (first, second)))
    left = from_linear(r, (0, table))
    least, most = lower(left), upper(left)
    if (least is not None and target < least) or (most is not None and target > most):
        return r.false
    if left.op == "lin" and left.data == (0, (1,)):  # a lone Boolean
        return left.args[0] if target else r.make("not", (left.args[0],))
    return r.intern(Term("eq", (left, r.const(target))))


def at_most(r: Reducer, a: Term, b: Term) -> Term:
    constant, table = form = combine(linear(a), linear(b), -1)
    if not table:
        return r.true if constant <= 0 else r.false
    divisor, sign = _reduced(form)
    if sorted(table.values()) == [-divisor, divisor] and -constant // divisor in (0, -1):
        lesser, greater = sorted(table, key=lambda atom: -table[atom])
        return r.intern(Term("le" if -constant // divisor == 0 else "lt", (lesser, greater)))
    left = from_linear(r, (0, {atom: sign * coefficient // divisor for atom, coefficient in table.items()}))
    least, most = lower(left), upper(left)
    if sign > 0:
        limit = -constant // divisor
        if least is not None and limit < least:
            return r.false
        if most is not None and limit >= most:
            return r.true
        return _compared(r, left, r.const(limit))
    limit = -(-constant // divisor)
    if most is not None and limit > most:
        return r.false
    if least is not None and limit <= least:
        return r.true
    return _compared(r, r.const(limit), left)


def _compared(r: Reducer, a: Term, b: Term) -> Term:
    """`a <= b`, final, except that bounds on a largest or smallest are bounds on its parts."""
    if any(
        side.op in ("min", "max", "abs") or (side.op in ("largest", "smallest") and side.args[1:]) for side in (a, b)
    ):
        return r.make("le", (a, b))
    return r.intern(Term("le", (a, b)))
