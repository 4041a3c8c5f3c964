"""Constraints of annotated-types."""

from __future__ import annotations

from collections.abc import Iterator

import annotated_types as at

from refute.errors import ConstraintError
from refute.logic.reading.predicates import Predicate
from refute.types.constraints.combined import negated
from refute.types.constraints.reading import NotConstraint, Reading
from refute.types.constraints.vocabulary import bound, function, length, multiple_of, timezone
from refute.types.reading.context import Context


def read(metadata: object, context: Context) -> Reading | None:
    place = context.place
    match metadata:
        case at.Gt(gt=limit):
            return [bound("gt", limit, place)]
        case at.Ge(ge=limit):
            return [bound("ge", limit, place)]
        case at.Lt(lt=limit):
            return [bound("lt", limit, place)]
        case at.Le(le=limit):
            return [bound("le", limit, place)]
        case at.MultipleOf(multiple_of=step):
            return [multiple_of(step, place)]
        case at.MinLen(min_length=min_length):
            return [length("ge", min_length, place)]
        case at.MaxLen(max_length=max_length):
            return [length("le", max_length, place)]
        case at.Timezone(tz=zone):
            return [timezone(zone, place)]
        case at.Unit(unit=unit):
            return NotConstraint(f"the unit {unit}")
        case at.Predicate(func=at.Not(func=spec)) | at.Not(func=spec):
            return [negated([function(spec, place)], place)]
        case at.Predicate(func=spec):
            return [function(spec, place)]
        case at.DocInfo():
            return NotConstraint("documentation")
        case slice(start=min_length, stop=max_length, step=None):
            return list(_within(min_length, max_length, context))
    return None


def _within(min_length: int | None, max_length: int | None, context: Context) -> Iterator[Predicate]:
    if min_length:
        yield length("ge", min_length, context.place)
    if max_length is not None:
        yield length("le", max_length, context.place)


def grouped(metadata: object) -> list[object] | None:
    """The pieces of grouped metadata such as Interval and Len; None for other metadata."""
    if isinstance(metadata, at.GroupedMetadata) and not isinstance(metadata, type):
        return list(metadata)
    return None


def refuse_unknown(metadata: object, context: Context) -> None:
    """Raise for metadata of annotated-types that no reader knows."""
    if isinstance(metadata, at.BaseMetadata):
        raise ConstraintError(
            f"{context.owner}: {metadata!r} is a constraint that refute does not know",
            place=context.place,
            remedy="Say it with where(lambda v: ...), or with Gt, Ge, Lt, Le, MultipleOf, Len, Timezone or Predicate.",
        )
