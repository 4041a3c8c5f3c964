"""Closed lambda terms with de Bruijn indices: a measure counts the binders that are missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from refute import Nat, measure, where


@dataclass(frozen=True)
class Var:
    index: Nat


@dataclass(frozen=True)
class Lam:
    body: Term


@dataclass(frozen=True)
class App:
    function: Term
    argument: Term


Term = Var | Lam | App


@measure
def missing(term: Term) -> int:
    """How many binders have to be around a term to close it."""
    match term:
        case Var(index):
            return index + 1
        case Lam(body):
            return max(missing(body) - 1, 0)
        case App(function, argument):
            return max(missing(function), missing(argument))


Closed = Annotated[Term, where(lambda t: missing(t) == 0)]
