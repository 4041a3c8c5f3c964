"""The part of the zoo whose measure infers a type: what it gives is a structure, and it goes by an environment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from refute.logic.measures import measure
from refute.logic.predicates import where


@dataclass(frozen=True)
class Bool: ...


@dataclass(frozen=True)
class Fun:
    takes: Type
    gives: Type


Type = Bool | Fun


@dataclass(frozen=True)
class Var:
    index: Annotated[int, where(lambda v: v >= 0)]


@dataclass(frozen=True)
class Truth:
    value: bool


@dataclass(frozen=True)
class Abs:
    type: Type
    body: Lambda


@dataclass(frozen=True)
class App:
    function: Lambda
    argument: Lambda


Lambda = Var | Truth | Abs | App


@measure
def inferred(t: Lambda, env: tuple[Type, ...]) -> Type | None:
    match t:
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


TypedLambda = Annotated[Lambda, where(lambda t: inferred(t, ()) is not None)]
# what is asked besides is seen of the same classes
TypedFunction = Annotated[Lambda, where(lambda t: isinstance(inferred(t, ()), Fun))]
ToItself = Annotated[Lambda, where(lambda t: inferred(t, ()) == Fun(Bool(), Bool()))]
Untyped = Annotated[Lambda, where(lambda t: inferred(t, ()) is None)]


@dataclass(frozen=True)
class Call:
    """A function, and an argument that it takes."""

    function: TypedFunction
    argument: Annotated[Lambda, where(lambda v, function: inferred(v, ()) == inferred(function, ()).takes)]
