"""The interface of the reader of annotations, for readers of classes and functions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Any, Protocol

from refute.types.data import Registered
from refute.types.model import Alias, Constructor, Type
from refute.types.reading.context import Context
from refute.types.reading.notes import Note

At = Callable[[tuple[Type, ...]], Type]


class AnnotationReader(Protocol):
    """Reads annotations one after the other. Implemented by `annotations.Reader`."""

    notes: list[Note]
    outer: Mapping[str, Any]  # names visible to the first annotation
    produced: bool  # whether values only have to be recognised, not built

    constructors: dict[Any, Constructor]  # by their classes
    instances: dict[tuple[Any, tuple[Type, ...]], Constructor]  # of classes that are read once for each argument

    aliases: dict[Any, Alias]  # by the objects that define them
    recipes: dict[Registered, Constructor]

    def read(self, annotation: Any, context: Context) -> Type:
        """The type that an annotation stands for."""

    def read_class(self, cls: Any, args: tuple[Any, ...], context: Context) -> Type:
        """The type of the instances of a class, with its type arguments."""

    def refine(self, base: Type, metadata: tuple[Any, ...], context: Context) -> Type:
        """A type with metadata on it."""

    def closed_over(self, tp: Type, params: Collection[Any]) -> Type:
        """A type without free type variables other than some parameters."""

    def alternatives(self, variable: Any) -> tuple[Type, ...]:
        """The instances of a type variable."""

    def suggest(self, variable: Any, types: tuple[Type, ...]) -> None:
        """Say what a type variable stands for if it may be anything."""

    def alias(self, key: Hashable, name: str, read: Callable[[], Type], at: At | None = None) -> Alias:
        """The alias that is known by a key. Its type is read when it is asked for."""

    def buildable(self, cls: type) -> Type | None:
        """The type of the instances of a class; None if they cannot be built."""
