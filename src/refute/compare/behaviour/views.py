"""Views: what a client can see of a value, as plain data that is the same in both versions if the value is.

    [1, 2.0]                   [1, 2.0]
    {"b", "a"}                 Seen('set', ('a', 'b'))
    Money(3, "EUR")            Seen('~Money', (('amount', 3), ('currency', 'EUR')))
    Decimal("1.50")            Seen('decimal.Decimal', '1.50')
    re.compile("a")            Seen('re.Pattern', …)

Of an object of the compared code, these are its public attributes and properties, and its elements if it is a
container: how it keeps them is its own affair. Of any other object, it is all that it is made of. Sets have no order;
dicts have one. Objects that are met again inside themselves are told by how far outside they are, and sharing does not
count.
"""

from __future__ import annotations

import enum
import hashlib
import inspect
import re
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from pathlib import PurePath
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple
from uuid import UUID

from refute.compare.behaviour.homes import Homes
from refute.conform.iterators import MOST, Yielded
from refute.programs.states.layout import contents, layout_of
from refute.spaces.narrowing.holes import Hole, MappingHole
from refute.spaces.narrowing.unknown import Unknown
from refute.types.reading.guarded import attribute, is_instance, names_of_class

_SCALARS = (int, str, float, bool, bytes, complex, type(None), type(...), type(NotImplemented))
# Classes whose instances are told by a text that says all of them.
_BY_TEXT: Mapping[type, Callable[[Any], str]] = {
    **dict.fromkeys((Decimal, Fraction, UUID), str),
    **dict.fromkeys((datetime, date, time, timedelta, range, slice, re.Pattern), repr),
    bytearray: lambda value: repr(bytes(value)),
    memoryview: lambda value: repr(value.tobytes()),
}
_FAR = 1 << 4096  # numbers beyond have no decimal text
_DEEPEST = 100  # objects in one another that are looked into
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")
_SIZE = 16  # bytes of a digest
_RAISED = (Exception, SystemExit, GeneratorExit)


class Seen(NamedTuple):
    """What is seen of an object: what it is, and its parts, with names where these have some."""

    kind: str
    parts: Any


class Views:
    """Looks at values of one version."""

    def __init__(self, homes: Homes) -> None:
        self._homes = homes
        self._public: dict[type, tuple[str, ...]] = {}
        self._passes_holes = False

    def of(self, value: Any) -> Any:
        """The view of a value. Runs its properties, and iterates over it if it is a container of the compared code."""
        return self._of(value, ())

    def with_holes(self, value: Any) -> Any:
        """The same of a value with holes in it, which are not looked at."""
        self._passes_holes = True
        try:
            return self._of(value, ())
        finally:
            self._passes_holes = False

    def _of(self, value: Any, outside: tuple[int, ...]) -> Any:
        cls = type(value)
        if cls in _SCALARS:
            return value if cls is not int or -_FAR < value < _FAR else Seen("int", hex(value))
        if self._passes_holes and issubclass(cls, Hole | MappingHole | Unknown):
            return Seen("hole", id(value))
        if id(value) in outside:
            return Seen("again", len(outside) - outside.index(id(value)))
        if len(outside) >= _DEEPEST:
            return Seen("deep", self._homes.name_of(cls))
        inside = (*outside, id(value))
        if cls is list:
            return [self._of(one, inside) for one in value]
        if cls is tuple:
            return tuple([self._of(one, inside) for one in value])
        if cls is dict:
            return Seen("dict", tuple([(self._of(key, inside), self._of(one, inside)) for key, one in value.items()]))
        if cls in (set, frozenset):
            return Seen(cls.__name__, self._unordered(value, inside))
        text = _BY_TEXT.get(cls)
        if text is not None:
            return Seen(self._homes.name_of(cls), text(value))
        return self._of_object(value, cls, inside)

    def _unordered(self, values: Any, inside: tuple[int, ...]) -> tuple[Any, ...]:
        return tuple(sorted((self._of(one, inside) for one in values), key=repr))

    def _of_object(self, value: Any, cls: type, inside: tuple[int, ...]) -> Any:
        name = self._homes.name_of(cls)
        match value:
            case Yielded():
                return Seen("iterator", (self._of(value.items, inside), value.ended))
            case enum.Enum():
                return Seen(name, str(attribute(value, "name", "")))
            case type():
                return Seen("class", self._homes.name_of(value))
            case FunctionType() | BuiltinFunctionType() | MethodType():
                return Seen("function", str(attribute(value, "__qualname__", "")).rpartition("<locals>.")[2])
            case ModuleType():
                return Seen("module", self._homes.of_both(str(attribute(value, "__name__", ""))))
            case PurePath() | tzinfo():
                return Seen(name, str(value))
        if self._homes.owns(cls.__module__):
            return Seen(name, tuple(self._of_own(value, cls, inside)))
        return self._of_foreign(value, cls, name, inside)

    # -- objects of the compared code ----------------------------------------------------------------------------------

    def _of_own(self, value: Any, cls: type, inside: tuple[int, ...]) -> Iterator[tuple[str, Any]]:
        layout = layout_of(cls)
        if layout is not None and layout.base is not None:
            yield "", self._of(contents(layout.base, value), inside)
        held = {} if layout is None else dict(layout.parts(value))
        for name in sorted({*self._names_of(cls), *(one for one in held if not one.startswith("_"))}):
            found = held[name] if name in held else self._property(value, name, inside)
            yield name, found if name not in held else self._of(found, inside)
        if layout is None or layout.base is None:
            yield from self._elements(value, cls, inside)

    def _names_of(self, cls: type) -> tuple[str, ...]:
        """The public properties of a class."""
        known = self._public.get(cls)
        if known is None:
            found = (
                name
                for base in cls.__mro__
                for name, member in names_of_class(base).items()
                if self._homes.owns(base.__module__) and not name.startswith("_") and _is_property(member)
            )
            known = self._public[cls] = tuple(dict.fromkeys(found))
        return known

    def _property(self, value: Any, name: str, inside: tuple[int, ...]) -> Any:
        try:
            return self._of(getattr(value, name), inside)
        except _RAISED as error:
            return Seen("raises", self._homes.name_of(type(error)))

    def _elements(self, value: Any, cls: type, inside: tuple[int, ...]) -> Iterator[tuple[str, Any]]:
        """Those of a container, as `len` and iteration tell them."""
        if not all(_defined(cls, name) for name in ("__len__", "__iter__")):
            return
        try:
            elements = list(islice(iter(value), MOST))
            pairs = [(one, value[one]) for one in elements] if _defined(cls, "keys") else elements
            yield "[]", self._of(pairs, inside)
        except _RAISED as error:
            yield "[]", Seen("raises", self._homes.name_of(type(error)))

    # -- others --------------------------------------------------------------------------------------------------------

    def _of_foreign(self, value: Any, cls: type, name: str, inside: tuple[int, ...]) -> Any:
        if cls is OrderedDict:
            return Seen(name, self._of(contents(cls, value), inside))
        if cls is deque:
            return Seen(name, (self._of([*value], inside), value.maxlen))
        if hasattr(cls, "__array_interface__") and hasattr(cls, "tobytes"):
            return Seen(name, (str(value.dtype), tuple(value.shape), self._of(value.tolist(), inside)))
        layout = layout_of(cls)
        if layout is None:
            return Seen(name, self._as_it_shows(value))
        parts = [(part, self._of(one, inside)) for part, one in layout.parts(value)]
        if layout.base is not None:
            parts.insert(0, ("", self._of(contents(layout.base, value), inside)))
        return Seen(name, tuple(parts))

    def _as_it_shows(self, value: Any) -> str:
        """By its text, without addresses."""
        try:
            return self.plain(repr(value))
        except _RAISED as error:
            return f"repr raises {self._homes.name_of(type(error))}"

    def plain(self, text: str) -> str:
        """A text as it is in both versions: without addresses, and without the name that the module has."""
        return self._homes.neutral(_ADDRESS.sub("0x…", text))


def _is_property(member: object) -> bool:
    return is_instance(member, property) or type(member).__name__ == "cached_property"


def _defined(cls: type, name: str) -> bool:
    return inspect.getattr_static(cls, name, None) is not None


def digest_of(view: Any) -> bytes:
    """Some bytes in which a view differs from others, in every process."""
    return hashlib.blake2b(repr(view).encode("utf-8", "surrogatepass"), digest_size=_SIZE).digest()
