"""Hash-consing of immutable values: structurally equal values share one record of what is known of them.

Two values are interned as the same exactly if they are of the same class and their parts are: scalars of the same class
and equal, the same enumeration members, data interned as the same. Objects that are kept are known by identity, so a
result that shares most of its parts with an input is interned by looking at its new parts only.

Only frozen dataclasses that hold nothing but their fields are interned; anything else raises `NotInternable`. Neither
`__eq__` nor `__hash__` of the user's classes is called.
"""

from __future__ import annotations

import dataclasses
import enum
import types
from collections.abc import Callable, Collection
from typing import Any, final

from refute.conform.typing_rules import attribute_names, class_of
from refute.types.model import Atom, Constructor, Param, Type

# Scalars that are their own keys: values of two of these classes are never equal.
_THEMSELVES = frozenset((int, str, bytes))
# Objects known by identity before the tables are cleared. Each takes about half a kilobyte, all tables counted.
MOST = 200_000


class NotInternable(Exception):
    """Raised for a value that is, or may be, mutable."""


@final
class Interned:
    """The record shared by structurally equal values: the first of them, and whether it is of its type."""

    __slots__ = ("fine", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.fine: bool | None = None


class Interning:
    """Interns values of some classes. `known` maps the identities of kept objects to their records."""

    def __init__(self, constructors: Collection[Constructor], most: int = MOST) -> None:
        self.known: dict[int, Interned] = {}
        self.answers: list[dict[Interned, Any]] = []  # cleared with the records
        self._table: dict[tuple[Any, ...], Interned] = {}
        self._kept: list[Any] = []
        self._most = most
        names = {
            "Interned": Interned,
            "known": self.known,
            "get": self.known.get,
            "table": self._table,
            "find": self._table.get,
            "keep": self._kept.append,
        }
        self.makers: dict[type, Callable[[Any], Interned]] = {}
        self._keepers: dict[type, Callable[[Any], Interned]] = {}
        for makers, keeps in ((self.makers, False), (self._keepers, True)):
            parts = _Parts(self._single)
            for number, constructor in enumerate(constructors):
                own = {**names, "parts": parts}
                makers[class_of(constructor)] = _written(constructor, number, own, keeps=keeps)
            parts.update(makers)
            makers |= {bool: self._single, type(None): self._single}

    def keep(self, value: Any) -> None:
        """Record an object and its parts by identity."""
        if type(value) in self._keepers:
            self.forget_if_many()
            self._keepers[type(value)](value)

    def forget_if_many(self) -> None:
        if len(self.known) > self._most:
            for answers in self.answers:
                answers.clear()
            self.known.clear()
            self._table.clear()
            self._kept.clear()

    def _single(self, value: Any) -> Interned:
        """The record of a singleton: an enumeration member, a Boolean, None."""
        interned = self.known[id(value)] = Interned(value)
        return interned


class _Parts(dict[type, Callable[[Any], Any]]):
    """Functions from a part of a value to its key, by the class of the part: its record, or the scalar itself."""

    def __init__(self, single: Callable[[Any], Interned]) -> None:
        super().__init__(dict.fromkeys(_THEMSELVES, _itself) | {bool: single, type(None): single})
        self._single = single

    def __missing__(self, cls: type) -> Callable[[Any], Any]:
        if not issubclass(cls, enum.Enum):
            raise NotInternable
        self[cls] = self._single
        return self._single


def _itself(value: Any) -> Any:
    return value


def is_internable(constructor: Constructor) -> bool:
    """Whether instances of a class are determined by their fields and cannot be changed."""
    cls = class_of(constructor)
    if not (constructor.frozen and constructor.form == "object" and dataclasses.is_dataclass(cls)):
        return False
    names = tuple(field.name for field in dataclasses.fields(cls))
    return (
        attribute_names(constructor) == constructor.names == names
        and cls.__getattribute__ is object.__getattribute__
        and not hasattr(cls, "__post_init__")
        and all(_is_attribute(cls, name) for name in names)
    )


def _is_attribute(cls: type, name: str) -> bool:
    """Whether reading an attribute gives what the instance stores, and not what a descriptor computes."""
    found = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    return isinstance(found, types.MemberDescriptorType) or not hasattr(type(found), "__get__")


def _written(constructor: Constructor, number: int, names: dict[str, Any], *, keeps: bool) -> Callable[[Any], Interned]:
    """A compiled function that interns instances of one class. It runs for every new node of every result."""
    parts = [_part(f"v.{field.name}", f"x{place}", field.type) for place, field in enumerate(constructor.fields)]
    lines = [
        "def intern(v):",
        f"    key = ({number}, {', '.join(parts)})",
        "    interned = find(key)",
        "    if interned is None:",
        "        interned = table[key] = known[id(v)] = Interned(v)",
        # parts of the first value live as long as its record
        *(f"        if type(key[{p + 1}]) is Interned: known[id(x{p})] = key[{p + 1}]" for p in range(len(parts))),
    ]
    if keeps:
        lines += ["    else:", "        known[id(v)] = interned", "        keep(v)"]
    exec(compile("\n".join([*lines, "    return interned"]), "<interning>", "exec"), names)
    made: Callable[[Any], Interned] = names["intern"]
    return made


def _part(value: str, x: str, tp: Type) -> str:
    if isinstance(tp, Atom | Param):
        return f"({x} if type({x} := {value}) is int else get(id({x})) or parts[type({x})]({x}))"
    return f"(get(id({x} := {value})) or parts[type({x})]({x}))"
