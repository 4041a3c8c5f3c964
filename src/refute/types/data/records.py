"""NamedTuple and TypedDict."""

from __future__ import annotations

import typing
from typing import Any

from refute.types.data.description import ConstructorArgument, Description
from refute.types.reading.context import own_annotations


def describe_named_tuple(cls: Any) -> Description | None:
    if not (isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")):
        return None
    annotations: dict[str, tuple[Any, Any]] = {}
    for base in reversed(cls.__mro__):
        annotations |= {name: (annotation, base) for name, annotation in own_annotations(base).items()}
    # those of collections.namedtuple have none
    arguments = tuple(ConstructorArgument(name, *annotations.get(name, (Any, cls))) for name in cls._fields)
    return Description(arguments, frozen=True, structural=cls.__eq__ is tuple.__eq__, form="tuple")


def describe_typed_dict(cls: Any) -> Description | None:
    if not typing.is_typeddict(cls):
        return None
    # a TypedDict has the keys of its bases: each is looked up where it was written
    owners = [cls, *getattr(cls, "__orig_bases__", ())]
    arguments = []
    for name, annotation in own_annotations(cls).items():
        owner = next((o for o in reversed(owners) if name in getattr(o, "__annotations__", {})), cls)
        arguments.append(
            ConstructorArgument(name, annotation, owner, keyword=True, optional=name not in cls.__required_keys__)
        )
    return Description(tuple(arguments), frozen=False, structural=True, form="mapping", build=dict)
