"""Types that recipes build: those of the standard library, and registered ones."""

from __future__ import annotations

from typing import Any

from refute.types.data import Registered
from refute.types.model import Alias, BaseClass, Data, Named, Type, union_of
from refute.types.reading.abstract.indexed import refuse_parameters
from refute.types.reading.classes.definitions import constructor_of
from refute.types.reading.context import Context, context_of
from refute.types.reading.interface import AnnotationReader
from refute.types.substitution import completed


def read_registered(
    recipe: Registered, cls: Any, args: tuple[Any, ...], reader: AnnotationReader, context: Context
) -> Type:
    """A type that a recipe builds."""
    if recipe.either:
        refuse_parameters(cls, args, context)
        if recipe.description is not None and cls not in reader.constructors:
            reader.constructors[cls] = constructor_of(cls, recipe.description, reader)
        return union_of(read_registered(one, cls, args, reader, context) for one in recipe.either)
    if recipe.description is None:
        return _instead(recipe, cls, reader)
    if recipe not in reader.recipes:
        made = reader.recipes[recipe] = constructor_of(recipe.cls, recipe.description, reader)
        if not (made.opaque and recipe.cls.__module__ == "builtins"):  # of these, refinements know more
            reader.constructors.setdefault(recipe.cls, made)
    made = reader.recipes[recipe]
    given = tuple(reader.read(arg, context) for arg in args[: len(made.params)])
    return Data(made, completed(given, made.params), None if cls is recipe.cls else _accepted(cls))


def _instead(recipe: Registered, cls: Any, reader: AnnotationReader) -> Type:
    """A type whose values are those of another."""
    if cls not in reader.aliases:
        context = context_of(cls)

        def members() -> Type:
            noted = len(reader.notes)
            built = reader.read(recipe.instead, context)
            del reader.notes[noted:]
            return built if recipe.accepts is None else BaseClass((built,), recipe.accepts, sampled=True)

        reader.aliases[cls] = Alias(cls.__name__, (), members, context.place)
    return Named(reader.aliases[cls])


def _accepted(cls: type) -> type:
    """The class that results have to be of. What is annotated as a file may be of any class."""
    return object if cls.__module__ == "typing" else cls
