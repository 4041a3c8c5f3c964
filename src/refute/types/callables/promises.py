"""Declarations beside types: exceptions that a function raises, arguments that stay of their type."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from refute.errors import Place, RefinementError
from refute.logic.reading.source import find_source


@dataclass(frozen=True)
class Raises:
    """Metadata of a return annotation, made by `raises`."""

    kinds: tuple[type[BaseException], ...]
    when: Callable[..., Any] | str | None
    namespace: Mapping[str, Any]
    place: Place

    def __repr__(self) -> str:
        when = "" if self.when is None else f", when={self._condition()}"
        return f"raises({', '.join(kind.__name__ for kind in self.kinds)}{when})"

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
    """Declare exceptions in a return annotation: `-> Annotated[int, raises(ValueError, when=lambda n: n < 0)]`.

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
