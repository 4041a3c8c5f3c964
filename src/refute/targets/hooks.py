"""Methods that a library calls while it builds or writes an object: validators, serializers, defaults.

The library decides what they are passed, and the object may be incomplete when they are called.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refute.types.reading.guarded import attribute, names_of_class

# The attributes in which pydantic records hooks. Computed fields are properties like any other.
_PYDANTIC = (
    "validators",
    "field_validators",
    "root_validators",
    "field_serializers",
    "model_serializers",
    "model_validators",
)


def hooks_of(cls: type) -> frozenset[str]:
    """The names of the hooks of a class."""
    return frozenset((*_of_pydantic(cls), *_of_attrs(cls)))


def _of_pydantic(cls: type) -> Iterator[str]:
    decorators = attribute(cls, "__pydantic_decorators__")
    if decorators is not None:
        yield "model_post_init"
        for kind in _PYDANTIC:
            yield from attribute(decorators, kind, ())


def _of_attrs(cls: type) -> Iterator[str]:
    functions: list[Any] = []
    for field in attribute(cls, "__attrs_attrs__") or ():
        validator = attribute(field, "validator")
        functions += attribute(validator, "_validators", (validator,))
        functions.append(attribute(attribute(field, "default"), "factory"))
    known = {id(function) for function in functions if function is not None}
    yield from (name for name, value in names_of_class(cls).items() if id(value) in known)
