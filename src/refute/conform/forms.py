"""Forms: immutable values by what they are made of, so that what is known of one is known of all that are alike.

Two values have the same form exactly if they are of the same class and their parts are alike: scalars of the same class
and equal, enumeration members and data of the same form. A result that shares most of its parts with an input is given
its form by looking at the new parts only, as objects that last are known by identity.

Only data that cannot change has a form: dataclasses that are frozen and hold nothing but their fields. What has none
raises `Formless`. Neither `__eq__` nor `__hash__` of the user's is run.
"""

from __future__ import annotations

import dataclasses
import enum
import types
from collections.abc import Callable, Collection
from typing import Any, final

from refute.conform.typing_rules import class_of, kept_as
from refute.types.model import Atom, Constructor, Param, Type

# Scalars that stand for themselves: those of two of these classes are never equal.
_THEMSELVES = frozenset((int, str, bytes))
# Objects that are known before all are forgotten. With all that is remembered, one takes about half a kilobyte.
MOST = 200_000


class Formless(Exception):
    """A value that may change, or of which it is not known that it does not."""


@final
class Form:
    """What is known of all values that are alike: `value` is the first of them, `fine` whether it is of its type."""

    __slots__ = ("fine", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.fine: bool | None = None


class Forms:
    """The forms of values of some classes. `known` has those of objects that are kept, by identity."""

    def __init__(self, constructors: Collection[Constructor], most: int = MOST) -> None:
        self.known: dict[int, Form] = {}
        self.answers: list[dict[Form, Any]] = []  # to be forgotten with the forms
        self._table: dict[tuple[Any, ...], Form] = {}
        self._kept: list[Any] = []
        self._most = most
        names = {
            "Form": Form,
            "known": self.known,
            "get": self.known.get,
            "table": self._table,
            "find": self._table.get,
            "keep": self._kept.append,
        }
        self.makers: dict[type, Callable[[Any], Form]] = {}
        self._keepers: dict[type, Callable[[Any], Form]] = {}
        for makers, keeps in ((self.makers, False), (self._keepers, True)):
            parts = _Parts(self._single)
            for number, constructor in enumerate(constructors):
                own = {**names, "parts": parts}
                makers[class_of(constructor)] = _written(constructor, number, own, keeps=keeps)
            parts.update(makers)
            makers |= {bool: self._single, type(None): self._single}

    def keep(self, value: Any) -> None:
        """Know an object, and those in it, by identity from now on."""
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

    def _single(self, value: Any) -> Form:
        """The form of an object that there is only one of."""
        form = self.known[id(value)] = Form(value)
        return form


class _Parts(dict[type, Callable[[Any], Any]]):
    """What stands for a part of a value, by the part's class: its form, or itself."""

    def __init__(self, single: Callable[[Any], Form]) -> None:
        super().__init__(dict.fromkeys(_THEMSELVES, _itself) | {bool: single, type(None): single})
        self._single = single

    def __missing__(self, cls: type) -> Callable[[Any], Any]:
        if not issubclass(cls, enum.Enum):
            raise Formless
        self[cls] = self._single
        return self._single


def _itself(value: Any) -> Any:
    return value


def has_forms(constructor: Constructor) -> bool:
    """Whether values of a class are what their fields are, and stay so."""
    cls = class_of(constructor)
    if not (constructor.frozen and constructor.form == "object" and dataclasses.is_dataclass(cls)):
        return False
    names = tuple(field.name for field in dataclasses.fields(cls))
    return (
        kept_as(constructor) == constructor.names == names
        and cls.__getattribute__ is object.__getattribute__
        and not hasattr(cls, "__post_init__")
        and all(_is_attribute(cls, name) for name in names)
    )


def _is_attribute(cls: type, name: str) -> bool:
    """Whether what is read by a name is what the instance holds: a default, or the slot, may be found in the class."""
    found = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    return isinstance(found, types.MemberDescriptorType) or not hasattr(type(found), "__get__")


def _written(constructor: Constructor, number: int, names: dict[str, Any], *, keeps: bool) -> Callable[[Any], Form]:
    """The function that makes forms of one class: written out, as it runs for every new node of every result."""
    parts = [_part(f"v.{field.name}", f"x{place}", field.type) for place, field in enumerate(constructor.fields)]
    lines = [
        "def form_of(v):",
        f"    key = ({number}, {', '.join(parts)})",
        "    form = find(key)",
        "    if form is None:",
        "        form = table[key] = known[id(v)] = Form(v)",
        # what the first of its form holds lasts as long as the form
        *(f"        if type(key[{p + 1}]) is Form: known[id(x{p})] = key[{p + 1}]" for p in range(len(parts))),
    ]
    if keeps:
        lines += ["    else:", "        known[id(v)] = form", "        keep(v)"]
    exec(compile("\n".join([*lines, "    return form"]), "<forms>", "exec"), names)
    made: Callable[[Any], Form] = names["form_of"]
    return made


def _part(value: str, x: str, tp: Type) -> str:
    if isinstance(tp, Atom | Param):
        return f"({x} if type({x} := {value}) is int else get(id({x})) or parts[type({x})]({x}))"
    return f"(get(id({x} := {value})) or parts[type({x})]({x}))"
