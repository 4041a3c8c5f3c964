"""The arguments of instances of classes that do not store them."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import Any


class Origins:
    """Records the arguments of instances while they live, by identity."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[Any], tuple[Any, ...]]] = {}

    def note(self, instance: Any, arguments: tuple[Any, ...]) -> None:
        key, known = id(instance), self._known
        with suppress(TypeError):  # no weak references to instances with slots
            known[key] = weakref.ref(instance, lambda _: known.pop(key, None)), arguments

    def of(self, instance: Any) -> Sequence[Any] | None:
        found = self._known.get(id(instance))
        return found[1] if found is not None and found[0]() is instance else None


ORIGINS = Origins()
