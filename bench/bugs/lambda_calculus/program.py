"""A lambda calculus with types: Booleans and functions, variables by de Bruijn index, parallel reduction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge


@dataclass(frozen=True)
class Bool:
    pass


@dataclass(frozen=True)
class Fun:
    takes: Type
    gives: Type


Type = Bool | Fun


@dataclass(frozen=True)
class Var:
    index: Annotated[int, Ge(0)]  # how many binders lie between it and its own


@dataclass(frozen=True)
class Truth:
    value: bool


@dataclass(frozen=True)
class Abs:
    type: Type
    body: Term


@dataclass(frozen=True)
class App:
    function: Term
    argument: Term


Term = Var | Truth | Abs | App


def type_of(t: Term, env: tuple[Type, ...]) -> Type | None:
    """The type of a term where variables have the types of an environment, the innermost first; None if it has none."""
    match t:
        case Var(index):
            return env[index] if 0 <= index < len(env) else None
        case Truth():
            return Bool()
        case Abs(type, body):
            gives = type_of(body, (type, *env))
            return None if gives is None else Fun(type, gives)
        case App(function, argument):
            applied = type_of(function, env)
            if isinstance(applied, Fun) and type_of(argument, env) == applied.takes:
                return applied.gives
            return None


def shifted(by: int, cutoff: int, t: Term) -> Term:
    """A term whose free variables, those from the cutoff on, are so many more binders away from their own."""
    match t:
        case Var(index):
            return Var(index + by) if index >= cutoff else t
        case Truth():
            return t
        case Abs(type, body):
            return Abs(type, shifted(by, cutoff + 1, body))
        case App(function, argument):
            return App(shifted(by, cutoff, function), shifted(by, cutoff, argument))


def substituted(index: int, argument: Term, t: Term) -> Term:
    """A term with an argument in place of a variable."""
    match t:
        case Var(own):
            return argument if own == index else t
        case Truth():
            return t
        case Abs(type, body):
            return Abs(type, substituted(index + 1, shifted(1, 0, argument), body))
        case App(left, right):
            return App(substituted(index, argument, left), substituted(index, argument, right))


def applied_to(body: Term, argument: Term) -> Term:
    """The body of a function with an argument in place of its parameter."""
    return shifted(-1, 0, substituted(0, shifted(1, 0, argument), body))


def reduced(t: Term) -> Term:
    """A term after all its redexes are reduced at once."""
    match t:
        case Abs(type, body):
            return Abs(type, reduced(body))
        case App(Abs(_, body), argument):
            return applied_to(reduced(body), reduced(argument))
        case App(function, argument):
            return App(reduced(function), reduced(argument))
    return t


def reduced_by(steps: int, t: Term) -> Term:
    for _ in range(steps):
        t = reduced(t)
    return t
