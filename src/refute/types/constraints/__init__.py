"""Constraints of all supported libraries, one reader for each.

A reader is a function of a piece of metadata and its context. It returns predicates, `NotConstraint`, several of
either, or None if the metadata is not of its library. Readers of optional libraries are used only where the library was
imported.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any, get_origin

from refute.errors import ConstraintError, RefinementError, RefuteError
from refute.logic.reading.predicates import Predicate, Where, read_predicate
from refute.types.callables.promises import Stays
from refute.types.constraints import annotated
from refute.types.constraints.reading import NotConstraint, Reading, Unread
from refute.types.reading.context import Context
from refute.types.reading.notes import Note, notes_on, shown

# library → the reader of its constraints; imported once the user's own code has imported the library
_OPTIONAL = {
    "pydantic": "refute.types.constraints.pydantic_fields",
    "msgspec": "refute.types.constraints.msgspec_meta",
    "beartype.vale": "refute.types.constraints.beartype_is",
    "attr": "refute.types.constraints.attrs_validators",
}


def read_metadata(metadata: tuple[Any, ...], context: Context) -> tuple[list[Predicate], list[Note]]:
    """All predicates in the metadata of one annotation, and a note on each piece."""
    predicates: list[Predicate] = []
    notes: list[Note] = []
    for piece in metadata:
        for part in read_piece(piece, context):
            if isinstance(part, NotConstraint):
                notes.append(Note(context.owner, part.text, "not a constraint", part.what))
                continue
            _check_names(part, context)
            predicates.append(part)
            notes += notes_on(part, context.owner)
    return predicates, notes


def read_piece(piece: Any, context: Context) -> list[Predicate | NotConstraint]:
    """The predicates in a piece of metadata, and what in it is no constraint."""
    reading = _guarded(piece, context)
    parts = [reading] if isinstance(reading, NotConstraint) else reading or [NotConstraint("it demands nothing")]
    found: list[Predicate | NotConstraint] = []
    for part in parts:
        match part:
            case Unread(piece=inner):
                found += read_piece(inner, context)
            case NotConstraint():
                found.append(replace(part, text=part.text or shown(piece)))
            case _:
                found.append(part)
    return found


def _guarded(piece: Any, context: Context) -> Reading:
    """Read a piece of metadata; an exception of the user's object is a ConstraintError."""
    try:
        return _read(piece, context)
    except RefuteError:
        raise
    except Exception as error:
        raise ConstraintError(
            f"{context.owner}: the metadata {shown(piece)} cannot be read: it raised {type(error).__name__}: {error}",
            place=context.place,
            remedy="The attributes and the repr of metadata must not raise. Mend them, or write where(lambda v: ...).",
        ) from None


def _read(piece: Any, context: Context) -> Reading:
    if isinstance(piece, Where):
        return [read_predicate(piece.predicate, piece.namespace, piece.place, context.siblings)]
    if isinstance(piece, Stays):
        return NotConstraint("it says what a parameter has to be after the call")
    for reader in (annotated.read, *_in_use()):
        reading = reader(piece, context)
        if reading is not None:
            return reading
    group = annotated.grouped(piece)
    if group is not None:
        return [Unread(inner) for inner in group]
    annotated.refuse_unknown(piece, context)
    if get_origin(piece) is not None:
        raise ConstraintError(
            f"{context.owner}: {shown(piece)} is a type, and stands where a constraint is expected",
            place=context.place,
            remedy="Refine it instead: Annotated[that type, constraints...].",
        )
    if isinstance(piece, str) or (callable(piece) and not isinstance(piece, type)):
        return [read_predicate(piece, context.namespace, context.place, context.siblings)]
    if isinstance(piece, list | dict | set | bytearray):
        raise ConstraintError(
            f"{context.owner}: the metadata {shown(piece)} cannot be hashed, nor read as a constraint",
            place=context.place,
            remedy="For allowed values write Literal[...] or where(lambda v: v in (...)); a note belongs into an "
            "object of its own, such as Doc('...').",
        )
    return NotConstraint(f"an object of {type(piece).__module__}.{type(piece).__qualname__}")


def _in_use() -> list[Callable[[Any, Context], Reading | None]]:
    return [import_module(module).read for library, module in _OPTIONAL.items() if library in sys.modules]


def _check_names(predicate: Predicate, context: Context) -> None:
    """Raise if a refinement depends on a sibling that is unknown or comes later."""
    for name in predicate.names:
        if name in context.siblings:
            continue
        if name in context.later:
            problem = f"the refinement `{predicate.text}` of {context.owner} depends on {name}, which comes later"
            remedy = f"Put the refinement on {name}, with the two roles exchanged, or move {name} before it."
        else:
            problem = f"the refinement `{predicate.text}` of {context.owner} depends on an unknown name {name!r}"
            known = f"what comes before it: {', '.join(context.siblings)}" if context.siblings else "its value alone"
            remedy = f"It may depend on {known}."
        raise RefinementError(problem, place=context.place or predicate.place, remedy=remedy)
