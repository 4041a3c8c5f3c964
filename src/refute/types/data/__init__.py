"""Data classes of all supported libraries, one reader for each. Optional ones count where they are imported."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from refute.types.data.abstract.stand_ins import describe_stand_in
from refute.types.data.dataclasses import describe_dataclass
from refute.types.data.description import ConstructorArgument, Description
from refute.types.data.plain import describe_plain
from refute.types.data.recipes.registered import Registered
from refute.types.data.recipes.registering import builder_among, registrations, user_registered
from refute.types.data.recipes.standard import standard
from refute.types.data.recipes.text import matches_in
from refute.types.data.records import describe_named_tuple, describe_typed_dict

_BUILT_IN: tuple[Callable[[Any], Description | None], ...] = (
    describe_stand_in,
    describe_typed_dict,
    describe_named_tuple,
    describe_dataclass,
)
# library → the reader of its classes; imported once the user's own code has imported the library
_OPTIONAL = {
    "attr": "refute.types.data.attrs_classes",
    "pydantic": "refute.types.data.pydantic_models",
    "msgspec": "refute.types.data.msgspec_structs",
}


def describe(cls: Any) -> Description | None:
    """How instances of a class are built and taken apart, by a recipe or as written; None if that is not known."""
    found = registered(cls)
    if found is not None and found.description is not None:
        return found.description
    return describe_written(cls) or _described_by_base(cls)


def describe_value(value: Any) -> Description | None:
    """How a value was built; None if that is not known, be it that its class is registered in several ways."""
    if not built_in_several_ways(type(value)):
        return describe(type(value))
    found = builder_among(_ways(type(value)), value)
    return None if found is None else found.description


def built_in_several_ways(cls: type) -> bool:
    """Whether packages have registered a class each for itself."""
    return len(_ways(cls)) > 1


def descriptions(cls: type) -> list[Description]:
    """All ways in which instances of a class may have been built: packages may each have one of their own."""
    ways = [one.description for one in _ways(cls)] or [describe(cls)]
    return [one for one in ways if one is not None]


def _ways(cls: type) -> list[Registered]:
    if registered(cls) is not None:
        return registrations(cls)
    of_base = next((found for base in cls.__mro__[1:] if (found := registrations(base))), [])
    return of_base if of_base and describe_written(cls) is None else []


def describe_written(cls: Any) -> Description | None:
    """The same by what the class says."""
    for reader in _BUILT_IN:
        description = reader(cls)
        if description is not None:
            return description
    for library, module in _OPTIONAL.items():
        if library in sys.modules:
            read: Description | None = import_module(module).describe(cls)
            if read is not None:
                return read
    return describe_plain(cls)


def _described_by_base(cls: Any) -> Description | None:
    """The recipe of a registered base class, which may have made instances of other classes."""
    bases = (user_registered(base) for base in getattr(cls, "__mro__", ())[1:])
    return next((found.description for found in bases if found is not None), None)


def registered(cls: Any, args: tuple[Any, ...] = (), module: str = "") -> Registered | None:
    """The recipe of a class as a module sees it: one that was registered, or one for the standard library."""
    found = user_registered(cls, module)
    if found is None and cls is re.Match:
        found = matches_in(module, bytes if bytes in args else str)
    return found or standard(cls, args)


__all__ = [
    "ConstructorArgument",
    "Description",
    "Registered",
    "built_in_several_ways",
    "describe",
    "describe_value",
    "describe_written",
    "descriptions",
    "registered",
]
