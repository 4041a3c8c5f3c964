"""Enumerations and flags."""

from __future__ import annotations

import enum
import functools
import operator
from collections.abc import Iterable, Sequence
from itertools import combinations

from refute.logic.terms.term import Constant
from refute.types.model import Finite, Type
from refute.types.reading.context import Context
from refute.types.reading.interface import AnnotationReader
from refute.types.reading.notes import Note

# Of more flags than this, only none, each, and all of them are tried.
_MOST_FLAGS = 10


def read_enumeration(cls: type[enum.Enum], reader: AnnotationReader, context: Context) -> Type:
    """The members of an enumeration; of flags also their combinations, fewer first.

    There are other flags, too, if bits that no member has are kept, or if a member has several that no other has.
    """
    if not issubclass(cls, enum.Flag):
        return Finite(_distinct(cls), cls.__name__)
    members = _members(cls)
    numbers: Sequence[int] = range(len(members) + 1)
    if len(members) > _MOST_FLAGS:
        numbers = (0, 1, len(members))
        if not reader.produced:
            reader.notes.append(Note(context.owner, cls.__name__, "selected", "no flag, each, and all of them"))
    chosen = (flags for number in numbers for flags in combinations(members, number))
    values = _distinct(functools.reduce(operator.or_, flags, cls(0)) for flags in chosen)
    keeps_others = getattr(cls, "_boundary_", None) is enum.KEEP
    sampled = keeps_others or len(values) < 2 ** _bits(members).bit_count()
    return Finite(values, cls.__name__, sampled)


def _members(cls: type[enum.Flag]) -> list[enum.Flag]:
    """The members that all flags are combinations of: those of one bit, and those with bits that none of them has."""
    bits = _bits(cls)
    others = (member for member in cls.__members__.values() if member.value & ~bits)
    return [*cls, *dict.fromkeys(others)]


def _bits(flags: Iterable[enum.Flag]) -> int:
    return functools.reduce(operator.or_, (flag.value for flag in flags), 0)


def _distinct(members: Iterable[enum.Enum]) -> tuple[Constant, ...]:
    return tuple(dict.fromkeys(Constant(member) for member in members))
