"""Registered types: a type with what a recipe needs to build its values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refute.logic.terms.term import Term
from refute.types.data.description import ConstructorArgument, Description, Recipe


@dataclass(frozen=True, eq=False)
class Registered:
    """How the values of a type are built: by a recipe, or as those of another type."""

    cls: type  # of the values
    description: Description | None = None
    instead: Any = None  # an annotation that is read in the place of the type
    accepts: type | None = None  # the class that results have to be of, where only some of its values are built
    either: tuple[Registered, ...] = ()  # recipes that build values in its place, each of them some

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
    by_name: Collection[str] = (),
    unread: str = "",
    frozen: bool = True,
    structural: bool = False,
    computed: Mapping[str, Term] | None = None,
    **details: Any,
) -> Registered:
    """A recipe that builds by `build`, or by `call`, whose name in texts is `callee`.

    Arguments are given to it by position, unless they are among those `by_name`. `details` are of `Recipe`.
    """
    names = frozenset(arguments)
    described = Description(
        arguments=tuple(
            ConstructorArgument(name, annotation, owner or cls, keyword=name in by_name)
            for name, annotation in arguments.items()
        ),
        frozen=frozen,
        structural=structural,
        form="recipe",
        computed=computed or {},
        changed=names,
        lost=names if take is None else frozenset(),
        unread=unread,
        declares_fields=False,
        build=build or call,
        recipe=Recipe(take, callee, call, **details),
    )
    return Registered(cls, described)
