"""What a value looks like inside, without asking it: equal before and after a call exactly if nothing was changed.

Each part gets an entry that names its class and, by number, the parts of its own; equal entries are one, so it makes no
difference whether a part is shared, and a value that shares a great deal costs no more than what is in it. The entries
in the order in which they are completed are the fingerprint: a flat tuple, however deep the value is.

Nothing of the user's is run: no `__eq__`, `__hash__`, `__repr__`, `__iter__`, and no property. What has no inside that
can be looked at is the object it is.
"""

from __future__ import annotations

import datetime
import enum
import functools
import types
import zoneinfo
from collections import Counter, OrderedDict, deque
from collections.abc import Hashable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from refute.logic.terms import identity_key

_NUMBERS = (int, bool, float, complex, Decimal, Fraction)
_SCALARS = frozenset((*_NUMBERS, str, bytes, type(None), type(...), range, datetime.date, datetime.timedelta))
_MOMENTS = (datetime.datetime, datetime.time)
_ZONES = (type(None), datetime.timezone, zoneinfo.ZoneInfo)
# Classes whose instances, those of subclasses included, can be looked into; the rest is attributes.
_KNOWN: frozenset[type] = frozenset((int, float, complex, str, bytes, bytearray))
_CONTAINERS: frozenset[type] = frozenset((list, tuple, deque, set, frozenset, dict, OrderedDict))
# Flags of classes: made when the program runs, and not to be changed. Those written in Python have the first alone.
_MADE, _FIXED = 1 << 9, 1 << 8


def fingerprint(value: Any) -> Hashable:
    """Equal for a value at two times if it is structurally the same at both."""
    try:
        return _Fingerprint({}).of(value)
    except RecursionError:  # sets inside sets inside sets
        return ("deep", id(value))


class _Part:
    """A part that is being looked into."""

    __slots__ = ("depth", "head", "identity", "low", "numbers", "waiting")

    def __init__(self, identity: int, depth: int, head: tuple[Hashable, ...], parts: Iterable[Any]) -> None:
        self.identity = identity
        self.depth = depth
        self.head = head
        self.waiting = iter(parts)
        self.numbers: list[int] = []
        self.low = depth  # the outermost part that something inside leads back to


class _Fingerprint:
    """`outer` are parts around a set that is being looked into: by identity, how deep they are."""

    def __init__(self, outer: Mapping[int, int]) -> None:
        self.entries: dict[Hashable, int] = {}
        self.open = dict(outer)
        self.closed: dict[int, int] = {}
        self.in_cycles: dict[int, int] = {}  # parts that lead back to one around them, by when they were met

    def of(self, value: Any) -> Hashable:
        whole = _Part(0, len(self.open), (), ())
        stack = [whole]
        self._meet(value, stack)
        while stack[-1] is not whole:
            part = stack[-1]
            for inner in part.waiting:
                if self._meet(inner, stack):
                    break
            else:
                stack.pop()
                self._close(part, stack)
        return (*whole.numbers, *self.entries)

    def _meet(self, value: Any, stack: list[_Part]) -> bool:
        """Note a part. True if it has to be looked into first."""
        identity = id(value)
        if identity in self.closed:
            stack[-1].numbers.append(self.closed[identity])
            return False
        if identity in self.open:
            depth = self.open[identity]
            stack[-1].low = min(stack[-1].low, depth)
            stack[-1].numbers.append(self._number(("up", len(self.open) - depth)))
            return False
        if identity in self.in_cycles:
            stack[-1].numbers.append(self._number(("again", self.in_cycles[identity])))
            return False
        scalar = _scalar(value)
        if scalar is not None:
            stack[-1].numbers.append(self._number(scalar))
            return False
        depth = len(self.open)
        self.open[identity] = depth
        stack.append(_Part(identity, depth, *self._inside(value)))
        return True

    def _close(self, part: _Part, stack: list[_Part]) -> None:
        del self.open[part.identity]
        number = self._number((*part.head, *part.numbers))
        if part.low < part.depth:
            self.in_cycles[part.identity] = len(self.in_cycles)
            stack[-1].low = min(stack[-1].low, part.low)
        else:
            self.closed[part.identity] = number
        stack[-1].numbers.append(number)

    def _number(self, entry: Hashable) -> int:
        return self.entries.setdefault(entry, len(self.entries))

    def _inside(self, value: Any) -> tuple[tuple[Hashable, ...], list[Any]]:
        """What there is to say about a part itself, and the parts of its own."""
        kind = type(value)
        if kind in _CONTAINERS:
            said, parts = self._contents(kind, value)
            return (id(kind), said), parts
        head: list[Hashable] = [id(kind)]
        parts = []
        contained = False  # in a container that another one is derived from
        for base in kind.__mro__:
            if base in _CONTAINERS:
                if not contained:
                    said, parts = self._contents(base, value)
                    head.append(said)
                    contained = True
            elif base in _KNOWN:
                head.append(_content(base, value))
            elif _is_foreign(base) and (base is not object or kind is object):
                head += [id(value), _buffer(value)]
        names, attributes = _attributes(value)
        return (*head, names), parts + attributes

    def _contents(self, base: type, value: Any) -> tuple[Hashable, list[Any]]:
        """How many elements a container has, and which; of a set all that can be said of them."""
        if issubclass(base, set | frozenset):
            return self._elements(base.__iter__(value)), []
        found = _listed(base, value)
        return len(found), found

    def _elements(self, elements: Iterable[Any]) -> Hashable:
        """The elements of a set: which of them comes first is an accident."""
        return frozenset(Counter(_Fingerprint(self.open).of(element) for element in elements).items())


def _scalar(value: Any) -> Hashable | None:
    kind = type(value)
    if kind in _SCALARS:
        return identity_key(value)
    if kind in _MOMENTS:
        zone = value.tzinfo
        if type(zone) in _ZONES:
            return identity_key(value)
        return (kind, value.replace(tzinfo=None).isoformat(), value.fold, id(zone))
    if issubclass(kind, enum.Enum | type | types.FunctionType | types.ModuleType):
        return ("object", id(value))
    return None


def _is_foreign(cls: type) -> bool:
    """Whether instances of a class hold what only its C code knows."""
    return cls.__flags__ & (_MADE | _FIXED) != _MADE


def _buffer(value: Any) -> Hashable:
    """The memory of an array."""
    try:
        return memoryview(value).tobytes()
    except Exception:
        return None


def _content(base: type, value: Any) -> Hashable:
    """What an instance of a subclass of a scalar is, as a scalar."""
    if base is int:
        return int.__index__(value)
    if base is str:
        return str.__str__(value)
    if base in (bytes, bytearray):
        return memoryview(value).tobytes()
    return float.__repr__(value) if base is float else complex.__repr__(value)


def _listed(base: type, value: Any) -> list[Any]:
    """The elements of a container as it has them, not as it may say."""
    if issubclass(base, dict):
        return [part for item in base.items(value) for part in item]
    if issubclass(base, deque):
        return [*deque.__iter__(value), deque.maxlen.__get__(value)]
    return list(list.__iter__(value) if issubclass(base, list) else tuple.__iter__(value))


def _attributes(value: Any) -> tuple[tuple[str, ...], list[Any]]:
    """What an object holds: its `__dict__` and its slots, except what a cached property has left there."""
    found: dict[str, Any] = {}
    for cls in reversed(type(value).__mro__):
        if "__slots__" not in vars(cls):
            continue
        for name, slot in vars(cls).items():
            if isinstance(slot, types.MemberDescriptorType):
                try:
                    found[f"{cls.__qualname__}.{name}"] = slot.__get__(value)
                except AttributeError:
                    continue
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        own = None
    if type(own) is dict:
        found |= {name: item for name, item in own.items() if type(name) is str and not _is_cache(type(value), name)}
    return tuple(found), list(found.values())


def _is_cache(cls: type, name: str) -> bool:
    return any(isinstance(vars(base).get(name), functools.cached_property) for base in cls.__mro__)
