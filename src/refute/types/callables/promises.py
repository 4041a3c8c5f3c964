"""Declarations beside types: exceptions that a function raises, arguments that stay of their type."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MethodType
from typing import Any, TypeVar

from refute.errors import Place, RefinementError
from refute.logic.reading.source import find_source

F = TypeVar("F")

_DECLARED = "__refute_raises__"


@dataclass(frozen=True)
class Raises:
    """Metadata of a return annotation, or a decorator, made by `raises`."""

    kinds: tuple[type[BaseException], ...]
    when: Callable[..., Any] | str | None
    namespace: Mapping[str, Any]
    place: Place

    def __repr__(self) -> str:
        when = "" if self.when is None else f", when={self._condition()}"
        return f"raises({', '.join(kind.__name__ for kind in self.kinds)}{when})"

    def __call__(self, function: F) -> F:
        """Declare the exceptions of a function, a method or a class that this stands above."""
        plain: Any = function
        if isinstance(plain, property | cached_property):
            plain = plain.fget if isinstance(plain, property) else plain.func
        plain = getattr(plain, "__func__", plain)
        try:
            setattr(plain, _DECLARED, (self, *vars(plain).get(_DECLARED, ())))
        except (AttributeError, TypeError):
            raise RefinementError(
                f"{self!r} stands above a function, a method or a class, not above {function!r}",
                place=self.place,
                remedy=f"Write it into the annotation of the result: -> Annotated[…, {self!r}].",
            ) from None
        return function

    def _condition(self) -> str:
        if isinstance(self.when, str):
            return repr(self.when)
        source = find_source(self.when) if self.when is not None else None
        return ast.unparse(source.node) if source is not None and isinstance(source.node, ast.Lambda) else "…"

    def demanded(self, siblings: Mapping[str, Any]) -> bool | None:
        """Whether one of the exceptions has to be raised for these parameters; None if it may be raised."""
        if self.when is None:
            return None
        if isinstance(self.when, str):
            return bool(eval(self.when, dict(self.namespace), dict(siblings)))
        names = list(inspect.signature(self.when).parameters)
        unknown = [name for name in names if name not in siblings]
        if unknown:
            raise RefinementError(
                f"the condition of {self!r} depends on an unknown name {unknown[0]!r}",
                place=self.place,
                remedy=f"It may depend on the parameters: {', '.join(siblings) or 'there are none'}.",
            )
        return bool(self.when(*(siblings[name] for name in names)))


def raises(*kinds: type[BaseException], when: Callable[..., Any] | str | None = None) -> Raises:
    """Declare exceptions in a return annotation: `-> Annotated[int, raises(ValueError, when=lambda n: n < 0)]`,
    or above a function: `@raises(ValueError, when=lambda n: n < 0)`.

    Without `when` they are allowed. With it, one of them has to be raised exactly when the condition on parameters,
    which are found by name, holds.
    """
    frame = sys._getframe(1)
    place = Place(frame.f_code.co_filename, frame.f_lineno)
    if not kinds or not all(isinstance(kind, type) and issubclass(kind, BaseException) for kind in kinds):
        raise RefinementError(
            "raises(...) takes exception classes", place=place, remedy="Write raises(ValueError, KeyError), say."
        )
    return Raises(kinds, when, frame.f_globals, place)


def declared_above(function: object) -> tuple[Raises, ...]:
    """What `raises` declares above a function, or below decorators of it; of a class, above its `__init__` as well."""
    found: dict[int, Raises] = {}  # wrappers have what the function has
    waiting: list[object] = [function]
    seen: list[object] = []
    while waiting:
        layer = waiting.pop()
        plain = layer.__func__ if isinstance(layer, MethodType) else layer
        if plain is None or any(plain is other for other in seen):
            continue
        seen.append(plain)
        found |= {id(promise): promise for promise in getattr(plain, "__dict__", {}).get(_DECLARED, ())}
        below = "__init__" if isinstance(plain, type) else "__wrapped__"
        waiting.append(inspect.getattr_static(plain, below, None))
    return tuple(found.values())


@dataclass(frozen=True)
class Stays:
    """Metadata of a parameter, made by `stays`."""

    kept: bool = True

    def __repr__(self) -> str:
        return "stays()" if self.kept else "stays(False)"


def stays(kept: bool = True) -> Stays:
    """Declare that an argument is still of its type after the call: `items: Annotated[list[int], Sorted, stays()]`.

    `stays(False)` declares that it need not be, also where an instance of a class would have to be.
    """
    return Stays(kept)
