"""The size of an input that is in no space at hand: as scopes count it, by its type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from refute.logic.terms.term import identity_key
from refute.types.membership import SCALARS
from refute.types.model import (
    ABSENT,
    Data,
    DictOf,
    Finite,
    Named,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
)
from refute.types.signatures import LEFT_OUT, Signature

Environment = Mapping[Any, tuple[Type, Any]]  # what type parameters stand for, each with an environment of its own


def size_of(signature: Signature, values: Sequence[Any]) -> int:
    """The number of elements of containers and of constructors with fields in an argument list."""
    given = [pair for pair in zip(signature.parameters, values, strict=True) if pair[1] is not LEFT_OUT]
    return sum(_size(parameter.type, value, {}, set()) or 0 for parameter, value in given)


def _size(tp: Type, value: Any, env: Environment, met: set[int]) -> int | None:
    """None where a value is not of the form of the type. Objects that are met again, by identity, count once."""
    match tp:
        case Refined(base=base):
            return _size(base, value, env, met)
        case SequenceOf(kind=kind, element=element) | SetOf(kind=kind, element=element):
            items = list(cast(Iterable[Any], value)) if type(value) is SCALARS[kind] else None
            return None if items is None else _sum(len(items), [(element, item) for item in items], env, met)
        case TupleOf(elements=elements):
            if type(value) is not tuple or len(value) != len(elements):
                return None
            return _sum(int(bool(elements)), list(zip(elements, value, strict=True)), env, met)
        case DictOf(key=key_type, value=item_type):
            if type(value) is not dict:
                return None
            pairs = [pair for key, item in value.items() for pair in ((key_type, key), (item_type, item))]
            return _sum(len(value), pairs, env, met)
        case Union(members=members):
            return next((size for member in members if (size := _size(member, value, env, met)) is not None), None)
        case Param(variable=variable):
            argument, around = env[variable]
            return _size(argument, value, around, met)
        case Named(alias=alias, args=args):
            return _size(alias.type, value, {p: (arg, env) for p, arg in zip(alias.params, args, strict=True)}, met)
        case Data(constructor=constructor, args=args):
            if not (type(value) is dict if constructor.form == "mapping" else constructor.makes(value)):
                return None
            if id(value) in met:
                return 0
            if tp.may_be_shared:
                met.add(id(value))
            inside = {p: (arg, env) for p, arg in zip(constructor.params, args, strict=False)}
            parts = zip(constructor.fields, constructor.parts(value), strict=True)
            own = [(field.type, part) for field, part in parts if part is not ABSENT or not field.optional]
            return _sum(constructor.cost, own, inside, met)
        case Finite(values=values):
            key = identity_key(value)
            return 0 if any(key == constant.key for constant in values) else None
    return 0 if value is not ABSENT and type(value) not in _CONTAINERS else None


def _sum(own: int, parts: Sequence[tuple[Type, Any]], env: Environment, met: set[int]) -> int | None:
    sizes = [_size(tp, part, env, met) for tp, part in parts]
    return None if None in sizes else own + sum(cast(list[int], sizes))


_CONTAINERS = (list, tuple, dict, set, frozenset)
