"""Values as Python source, for messages and for tests.

The text calls the constructors that a value was built with. A value that cannot be taken apart is shown by its `repr`,
and the text is marked as incomplete.
"""

from __future__ import annotations

import enum
import math
import zoneinfo
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from itertools import chain
from operator import or_
from types import GeneratorType
from typing import Any, get_origin

from refute.logic.identity import Things
from refute.logic.terms.numerals import represented
from refute.types.callables.defining import defined, free_name
from refute.types.callables.tabulated import Defined, Observed, Tabulated, Unspelled
from refute.types.data import Description
from refute.types.data.abstract.iterators import LIST_ITERATOR, TUPLE_ITERATOR, items_left
from refute.types.data.abstract.stand_ins import stands_for
from refute.types.data.description import Recipe
from refute.types.data.recipes.collections import VIEWS, below
from refute.types.model import ABSENT
from refute.types.reading.notes import shown
from refute.types.spelling.compositions import Compositions, changed_state, has_name
from refute.types.spelling.pieces import Value, iterator, listed, mapping, observed, text

# Libraries that are imported under another name.
_SHORT = {"numpy": "np", "pandas": "pd"}


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
        self._compositions = Compositions(unused)
        self._linking = linking
        self._taken = set(taken)
        self._names: dict[int, tuple[Any, str]] = {}  # of functions and objects, by identity
        self.definitions: list[str] = []  # of functions and objects, each after those it uses
        self.links: list[str] = []  # those of objects: assignments, each a line
        self.registrations: set[str] = set()  # modules that register types, without which the text means nothing
        self._needed: dict[str, set[str]] = {}
        self.complete = True  # whether the text evaluates to equal values

    @property
    def needs(self) -> list[tuple[str, str]]:
        """The modules and names that the text needs, sorted; an empty name is that of the module itself."""
        return [(module, name) for module, names in sorted(self._needed.items()) for name in sorted(names)]

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

    def _inside(self, value: Any) -> Sequence[Any]:
        """The parts of a value that has no name."""
        return () if id(value) in self._names else self._compositions.inside(value)

    def _avoid_classes_of(self, things: Iterable[Any]) -> None:
        unnamed = (thing for thing in things if id(thing) not in self._names)
        classes = (thing if isinstance(thing, type) else type(thing) for thing in unnamed)
        self._taken.update(_visible_name(cls).partition(".")[0] for cls in classes)

    def name(self, value: Any, name: str) -> None:
        """Give an object a name, by which it is spelled from now on: it is one object wherever it stands."""
        text = self.spell(value)
        if id(value) not in self._names:
            name = free_name(name, self._taken)
            self._taken.add(name)
            self._add_link(f"{name} = {text}")
            self._names[id(value)] = value, name

    def write_as(self, value: Any, text: str) -> None:
        """Spell an object so, and do not look at it."""
        self._names[id(value)] = value, text

    def forget_names(self) -> None:
        """Forget the names that were given, with their definitions. Imports are kept."""
        self._taken -= {name for _, name in self._names.values()}
        for known in (self._names, self.definitions, self.links):
            known.clear()

    def spell(self, value: Any) -> str:
        if self._linking:
            self._link(value)
        return self._text([Value(value)])

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
                case Value(value=part):
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
            return text(value)
        if value is ...:
            return "..."
        if kind is tuple:
            return listed("(", value, ",)" if len(value) == 1 else ")")
        if kind is list:
            return listed("[", value, "]")
        if kind in (set, frozenset, deque):
            return self._collection(kind, value)
        if kind is dict:
            return mapping(value)
        if isinstance(value, Tabulated | Defined):
            return self._function(value)
        if isinstance(value, Unspelled):
            self.complete = False
            return value.text
        if isinstance(value, Observed):
            self.complete = False
            return observed(value)
        if has_name(value):
            return self._named(value)
        if kind in (LIST_ITERATOR, TUPLE_ITERATOR, GeneratorType) and (left := items_left(value)) is not None:
            return iterator("(x for x in " if kind is GeneratorType else "iter(", left)
        if kind in VIEWS:
            return chain(mapping(below(value)), [f".{VIEWS[kind][0]}()"])
        return self._data(value)

    def _link(self, value: Any) -> None:
        """Give names to the objects that are shared or lead back to themselves, and tell how they are made and linked.

        What an object holds that is not made yet is assigned when all are.
        """
        things = Things(value, self._compositions.inside)
        self._avoid_classes_of(things)
        linked = things.linked(self._compositions.is_object, self._compositions.has_changed)
        new = [thing for thing in linked if id(thing) not in self._names]
        for number, thing in enumerate(new):
            name = free_name(f"{type(thing).__name__[0].lower()}{number}", self._taken)
            self._taken.add(name)
            self._names[id(thing)] = thing, name
        unmade = {id(thing) for thing in new}
        named = self._names.keys()
        later: list[tuple[str, Any]] = []
        for thing in new:
            name, known = self._names[id(thing)][1], self._compositions.of(thing)
            assert known is not None
            description, parts, _ = known
            held = [None if things.reach(part, unmade, named) else part for part in parts]
            call = self._call(self._beginning(type(thing)), description, held)
            self._add_link(f"{name} = {self._text(call)}")
            for argument, part, given in zip(description.arguments, parts, held, strict=True):
                if given is not part:
                    later.append((f"{name}.{argument.name}", part))
            later += [(f"{name}.{attribute}", part) for attribute, part in changed_state(thing, description)]
            unmade.discard(id(thing))
        for place, part in later:
            self._add_link(f"{place} = {self._text([Value(part)])}")

    def _add_link(self, statement: str) -> None:
        self.definitions.append(statement)
        self.links.append(statement)

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
            return listed("deque([", value, bound)
        items = _in_order(value)
        if kind is set:
            return listed("{", items, "}") if items else ("set()",)
        return listed("frozenset({", items, "})") if items else ("frozenset()",)

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

    def _data(self, value: Any) -> str | Iterable[Any]:
        known = self._compositions.of(value)
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
        return listed(f"{name}(", items, ")")

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
            yield Value(part)
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


def _in_order(items: Iterable[Any]) -> list[Any]:
    """The elements of a set, sorted, or else sorted by their texts."""
    listed = list(items)
    if {type(item) for item in listed} <= {bool, int, float, str, bytes, tuple, Decimal, Fraction}:
        with suppress(Exception):  # of different types, or what tuples have in them; a Decimal that is no number
            return sorted(listed)
    return sorted(listed, key=spelled)
