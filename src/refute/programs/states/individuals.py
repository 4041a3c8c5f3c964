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
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from refute.programs.states.layout import Layout, layout_of
from refute.types.reading.guarded import names_of_class, names_of_module

_MOST = 20_000  # objects that are looked at
_SCALARS = (int, str, bytes, bool, float, complex, type(None))
_LOOKED_THROUGH = (type, types.FunctionType, types.ModuleType, staticmethod, classmethod, property)
_CONTAINERS = (dict, list, set, deque, tuple, frozenset)
_MOST_WATCHED = 2_000  # of those that are looked at for changes
_UNKNOWN = (types.BuiltinFunctionType, types.CodeType, types.GetSetDescriptorType, types.MemberDescriptorType)


def individuals_of(packages: Collection[str]) -> dict[int, tuple[str, Any]]:
    """The objects that the modules of packages lead to, by identity, each with a name for it."""
    return {id(value): (name, value) for name, value in _held_by(packages) if not isinstance(value, _LOOKED_THROUGH)}


def _held_by(packages: Collection[str]) -> Iterator[tuple[str, Any]]:
    seen: set[int] = set()
    waiting = deque(
        (f"{name}.{key}", value)
        for name, module in _modules(packages)
        for key, value in names_of_module(module).items()
        if not key.startswith("__")
    )
    while waiting and len(seen) < _MOST:
        name, value = waiting.popleft()
        if isinstance(value, _SCALARS) or id(value) in seen or isinstance(value, _UNKNOWN):
            continue
        seen.add(id(value))
        yield name, value
        waiting.extend((f"{name}.{key}".replace(".(", "("), part) for key, part in _inside(value, packages))


def _modules(packages: Collection[str]) -> Iterator[tuple[str, types.ModuleType]]:
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in packages and isinstance(module, types.ModuleType):
            yield name, module


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
    """Notices that what modules hold changes: then programs that come later do not begin with nothing.

    Looked at are the names of modules and of their classes, the variables that functions share, containers, and the
    attributes of objects: those that there are when it is made.
    """

    def __init__(self, packages: Collection[str]) -> None:
        self.individuals: dict[int, tuple[str, Any]] = {}
        self._watched: list[tuple[str, Callable[[], Contents], Contents]] = []
        for name, module in _modules(packages):
            self._watch(name, partial(_public_names, names_of_module(module)))
        for name, value in _held_by(packages):
            if not isinstance(value, _LOOKED_THROUGH):
                self.individuals[id(value)] = name, value
            if isinstance(value, type) and _is_own(value, packages):
                self._watch(name, partial(_public_names, names_of_class(value)))
            elif isinstance(value, types.FunctionType) and (value.__closure__ or value.__dict__):
                self._watch(name, partial(_variables, value))
            elif type(value) in _MUTABLE:
                self._watch(name, partial(_elements, value))
            elif _is_own(type(value), packages) and (layout := layout_of(type(value))) is not None:
                self._watch(name, partial(_attributes, layout, value))

    def __repr__(self) -> str:
        return f"<Globals: {len(self.individuals):,} objects, {len(self._watched):,} of them watched>"

    def _watch(self, name: str, contents: Callable[[], Contents]) -> None:
        if len(self._watched) < _MOST_WATCHED:
            self._watched.append((name, contents, contents()))

    def changed(self) -> list[str]:
        """The names of what has changed."""
        return [
            f"{name}.{key}" if key else name
            for name, contents, before in self._watched
            for key in _differences(before, contents())
        ]


Contents = tuple[Sequence[Any], Sequence[Any]]  # names, or keys, and what they stand for: kept alive, to be compared
_MUTABLE = (dict, list, set, deque)


def _public_names(names: Mapping[str, Any]) -> Contents:
    found = {name: value for name, value in names.items() if not name.startswith("__")}
    return tuple(found), tuple(found.values())


def _variables(function: types.FunctionType) -> Contents:
    cells = []
    for cell in function.__closure__ or ():
        try:
            cells.append(cell.cell_contents)
        except ValueError:
            cells.append(cell)
    own = function.__dict__
    return (*function.__code__.co_freevars, *own), (*cells, *own.values())


def _attributes(layout: Layout, value: Any) -> Contents:
    found = dict(layout.parts(value))
    return tuple(found), tuple(found.values())


def _elements(value: Any) -> Contents:
    """Those of a container have no names that could be told."""
    return (), (*value, *value.values()) if isinstance(value, dict) else tuple(value)


def _differences(before: Contents, now: Contents) -> list[str]:
    """The names for which something else stands; an empty one for a container whose elements are others."""
    names, values = before
    others, found = now
    if not names and not others:
        return [] if len(values) == len(found) and all(map(_is_same, values, found)) else [""]
    if names == others:  # nearly always
        return [name for name, one, other in zip(names, values, found, strict=True) if not _is_same(one, other)]
    known, new = dict(zip(names, values, strict=True)), dict(zip(others, found, strict=True))
    each = dict.fromkeys((*names, *others))
    return [name for name in each if not (name in known and name in new and _is_same(known[name], new[name]))]


def _is_same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and type(one) in _SCALARS and bool(one == other))
