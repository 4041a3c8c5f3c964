"""Sharing: which objects matter to more than one value.

Two values share something if what is done with one can be seen in the other: both lead to an object that changes. Many
classes could change their instances and never do, those of most trees among them; their objects are shared freely. So
a class counts once one of its instances was seen in something that a call has changed.
"""

from __future__ import annotations

import types
from collections.abc import Collection, Iterable
from typing import Any

from refute.programs.states.fingerprint import Fingerprints
from refute.programs.states.tokens import ByClass

# Values that are walked through, and are no objects of their own.
_PASSED = (tuple, frozenset, types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType)


class Sharing:
    """Knows the classes whose instances change."""

    def __init__(self, fingerprints: Fingerprints, changing: Collection[str]) -> None:
        """`changing`: the names of these classes, by `name_of`."""
        self.fingerprints = fingerprints
        self.changing = frozenset(changing)
        self._changes = ByClass(lambda cls: cls in _PASSED or name_of(cls) in self.changing)
        self.surprises: frozenset[str] = frozenset()  # the names of others that were seen to change

    def parts(self, value: Any) -> frozenset[int]:
        """The identities of the objects in a value that change."""
        if not self.changing:
            return frozenset()
        walk = self.fingerprints.walk()
        self.fingerprints.of_all((value,), walk)
        changes = self._changes.of
        return frozenset(identity for identity, place in walk.places.items() if changes(walk.classes[place]))

    def see(self, changed: Iterable[tuple[Any, ...]]) -> None:
        """Values were changed by a call."""
        if all(map(self._changes.of, self.fingerprints.mutable_classes)):
            return
        for values in changed:
            walk = self.fingerprints.walk()
            self.fingerprints.of_all(values, walk)
            self.surprises |= {name_of(cls) for cls in walk.classes if not self._changes.of(cls)}


def name_of(cls: type) -> str:
    """The name of a class, the same in every process."""
    return f"{cls.__module__}:{cls.__qualname__}"
