"""Detection of aliases that are defined by themselves alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from refute.errors import AnnotationError
from refute.types.model import Alias, Named, Param, Refined, Type, Union
from refute.types.reading.context import Context


def refuse_cycle(alias: Alias, context: Context) -> None:
    """Raise if an alias is itself again with nothing in between: `type A = A | None`."""
    waiting = [_Use(alias.type, {}, (alias,))]
    while waiting:
        use = waiting.pop()
        match use.type:
            case Named(alias=inner, args=args):
                if inner in use.path:
                    raise AnnotationError(
                        f"the alias {inner.name} is defined by itself",
                        place=inner.place or context.place,
                        remedy="Put a container or a data class between an alias and its use in itself.",
                    )
                given = {param: replace(use, type=arg) for param, arg in zip(inner.params, args, strict=False)}
                waiting.append(_Use(inner.type, given, (*use.path, inner)))
            case Param(variable=variable) if variable in use.given:
                waiting.append(use.given[variable])
            case Union(members=members):
                waiting.extend(replace(use, type=member) for member in members)
            case Refined(base=base):
                waiting.append(replace(use, type=base))


@dataclass(frozen=True)
class _Use:
    """A type in use: the arguments of its parameters, and the aliases directly around it."""

    type: Type
    given: dict[Any, _Use]
    path: tuple[Alias, ...]
