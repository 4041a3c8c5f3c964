"""Rules for arithmetic. What is not integer is left to Python, once its arguments are known."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import cast

from refute.logic.reduction.linear import Linear, combine, from_linear, is_linear, linear
from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.shapes import kind_of
from refute.logic.reduction.totality import are_sets, total
from refute.logic.terms.term import INT, INTEGERS, NAT, Term

# Kinds of sequences that `+` joins with their like.
_JOINED = frozenset({"list", "tuple", "str", "bytes", "deque"})


def _integers(args: tuple[Term, ...]) -> bool:
    return all(arg.sort in INTEGERS for arg in args)


def add(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    if _integers(args):
        return from_linear(r, combine(linear(args[0]), linear(args[1])))
    kinds = {kind_of(arg) for arg in args}
    if len(kinds) == 1 and kinds <= _JOINED and not all(arg.value for arg in args):
        return r.make("concat", args, kinds.pop())
    return None


def subtract(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    if _integers(args):
        return from_linear(r, combine(linear(args[0]), linear(args[1]), -1))
    if are_sets(args) and not all(arg.value for arg in args):
        return r.make("diff", args)
    return None


def negate(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    return from_linear(r, combine((0, {}), linear(args[0]), -1)) if _integers(args) else None


def multiply(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    if not _integers(args) or all(arg.value for arg in args):
        return None
    for factor, other in (args, args[::-1]):
        constant, table = linear(factor)
        if is_linear(factor) and not table:
            return from_linear(r, combine((0, {}), linear(other), constant))
    first, second = sorted(args, key=lambda arg: arg.serial)
    return r.intern(Term("mul", (first, second)))


def modulo(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    """`(7 * x + 10) % 5` is `(2 * x) % 5`: coefficients are reduced modulo the divisor."""
    divided = _divided(args)
    if divided is None:
        return None
    form, divisor = divided
    remaining = _remainders(form, divisor)
    return None if remaining == form else r.make("mod", (from_linear(r, remaining), args[1]))


def floor_division(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    """`(2 * x + y + 5) // 2` is `x + 2 + (y + 1) // 2`: multiples of the divisor are moved out."""
    divided = _divided(args)
    if divided is None:
        return None
    form, divisor = divided
    remaining = _remainders(form, divisor)
    if remaining == form:
        return None
    whole = combine(form, remaining, -1)
    quotient = whole[0] // divisor, {atom: coefficient // divisor for atom, coefficient in whole[1].items()}
    return r.make("add", (from_linear(r, quotient), r.make("floordiv", (from_linear(r, remaining), args[1]))))


def _divided(args: tuple[Term, ...]) -> tuple[Linear, int] | None:
    """The linear form and the divisor, if an unknown is divided by a constant."""
    if not _integers(args) or args[0].value or args[1].op != "const":
        return None
    divisor, _ = linear(args[1])
    return (linear(args[0]), divisor) if divisor else None


def _remainders(form: Linear, divisor: int) -> Linear:
    constant, table = form
    kept = {atom: factor % divisor for atom, factor in table.items() if factor % divisor or not total(atom)}
    return constant % divisor, kept


def positive(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    return from_linear(r, linear(args[0])) if _integers(args) else None


def _extreme(op: str) -> Callable[[Rewriter, tuple[Term, ...], Hashable], Term | None]:
    def rule(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
        """`min(a, b, …)`: flat, without duplicates, with at most one constant."""
        if len(args) == 1:
            return args[0]
        # Of an integer and a Boolean that are equal, Python returns the first, so that order matters.
        if all(arg.value for arg in args) or not all(arg.sort in (INT, NAT) for arg in args):
            return None
        parts: list[Term] = []
        known: list[Term] = []
        for arg in args:
            for part in arg.args if arg.op == op else (arg,):
                (known if part.value else parts).append(part)
        parts = sorted(set(parts), key=lambda part: part.serial)
        if known:
            parts.append(r.make(op, tuple(known)) if len(known) > 1 else known[0])
        return parts[0] if len(parts) == 1 else r.intern(Term(op, tuple(parts)))

    return rule


def rebuilt(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """A linear form whose atoms may have become sums or constants."""
    if any(atom.sort not in INTEGERS for atom in args):
        return _spelled_out(r, args, data)
    constant, coefficients = cast(tuple[int, tuple[int, ...]], data)
    form: Linear = (constant, {})
    for atom, coefficient in zip(args, coefficients, strict=True):
        form = combine(form, linear(atom), coefficient)
    return from_linear(r, form)


def _spelled_out(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term:
    """A sum whose atoms turned out not to be integers, as additions and multiplications."""
    constant, coefficients = cast(tuple[int, tuple[int, ...]], data)
    found = r.const(constant)
    for atom, coefficient in zip(args, coefficients, strict=True):
        found = r.make("add", (found, r.make("mul", (r.const(coefficient), atom))))
    return found


NUMBERS = {
    "lin": rebuilt,
    "add": add,
    "sub": subtract,
    "neg": negate,
    "pos": positive,
    "mul": multiply,
    "mod": modulo,
    "floordiv": floor_division,
    "min": _extreme("min"),
    "max": _extreme("max"),
}
