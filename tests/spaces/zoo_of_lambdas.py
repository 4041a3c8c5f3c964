"""The part of the zoo whose measures give structures: inferred types, which go by an environment, and records."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from refute.logic.reading.measures import measure
from refute.logic.reading.predicates import where

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "examples"))

from typed_lambdas import Bool, Fun, Term, WellTyped, inferred

TypedLambda = WellTyped
# what is asked besides is seen of the same classes
TypedFunction = Annotated[Term, where(lambda t: isinstance(inferred(t, ()), Fun))]
ToItself = Annotated[Term, where(lambda t: inferred(t, ()) == Fun(Bool(), Bool()))]
Untyped = Annotated[Term, where(lambda t: inferred(t, ()) is None)]


@dataclass(frozen=True)
class Call:
    """A function, and an argument that it takes."""

    function: TypedFunction
    argument: Annotated[Term, where(lambda v, function: inferred(v, ()) == inferred(function, ()).takes)]


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
