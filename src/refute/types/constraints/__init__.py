"""Constraints in every dialect people already write, one reader each behind one small interface.

A reader is a function of a piece of metadata and its context. It answers with predicates, with `NotConstraint`, or
with None if the metadata is not of its dialect. Readers that need a library are asked only where it is in use.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from refute.logic.errors import ConstraintError, RefinementError
from refute.logic.predicates import Predicate, Where, read_predicate
from refute.types.constraints import annotated
from refute.types.constraints.reading import NotConstraint, Reading
from refute.types.context import Context
from refute.types.model import Type
from refute.types.notes import Note

# library → the reader of its constraints; imported once the user's own code has imported the library
_OPTIONAL = {
    "pydantic": "refute.types.constraints.pydantic_fields",
    "msgspec": "refute.types.constraints.msgspec_meta",
    "beartype.vale": "refute.types.constraints.beartype_is",
    "attr": "refute.types.constraints.attrs_validators",
}


def read_metadata(metadata: tuple[Any, ...], base: Type, context: Context) -> tuple[list[Predicate], list[Note]]:
    """All predicates in the metadata of one annotation, and how each piece was understood."""
    predicates: list[Predicate] = []
    notes: list[Note] = []
    for piece in metadata:
        reading = _read(piece, base, context)
        if isinstance(reading, NotConstraint):
            notes.append(Note(context.owner, _shown(piece), "not a constraint", reading.what))
            continue
        for predicate in reading:
            _check_names(predicate, context)
            predicates.append(predicate)
            for part in predicate.conjuncts:
                notes.append(Note(context.owner, part.text, "symbolic" if part.symbolic else "opaque", part.reason))
    return predicates, notes


def _read(piece: Any, base: Type, context: Context) -> Reading:
    if isinstance(piece, Where):
        return [read_predicate(piece.predicate, piece.namespace, piece.place, context.siblings)]
    for reader in (annotated.read, *_in_use()):
        reading = reader(piece, context)
        if reading is not None:
            return reading
    group = annotated.grouped(piece)
    if group is not None:
        return _joined([_read(part, base, context) for part in group])
    if isinstance(piece, str):
        return [read_predicate(piece, context.namespace, context.place, context.siblings)]
    if callable(piece) and not isinstance(piece, type):
        return [read_predicate(piece, context.namespace, context.place, context.siblings)]
    if isinstance(piece, list | dict | set | bytearray):
        raise ConstraintError(
            f"{context.owner}: the metadata {piece!r} cannot be hashed, nor read as a constraint",
            place=context.place,
            remedy="For allowed values write Literal[...] or where(lambda v: v in (...)); a note belongs into an "
            "object of its own, such as Doc('...').",
        )
    return NotConstraint(f"an object of {type(piece).__module__}.{type(piece).__qualname__}")


def _in_use() -> list[Callable[[Any, Context], Reading | None]]:
    return [import_module(module).read for library, module in _OPTIONAL.items() if library in sys.modules]


def _joined(readings: list[Reading]) -> Reading:
    predicates = [predicate for reading in readings if isinstance(reading, list) for predicate in reading]
    if not predicates and readings:
        return next((reading for reading in readings if isinstance(reading, NotConstraint)), [])
    return predicates


def _check_names(predicate: Predicate, context: Context) -> None:
    """Every sibling a refinement asks for has to be there, and before it."""
    for name in predicate.names:
        if name in context.siblings:
            continue
        known = ", ".join(context.siblings) or "none"
        if name in context.later:
            problem = f"the refinement `{predicate.text}` of {context.owner} depends on {name}, which comes later"
            remedy = f"Put the refinement on {name}, with the two roles exchanged, or move {name} before it."
        else:
            problem = f"the refinement `{predicate.text}` of {context.owner} depends on an unknown name {name!r}"
            remedy = f"It may depend on what comes before it: {known}."
        raise RefinementError(problem, place=predicate.place or context.place, remedy=remedy)


def _shown(piece: Any) -> str:
    try:
        text = repr(piece)
    except Exception as error:
        return f"<{type(piece).__qualname__}, whose repr raises {type(error).__name__}>"
    return text if len(text) <= 80 else text[:77] + "..."
