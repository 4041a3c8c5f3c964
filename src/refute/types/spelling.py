"""Values as Python source, for messages and for tests.

The text calls the constructors that a value was built with. A value that cannot be taken apart is shown by its `repr`,
and the text is marked as incomplete.
"""

from __future__ import annotations

import enum
import inspect
import math
import unicodedata
import zoneinfo
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from itertools import chain
from operator import or_
from types import GeneratorType
from typing import Any, get_origin

from refute.errors import RefuteError
from refute.logic.identity import Things
from refute.logic.reduction.evaluate import concrete
from refute.logic.terms.numerals import represented
from refute.logic.terms.payloads import identity_key
from refute.types.callables.defining import defined, free_name
from refute.types.callables.tabulated import Defined, Observed, Tabulated, Unspelled
from refute.types.data import Description, built_in_several_ways, describe_value
from refute.types.data.abstract.iterators import LIST_ITERATOR, TUPLE_ITERATOR, items_left
from refute.types.data.abstract.stand_ins import stands_for
from refute.types.data.description import Recipe
from refute.types.data.recipes.collections import VIEWS, below
from refute.types.model import ABSENT
from refute.types.reading.definitions import taker_of
from refute.types.reading.guarded import attribute
from refute.types.reading.notes import shown

# Libraries that are imported under another name.
_SHORT = {"numpy": "np", "pandas": "pd"}
# Classes of generated functions.
_GENERATED = (Tabulated, Defined, Observed, Unspelled)


class _Value:
    """A part still to be spelled."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class _Left:
    """The end of the parts of a value."""

    __slots__ = ("identity",)

    def __init__(self, identity: int) -> None:
        self.identity = identity


class Speller:
    """Spells values, and collects the imports and definitions that the text needs.

    `unused`: values were not changed since they were built, so the arguments they were built from may be shown.
    `linking`: objects that are shared, or lead back to themselves, are given names, and are made and linked by
    statements among the definitions. No name is one of those that are `taken`.
    """

    def __init__(self, *, unused: bool = False, linking: bool = False, taken: Iterable[str] = ()) -> None:
        self._unused = unused
        self._linking = linking
        self._taken = set(taken)
        self._names: dict[int, tuple[Any, str]] = {}  # of functions and objects, by identity
        self.definitions: list[str] = []  # of functions and objects, each after those it uses
        self.links: list[str] = []  # those of objects: assignments, each a line
        self.registrations: set[str] = set()  # modules that register types, without which the text means nothing
        self._needed: dict[str, set[str]] = {}
        self._described: dict[type, tuple[Description, Callable[[Any], Sequence[Any]]] | None] = {}
        self.complete = True  # whether the text evaluates to equal values

    @property
    def imports(self) -> list[str]:
        """The import statements that the text needs, sorted."""
        plain = [_import_of(module) for module, names in sorted(self._needed.items()) if "" in names]
        chosen = [(module, sorted(names - {""})) for module, names in sorted(self._needed.items())]
        return plain + [f"from {module} import {', '.join(names)}" for module, names in chosen if names]

    @property
    def all_imports(self) -> list[str]:
        """Those, after the imports of what registers types."""
        return [*(f"import {module}" for module in sorted(self.registrations)), *self.imports]

    def avoid_classes_in(self, value: Any) -> None:
        """Give nothing the name of a class that the text of a value may need."""
        self._avoid_classes_of(Things(value, self._inside))

    def _avoid_classes_of(self, things: Iterable[Any]) -> None:
        classes = (thing if isinstance(thing, type) else type(thing) for thing in things)
        self._taken.update(_visible_name(cls).partition(".")[0] for cls in classes)

    def name(self, value: Any, name: str) -> None:
        """Give an object a name, by which it is spelled from now on: it is one object wherever it stands."""
        text = self.spell(value)
        if id(value) not in self._names:
            name = free_name(name, self._taken)
            self._taken.add(name)
            self._add_link(f"{name} = {text}")
            self._names[id(value)] = value, name

    def forget_names(self) -> None:
        """Forget the names that were given, with their definitions. Imports are kept."""
        self._taken -= {name for _, name in self._names.values()}
        for known in (self._names, self.definitions, self.links):
            known.clear()

    def spell(self, value: Any) -> str:
        if self._linking:
            self._link(value)
        return self._text([_Value(value)])

    def _text(self, pieces: Iterable[Any]) -> str:
        # an explicit stack: values may nest more deeply than the recursion limit
        text: list[str] = []
        inside: set[int] = set()
        waiting: list[Any] = [*pieces][::-1]
        while waiting:
            piece = waiting.pop()
            match piece:
                case str():
                    text.append(piece)
                case _Left(identity=identity):
                    inside.discard(identity)
                case _Value(value=part):
                    if id(part) in self._names:
                        text.append(self._names[id(part)][1])
                        continue
                    if id(part) in inside:
                        self.complete = False
                        text.append("...")
                        continue
                    pieces = self._pieces(part)
                    if isinstance(pieces, str):
                        text.append(pieces)
                    else:
                        inside.add(id(part))
                        waiting.append(_Left(id(part)))
                        waiting.extend(reversed(list(pieces)))
        return "".join(text)

    def _pieces(self, value: Any) -> str | Iterable[Any]:
        """The text of a scalar, or the texts and parts of a structure in order."""
        kind = type(value)
        if isinstance(value, enum.Enum):
            return self._member(value)
        if kind in (float, complex):
            return self._number(value)
        if kind in (Decimal, Fraction):
            self._need("decimal" if kind is Decimal else "fractions", kind.__name__)
            return represented(value)
        if kind.__module__ == "datetime":
            return self._moment(value)
        if value is None or kind in (bool, int, bytes):
            return represented(value)
        if kind is str:
            return _text(value)
        if value is ...:
            return "..."
        if kind is tuple:
            return _listed("(", value, ",)" if len(value) == 1 else ")")
        if kind is list:
            return _listed("[", value, "]")
        if kind in (set, frozenset, deque):
            return self._collection(kind, value)
        if kind is dict:
            return _mapping(value)
        if isinstance(value, Tabulated | Defined):
            return self._function(value)
        if isinstance(value, Unspelled):
            self.complete = False
            return value.text
        if isinstance(value, Observed):
            self.complete = False
            return _observed(value)
        if _has_name(value):
            return self._named(value)
        if kind in (LIST_ITERATOR, TUPLE_ITERATOR, GeneratorType) and (left := items_left(value)) is not None:
            return _iterator("(x for x in " if kind is GeneratorType else "iter(", left)
        if kind in VIEWS:
            return chain(_mapping(below(value)), [f".{VIEWS[kind][0]}()"])
        return self._data(value)

    def _link(self, value: Any) -> None:
        """Give names to the objects that are shared or lead back to themselves, and tell how they are made and linked.

        What an object holds that is not made yet is assigned when all are.
        """
        things = Things(value, self._inside)
        self._avoid_classes_of(things)
        linked = things.linked(self._is_object, self._has_changed)
        new = [thing for thing in linked if id(thing) not in self._names]
        for number, thing in enumerate(new):
            name = free_name(f"{type(thing).__name__[0].lower()}{number}", self._taken)
            self._taken.add(name)
            self._names[id(thing)] = thing, name
        unmade = {id(thing) for thing in new}
        named = self._names.keys()
        later: list[tuple[str, Any]] = []
        for thing in new:
            name, known = self._names[id(thing)][1], self._taken_apart(thing)
            assert known is not None
            description, parts, _ = known
            held = [None if things.reach(part, unmade, named) else part for part in parts]
            call = self._call(self._beginning(type(thing)), description, held)
            self._add_link(f"{name} = {self._text(call)}")
            for argument, part, given in zip(description.arguments, parts, held, strict=True):
                if given is not part:
                    later.append((f"{name}.{argument.name}", part))
            later += [(f"{name}.{attribute}", part) for attribute, part in _state(thing, description)]
            unmade.discard(id(thing))
        for place, part in later:
            self._add_link(f"{place} = {self._text([_Value(part)])}")

    def _add_link(self, statement: str) -> None:
        self.definitions.append(statement)
        self.links.append(statement)

    def _is_object(self, value: Any) -> bool:
        """Whether it is an instance that can be changed by assigning to the attributes that it was built with."""
        known = None if _is_scalar(value) else self._taken_apart(value)
        return known is not None and known[0].form == "object" and not known[0].frozen

    def _inside(self, value: Any) -> Sequence[Any]:
        """The parts of a value."""
        kind = type(value)
        if kind in (tuple, list, set, frozenset, deque):
            return list(value)
        if kind is dict:
            return [part for pair in value.items() for part in pair]
        known = None if _is_scalar(value) else self._taken_apart(value)
        return () if known is None else [*known[1], *(part for _, part in _state(value, known[0]))]

    def _has_changed(self, value: Any) -> bool:
        """Whether an object has attributes that are not as the constructor sets them."""
        known = self._taken_apart(value)
        return known is not None and bool(_state(value, known[0]))

    def _function(self, value: Tabulated | Defined) -> str:
        """The name of a function, whose definition is added to the definitions."""
        name = free_name(value.__name__, self._taken) if isinstance(value, Tabulated) else value.name
        self._taken.add(name)
        self._names[id(value)] = value, name
        definitions = (defined(value, name, self.spell),) if isinstance(value, Tabulated) else value.definitions
        self.definitions += [text for text in definitions if text not in self.definitions]
        return name

    def _collection(self, kind: type, value: Any) -> Iterable[Any]:
        if kind is deque:
            self._need("collections", "deque")
            bound = f"], {value.maxlen})" if value.maxlen is not None else "])"
            return _listed("deque([", value, bound)
        items = _in_order(value)
        if kind is set:
            return _listed("{", items, "}") if items else ("set()",)
        return _listed("frozenset({", items, "})") if items else ("frozenset()",)

    def _member(self, value: enum.Enum) -> str:
        cls = self._class(type(value))
        if type(value).__members__.get(str(value.name)) is value:
            return f"{cls}.{value.name}"
        # a bit that is no member's own is None
        flags = [flag for flag in value if flag is not None] if isinstance(value, enum.Flag) else []
        if flags and reduce(or_, flags) == value:
            return " | ".join(f"{cls}.{flag.name}" for flag in flags)
        return f"{cls}({value.value!r})"

    def _number(self, value: complex) -> str:
        if isinstance(value, complex):
            if math.isfinite(value.real) and math.isfinite(value.imag):
                return f"complex({value.real!r}, {value.imag!r})" if value else repr(value)
            return f"complex({self._number(value.real)}, {self._number(value.imag)})"
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"

    def _moment(self, value: Any) -> str:
        self._need("datetime", "")
        if isinstance(getattr(value, "tzinfo", None), zoneinfo.ZoneInfo):
            self._need("zoneinfo", "")
        return repr(value)

    def _named(self, value: Any) -> str:
        """A class or function, by its name."""
        name = getattr(value, "__qualname__", "")
        if not name or "<" in name:
            self.complete = False
            return shown(value)
        return self._class(value)

    def _class(self, cls: Any) -> str:
        name = _visible_name(cls)
        if cls.__module__ in _SHORT:
            return self._short(cls.__module__, name)
        if cls.__module__ != "builtins":
            self._need(cls.__module__, name.partition(".")[0])
        return name

    def _short(self, module: str, name: str) -> str:
        """A name of a library that is imported under a shorter one: `np.array`."""
        self._need(module, "")
        return f"{_SHORT[module]}.{name}"

    def _need(self, module: str, name: str) -> None:
        self._needed.setdefault(module, set()).add(name)

    def _taken_apart(self, value: Any) -> tuple[Description, Sequence[Any], str | None] | None:
        """How a value was built, and from what, or the text that it is shown by; None if that is not known."""
        cls = type(value)
        known = self._described[cls] if cls in self._described else _described(value, self._unused)
        if cls not in self._described and not built_in_several_ways(cls):
            self._described[cls] = known
        if known is None:
            return None
        description, take = known
        if description.made_of_nothing and attribute(value, "__dict__"):
            return None  # it was given attributes since
        recipe = description.recipe
        try:
            text = None if recipe is None or recipe.text is None else recipe.text(value)
            return description, take(value) if text is None else (), text
        except Exception:  # attributes may run code of the user's
            return None

    def _data(self, value: Any) -> str | Iterable[Any]:
        known = self._taken_apart(value)
        if known is None:
            self.complete = False
            return shown(value)
        description, parts, text = known
        recipe = description.recipe
        if recipe is None:
            return self._call(self._beginning(type(value)), description, parts)
        if any(part is ABSENT for part in parts):
            self.complete = False  # no recipe builds it
            return shown(value)
        return self._made(description, recipe, parts, text)

    def _made(
        self, description: Description, recipe: Recipe, parts: Sequence[Any], text: str | None
    ) -> str | Iterable[Any]:
        """A value of a registered type, by its arguments or its text."""
        module, name = recipe.callee
        if module in _SHORT:
            name = self._short(module, name)
        elif recipe.own and not isinstance(recipe.call, type) and recipe.named is None:
            self._need(module, "")
            name = f"{module}.{name}"  # re.compile: by itself, its name is that of another function
        elif module != "builtins":
            self._need(module, name.partition(".")[0])
        if text is not None:
            return text
        if not recipe.spread:
            if recipe.named is None:
                return self._call(f"{name}(", description, parts)
            self.registrations |= {recipe.registered_in} - {""}
            end = f", within={recipe.within!r})" if recipe.within else ")"
            return self._call(f"{name}({self._class(recipe.named)}", description, parts, end)
        (items,) = parts
        return _listed(f"{name}(", items, ")")

    def _beginning(self, cls: type) -> str:
        """Of a call that makes an instance."""
        stood_for = stands_for(cls)
        if stood_for is None:
            return f"{self._class(cls)}("
        self._need("refute", "stand_in")
        return f"stand_in({self._class(get_origin(stood_for[0]) or stood_for[0])}"

    def _call(self, begin: str, description: Description, parts: Sequence[Any], end: str = ")") -> Iterator[Any]:
        yield begin
        separator = "" if begin.endswith("(") else ", "
        for argument, part in zip(description.arguments, parts, strict=True):
            if part is ABSENT:
                continue
            yield f"{separator}{argument.parameter or argument.name}=" if argument.keyword else separator
            yield _Value(part)
            separator = ", "
        yield end


def _visible_name(cls: Any) -> str:
    """The name of a class or function where it is defined."""
    return str(cls.__qualname__).rpartition("<locals>.")[2]


def _import_of(module: str) -> str:
    return f"import {module} as {_SHORT[module]}" if module in _SHORT else f"import {module}"


def spelled(value: Any) -> str:
    """A value as Python text."""
    return Speller().spell(value)


def in_one_line(value: Any, speller: Speller) -> str:
    """A value as Python text, behind what makes and links the objects in it. Names are those of this value alone."""
    speller.forget_names()
    text = speller.spell(value)
    return "; ".join([*speller.links, text])


def _state(value: Any, description: Description) -> list[tuple[str, Any]]:
    """The attributes of an object that are not as the constructor sets them."""
    held = [(own.name, getattr(value, own.name, ABSENT)) for own in description.state]
    return [(name, part) for name, part in held if not _is_same(part, concrete(description.computed[name]))]


def _is_same(part: Any, initial: Any) -> bool:
    if type(part) in (list, set, dict):
        return type(initial) is type(part) and not initial and not part
    return part is ABSENT or identity_key(part) == identity_key(initial)


def _is_scalar(value: Any) -> bool:
    """Whether nothing inside a value could be assigned to; also of containers, classes and functions."""
    standard = type(value).__module__ in ("builtins", "collections", "datetime", "decimal", "fractions")
    return standard or isinstance(value, (enum.Enum, *_GENERATED)) or _has_name(value)


def _has_name(value: Any) -> bool:
    """Whether a value is a class or a function, also one that a decorator made an object of. Other objects that can be
    called are built like any."""
    if isinstance(value, type) or inspect.isroutine(value):
        return True
    return callable(value) and inspect.getattr_static(value, "__qualname__", None) is not None


def _text(value: str) -> str:
    """A text in quotes. Marks that would be seen only as part of another character are escaped: `'e\\u0301'`."""
    text = repr(value)
    return text if text.isascii() else "".join(map(_apart, text))


def _apart(character: str) -> str:
    is_mark = unicodedata.category(character).startswith("M")
    return character.encode("unicode_escape").decode() if is_mark else character


def _described(value: Any, unused: bool) -> tuple[Description, Callable[[Any], Sequence[Any]]] | None:
    try:
        description = describe_value(value)
    except RefuteError:
        return None
    return None if description is None else (description, taker_of(type(value), description, built_here=unused))


def _in_order(items: Iterable[Any]) -> list[Any]:
    """The elements of a set, sorted, or else sorted by their texts."""
    listed = list(items)
    if {type(item) for item in listed} <= {bool, int, float, str, bytes, tuple, Decimal, Fraction}:
        with suppress(Exception):  # of different types, or what tuples have in them; a Decimal that is no number
            return sorted(listed)
    return sorted(listed, key=spelled)


def _listed(begin: str, items: Iterable[Any], end: str) -> Iterator[Any]:
    yield begin
    for place, item in enumerate(items):
        if place:
            yield ", "
        yield _Value(item)
    yield end


def _iterator(begin: str, items: Sequence[Any]) -> Iterator[Any]:
    is_list = type(items) is list
    return _listed(begin + ("[" if is_list else "("), items, "])" if is_list else ",))" if len(items) == 1 else "))")


def _mapping(value: dict[Any, Any]) -> Iterator[Any]:
    yield "{"
    for place, (key, item) in enumerate(value.items()):
        if place:
            yield ", "
        yield _Value(key)
        yield ": "
        yield _Value(item)
    yield "}"


def _observed(value: Observed) -> Iterator[Any]:
    """`<0: 1, 1: 2>`, a function by its answers."""
    yield "<"
    for place, (args, answer) in enumerate(value.answers):
        if place:
            yield ", "
        yield _Value(args[0] if len(args) == 1 else args)
        yield ": "
        yield _Value(answer)
    yield ">"
