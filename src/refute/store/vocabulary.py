"""The names that a kept value may be written with: those of its function's own types, and the standard scalars.

    def gross(p: Price, when: date, how: Literal[Rounding.UP]) -> Decimal: ...

    shop.Price                     called, to build a Price
    shop.Rounding.UP, shop.Rounding.DOWN, shop.Rounding(2)
    datetime.date, decimal.Decimal, fractions.Fraction, collections.deque, float, frozenset, …

Types of results are not among them: no argument is built from these. A name is looked up among objects that are known
beforehand; no attribute is read and nothing imported for it.
"""

from __future__ import annotations

import collections
import datetime
import enum
import sys
import zoneinfo
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from types import ModuleType
from typing import Any, get_origin

from refute.conform.wording import message_of
from refute.spaces.narrowing.heaps.sharing import is_heap, reached
from refute.types.data import Description, describe, descriptions
from refute.types.data.abstract.stand_ins import made as made_stand_in
from refute.types.data.abstract.stand_ins import stand_in, stands_for
from refute.types.data.origins import ORIGINS
from refute.types.data.recipes.registering import MADE, made
from refute.types.model import Atom, Data, Finite, Type, walk
from refute.types.signatures import Signature

_COLLECTIONS = (list, tuple, set, frozenset)
_ZONES = (datetime.timezone, zoneinfo.ZoneInfo)
# Standard classes, and of what types the arguments are that their values are written with. Others may make a call of
# one run for hours: Fraction("1e999999999").
_SCALARS: dict[type, tuple[type, ...]] = {
    float: (str, int, float),
    complex: (int, float),
    set: _COLLECTIONS,
    frozenset: _COLLECTIONS,
    collections.deque: (*_COLLECTIONS, int, type(None)),
    Decimal: (str, int),
    Fraction: (int,),
    datetime.date: (int,),
    datetime.time: (int, *_ZONES, type(None)),
    datetime.datetime: (int, *_ZONES, type(None)),
    datetime.timedelta: (int, float),
    datetime.timezone: (datetime.timedelta, str),
}
# Classes that are only mentioned: what a generated function was called with may be one.
_MENTIONED = (bool, int, str, bytes, list, tuple, dict)


class UnreadableEntry(Exception):
    """What an entry has that is neither a literal nor made with the names of the function's own types."""


@dataclass(frozen=True)
class Meaning:
    """What a name stands for: an object, and what a call of it gives, if it may be called."""

    value: Any
    call: Callable[[Sequence[Any], Mapping[str, Any]], Any] | None = None


class Vocabulary:
    """What names mean in the entries of a function, by their full names, such as `datetime.date`."""

    def __init__(self, signature: Signature) -> None:
        self.owner = signature.name
        self._meanings: dict[str, Meaning] = {}
        own, ambiguous = list(_named_by(signature)), set()
        for name, meaning in (*_standard(), *own):
            if self._meanings.setdefault(name, meaning).value is not meaning.value:
                ambiguous.add(name)
        for name in ambiguous:
            del self._meanings[name]
        # Modules that import a class know it by further names.
        self._full_names = {id(meaning.value): name for name, meaning in own if isinstance(meaning.value, type)}

    def meaning(self, name: str) -> Meaning:
        """Raises UnreadableEntry."""
        found = self._meanings.get(name) or self._meanings.get(self._original(name))
        if found is None:
            raise UnreadableEntry(f"{name.removeprefix('builtins.')} is no name that the types of {self.owner} use")
        return found

    def mentions(self, name: str) -> bool:
        """Whether an import of a name may be of use: of one that is known, or of a module that has one."""
        return (
            name in self._meanings
            or self._original(name) in self._meanings
            or any(known.startswith(f"{name}.") for known in self._meanings)
            or any(id(value) in self._full_names for value in _names_in(name).values())
        )

    def _original(self, name: str) -> str:
        """The full name of a class that a module has imported from where it was defined."""
        parts = name.split(".")
        for end in range(len(parts) - 1, 0, -1):
            original = self._full_names.get(id(_names_in(".".join(parts[:end])).get(parts[end])))
            if original is not None:
                return ".".join([original, *parts[end + 1 :]])
        return ""


def _names_in(module: str) -> Mapping[str, Any]:
    """The names that a module has, if it was imported: it is not imported for that."""
    found = sys.modules.get(module)
    return found.__dict__ if type(found) is ModuleType else {}  # others may do anything when they are asked


def _standard() -> Iterator[tuple[str, Meaning]]:
    for cls, kinds in _SCALARS.items():
        yield _full_name(cls), Meaning(cls, partial(_scalar, cls, kinds))
    yield "builtins.iter", Meaning(iter, _iterator)
    for cls in _MENTIONED:
        yield _full_name(cls), Meaning(cls)
    yield "datetime.timezone.utc", Meaning(datetime.UTC)


def _named_by(signature: Signature) -> Iterator[tuple[str, Meaning]]:
    """The names that the types of the parameters use."""
    zones: dict[str, zoneinfo.ZoneInfo] = {}
    standing: dict[Any, Any] = {}  # classes of stand-ins, by what they stand for
    for tp in _types_of(signature):
        match tp:
            case Data(constructor=constructor) if constructor.form == "recipe":
                yield from _made(constructor.cls)
            case Data(constructor=constructor) if (known := stands_for(constructor.cls)) is not None:
                cls = get_origin(known[0]) or known[0]
                standing.setdefault(cls, constructor.cls)
                yield _full_name(cls), Meaning(cls)
            case Data(constructor=constructor) if constructor.form != "mapping":
                cls = constructor.cls
                building = _Building(cls, describe(cls))  # now, as that may compile annotations
                yield _full_name(cls), Meaning(cls, building)
            case Finite(values=values):
                for cls in {type(value.value) for value in values if isinstance(value.value, enum.Enum)}:
                    yield from _members(cls)
                for cls in (value.value for value in values if isinstance(value.value, type)):
                    yield _full_name(cls), Meaning(cls)
            case Atom(marks=marks):
                zones |= _zones(mark.value for mark in marks)
    if zones:
        yield "zoneinfo.ZoneInfo", Meaning(zoneinfo.ZoneInfo, partial(_zone, zones))
    if standing:
        yield "refute.stand_in", Meaning(stand_in, partial(_stand_in, standing))


def _types_of(signature: Signature) -> Iterator[Type]:
    for parameter in signature.parameters:
        for tp in walk(parameter.type):
            yield tp
            if isinstance(tp, Data) and is_heap(tp.constructor):
                yield from (part for one in reached(tp.constructor) for part in walk(Data(one)))


def _full_name(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def _members(cls: type[enum.Enum]) -> Iterator[tuple[str, Meaning]]:
    yield _full_name(cls), Meaning(cls, partial(_member, cls))
    for name, member in cls.__members__.items():
        yield f"{_full_name(cls)}.{name}", Meaning(member)


def _zones(marks: Iterable[Any]) -> dict[str, zoneinfo.ZoneInfo]:
    """The time zones of constants, by their names: no others are read from files."""
    found = [getattr(mark, "tzinfo", None) for mark in marks]
    return {zone.key: zone for zone in found if isinstance(zone, zoneinfo.ZoneInfo) and zone.key}


def _scalar(cls: Callable[..., Any], kinds: tuple[type, ...], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    odd = [type(value) for value in (*args, *kwargs.values()) if type(value) not in kinds]
    if odd:
        raise UnreadableEntry(f"{cls.__name__} is called with a {odd[0].__name__}")
    try:
        return cls(*args, **kwargs)
    except (ValueError, TypeError, ArithmeticError) as error:
        raise UnreadableEntry(f"a call of {cls.__name__} raises {message_of(error)}") from None


def _made(cls: type) -> Iterator[tuple[str, Meaning]]:
    """The names that values of a registered type are built by."""
    for described in descriptions(cls):
        recipe = described.recipe
        if recipe is None:
            continue
        for name, meant in recipe.also.items():
            yield name, Meaning(meant, partial(_called, meant))
        if recipe.callee == MADE:
            yield _full_name(cls), Meaning(cls)
            yield ".".join(MADE), Meaning(made, lambda args, kwargs: made(*args, **kwargs))
        elif recipe.kinds:
            yield ".".join(recipe.callee), Meaning(recipe.call, partial(_scalar, recipe.call, recipe.kinds))
        else:
            yield ".".join(recipe.callee), Meaning(recipe.call, _Building(cls, described))


def _called(meant: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    return meant(*args, **kwargs)


def _iterator(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Iterator[Any]:
    if len(args) != 1 or kwargs or type(args[0]) not in (list, tuple):
        raise UnreadableEntry("iter is called with other than a list or a tuple")
    return iter(args[0])


def _member(cls: type[enum.Enum], args: Sequence[Any], kwargs: Mapping[str, Any]) -> enum.Enum:
    if len(args) != 1 or kwargs:  # more would make another enumeration
        raise UnreadableEntry(f"{cls.__name__} is called with other than one value")
    return cls(args[0])


def _zone(zones: Mapping[str, zoneinfo.ZoneInfo], args: Sequence[Any], kwargs: Mapping[str, Any]) -> zoneinfo.ZoneInfo:
    match list(args), dict(kwargs):
        case ([str(key)], {**rest}) | ([], {"key": str(key), **rest}) if not rest and key in zones:
            return zones[key]
    raise UnreadableEntry("ZoneInfo is called for other than a time zone of the types")


def _stand_in(standing: Mapping[Any, Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    cls = standing.get(args[0]) if len(args) == 1 and isinstance(args[0], type) else None
    if cls is None or set(stands_for(cls)[1]) != set(kwargs):
        raise UnreadableEntry("stand_in is called for other than what the types name, or with other members")
    return made_stand_in(cls, dict(kwargs))


class _Building:
    """Calls of a data class. What one was built from is remembered, as some classes do not keep it."""

    def __init__(self, cls: Any, description: Description | None) -> None:
        self._cls = cls
        self._description = description

    def __call__(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        recipe = self._description.recipe if self._description is not None else None
        built = (self._cls if recipe is None else recipe.call)(*args, **kwargs)
        given = self._in_order(args, kwargs)
        if given is not None:
            ORIGINS.note(built, given)
        return built

    def _in_order(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """A value for each field, if the call gives exactly these."""
        given = dict(zip(self._names(by_position=True), args, strict=False)) | dict(kwargs)
        names = self._names()
        if len(given) < len(args) + len(kwargs) or set(given) != set(names):
            return None
        return tuple(given[name] for name in names)

    def _names(self, *, by_position: bool = False) -> list[str]:
        """The names of the arguments, one for each field; or of those that may be given by position."""
        arguments = self._description.arguments if self._description is not None else ()
        return [one.parameter or one.name for one in arguments if not (by_position and one.keyword)]
