"""Errors of annotations that cannot be read as types."""

from __future__ import annotations

from collections.abc import Sequence
from types import BuiltinFunctionType, FunctionType
from typing import Any, Literal

from refute.errors import AnnotationError
from refute.ownership import is_library, is_users_module
from refute.types.data.recipes.registering import registration_lines
from refute.types.data.refusals import way_around
from refute.types.reading.context import Context
from refute.types.reading.notes import shown
from refute.words import plural

_OF_FUNCTIONS: dict[object, str] = {
    any: "Write typing.Any.",
    callable: "Write, say, collections.abc.Callable[[int], str].",
}


def unreadable(annotation: Any, context: Context) -> AnnotationError:
    """Of an annotation that is no type, or one whose values cannot be built."""
    name = annotation.__qualname__ if isinstance(annotation, type) else shown(annotation)
    if isinstance(annotation, BuiltinFunctionType | FunctionType):
        kind = "built-in function" if isinstance(annotation, BuiltinFunctionType) else "function"
        name = f"the {kind} {annotation.__name__}()"
        remedy = _OF_FUNCTIONS.get(annotation, "If it makes objects, name their class.")
    elif isinstance(annotation, list | tuple) and annotation and all(isinstance(one, type) for one in annotation):
        name, elements = _written(annotation), ", ".join(one.__qualname__ for one in annotation)
        remedy = f"Write tuple[{elements}]." if isinstance(annotation, tuple) else f"Write list[{elements}]."
    elif annotation is Literal:
        remedy = 'Say which values, as in Literal["low", "high"].'
    elif isinstance(annotation, type) and not is_users_module(annotation.__module__):
        remedy = (
            f"{name} is a library's: say how one is made, or leave the function out, `# refute: skip`. "
            f"{registration_lines(annotation)}"
        )
    elif isinstance(annotation, type):
        remedy = (
            f"Annotate the parameters of {name}.__init__, make it a dataclass, or give it subclasses in its own "
            f"module that can be built; or say how it is built. {registration_lines(annotation)}"
        )
    elif context.place is not None and is_library(context.place.file) and "(" not in context.owner:
        remedy = way_around(context.owner.partition(".")[0])  # a field of it
    else:
        remedy = "Use a class, a container of types, a union, a Literal or an Annotated type."
    return AnnotationError(f"{context.owner}: {name} cannot be read as a type", place=context.place, remedy=remedy)


def expect_arguments(annotation: Any, args: Sequence[Any], number: int, context: Context) -> None:
    """Raise if a container is not of as many types as it takes."""
    if len(args) != number:
        raise AnnotationError(
            f"{context.owner}: {shown(annotation)} has {plural(len(args), 'type argument')} instead of {number}",
            place=context.place,
            remedy="Write the types of its keys and of its values."
            if number == 2
            else "Write the type of its elements alone, which may be a union.",
        )


def _written(classes: list[type] | tuple[type, ...]) -> str:
    """`(int, str)`"""
    text = ", ".join(one.__qualname__ for one in classes)
    return f"[{text}]" if isinstance(classes, list) else f"({text}{',' * (len(classes) == 1)})"


def confusing(cls: type, context: Context) -> AnnotationError:
    """Of a class whose metaclass redefines equality or hashing of classes."""
    return AnnotationError(
        f"{context.owner}: {cls.__qualname__} cannot be told from other classes: its metaclass "
        f"{type(cls).__qualname__} defines its own {method_of_metaclass(cls)}",
        place=context.place,
        remedy="Leave __eq__ and __hash__ of the metaclass as they are, or use another class.",
    )


def method_of_metaclass(cls: type) -> str:
    """`__eq__` or `__hash__` if the metaclass redefines it, else empty."""
    for method in ("__eq__", "__hash__"):
        if getattr(type(cls), method) is not getattr(type, method):
            return method
    return ""


def too_deep(context: Context) -> AnnotationError:
    return AnnotationError(
        f"the annotation of {context.owner} nests too deeply to be read",
        place=context.place,
        remedy="Name parts of it with aliases, or use a recursive data class.",
    )
