"""The part of the zoo whose measures give structures: inferred types, which go by an environment, and records."""

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


# -- several facts in one record: a condition on one of them is handed down ------------------------------------------


@dataclass(frozen=True)
class Tip: ...


@dataclass(frozen=True)
class Fork:
    left: Tip | Fork
    right: Tip | Fork


@dataclass(frozen=True)
class Facts:
    height: int
    even: bool


@measure
def facts(t: Tip | Fork) -> Facts:
    match t:
        case Tip():
            return Facts(0, True)
        case Fork(left, right):
            a, b = facts(left), facts(right)
            return Facts(1 + max(a.height, b.height), a.even and b.even and abs(a.height - b.height) <= 1)


EvenFork = Annotated[Tip | Fork, where(lambda t: facts(t).even)]
