"""Rules for arithmetic. What is not integer is left to Python, once its arguments are known."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from refute.logic.rules.linear import combine, from_linear, is_linear, linear
from refute.logic.terms import INTEGERS, Term, is_container, is_set

if TYPE_CHECKING:
    from refute.logic.reducer import Reducer


def _integers(args: tuple[Term, ...]) -> bool:
    return all(arg.sort in INTEGERS for arg in args)


def add(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    if _integers(args):
        return from_linear(r, combine(linear(args[0]), linear(args[1])))
    if all(is_container(arg.sort) for arg in args) and not all(arg.value for arg in args):
        return r.make("concat", args)
    return None


def subtract(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    if _integers(args):
        return from_linear(r, combine(linear(args[0]), linear(args[1]), -1))
    if any(is_set(arg.sort) for arg in args) and not all(arg.value for arg in args):
        return r.make("diff", args)
    return None


def negate(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    return from_linear(r, combine((0, {}), linear(args[0]), -1)) if _integers(args) else None


def multiply(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    if not _integers(args) or all(arg.value for arg in args):
        return None
    for factor, other in (args, args[::-1]):
        constant, table = linear(factor)
        if is_linear(factor) and not table:
            return from_linear(r, combine((0, {}), linear(other), constant))
    first, second = sorted(args, key=lambda arg: arg.serial)
    return r.intern(Term("mul", (first, second)))


def _extreme(op: str) -> Callable[[Reducer, tuple[Term, ...], Hashable], Term | None]:
    def rule(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
        """`min(a, b, …)` with two or more arguments: flat, without repetitions, at most one constant."""
        if not _integers(args) or all(arg.value for arg in args):
            return args[0] if len(args) == 1 else None
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


NUMBERS = {
    "add": add,
    "sub": subtract,
    "neg": negate,
    "mul": multiply,
    "min": _extreme("min"),
    "max": _extreme("max"),
}
