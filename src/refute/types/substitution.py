"""Substitution of type parameters, and free type variables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refute.logic.reading.predicates import Predicate
from refute.types.landmarks import refined
from refute.types.model import Param, Refined, Type, Union, mapped, union_of


class Guard(Predicate):
    """A condition on siblings alone, by which an instance of a type variable is chosen."""


def filled(tp: Type, table: Mapping[Any, Type]) -> Type:
    """A type with the parameters in a table substituted."""
    if not table:
        return tp
    match tp:
        case Param(variable=variable):
            return table.get(variable, tp)
        case Refined(base=base, predicates=predicates):
            return refined(filled(base, table), predicates)
        case Union(members=members) if type(tp) is Union:
            return union_of(filled(member, table) for member in members)
    return mapped(tp, lambda part: filled(part, table))


def completed(given: tuple[Type, ...], params: tuple[Any, ...]) -> tuple[Type, ...]:
    """Type arguments, completed by the parameters themselves."""
    return (*given, *(Param(param, implied=True) for param in params[len(given) :]))


def free_variables(tp: Type) -> dict[Any, None]:
    """The type variables that are free in a type, in order. The bodies of classes and aliases have none."""
    found: dict[Any, None] = {tp.variable: None} if isinstance(tp, Param) else {}
    for part in tp.parts():
        found |= free_variables(part)
    return found
