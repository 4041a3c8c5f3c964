"""Stand-ins: instances of protocols and abstract classes whose members are given one by one.

    stand_in(Shape, name="a", area=lambda: 1.0)

is a Shape: `shape.name` is "a", and `shape.area()` gives 1.0.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any, get_origin

from refute.types.data.description import ConstructorArgument, Description


class _Member:
    """A member of a stand-in, which each instance has for itself; also where Python looks for it in the class."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: Any) -> Any:
        return self if instance is None else vars(instance)[self._name]


def stand_in(cls: Any, /, **members: Any) -> Any:
    """An instance of a protocol or an abstract class that has the members given. Methods are given without `self`."""
    return made(stand_in_class(cls, tuple(members)), members)


@cache
def stand_in_class(annotation: Any, names: tuple[str, ...]) -> Any:
    """The class of stand-ins for a protocol or an abstract class, which may have type arguments."""
    base = get_origin(annotation) or annotation
    body: dict[str, Any] = {name: _Member(name) for name in names}
    body |= {"__stands_for__": (annotation, names), "__reduce__": _reduce, "__module__": __name__}
    name = f"{base.__name__}StandIn"
    # a protocol is implemented by what has its members, so that none of its code has to run for it
    return type(name, (), body) if vars(base).get("_is_protocol") else type(base)(name, (base,), body)


def made(cls: Any, members: dict[str, Any]) -> Any:
    """An instance of a class of stand-ins."""
    instance = object.__new__(cls)
    vars(instance).update(members)
    return instance


def stands_for(cls: type) -> Any:
    """What a class of stand-ins was made for, and the names of the members; None for another class."""
    return vars(cls).get("__stands_for__")


def describe_stand_in(cls: Any) -> Description | None:
    known = stands_for(cls) if isinstance(cls, type) else None
    if known is None:
        return None
    arguments = tuple(ConstructorArgument(name, Any, cls, keyword=True) for name in known[1])
    build = partial(_built, cls)
    return Description(arguments, frozen=False, structural=False, declares_fields=False, build=build)


def _built(cls: Any, /, **members: Any) -> Any:
    return made(cls, members)


def _reduce(instance: Any) -> Any:
    return _remade, (*stands_for(type(instance)), dict(vars(instance)))


def _remade(annotation: Any, names: tuple[str, ...], members: dict[str, Any]) -> Any:
    return made(stand_in_class(annotation, names), members)
