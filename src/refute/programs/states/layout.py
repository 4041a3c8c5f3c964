"""The layout of a class: where its instances keep what they are made of.

Nothing here calls the user's code: attributes are read from the instance's dictionary and slots, the contents of a
subclass of `list` by `list` itself.
"""

from __future__ import annotations

import dataclasses
import functools
import struct
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import MemberDescriptorType
from typing import Any

# Classes whose contents their subclasses have, the more special first.
BASES: tuple[type, ...] = (
    OrderedDict,
    dict,
    list,
    deque,
    set,
    frozenset,
    tuple,
    bytearray,
    str,
    bytes,
    int,
    float,
    complex,
    BaseException,
)
_IMMUTABLE_BASES = (frozenset, tuple, str, bytes, int, float, complex)
_COPIES_BY_ITSELF = ("__new__", "__deepcopy__", "__copy__", "__reduce__", "__reduce_ex__", "__getstate__")
_HEAP_TYPE, _IMMUTABLE_TYPE = 1 << 9, 1 << 8  # of `__flags__`, as in CPython's object.h
_POINTER = struct.calcsize("P")


@dataclass(frozen=True, slots=True)
class Layout:
    """How the instances of one class are taken apart."""

    cls: type
    base: type | None  # the built-in class whose contents they have
    slots: tuple[tuple[str, MemberDescriptorType], ...]
    attributes: Callable[[Any], dict[str, Any]] | None  # their dictionary, where they have one
    derived: frozenset[str]  # names in it that only remember what was computed: cached properties
    frozen: bool  # whether their attributes cannot be assigned
    copies_itself: bool  # whether the class says how its instances are made or copied: one of them may be the only one

    def parts(self, value: Any) -> Iterator[tuple[str, Any]]:
        """The attributes that are there, in an order that does not depend on when they were assigned."""
        for name, slot in self.slots:
            try:
                yield name, slot.__get__(value, self.cls)
            except AttributeError:
                continue
        if self.attributes is not None:
            found = self.attributes(value)
            for name in sorted(name for name in found if name not in self.derived):
                yield name, found[name]


def layout_of(cls: type) -> Layout | None:
    """None for a class that keeps something else than attributes and the contents of a built-in one."""
    base = next((base for base in BASES if issubclass(cls, base)), None)
    if not _is_ordinary(cls, base):
        return None
    slots = tuple(
        (name, slot)
        for one in reversed(cls.__mro__)
        for name, slot in vars(one).items()
        if isinstance(slot, MemberDescriptorType) and name not in ("__dict__", "__weakref__") and _is_users(one)
    )
    frozen = _is_frozen(cls) and (base is None or base in _IMMUTABLE_BASES)
    bare = cls.__dictoffset__ == 0 and not slots
    return Layout(
        cls=cls,
        base=base,
        slots=slots,
        attributes=_attributes if cls.__dictoffset__ else None,
        derived=frozenset(_derived(cls)),
        frozen=frozen or (base in _IMMUTABLE_BASES and bare),
        copies_itself=any(_defines(cls, name) for name in _COPIES_BY_ITSELF),
    )


def _is_ordinary(cls: type, base: type | None) -> bool:
    """Whether everything in its instances is in attributes, or in the contents of a base that is known."""
    known = (object, *(() if base is None else base.__mro__))
    return _is_users(cls) and all(_is_users(one) or one in known for one in cls.__mro__)


def _is_users(cls: type) -> bool:
    """Whether a class was made by a class statement, so that its instances keep nothing beside slots and a dictionary.

    A class of an extension module says so by its flags, or by the room that its instances take.
    """
    if cls.__flags__ & (_HEAP_TYPE | _IMMUTABLE_TYPE) != _HEAP_TYPE or "__module__" not in vars(cls):
        return False
    slots = sum(isinstance(value, MemberDescriptorType) for value in vars(cls).values())
    beside = cls.__basicsize__ - max(base.__basicsize__ for base in cls.__bases__) - _POINTER * slots
    return beside <= 2 * _POINTER  # for the dictionary, and for weak references


def _is_frozen(cls: type) -> bool:
    parameters = getattr(cls, "__dataclass_params__", None)
    if dataclasses.is_dataclass(cls):
        return bool(getattr(parameters, "frozen", False))
    attrs = vars(cls).get("__attrs_props__") or vars(cls).get("__attrs_attrs__")
    setter = vars(cls).get("__setattr__")
    return attrs is not None and getattr(setter, "__name__", "") == "_frozen_setattrs"


def _attributes(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = object.__getattribute__(value, "__dict__")
    return found


def _derived(cls: type) -> Iterator[str]:
    for one in cls.__mro__:
        yield from (name for name, value in vars(one).items() if isinstance(value, functools.cached_property))


def _defines(cls: type, name: str) -> bool:
    """Whether a class of the user's has a method of its own by a name."""
    return any(name in vars(one) for one in cls.__mro__ if _is_users(one) and not _is_generated(one, name))


def _is_generated(cls: type, name: str) -> bool:
    """Whether `NamedTuple` or `dataclass` wrote a method, or the class is one of the standard library."""
    if cls.__module__.partition(".")[0] in sys.stdlib_module_names and cls.__module__ != "__main__":
        return True
    if name == "__new__":
        return hasattr(cls, "_fields") and hasattr(cls, "_make")
    return name == "__getstate__" and getattr(vars(cls).get(name), "__module__", "") == "dataclasses"


def contents(base: type, value: Any) -> Any:
    """What an instance of a subclass of a built-in class contains, as an instance of a class that is not the user's."""
    match base.__name__:
        case "BaseException":
            return BaseException.args.__get__(value)  # type: ignore[attr-defined]
        case "dict" | "OrderedDict":
            return dict(dict.items(value))
        case "int":
            return int.__int__(value)
        case "float":
            return float.__float__(value)
        case "complex":
            return complex.__complex__(value)
        case "str":
            return str.__str__(value)
        case "bytes" | "bytearray":
            return bytes(base.__iter__(value))  # type: ignore[attr-defined]
        case "deque":
            return deque(deque.__iter__(value), deque.maxlen.__get__(value))
    return base(base.__iter__(value))  # type: ignore[attr-defined]
