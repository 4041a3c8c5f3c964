"""The arguments of instances of classes that do not store them."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

_LAST = 1_000  # instances to which there are no weak references, as they have slots, that are kept alive for it


class Origins:
    """Records the arguments of instances while they live, by identity."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[Any], tuple[Any, ...]]] = {}
        self._last: OrderedDict[int, tuple[Any, tuple[Any, ...]]] = OrderedDict()

    def note(self, instance: Any, arguments: tuple[Any, ...]) -> None:
        key, known = id(instance), self._known
        try:
            known[key] = weakref.ref(instance, lambda _: known.pop(key, None)), arguments
        except TypeError:
            self._last[key] = instance, arguments
            if len(self._last) > _LAST:
                self._last.popitem(last=False)

    def of(self, instance: Any) -> Sequence[Any] | None:
        found = self._known.get(id(instance))
        if found is not None and found[0]() is instance:
            return found[1]
        kept = self._last.get(id(instance))
        return None if kept is None else kept[1]


ORIGINS = Origins()
