"""msgspec structs. Their constructor does not validate: constraints are in annotations and `__post_init__`."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from refute.types.data.checks import read_checks
from refute.types.data.description import ConstructorArgument, Description
from refute.types.reading.context import own_annotations


def describe(cls: Any) -> Description | None:
    if not (isinstance(cls, type) and issubclass(cls, msgspec.Struct)):
        return None
    config = cls.__struct_config__
    arguments = []
    for parameter in inspect.signature(cls).parameters.values():
        owner = next((base for base in cls.__mro__ if parameter.name in own_annotations(base)), cls)
        annotation = own_annotations(owner).get(parameter.name, parameter.annotation)
        arguments.append(
            ConstructorArgument(parameter.name, annotation, owner, keyword=parameter.kind is parameter.KEYWORD_ONLY)
        )
    checks = read_checks(cls, "__post_init__", frozenset(argument.name for argument in arguments))
    return Description(
        arguments=tuple(arguments),
        frozen=bool(config.frozen),
        structural=bool(config.eq) and cls.__eq__ is msgspec.Struct.__eq__,
        computed=checks.computed,
        changed=checks.changed,
        invariants=checks.invariants,
        unread=checks.unread,
    )
