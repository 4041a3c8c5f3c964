"""Dataclasses: frozen or not, with defaults, `init=False`, `kw_only`, `InitVar`, inheritance and `__post_init__`."""

from __future__ import annotations

import dataclasses
from typing import Any

from refute.logic.terms.term import Term, const
from refute.types.data.checks import read_checks
from refute.types.data.description import Description, Slot
from refute.types.reading.context import own_annotations


def describe_dataclass(cls: Any) -> Description | None:
    if not hasattr(cls, "__dataclass_fields__"):
        return None
    params = cls.__dataclass_params__
    if not _generated(cls.__init__):
        return None  # a constructor of its own, read like that of any class
    slots = []
    computed: dict[str, Term] = {}
    for field in cls.__dataclass_fields__.values():
        kind = field._field_type.name
        if kind == "_FIELD_CLASSVAR":
            continue
        if not field.init:
            if field.default is not dataclasses.MISSING:
                computed[field.name] = const(field.default)
            continue
        annotation = _unwrapped(field.type)
        slots.append(Slot(field.name, annotation, _owner(cls, field.name), keyword=bool(field.kw_only)))
    hidden = {f.name for f in cls.__dataclass_fields__.values() if f._field_type.name == "_FIELD_INITVAR"}
    checks = read_checks(cls, "__post_init__", frozenset(slot.name for slot in slots))
    return Description(
        slots=tuple(slots),
        frozen=bool(params.frozen),
        structural=_generated(cls.__eq__) and _compares_all(cls),
        computed=computed | dict(checks.computed),
        changed=frozenset(hidden) | checks.changed,
        lost=frozenset(hidden),
        invariants=checks.invariants,
        unread=checks.unread,
    )


def _generated(method: Any) -> bool:
    """Whether a method is the one dataclass writes, inside a function of that name."""
    return getattr(getattr(method, "__code__", None), "co_qualname", "").startswith("__create_fn__")


def _compares_all(cls: Any) -> bool:
    return all(field.compare and field.init for field in dataclasses.fields(cls))


def _unwrapped(annotation: Any) -> Any:
    return annotation.type if isinstance(annotation, dataclasses.InitVar) else annotation


def _owner(cls: Any, name: str) -> Any:
    """The class in the hierarchy that annotates a field last."""
    return next((base for base in cls.__mro__ if name in own_annotations(base)), cls)
