"""What type parameters stand for: what they are given, or else a default, a bound, the first constraint, or int."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from refute.types.landmarks import refined
from refute.types.model import (
    Anything,
    Atom,
    Data,
    DictOf,
    FunctionOf,
    IteratorOf,
    Named,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
    union_of,
)
from refute.types.reading.context import context_of


def filled(tp: Type, table: Mapping[Any, Type]) -> Type:
    """A type with the parameters in it replaced, as far as the table says by what."""
    if not table:
        return tp
    match tp:
        case Param(variable=variable):
            return table.get(variable, tp)
        case SequenceOf() | SetOf() | IteratorOf():
            return replace(tp, element=filled(tp.element, table))
        case FunctionOf(parameters=parameters, result=result):
            taken = parameters and tuple((name, filled(part, table)) for name, part in parameters)
            return replace(tp, parameters=taken, result=filled(result, table))
        case TupleOf(elements=elements):
            return TupleOf(tuple(filled(element, table) for element in elements))
        case DictOf(key=key, value=value):
            return replace(tp, key=filled(key, table), value=filled(value, table))
        case Anything():
            return replace(tp, members=tuple(filled(member, table) for member in tp.members))
        case Union(members=members):
            return union_of(filled(member, table) for member in members)
        case Refined(base=base, predicates=predicates):
            return refined(filled(base, table), predicates)
        case Data() | Named():
            return replace(tp, args=tuple(filled(arg, table) for arg in tp.args))
    return tp


def default_of(variable: Any) -> Type:
    """Integers stand for an unconstrained parameter: they are ordered, hashable and print well."""
    from refute.types.reading.annotations import Reader

    declared = getattr(variable, "__default__", None)
    # typing has the marker for "none" only from Python 3.13 on, typing_extensions has it everywhere.
    candidates = [None if type(declared).__name__ == "NoDefaultType" else declared]
    candidates.append(getattr(variable, "__bound__", None))
    candidates.extend(getattr(variable, "__constraints__", ())[:1])
    for candidate in candidates:
        if candidate is not None:
            return Reader().read(candidate, context_of(variable, str(variable)))
    return Atom("int")
