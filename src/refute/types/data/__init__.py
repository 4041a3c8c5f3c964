"""Data classes of all supported libraries, one reader for each. Optional ones count where they are imported."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from refute.types.data.dataclasses import describe_dataclass
from refute.types.data.description import ConstructorArgument, Description
from refute.types.data.plain import describe_plain
from refute.types.data.records import describe_named_tuple, describe_typed_dict
from refute.types.data.stand_ins import describe_stand_in

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
    """How instances of a class are built and taken apart; None if that is not known."""
    for reader in _BUILT_IN:
        description = reader(cls)
        if description is not None:
            return description
    for library, module in _OPTIONAL.items():
        if library in sys.modules:
            found: Description | None = import_module(module).describe(cls)
            if found is not None:
                return found
    return describe_plain(cls)


__all__ = ["ConstructorArgument", "Description", "describe"]
