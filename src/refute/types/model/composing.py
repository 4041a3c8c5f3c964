"""Unions, types with other parts, and questions about types as wholes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from refute.types.model.base import Type, walk
from refute.types.model.definitions import Alias
from refute.types.model.kinds import (
    Anything,
    Atom,
    BaseClass,
    Data,
    DictOf,
    Finite,
    FunctionOf,
    IteratorOf,
    Named,
    Open,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Union,
)


def union_of(members: Iterable[Type]) -> Type:
    """The union of types, flattened and without duplicates."""
    flat: list[Type] = []
    kind = Union
    for member in members:
        if isinstance(member, Anything):
            kind = Anything
        for part in member.members if isinstance(member, Union) and not isinstance(member, Open) else (member,):
            if not any(part == other and _accepted(part) == _accepted(other) for other in flat):
                flat.append(part)
    return flat[0] if len(flat) == 1 and kind is Union else kind(tuple(flat))


def mapped(tp: Type, change: Callable[[Type], Type]) -> Type:
    """A type with a function applied to each of its parts."""
    match tp:
        case SequenceOf() | SetOf():
            return replace(tp, element=change(tp.element))
        case IteratorOf(returned=returned):
            return replace(tp, element=change(tp.element), returned=returned and change(returned))
        case TupleOf():
            return replace(tp, elements=tuple(map(change, tp.elements)))
        case DictOf():
            return replace(tp, key=change(tp.key), value=change(tp.value))
        case Union():
            return replace(tp, members=tuple(map(change, tp.members)))
        case FunctionOf(parameters=parameters):
            taken = parameters and tuple((name, change(part)) for name, part in parameters)
            return replace(tp, parameters=taken, result=change(tp.result))
        case Refined():
            return replace(tp, base=change(tp.base))
        case Named(alias=Alias(at=at)) if at is not None:
            return at(tuple(map(change, tp.args)))
        case Data() | Named():
            return replace(tp, args=tuple(map(change, tp.args)))
    return tp


def is_unbounded(tp: Type) -> bool:
    """Whether a type has infinitely many values whatever its parts are."""
    endless = Atom | SequenceOf | SetOf | DictOf | FunctionOf
    if isinstance(tp, Data):
        return tp.constructor.recursive or tp.constructor.sampled
    return isinstance(tp, endless) or (isinstance(tp, BaseClass | Finite) and tp.sampled)


def _accepted(tp: Type) -> tuple[Any, ...]:
    """The abstract classes in a type, by which equal types may differ."""
    return getattr(tp, "accepts", None), *map(_accepted, tp.parts())


def has_functions(root: Type) -> bool:
    """Whether values of a type may contain functions."""
    return any(isinstance(part, FunctionOf) for part in walk(root))
