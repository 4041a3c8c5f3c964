"""Values taken apart: what they were built from, and by what."""

from __future__ import annotations

import enum
import inspect
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from refute.errors import RefuteError
from refute.logic.reduction.evaluate import concrete
from refute.logic.terms.payloads import identity_key
from refute.types.callables.tabulated import Defined, Observed, Tabulated, Unspelled
from refute.types.data import Description, built_in_several_ways, describe_value
from refute.types.model import ABSENT
from refute.types.reading.classes.definitions import taker_of
from refute.types.reading.guarded import attribute

# Classes of generated functions.
_GENERATED = (Tabulated, Defined, Observed, Unspelled)


class Composition(NamedTuple):
    """How a value was built."""

    description: Description
    parts: Sequence[Any]
    text: str | None = None  # by which it is shown instead of its parts


class Compositions:
    """The compositions of values. What is known of their classes is kept.

    `unused`: values were not changed since they were built, so the arguments they were built from may be shown.
    """

    def __init__(self, unused: bool) -> None:
        self._unused = unused
        self._described: dict[type, tuple[Description, Callable[[Any], Sequence[Any]]] | None] = {}

    def of(self, value: Any) -> Composition | None:
        """None if it is not known."""
        cls = type(value)
        known = self._described[cls] if cls in self._described else _described(value, self._unused)
        if cls not in self._described and not built_in_several_ways(cls):
            self._described[cls] = known
        if known is None:
            return None
        description, take = known
        if description.made_of_nothing and attribute(value, "__dict__"):
            return None  # it was given attributes since
        recipe = description.recipe
        try:
            text = None if recipe is None or recipe.text is None else recipe.text(value)
            return Composition(description, take(value) if text is None else (), text)
        except Exception:  # attributes may run code of the user's
            return None

    def is_object(self, value: Any) -> bool:
        """Whether it is an instance that can be changed by assigning to the attributes that it was built with."""
        known = None if _is_scalar(value) else self.of(value)
        return known is not None and known.description.form == "object" and not known.description.frozen

    def inside(self, value: Any) -> Sequence[Any]:
        """The parts of a value."""
        kind = type(value)
        if kind in (tuple, list, set, frozenset, deque):
            return list(value)
        if kind is dict:
            return [part for pair in value.items() for part in pair]
        known = None if _is_scalar(value) else self.of(value)
        return () if known is None else [*known.parts, *(part for _, part in changed_state(value, known.description))]

    def has_changed(self, value: Any) -> bool:
        """Whether an object has attributes that are not as the constructor sets them."""
        known = self.of(value)
        return known is not None and bool(changed_state(value, known.description))


def changed_state(value: Any, description: Description) -> list[tuple[str, Any]]:
    """The attributes of an object that are not as the constructor sets them."""
    held = [(own.name, getattr(value, own.name, ABSENT)) for own in description.state]
    return [(name, part) for name, part in held if not _is_same(part, concrete(description.computed[name]))]


def _is_same(part: Any, initial: Any) -> bool:
    if type(part) in (list, set, dict):
        return type(initial) is type(part) and not initial and not part
    return part is ABSENT or identity_key(part) == identity_key(initial)


def _is_scalar(value: Any) -> bool:
    """Whether nothing inside a value could be assigned to; also of containers, classes and functions."""
    standard = type(value).__module__ in ("builtins", "collections", "datetime", "decimal", "fractions")
    return standard or isinstance(value, (enum.Enum, *_GENERATED)) or has_name(value)


def has_name(value: Any) -> bool:
    """Whether a value is a class or a function, also one that a decorator made an object of. Other objects that can be
    called are built like any."""
    if isinstance(value, type) or inspect.isroutine(value):
        return True
    return callable(value) and inspect.getattr_static(value, "__qualname__", None) is not None


def _described(value: Any, unused: bool) -> tuple[Description, Callable[[Any], Sequence[Any]]] | None:
    try:
        description = describe_value(value)
    except RefuteError:
        return None
    return None if description is None else (description, taker_of(type(value), description, built_here=unused))
