"""Individuals: objects that modules and classes hold by name when an exploration begins.

    NIL = Node(None)                 code asks `node is NIL`
    TRUE, FALSE = Bdd(), Bdd()       nothing in them tells them apart

Code knows these by identity. So does a fingerprint, whatever they are made of, and a copy of what holds one holds the
same one.
"""

from __future__ import annotations

import sys
import types
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from refute.programs.states.layout import layout_of
from refute.types.reading.guarded import names_of_class, names_of_module

_MOST = 20_000  # objects that are looked at
_SCALARS = (int, str, bytes, bool, float, complex, type(None))
_LOOKED_THROUGH = (type, types.FunctionType, types.ModuleType, staticmethod, classmethod, property)
_CONTAINERS = (dict, list, set, deque, tuple, frozenset)
_WATCHED = (dict, list, set, deque)
_MOST_WATCHED = 300  # objects that are looked at for changes
_UNKNOWN = (types.BuiltinFunctionType, types.CodeType, types.GetSetDescriptorType, types.MemberDescriptorType)


def individuals_of(packages: Collection[str]) -> dict[int, tuple[str, Any]]:
    """The objects that the modules of packages lead to, by identity, each with a name for it."""
    found: dict[int, tuple[str, Any]] = {}
    seen: set[int] = set()
    waiting = deque(
        (f"{name}.{key}", value)
        for name, module in sorted(sys.modules.items())
        if name.partition(".")[0] in packages and isinstance(module, types.ModuleType)
        for key, value in names_of_module(module).items()
        if not key.startswith("__")
    )
    while waiting and len(seen) < _MOST:
        name, value = waiting.popleft()
        if isinstance(value, _SCALARS) or id(value) in seen or isinstance(value, _UNKNOWN):
            continue
        seen.add(id(value))
        if not isinstance(value, _LOOKED_THROUGH):
            found[id(value)] = name, value
        waiting.extend((f"{name}.{key}".replace(".(", "("), part) for key, part in _inside(value, packages))
    return found


def _inside(value: Any, packages: Collection[str]) -> Iterator[tuple[str, Any]]:
    """What an object holds, and where."""
    cls = type(value)
    if cls is dict:
        yield from ((str(place), part) for place, pair in enumerate(value.items()) for part in pair)
    elif cls in _CONTAINERS:
        yield from ((str(place), part) for place, part in enumerate(value))
    elif isinstance(value, types.FunctionType):
        names = value.__code__.co_varnames[: value.__code__.co_argcount]
        defaults = value.__defaults__ or ()
        given = {**dict(zip(reversed(names), reversed(defaults), strict=False)), **(value.__kwdefaults__ or {})}
        yield from ((f"({name}=…)", part) for name, part in given.items())
        for place, cell in enumerate(value.__closure__ or ()):
            try:
                yield f"cell{place}", cell.cell_contents
            except ValueError:
                continue
    elif isinstance(value, staticmethod | classmethod):
        yield "function", value.__func__
    elif isinstance(value, type):
        if _is_own(value, packages):
            yield from names_of_class(value).items()
    elif not isinstance(value, types.ModuleType | property) and _is_own(cls, packages):
        layout = layout_of(cls)
        if layout is not None:
            yield from layout.parts(value)


def _is_own(cls: type, packages: Collection[str]) -> bool:
    """Whether a class is of the packages: those of libraries know what they hold."""
    return str(getattr(cls, "__module__", "")).partition(".")[0] in packages


class Globals:
    """Notices that objects of modules change: then programs that come later do not begin with nothing."""

    def __init__(self, individuals: Mapping[int, tuple[str, Any]]) -> None:
        held = [(name, value) for name, value in individuals.values() if type(value) in _WATCHED]
        self._before = [(name, value, _contents(value)) for name, value in held[:_MOST_WATCHED]]

    def changed(self) -> list[str]:
        """The names of those that have changed."""
        return [name for name, value, before in self._before if _contents(value) != before]


def _contents(value: Any) -> tuple[int, ...]:
    """What a container holds, by identities."""
    return (*map(id, value), *(map(id, value.values()) if isinstance(value, dict) else ()))
