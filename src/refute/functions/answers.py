"""What generated functions answer from: the space of a function's result, given its arguments and its siblings."""

from __future__ import annotations

import enum
import math
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from itertools import accumulate
from typing import Any, cast

from refute.errors import ExplosionError
from refute.spaces.inhabitants import space_of
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.callables.replacing import differ
from refute.types.callables.tabulated import Observed
from refute.types.data import describe_value
from refute.types.landmarks import names_in
from refute.types.model import Constructor, FunctionOf, Type, walk
from refute.types.reading.annotations import Reader
from refute.types.reading.classes.definitions import taker_of

_MOST_KEPT = 10_000  # answers to one question
SCALARS = frozenset((int, bool, str, bytes, type(None)))  # that cannot change, and are their own keys


class Possible:
    """The answers to one question, smallest first. Those beyond a scope are there only if it has none."""

    def __init__(self, space: Space[Any], inside: bool) -> None:
        self.space = space
        self.inside = inside
        self._sizes: Sequence[int] = list(space.tiers)
        self._ends: Sequence[int] = list(accumulate(space.tiers.values()))
        self._makers: dict[int, tuple[int, Callable[[], Any]]] = {}

    def answer(self, index: int) -> tuple[int, Callable[[], Any]]:
        """The size of an answer, and what makes it, fresh in its mutable parts each time."""
        found = self._makers.get(index)
        if found is None:
            make = self.space.maker(index)
            if not self.space.mutable:
                make = partial(_same, make())
            if len(self._makers) >= _MOST_KEPT:
                self._makers.clear()
            found = self._makers[index] = (self.space.size_of(index), make)
        return found

    def count(self, largest: int | None) -> int:
        """How many answers there are up to a size; at least one."""
        if not self.inside:
            return 1
        if largest is None:
            return self._ends[-1]
        place = bisect_right(self._sizes, largest)
        return self._ends[place - 1] if place else 1


class Answers:
    """The answers that functions have in one scope."""

    def __init__(self, scope: Scope, reader: Reader) -> None:
        self.scope = scope
        self._inside = _inside(scope)
        self._reader = reader
        self._depends_on: dict[int, tuple[FunctionOf, tuple[str, ...]]] = {}  # by identity: types are slow to compare
        self._found: dict[Hashable, Possible | None] = {}
        self.building: Callable[[bool], None] = _not_told  # told before and after a space is built

    def to(self, function: FunctionOf, known: Mapping[str, Any]) -> Possible | None:
        """What a function may answer, `known` being its arguments and siblings by name; None if there is nothing."""
        found = self._depends_on.get(id(function))
        if found is None:
            found = self._depends_on[id(function)] = (function, tuple(sorted(names_in(function.result))))
        names = [name for name in found[1] if name in known]
        key = (id(function), tuple(key_of(known[name]) for name in names))
        if key not in self._found:
            self._found[key] = self._possible(function, {name: known[name] for name in names})
        return self._found[key]

    def _possible(self, function: FunctionOf, known: Mapping[str, Any]) -> Possible | None:
        self.building(True)
        try:
            for scope in _scopes(self._inside):
                try:
                    space = space_of(function.result, self._reader, scope, known)
                except ExplosionError:  # there are too many answers: some have to do
                    continue
                if space.count:
                    return Possible(space, inside=scope == self._inside)
            return None
        finally:
            self.building(False)

    def prepare(self, root: Type) -> None:
        """Build all spaces that depend on nothing, before any code asks for them: that may take longer than a call."""
        for part in walk(root):
            if isinstance(part, FunctionOf) and not names_in(part.result):
                self.to(part, {})


def _scopes(scope: Scope) -> Iterator[Scope]:
    """A scope; where it has too many answers, nearer ones; and where it has none, further ones."""
    yield scope
    for part, more in ((2, 0), (4, 0), (1, 1), (1, 2), (1, 4)):
        size, depth = (None if bound is None else bound // part + more for bound in (scope.size, scope.depth))
        yield replace(scope, size=size, depth=depth)


def _inside(scope: Scope) -> Scope:
    """The scope of an answer: a table is a container, and its entries are one level down."""
    if scope.depth is None:
        return scope
    kept = scope.ints if scope.by_smallcheck or scope.ints is not None else (-scope.reach, scope.reach)
    return replace(scope, depth=max(0, scope.depth - 1), ints=kept)


def _same(value: Any) -> Any:
    return value


def _not_told(begins: bool) -> None:
    pass


Make = Callable[[FunctionOf, str, Mapping[str, Any]], Any]


def planted(
    value: Any, name: str, siblings: Mapping[str, Any], make: Make, constructors: Mapping[Any, Constructor]
) -> Any:
    """A value with functions in place of the blanks that spaces have for them; itself if it has none.

    `make` is given the type of a function, what it is called, and what its refinements may depend on.
    """
    match value:
        case FunctionOf():
            return make(value, name, siblings)
        case list() | tuple() | deque() if type(value) in (list, tuple, deque):
            items = [planted(v, f"{name}[{i}]", siblings, make, constructors) for i, v in enumerate(value)]
            return type(value)(items) if differ(items, value) else value
        case dict() if type(value) is dict and dict not in constructors:
            known = {k: planted(v, f"{name}[{k!r}]", siblings, make, constructors) for k, v in value.items()}
            return known if differ(known.values(), value.values()) else value
    constructor = constructors.get(type(value))
    if constructor is None:
        return value
    fields: dict[str, Any] = {}
    parts = constructor.parts(value)
    for field, part in zip(constructor.names, parts, strict=True):
        fields[field] = planted(part, f"{name}.{field}", fields, make, constructors)
    return constructor.build(list(fields.values())) if differ(fields.values(), parts) else value


def key_of(value: Any) -> Hashable:
    """Equal for arguments that a function cannot tell apart: those of the same structure with equal scalars in it.

    Like Python's dicts it takes 1, 1.0 and True for the same. Functions, and objects with an inside that is not known,
    are the same only if they are the same object, or say that they are equal.
    """
    kind = type(value)
    if kind in SCALARS:
        return cast(Hashable, value)
    if kind is tuple:
        return ("tuple", *map(key_of, value))
    match value:
        case float() | Decimal() if math.isnan(value):
            return "nan"
        case None | bool() | int() | float() | complex() | str() | bytes() | enum.Enum() | Decimal():
            return value
        case list() | tuple() | deque():
            return (_kind(value), *map(key_of, value))
        case Observed(answers=answers):
            return ("function", *(key_of(pair) for pair in answers))
        case set() | frozenset():
            return ("set", frozenset(map(key_of, value)))
        case dict():
            return ("dict", frozenset((key_of(key), key_of(item)) for key, item in value.items()))
    parts = None if callable(value) else _parts(value)
    if parts is not None:
        return (type(value), *map(key_of, parts))
    try:
        hash(value)
    except Exception:  # the user's code, or it has none
        return ("object", id(value))
    return ("hashed", value)


def _kind(value: Any) -> str:
    return next(name for name, kind in (("list", list), ("tuple", tuple), ("deque", deque)) if isinstance(value, kind))


def _parts(value: Any) -> Sequence[Any] | None:
    cls = type(value)
    try:
        description = describe_value(value)
        return None if description is None else taker_of(cls, description)(value)
    except Exception:  # a class that cannot be read, or attributes that are the user's code
        return None
