"""Refute's own code in a worker: the functions and classes by which calls are run and judged.

A call that replaces any of them is told, and what it did is not judged, as that was not done by refute any more. They
are put back before the next call.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Iterator
from gc import get_referents
from types import ModuleType
from typing import Any

from refute.run.wall.denials import Denial
from refute.run.workers.essentials import STATES_ARE_NUMBERED, dictionary_state

# The functions here run while code under test may have changed the builtins: they have a copy of their own.
globals()["__builtins__"] = vars(builtins).copy()
_WATCHED = ("refute.run.", "refute.judge.", "refute.conform.", "refute.programs.", "refute.contract.")
_DOOR = "refute"


class _Names:
    """Those of a module, or of a class, that stand for code."""

    __slots__ = ("_before", "_now", "_of", "_put", "_read", "_state")

    def __init__(self, of: ModuleType | type, now: dict[str, Any], put: Callable[[str, Any], object]) -> None:
        self._of, self._now, self._put = of, now, put
        self._read = dictionary_state(now)
        self.note()

    def note(self) -> None:
        """What they are now, is what they are to be."""
        self._state = self._read()
        self._before = dict(self._now)

    def are_same(self) -> bool:
        """Whether nothing was put there since, as far as that can be told at once."""
        if STATES_ARE_NUMBERED:
            return self._read() == self._state
        try:
            return self._now == self._before
        except BaseException:  # what was put there cannot be compared
            return False

    def put_back(self) -> str:
        """The full name of one that was replaced; empty if none was. Of what is no code, refute changes some itself."""
        get, found = self._now.get, ""
        for name, value in self._before.items():
            if get(name) is not value and _is_code(value):
                self._put(name, value)
                found = name
        self.note()
        if not found:
            return ""
        of = self._of
        return f"{of.__name__}.{found}" if isinstance(of, ModuleType) else f"{of.__module__}.{of.__qualname__}.{found}"


class OwnCode:
    """A guard. It is made before there is a worker: to copy names touches the pages of their values."""

    what = ""  # a denial tells it

    def __init__(self) -> None:
        self._seen = False
        self._collect()

    def __repr__(self) -> str:
        return f"<OwnCode: {len(self._all)} modules and classes>"

    def _collect(self) -> None:
        self._loaded = len(sys.modules)
        modules = [module for name, module in list(sys.modules.items()) if name.startswith(_WATCHED)]
        self._all = [names for module in modules for names in _names_of(module)]

    def post(self) -> None:
        """What they are now, is what they are to be."""
        if len(sys.modules) != self._loaded:
            self._collect()
        for names in self._all:
            if not names.are_same():
                names.note()

    def look(self) -> Denial | None:
        """Put back what was replaced; what is to be told of it."""
        replaced = ""
        for names in self._all:
            if not names.are_same():
                replaced = names.put_back() or replaced
        if not replaced:
            return None
        self._seen = True
        return Denial(_DOOR, "replace", replaced, None)

    def changed(self) -> bool:
        """Whether the last look, or any before it that was not asked for, has seen anything."""
        seen, self._seen = self._seen, False
        return seen

    def restore(self, seed: int) -> bool:
        return True


def _names_of(module: ModuleType) -> Iterator[_Names]:
    names = vars(module)
    yield _Names(module, names, names.__setitem__)
    for cls in list(names.values()):
        if isinstance(cls, type) and cls.__module__ == module.__name__:
            (own,) = (found for found in get_referents(cls.__dict__) if isinstance(found, dict))
            yield _Names(cls, own, lambda name, code, cls=cls: type.__setattr__(cls, name, code))  # type: ignore[misc]


def _is_code(value: object) -> bool:
    return callable(value) or isinstance(value, classmethod | staticmethod | property | ModuleType)
