"""Constraints of msgspec: `Meta(...)`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Meta

from refute.logic.reading.predicates import Predicate
from refute.types.constraints.reading import NotConstraint, Reading
from refute.types.constraints.vocabulary import bound, length, multiple_of, pattern, timezone
from refute.types.reading.context import Context

_BESIDE = ("title", "description", "examples", "extra_json_schema", "extra")


def read(metadata: object, context: Context) -> Reading | None:
    return list(_said(metadata, context)) if isinstance(metadata, Meta) else None


def _said(meta: Meta, context: Context) -> Iterator[Predicate | NotConstraint]:
    place = context.place
    for how in ("gt", "ge", "lt", "le"):
        limit = getattr(meta, how)
        if limit is not None:
            yield bound(how, limit, place)
    if meta.multiple_of is not None:
        yield multiple_of(meta.multiple_of, place)
    if meta.pattern is not None:
        yield pattern(meta.pattern, place)
    if meta.min_length is not None:
        yield length("ge", meta.min_length, place)
    if meta.max_length is not None:
        yield length("le", meta.max_length, place)
    if meta.tz is not None:
        yield timezone(... if meta.tz else None, place)
    for name in _BESIDE:
        if getattr(meta, name) is not None:
            yield NotConstraint("it says nothing about the value", f"Meta({name}=...)")
