"""Classes whose instances are built from typed arguments, and base classes with subclasses in their own module."""

from __future__ import annotations

from typing import Any

from refute.types.data import describe_written
from refute.types.data.plain import is_protocol
from refute.types.landmarks import refined
from refute.types.model import Alias, BaseClass, Data, Named, Type
from refute.types.reading.abstract.indexed import is_indexed, read_indexed
from refute.types.reading.classes.definitions import constructor_of, sealed
from refute.types.reading.context import Context, context_of
from refute.types.reading.interface import AnnotationReader
from refute.types.substitution import completed


def read_data(cls: Any, args: tuple[Any, ...], reader: AnnotationReader, context: Context) -> Type | None:
    """The type of the instances of a class; None if nothing tells how they are built."""
    given = tuple(reader.read(arg, context) for arg in args)
    if is_indexed(cls):
        return read_indexed(cls, given, reader)
    if cls not in reader.constructors:
        description = describe_written(cls)
        subclasses = sealed(cls, description)
        if subclasses and (reader.produced or not is_protocol(cls)):
            return _sealed(cls, subclasses, given, reader)
        if description is None:
            return None
        reader.constructors[cls] = constructor_of(cls, description, reader)
    made = reader.constructors[cls]
    return refined(Data(made, completed(given, made.params)), made.declared)


def _sealed(cls: Any, subclasses: list[Any], given: tuple[Type, ...], reader: AnnotationReader) -> Type:
    """A base class with subclasses in the same module."""
    params = tuple(getattr(cls, "__parameters__", ()))
    if cls not in reader.aliases:
        inside = context_of(cls)

        def members() -> Type:
            types = (reader.read_class(sub, over, inside) for sub, over in subclasses)
            return BaseClass(tuple(reader.closed_over(tp, params) for tp in types), cls)

        reader.aliases[cls] = Alias(cls.__name__, params, members, inside.place)
    return Named(reader.aliases[cls], completed(given, params))
