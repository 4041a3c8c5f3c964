"""Probes: objects that tell which of their fields are read. What a field holds is chosen when it is read first.

A probe is an instance of a class with the methods of the user's class, in which each field is a descriptor. Unlike a
hole, it can tell of `node.next is None`: what is noticed is that `next` is read. Only `type(node)` tells a probe from
an object: `isinstance`, `super` and patterns go by its `__class__`. There is no subclass of the user's class, of which
`__init_subclass__`, a metaclass or `__subclasses__` would tell the program.
"""

from __future__ import annotations

from collections.abc import Callable
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any, NoReturn

from refute.logic.reduction.evaluate import concrete
from refute.types.model import Constructor

_KNOWN = "refute: known by"  # the key in the dictionary of a probe; no attribute is called that
_STORAGE = (GetSetDescriptorType, MemberDescriptorType)  # `__dict__` and slots: a probe has its own
_OF_A_CLASS = ("__slots__", "__abstractmethods__")  # about how instances are made


class Copied(BaseException):
    """Raised where a probe is to be copied: a copy would hold what is not chosen yet."""


Read = Callable[[int, int], Any]
Write = Callable[[int, int, Any], None]


class _Watched:
    """A field of a probe, by its place among the fields."""

    def __init__(self, place: int) -> None:
        self._place = place

    def __get__(self, probe: Any, owner: type | None = None) -> Any:
        if probe is None:
            return self
        number, read, _ = probe.__dict__[_KNOWN]
        return read(number, self._place)

    def __set__(self, probe: Any, value: Any) -> None:
        number, _, write = probe.__dict__[_KNOWN]
        write(number, self._place, value)


def _number(probe: Any) -> int:
    """The hash of a probe, so that sets of probes have the same order in each run."""
    number: int = probe.__dict__[_KNOWN][0]
    return number


def _refuse_copy(probe: Any, protocol: object) -> NoReturn:
    raise Copied


def probe_class(constructor: Constructor) -> type:
    """A class like another one, whose instances are its probes."""
    cls: Any = constructor.cls
    own: dict[str, Any] = {name: _Watched(place) for place, name in enumerate(constructor.names)}
    own |= {"__module__": __name__, "__qualname__": cls.__qualname__, "__class__": property(lambda probe: cls)}
    own["__reduce_ex__"] = _refuse_copy
    if cls.__hash__ is object.__hash__:
        own["__hash__"] = _number
    inherited = {name: value for base in reversed(cls.__mro__[:-1]) for name, value in vars(base).items()}
    kept = {
        name: value
        for name, value in inherited.items()
        if name not in _OF_A_CLASS and name not in own and not isinstance(value, _STORAGE)
    }
    made = type(cls.__name__, (), {name: value for name, value in kept.items() if name in vars(type)} | own)
    for name in kept.keys() - vars(type).keys():  # afterwards, so that no `__set_name__` is called
        setattr(made, name, kept[name])
    return made


def probe(cls: type, constructor: Constructor, number: int, read: Read, write: Write) -> Any:
    """The probe of an object. Attributes that its constructor always sets to the same are there."""
    made: Any = object.__new__(cls)
    made.__dict__[_KNOWN] = number, read, write
    for name, term in constructor.attributes.items():
        if term.value:
            object.__setattr__(made, name, concrete(term))
    return made
