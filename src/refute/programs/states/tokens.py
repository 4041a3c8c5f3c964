"""Tokens: structures of immutable parts, one object for each structure there is; and walks, which meet objects."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, final

# Scalars that are their own keys: values of two of these classes are never equal, and no key of another value is one.
THEMSELVES = frozenset((int, str, bytes, type(None)))


@final
class Token:
    """A structure; the same object for all values that have it."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Any, ...]) -> None:
        self.parts = parts

    def __repr__(self) -> str:
        head, *rest = self.parts
        name = head.parts[2] if isinstance(head, Token) else head
        return f"{getattr(name, '__name__', name)}({', '.join(map(repr, rest))})"


@final
class Again:
    """A mutable object that was met before, by its place among these."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place = place

    def __repr__(self) -> str:
        return f"↑{self.place}"


@final
class _Open:
    def __repr__(self) -> str:
        return "<mutable>"


OPEN = _Open()  # in the place of the key of a value with mutable parts
ABSENT = Token(("absent",))
_AGAIN: list[Again] = []


class Walk:
    """One walk over values: what was met, in order."""

    __slots__ = ("_individuals", "alive", "classes", "is_opaque", "keys", "out", "places")

    def __init__(self, individuals: Callable[[int], Token | None]) -> None:
        """`individuals` has the tokens of objects that are known by identity."""
        self._individuals = individuals
        self.out: list[Any] = []  # all of it hashable
        self.places: dict[int, int] = {}  # of mutable objects, by identity
        self.classes: list[type] = []  # of mutable objects, by place
        self.keys: dict[Any, Any] = {}  # of immutable ones
        self.alive: list[Any] = []  # objects that were made for the walk: identities are not to be used twice
        self.is_opaque = False  # whether something was met that nobody can look into

    def met(self, value: Any) -> bool:
        """Whether a mutable object was met before, or is known by identity; if so, that is noted."""
        known = self._individuals(id(value))
        if known is not None:
            self.out.append(known)
            return True
        place = self.places.get(id(value))
        if place is None:
            self.places[id(value)] = len(self.places)
            self.classes.append(type(value))
            return False
        while len(_AGAIN) <= place:
            _AGAIN.append(Again(len(_AGAIN)))
        self.out.append(_AGAIN[place])
        return True


class Tokens:
    """The tokens of one process."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Token] = {}
        self._individuals: dict[int, Token] = {}
        self._numbers = count()
        self.known = self._known.get

    def __len__(self) -> int:
        return len(self._known)

    def of(self, *parts: Any) -> Token:
        token = self._known.get(parts)
        if token is None:
            token = self._known[parts] = Token(parts)
        return token

    def individual(self, value: Any, name: str = "") -> Token:
        """The token of an object that is known by identity, and kept for that: a class, a module, a file."""
        token = self._individuals.get(id(value))
        if token is None:
            token = self._individuals[id(value)] = Token(("individual", next(self._numbers), value, name))
        return token


class ByClass:
    """What is done with the instances of a class, found when the first is met.

    Classes are looked up by identity: a metaclass may define `==`.
    """

    def __init__(self, find: Callable[[type], Any]) -> None:
        self._find = find
        self._found: dict[int, Any] = {}
        self.classes: list[type] = []  # those that were met, kept alive
        self.get = self._found.get

    def of(self, cls: type) -> Any:
        found = self._found.get(id(cls))
        if found is None:
            found = self._found[id(cls)] = self._find(cls)
            self.classes.append(cls)
        return found

    def put(self, cls: type, found: Any) -> None:
        self._found[id(cls)] = found
