"""Open types: protocols and abstract classes, which anybody may implement, and classes of classes.

Values are built of simple types that have the methods, of the classes in sight that implement it, and of a stand-in
whose methods are generated functions. Simple types are no instances of an abstract class of the user's.
"""

from __future__ import annotations

import inspect
import sys
import types
import typing
from dataclasses import replace
from typing import Annotated, Any, get_args, get_origin

import annotated_types

from refute.errors import AnnotationError
from refute.logic.terms.term import Constant
from refute.types.data.abstract.stand_ins import made, stand_in_class
from refute.types.data.plain import is_protocol
from refute.types.model import Atom, Constructor, Data, Field, Finite, Named, Open, Type
from refute.types.reading.abstract.members import Member, implementations, members_of
from refute.types.reading.abstract.produced import method_type
from refute.types.reading.abstract.serving import goes_together, serving
from refute.types.reading.context import Context, context_of, text_of
from refute.types.reading.interface import AnnotationReader
from refute.types.reading.notes import Note
from refute.types.reading.places import place_of
from refute.types.substitution import filled

_CLASSES = (int, str, list)  # for a class that may be any
_LENGTHS = ("__len__", "__length_hint__")
_LENGTH = Annotated[int, annotated_types.Interval(ge=0, le=sys.maxsize)]  # Python refuses others


def read_class_of_classes(annotation: Any, reader: AnnotationReader, context: Context) -> Type | None:
    """The type for `type` and `type[C]`: the class itself and its subclasses in sight; None for other annotations."""
    origin, args = get_origin(annotation) or annotation, get_args(annotation)
    if origin is not type:
        return None
    named = _classes_named(args[0] if args else Any, context)
    found: list[type] = []
    for one in named:
        if one is Any or one is object or not isinstance(one, type):
            found += _CLASSES
            continue
        found += [one] if not inspect.isabstract(one) and not is_protocol(one) else []
        found += implementations(one, context)
    if not found:
        return None
    values = tuple(Constant(cls) for cls in dict.fromkeys(found))
    return Open((Finite(values, "type"),), f"type[{', '.join(getattr(one, '__name__', 'Any') for one in named)}]")


def _classes_named(annotation: Any, context: Context) -> list[Any]:
    """The classes in the brackets of `type[…]`: alone, in a union, or those that a type variable stands for."""
    while (text := text_of(annotation)) is not None:
        annotation = context.evaluate(text)
    if get_origin(annotation) in (typing.Union, types.UnionType):
        return [cls for one in get_args(annotation) for cls in _classes_named(one, context)]
    declared = [*getattr(annotation, "__constraints__", ()), getattr(annotation, "__bound__", None)]
    if isinstance(annotation, typing.TypeVar) and any(one is not None for one in declared):
        return [cls for one in declared if one is not None for cls in _classes_named(one, context)]
    return [get_origin(annotation) or annotation]


def read_abstract(annotation: Any, reader: AnnotationReader, context: Context) -> Type | None:
    """The type for a protocol or an abstract class; None for another class, and where nothing implements it."""
    cls, args = get_origin(annotation) or annotation, get_args(annotation)
    if not isinstance(cls, type) or not (is_protocol(cls) or inspect.isabstract(cls)):
        return None
    members = members_of(cls)
    given = tuple(reader.read(arg, context) for arg in args)
    of_library = cls.__module__.partition(".")[0] in sys.stdlib_module_names
    structural = is_protocol(cls)
    simple = serving(members, given, object if structural else cls) if structural or of_library else ()
    if simple:
        together = goes_together(members)
        return Open(simple[:1] if together else simple, cls.__name__, simple)
    if of_library:
        return None
    key = (cls, given, str(context.namespace.get("__name__")))
    return Named(reader.alias(key, cls.__name__, lambda: _implemented(cls, annotation, given, reader, context)))


def _implemented(
    cls: type, annotation: Any, given: tuple[Type, ...], reader: AnnotationReader, context: Context
) -> Type:
    found: dict[str, Type] = {}
    for sub in implementations(cls, context):
        tp = reader.buildable(sub)
        if tp is not None:
            found[sub.__name__] = tp
    table = dict(zip(getattr(cls, "__parameters__", ()), given, strict=False))
    if is_protocol(cls) or not found:
        try:
            found["a stand-in"] = _stand_in(cls, annotation, table, reader, context)
        except AnnotationError:
            if not found:
                raise
    reader.notes.append(Note(context.owner, cls.__name__, "in sight", ", ".join(found)))
    return Open(tuple(found.values()), cls.__name__)


def _stand_in(cls: type, annotation: Any, table: dict[Any, Type], reader: AnnotationReader, context: Context) -> Data:
    """The type of stand-ins, the members of which are fields."""
    members = members_of(cls)
    inside = context_of(cls)
    if inspect.getattr_static(cls, "__init__") is not object.__init__ and not is_protocol(cls):
        raise AnnotationError(
            f"{context.owner}: {cls.__qualname__} is abstract, no class in sight implements it, and its own __init__ "
            "keeps another object from standing in for it",
            place=context.place,
            remedy=f"Import a class that implements it into the module of {context.owner.partition('(')[0]}.",
        )
    fields = []
    for name, member in members.items():
        tp = _member(name, member, cls, reader, inside)
        fields.append(Field(name, reader.closed_over(filled(tp, table), ())))
    names = tuple(members)
    try:
        made_class = stand_in_class(annotation, names)
    except Exception as error:  # of the user's metaclass, or of `__init_subclass__`
        raise AnnotationError(
            f"{context.owner}: nothing can stand in for {cls.__qualname__}: {type(error).__name__}: {error}",
            place=context.place,
            remedy="Import a class that implements it into the module of the annotation.",
        ) from None

    def take(instance: Any) -> list[Any]:
        return [vars(instance)[name] for name in names]

    constructor = Constructor(
        cls=made_class,
        params=(),
        read_fields=lambda: tuple(fields),
        builder=lambda *values: made(made_class, dict(zip(names, values, strict=True))),
        taker=take,
        frozen=False,
        structural=False,
        form="object",
        place=place_of(cls),
        read_attributes=dict,
        declares_fields=False,
    )
    reader.constructors[made_class] = constructor
    return Data(constructor)


def _member(name: str, member: Member, cls: type, reader: AnnotationReader, context: Context) -> Type:
    if member.function is not None:
        tp = method_type(cls, member.function, reader, context, bound=member.bound)
        measures = name in _LENGTHS and tp.result == Atom("int")
        return replace(tp, result=reader.read(_LENGTH, context)) if measures else tp
    return reader.read(member.annotation, context.at(f"{cls.__name__}.{name}", (), (), context.place))
