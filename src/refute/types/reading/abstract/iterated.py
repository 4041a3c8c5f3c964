"""Iterators as parameters: built afresh for each call, so that code which goes through one twice is found out."""

from __future__ import annotations

import collections.abc as abc
from typing import Any, TypeVar, get_args, get_origin

from refute.errors import AnnotationError
from refute.logic.terms.term import var
from refute.types.data.abstract.iterators import BUILT, items_left
from refute.types.landmarks import refined
from refute.types.model import Anything, Constructor, Field, Iterated, Param, Refined, SequenceOf, Type, Union, union_of
from refute.types.reading.context import Context
from refute.types.reading.interface import AnnotationReader

_ITEMS = TypeVar("_ITEMS")


def read_iterator(annotation: Any, reader: AnnotationReader, context: Context) -> Type | None:
    """The type for `Iterator[X]`, `Generator[X, …]` and their like; None for other annotations."""
    origin, args = get_origin(annotation) or annotation, get_args(annotation)
    if not isinstance(origin, type) or origin not in BUILT or origin is abc.Iterable:
        return None
    if origin is abc.Generator and len(args) == 3 and not _may_be_none(reader.read(args[2], context)):
        raise AnnotationError(
            f"{context.owner}: a generator that returns a value at its end cannot be built",
            place=context.place,
            remedy="Write Iterator[…], or Generator[…, None, None], if what it returns does not matter.",
        )
    items = SequenceOf("list", reader.read(args[0] if args else Any, context))
    return Iterated(_constructor(origin, reader), (items,), origin)


def also_consumed_once(tp: Type, reader: AnnotationReader) -> Type:
    """A type with iterators beside the tuples that are built for `Iterable[X]`; any other type as it is."""
    bare, predicates = (tp.base, tp.predicates) if isinstance(tp, Refined) else (tp, ())
    match bare:
        case Union(members=members) if type(bare) is Union and not predicates:
            return union_of(also_consumed_once(member, reader) for member in members)
        case SequenceOf(element=element, accepts=accepts) if accepts is abc.Iterable:
            items = refined(SequenceOf("tuple", element), predicates)
            return union_of((tp, Iterated(_constructor(abc.Iterable, reader), (items,), abc.Iterable)))
    return tp


def _may_be_none(tp: Type) -> bool:
    members = tp.members if isinstance(tp, Union) else (tp,)
    return isinstance(tp, Anything) or any(member.written() == "None" for member in members)


def _constructor(origin: Any, reader: AnnotationReader) -> Constructor:
    cls, build = BUILT[origin]
    if cls not in reader.constructors:
        reader.constructors[cls] = Constructor(
            cls=cls,
            params=(_ITEMS,),
            read_fields=lambda: (Field("items", Param(_ITEMS)),),
            builder=build,
            taker=lambda iterator: [items_left(iterator)],
            frozen=False,
            structural=False,
            form="object",
            place=None,
            read_attributes=lambda: {"items": var("items")},  # for terms alone: refinements see the list
            declares_fields=False,
        )
    return reader.constructors[cls]
