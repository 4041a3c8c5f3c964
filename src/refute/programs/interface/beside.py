"""Objects with a model beside them: an instance is both, and operations are done to both."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from refute.programs.promises.wording import shown


class Beside:
    """An object, and what stands for it in a model."""

    __slots__ = ("model", "real")

    def __init__(self, real: Any, model: Any) -> None:
        self.real = real
        self.model = model

    def __repr__(self) -> str:
        return shown(self.real)


def real_part(value: Any) -> Any:
    """The object itself; any other value is itself."""
    return value.real if isinstance(value, Beside) else value


def real_parts(value: Any) -> Any:
    """A value with the objects themselves in it."""
    return mapped_parts(value, lambda one: one.real)


def model_parts(value: Any) -> Any:
    """A value with what stands for objects in it."""
    return mapped_parts(value, lambda one: one.model)


def mapped_parts(value: Any, part: Callable[[Beside], Any]) -> Any:
    """A value with something else in the places of objects. One in which there are none is itself."""
    if isinstance(value, Beside):
        return part(value)
    if type(value) in (list, tuple, set, frozenset, deque):
        parts = [mapped_parts(one, part) for one in value]
        return type(value)(parts) if any(new is not old for new, old in zip(parts, value, strict=True)) else value
    if type(value) is dict:
        pairs = [(mapped_parts(key, part), mapped_parts(one, part)) for key, one in value.items()]
        known = zip(pairs, value.items(), strict=True)
        return dict(pairs) if any(new[0] is not old[0] or new[1] is not old[1] for new, old in known) else value
    return value
