"""Cases of a constructor: where a container of structures is empty, and where it is not.

That no tag occurs twice in a stack set is a condition on the current workspace and the others together: to ask about
the others, all must be known of the current one that they may not have. But there is nothing to ask about no others;
and where there are some, they take up room, so that only smaller workspaces are left to be the current one. Told apart
beforehand, most of what would be seen of large parts is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from refute.logic.reading.predicates import VALUE
from refute.logic.terms.term import Container, Term, var
from refute.spaces.ground.types import Cells, Closed, Limited, Scalars, Sequenced
from refute.spaces.productions.constructors import Shape
from refute.spaces.residuals.slot import Slot

if TYPE_CHECKING:
    from refute.spaces.residuals.classes import Builder


def containers(builder: Builder, shape: Shape) -> list[int]:
    """The places of containers whose elements take up room besides being there, next to other fields."""
    if len(shape.slots) < 2:
        return []
    return [place for place, slot in enumerate(shape.slots) if _takes_room(builder, slot)]


def cases_of(builder: Builder, shape: Shape, places: list[int], clauses: list[Term]) -> list[Shape]:
    """A shape once for each way in which the containers that are tied to other fields are empty or not."""
    cases = [shape]
    for place in places:
        if _is_tied(shape, shape.slots[place], clauses):
            cases = [case for each in cases for case in _empty_or_not(builder, each, place)]
    return cases


def _takes_room(builder: Builder, slot: Slot) -> bool:
    sequence = _sequence(slot.type)
    return slot.least == 0 and sequence is not None and builder.least(sequence.element) > 0


def _sequence(tp: Closed) -> Sequenced | Cells | None:
    while isinstance(tp, Limited):
        tp = tp.base
    return tp if isinstance(tp, Sequenced | Cells) else None


def _is_tied(shape: Shape, slot: Slot, clauses: list[Term]) -> bool:
    """Whether conditions are on this field and others together, and no type of another depends on it."""
    if any(slot.name in other.type.free for other in shape.slots):
        return False
    names = {other.name for other in shape.slots if other is not slot}
    return any(slot.name in clause.free and not names.isdisjoint(clause.free) for clause in clauses)


def _empty_or_not(builder: Builder, shape: Shape, place: int) -> Iterator[Shape]:
    slot, closer, r = shape.slots[place], builder.closer, builder.reducer
    sequence = _sequence(slot.type)
    assert sequence is not None
    none = type(sequence)(sequence.kind, closer.intern(Scalars((), sequence.element.sort)))
    conditions = slot.type.terms if isinstance(slot.type, Limited) else ()
    empty = r.make("seq", (), Container(sequence.kind))
    yield replace(
        _with_type(builder, shape, place, closer.limit(closer.intern(none), conditions)),
        term=r.replace(shape.term, slot.variable, empty),
        clauses=tuple([r.replace(clause, slot.variable, empty) for clause in shape.clauses]),
    )
    value = r.intern(var(VALUE, slot.type.sort))
    yield _with_type(builder, shape, place, closer.limit(slot.type, [r.make("truth", (value,))]))


def _with_type(builder: Builder, shape: Shape, place: int, tp: Closed) -> Shape:
    slots = list(shape.slots)
    slots[place] = builder.slot(slots[place].variable, tp, slots[place].bound)
    return replace(shape, slots=tuple(slots))
