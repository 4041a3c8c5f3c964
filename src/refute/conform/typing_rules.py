"""Values of a type by Python's typing rules: more than refute builds for it."""

from __future__ import annotations

import datetime
import enum
from collections import deque
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any

from refute.conform.iterators import Yielded
from refute.logic.terms.term import identity_key, var
from refute.types.model import (
    ABSENT,
    Atom,
    BaseClass,
    Constructor,
    Data,
    DictOf,
    Finite,
    Instance,
    Named,
    Refined,
    SequenceOf,
    SetOf,
    Type,
    Union,
)

SCALARS: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "float": (float, int),
    "complex": (complex, float, int),
    "str": (str,),
    "bytes": (bytes,),
    "decimal": (Decimal,),
    "fraction": (Fraction,),
    "date": (datetime.date,),
    "datetime": (datetime.datetime,),
    "time": (datetime.time,),
    "timedelta": (datetime.timedelta,),
}
_CONTAINERS: dict[str, type] = {"list": list, "tuple": tuple, "deque": deque, "set": set, "frozenset": frozenset}
# Containers whose iteration runs no code of the user's.
BUILT_IN: tuple[type, ...] = (list, tuple, deque, set, frozenset, dict, str, bytes)


def container_of(tp: SequenceOf | SetOf | DictOf) -> type:
    """The class a container has to be an instance of."""
    if tp.accepts is not None:
        return tp.accepts
    return dict if isinstance(tp, DictOf) else _CONTAINERS[tp.kind]


def class_of(constructor: Constructor) -> Any:
    """The class a data value has to be an instance of: of a parametrised pydantic model, the generic one."""
    generic = getattr(constructor.cls, "__pydantic_generic_metadata__", None) or {}
    return generic.get("origin") or constructor.cls


def accepted_class(tp: Data) -> Any:
    """The class a value of data has to be an instance of."""
    return tp.accepts or class_of(tp.constructor)


def attribute_names(constructor: Constructor) -> tuple[str | None, ...]:
    """For each field the attribute or key that stores the argument unchanged; None where there is none."""
    if constructor.form == "mapping":
        return constructor.names
    found: list[str | None] = []
    for name in constructor.names:
        attributes = [attribute for attribute, term in constructor.attributes.items() if term == var(name)]
        found.append(name if name in attributes else attributes[0] if attributes else None)
    return tuple(found)


def is_a(value: Any, cls: Any) -> bool:
    """`isinstance`, also for an object whose `__class__` raises, and a class whose metaclass raises."""
    try:
        return isinstance(value, cls)
    except Exception:
        try:
            return issubclass(type(value), cls)
        except Exception:
            if getattr(cls, "_is_protocol", False):
                raise
            return any(base is cls for base in type.mro(type(value)))


def may_be_a(value: Any, cls: type) -> bool:
    """Whether a value may be an instance of a class. A protocol that is not runtime-checkable admits any."""
    try:
        return is_a(value, cls)
    except TypeError:
        return True


def class_named_by(tp: Type) -> Any:
    """The class whose instances are the values of a type; None if there is no such class."""
    match tp:
        case Refined(base=base):
            return class_named_by(base)
        case Data(constructor=constructor):
            return accepted_class(tp) if constructor.form != "mapping" else None
        case Instance(cls=cls) | BaseClass(cls=cls):
            return cls
        case Named(alias=alias):
            return alias.type.cls if isinstance(alias.type, BaseClass) else None
        case Finite():
            return enumeration_of(tp)
    return None


def enumeration_of(tp: Finite) -> type[enum.Enum] | None:
    """The enumeration that a type stands for, unless it lists some members only. Flags have unlisted combinations."""
    kinds = {type(constant.value) for constant in tp.values}
    kind = kinds.pop() if len(kinds) == 1 else None
    return kind if kind is not None and issubclass(kind, enum.Enum) and tp.name == kind.__name__ else None


def is_member(tp: Finite, value: Any) -> bool:
    kind = enumeration_of(tp)
    if kind is not None:
        return is_a(value, kind)
    try:
        key = identity_key(value)
    except Exception:
        return False  # its __class__ is wrong, so it is none of them
    return any(key == constant.key for constant in tp.values)


def all_of_range(element: Type, value: Any) -> bool:
    """Whether a value is a range and all its elements are of the type, without listing them."""
    return type(value) is range and isinstance(element, Atom) and int in SCALARS[element.kind]


def elements(value: Any, cls: type) -> Collection[Any] | None:
    """The elements of a container of this class, as many as its length; none of an iterator that was not consumed.

    None if the value is not of the class. Raises what iterating over the user's class raises.
    """
    if type(value) is Yielded:
        return value.items if issubclass(Iterator, cls) else None
    if not is_a(value, cls):
        return None
    if type(value) in BUILT_IN:
        return value  # type: ignore[no-any-return]
    if isinstance(value, Iterator) or not isinstance(value, Collection):
        return ()
    return list(islice(iter(value), len(value)))


def yields(value: Any, cls: type) -> Collection[Any] | None:
    """The elements that an iterator of this class yielded; None for a value of another class."""
    if type(value) is Yielded:
        return value.items if issubclass(value.cls, cls) else None
    return () if is_a(value, cls) else None


def returned_by(value: Any) -> Any:
    """What a consumed generator returned at its end; ABSENT if that is not known."""
    return value.returned if type(value) is Yielded else ABSENT


def as_list(value: Any) -> Any:
    """The value that refinements see: of a consumed iterator, the list of its elements."""
    return value.items if type(value) is Yielded else value


def is_unfinished(value: Any) -> bool:
    """Whether a value is an iterator not consumed to its end: refinements of the whole do not apply."""
    return not value.ended if type(value) is Yielded else isinstance(value, Iterator | AsyncIterator)


def pairs(value: Any, cls: type) -> Collection[tuple[Any, Any]] | None:
    """The items of a mapping of this class; None if the value is not of it."""
    if not is_a(value, cls):
        return None
    if type(value) is dict:
        return value.items()
    return [(key, value[key]) for key in islice(iter(value), len(value))]


def widened(base: Type, value: Any) -> Any:
    """An integer given for a float or complex, converted; None for any other value."""
    match base:
        case Atom(kind="float") if type(value) is not float and isinstance(value, int):
            try:
                return float(value)
            except OverflowError:
                return None
        case Atom(kind="complex") if type(value) is not complex and isinstance(value, int | float):
            try:
                return complex(value)
            except OverflowError:
                return None
        case Refined(base=inner):
            return widened(inner, value)
        case Union(members=members):
            return next((wide for wide in (widened(member, value) for member in members) if wide is not None), None)
    return None


def is_indexed(value: Any) -> bool:
    return isinstance(value, Sequence)


def is_mapping(value: Any) -> bool:
    return is_a(value, Mapping)
