"""Registered types: a type with what a recipe needs to build its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refute.types.data.description import ConstructorArgument, Description, Recipe


@dataclass(frozen=True, eq=False)
class Registered:
    """How the values of a type are built: by a recipe, or as those of another type."""

    cls: type  # of the values
    description: Description | None = None
    instead: Any = None  # an annotation that is read in the place of the type
    accepts: type | None = None  # the class that results have to be of, where only some of its values are built

    @property
    def within(self) -> str:
        """The package that it is for; of all, an empty text."""
        recipe = None if self.description is None else self.description.recipe
        return "" if recipe is None else recipe.within


def recipe_of(
    cls: type,
    arguments: Mapping[str, Any],
    take: Callable[[Any], Sequence[Any] | None] | None,
    *,
    callee: tuple[str, str],
    call: Callable[..., Any],
    build: Callable[..., Any] | None = None,
    owner: Any = None,
    by_name: bool = False,
    unread: str = "",
    frozen: bool = True,
    structural: bool = False,
    **details: Any,
) -> Registered:
    """A recipe that builds by `build`, or by `call`, whose name in texts is `callee`; `details` are of `Recipe`."""
    names = frozenset(arguments)
    described = Description(
        arguments=tuple(
            ConstructorArgument(name, annotation, owner or cls, keyword=by_name)
            for name, annotation in arguments.items()
        ),
        frozen=frozen,
        structural=structural,
        form="recipe",
        changed=names,
        lost=names if take is None else frozenset(),
        unread=unread,
        declares_fields=False,
        build=build or call,
        recipe=Recipe(take, callee, call, **details),
    )
    return Registered(cls, described)
