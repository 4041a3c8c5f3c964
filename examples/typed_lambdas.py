"""Lambda terms that have a type: a measure infers it, and reducing a term keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from refute import Nat, measure, where


@dataclass(frozen=True)
class Bool: ...


@dataclass(frozen=True)
class Fun:
    takes: Type
    gives: Type


Type = Bool | Fun


@dataclass(frozen=True)
class Var:
    index: Nat


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


@measure
def inferred(term: Term, env: tuple[Type, ...]) -> Type | None:
    """The type of a term whose variables have the types of an environment; None if it has none."""
    match term:
        case Var(index):
            return env[index] if index < len(env) else None
        case Truth():
            return Bool()
        case Abs(type, body):
            gives = inferred(body, (type, *env))
            return None if gives is None else Fun(type, gives)
        case App(function, argument):
            applied = inferred(function, env)
            if isinstance(applied, Fun) and inferred(argument, env) == applied.takes:
                return applied.gives
            return None


WellTyped = Annotated[Term, where(lambda t: inferred(t, ()) is not None)]
SameType = Annotated[Term, where(lambda r, term: inferred(r, ()) == inferred(term, ()))]


def shifted(by: int, cutoff: int, term: Term) -> Term:
    match term:
        case Var(index) if index >= cutoff:
            return Var(index + by)
        case Abs(type, body):
            return Abs(type, shifted(by, cutoff + 1, body))
        case App(function, argument):
            return App(shifted(by, cutoff, function), shifted(by, cutoff, argument))
    return term


def substituted(index: int, argument: Term, term: Term) -> Term:
    match term:
        case Var(own) if own == index:
            return argument
        case Abs(type, body):
            return Abs(type, substituted(index + 1, shifted(1, 0, argument), body))
        case App(left, right):
            return App(substituted(index, argument, left), substituted(index, argument, right))
    return term


def reduced(term: WellTyped) -> SameType:
    """The outermost application of a function that is written out, carried out."""
    match term:
        case Abs(type, body):
            return Abs(type, reduced(body))
        case App(Abs(_, body), argument):
            return shifted(-1, 0, substituted(0, shifted(1, 0, argument), body))
        case App(function, argument):
            return App(reduced(function), reduced(argument))
    return term
