"""Membership of a value in a type, by evaluating the user's predicates on the value and its parts.

The values of a type are those that refute builds: of exact classes. For results see `conform`.
"""

from __future__ import annotations

import datetime
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

from refute.errors import RefinementError
from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import identity_key
from refute.types.model import (
    ABSENT,
    Atom,
    Data,
    DictOf,
    Finite,
    FunctionOf,
    Named,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
)

# The classes of scalars and containers, by kind.
SCALARS: dict[str, type] = {
    "int": int,
    "float": float,
    "complex": complex,
    "str": str,
    "bytes": bytes,
    "decimal": Decimal,
    "fraction": Fraction,
    "date": datetime.date,
    "datetime": datetime.datetime,
    "time": datetime.time,
    "timedelta": datetime.timedelta,
    "list": list,
    "tuple": tuple,
    "deque": deque,
    "set": set,
    "frozenset": frozenset,
}


@dataclass(frozen=True)
class Closure:
    """A type argument with the environment in which it was written."""

    type: Type
    env: Mapping[Any, Closure]
    siblings: Mapping[str, Any]


# Objects whose fields are looked at already, each with the class it is to be of, in the order in which they were met.
_Met = dict[tuple[int, int], None]


def inhabits(tp: Type, value: Any, siblings: Mapping[str, Any] | None = None) -> bool:
    """Whether a value is of a type. Raises RefinementError if a refinement raises."""
    return _inhabits(tp, value, {}, siblings or {}, {})


def _inhabits(tp: Type, value: Any, env: Mapping[Any, Closure], siblings: Mapping[str, Any], met: _Met) -> bool:
    match tp:
        case Refined(base=base, predicates=predicates):
            inside = _inhabits(base, value, env, siblings, met)
            return inside and all(holds(predicate, value, siblings) for predicate in predicates)
        case Atom(kind=kind):
            return type(value) is SCALARS[kind]
        case Finite(values=values):
            key = identity_key(value)
            return any(key == constant.key for constant in values)
        case SequenceOf(kind=kind, element=element) | SetOf(kind=kind, element=element):
            if type(value) is not SCALARS[kind]:
                return False
            return all(_inhabits(element, item, env, siblings, met) for item in cast(Iterable[Any], value))
        case TupleOf(elements=elements):
            if type(value) is not tuple or len(value) != len(elements):
                return False
            return all(_inhabits(part, item, env, siblings, met) for part, item in zip(elements, value, strict=True))
        case DictOf(key=key_type, value=item_type):
            return type(value) is dict and all(
                _inhabits(key_type, key, env, siblings, met) and _inhabits(item_type, item, env, siblings, met)
                for key, item in value.items()
            )
        case Union(members=members):
            return any(_inhabits(member, value, env, siblings, met) for member in members)
        case Param(variable=variable):
            argument = env[variable]
            return _inhabits(argument.type, value, argument.env, argument.siblings, met)
        case Named(alias=alias, args=args):
            inner = {p: Closure(arg, env, siblings) for p, arg in zip(alias.params, args, strict=True)}
            return _inhabits(alias.type, value, inner, siblings, met)
        case Data():
            return _is_made(tp, value, env, siblings, met)
        case FunctionOf():
            return callable(value) or isinstance(
                value, FunctionOf
            )  # which stands for a function that is not chosen yet
    raise AssertionError(tp)


def _is_made(tp: Data, value: Any, env: Mapping[Any, Closure], siblings: Mapping[str, Any], met: _Met) -> bool:
    constructor = tp.constructor
    if constructor.form == "mapping":
        if type(value) is not dict or not set(value) <= set(constructor.names):
            return False
    elif not constructor.makes(value):
        return False
    key = (id(value), id(constructor))
    if tp.may_be_shared:
        if key in met:
            return True
        met[key] = None
    if _are_parts(tp, value, env, siblings, met):
        return True
    if key in met:
        while met.popitem()[0] != key:
            pass  # what was met since may have been accepted because this was
    return False


def _are_parts(tp: Data, value: Any, env: Mapping[Any, Closure], siblings: Mapping[str, Any], met: _Met) -> bool:
    """Whether the fields of a value are of their types."""
    constructor = tp.constructor
    inner = {p: Closure(arg, env, siblings) for p, arg in zip(constructor.params, tp.args, strict=False)}
    known: dict[str, Any] = {}
    for field, part in zip(constructor.fields, constructor.parts(value), strict=True):
        if part is ABSENT:
            if not field.optional:
                return False
            continue
        if not _inhabits(field.type, part, inner, known, met):
            return False
        known[field.name] = part
    return True


def holds(predicate: Predicate, value: Any, siblings: Mapping[str, Any]) -> bool:
    """Evaluate a predicate. Raises RefinementError, with the value, if it raises."""
    try:
        return predicate.holds(value, siblings)
    except Exception as error:
        around = "".join(f", {name} = {siblings[name]!r}" for name in predicate.names if name in siblings)
        raise RefinementError(
            f"the refinement `{predicate.text}` raised {type(error).__name__}: {error}, "
            f"for the value {value!r}{around}",
            place=predicate.place,
            remedy="Rule such values out first, as in `v != 0 and 10 // v > 1`.",
        ) from error
