"""Fingerprints: what a value is made of, as a key.

Two values have the same fingerprint exactly if a walk from both meets the same classes, attributes and scalars in the
same places, and the same mutable objects again in the same places: sharing and cycles count, identity does not.

    box = [1]
    [box, box]      (list, 2, list, 1, 1, ↑1)             one list, met again
    [[1], [1]]      (list, 2, list, 1, 1, list, 1, 1)     two lists that are equal

Immutable values are interned: one *token* for each structure there is, made of the tokens of its parts. An immutable
object that is kept is known by its identity, so that a tree which shares most of its nodes with a known one is
fingerprinted by looking at its new nodes only. Of mutable objects, the fingerprint is the walk itself.

Nothing that the user's classes define is called, neither `__eq__` nor `__hash__` nor `__reduce__`: they may lie.
Dictionaries have an order, as it shows; sets have none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from refute.programs.states.keys import Keys
from refute.programs.states.layout import Layout
from refute.programs.states.tokens import OPEN, THEMSELVES, Tokens, Walk
from refute.programs.states.walkers import Walkers

_NONE: frozenset[int] = frozenset()


class Fingerprints:
    """Fingerprints of values in this process. Those of two of these objects are not to be compared; their digests
    are."""

    def __init__(
        self,
        own: Mapping[type, Callable[[Any], Any]] | None = None,
        individuals: Mapping[int, tuple[str, Any]] | None = None,
        varying: Collection[str] = (),
    ) -> None:
        """`own` says by which value instances of some classes are known, in place of what they are made of;
        `individuals`, which objects are known by identity; `varying`, which attributes are no part of fingerprints, as
        `module:name.attribute`: they differ from run to run."""
        self._tokens = Tokens()
        given = (individuals or {}).items()
        self.individuals = {identity: self._tokens.individual(value, name) for identity, (name, value) in given}
        self.unknown: dict[type, None] = {}  # classes whose instances cannot be looked into
        self._varying: dict[str, set[str]] = {}  # names of attributes, by class
        for text in varying:
            cls, _, name = text.rpartition(".")
            self._varying.setdefault(cls, set()).add(name)
        keys = {cls: self._by(key) for cls, key in (own or {}).items()}
        self._keys = Keys(self._tokens, keys, self._passed_over, self.individuals)
        self._walkers = Walkers(self._tokens, self._keys, self._passed_over, self._note, self.individuals)

    def __repr__(self) -> str:
        return f"<Fingerprints: {len(self._tokens):,} structures, {len(self._keys):,} objects known>"

    def of(self, value: Any) -> Hashable:
        """The fingerprint of a value."""
        cls = type(value)
        if cls in THEMSELVES:
            return value  # type: ignore[no-any-return]
        known = self.individuals.get(id(value))
        if known is not None:
            return known
        key = self._whole_key(value, cls)
        return self._walked((value,), self.walk()) if key is OPEN else key

    def _whole_key(self, value: Any, cls: type) -> Hashable:
        """The fingerprint of a value whose parts cannot change, or OPEN."""
        whole = self._keys.of_whole
        try:
            key: Hashable = (whole.get(id(cls)) or whole.of(cls))(value, {})
        except RecursionError:
            return OPEN  # a walk tells
        if key is OPEN:
            self._keys.give_up(cls)
        return key

    def simple_key(self, cls: type) -> Callable[[Any, dict[Any, Any]], Hashable] | None:
        """What gives the fingerprints of instances of a class, or OPEN; None if some of them are known by identity."""
        if any(type(token.parts[2]) is cls for token in self.individuals.values()):
            return None
        found: Callable[[Any, dict[Any, Any]], Hashable] = self._keys.of_whole.of(cls)
        return found

    def look(self, value: Any) -> tuple[Hashable, frozenset[int]]:
        """The fingerprint of a value, and the identities of the mutable objects in it."""
        cls = type(value)
        if cls in THEMSELVES:
            return value, _NONE
        known = self.individuals.get(id(value))
        if known is not None:
            return known, _NONE
        key = self._whole_key(value, cls)
        if key is OPEN:
            walk = self.walk()
            return self._walked((value,), walk), frozenset(walk.places)
        return key, frozenset((id(value),)) if self._keys.is_mutable(cls) else _NONE

    def of_all(self, values: Sequence[Any], walk: Walk | None = None) -> Hashable:
        """The fingerprint of several values together: what they share is told. A walk that is given has, afterwards,
        the identities of the mutable objects in them."""
        return self._walked(values, walk or self.walk())

    def walk(self) -> Walk:
        """A new walk."""
        return Walk(self.individuals.get)

    def mutable_parts(self, *values: Any) -> frozenset[int]:
        """The identities of the mutable objects in values."""
        walk = self.walk()
        self._walked(values, walk)
        return frozenset(walk.places)

    @property
    def mutable_classes(self) -> Sequence[type]:
        """The classes of all mutable objects that were met."""
        return [*self._walkers.by_class.classes, *self._keys.mutable_classes]

    def is_opaque(self, value: Any) -> bool:
        """Whether there is something in a value that nobody can look into: a call may change it unseen."""
        walk = self.walk()
        self._walked((value,), walk)
        return walk.is_opaque

    def is_immutable(self, value: Any) -> bool:
        """Whether nothing in a value can change."""
        if type(value) in THEMSELVES or id(value) in self.individuals:
            return True
        try:
            return self._keys.of(value, {}) is not OPEN
        except RecursionError:
            return False

    def is_simple(self, cls: type) -> bool:
        """Whether no mutable object was seen in instances of a class, but these themselves."""
        return self._keys.is_simple(cls)

    def is_mutable(self, cls: type) -> bool:
        """Whether instances of a class can change themselves, not only their parts."""
        return self._keys.is_mutable(cls)

    def keep(self, value: Any) -> None:
        """From now on, know the immutable objects in a value by identity. They are kept alive for that."""
        with suppress(RecursionError):
            self._keys.keep(value)

    def _walked(self, values: Sequence[Any], walk: Walk) -> Hashable:
        go = self._walkers.go
        try:
            for value in values:
                go(value, walk)
        except RecursionError:  # it nests more deeply than Python goes
            self.unknown.update(dict.fromkeys(map(type, values)))
            walk.is_opaque = True
            return ("deep", *(self._tokens.individual(type(value)) for value in values))
        return tuple(walk.out)

    def _by(self, key: Callable[[Any], Any]) -> Callable[[Any], Hashable]:
        return lambda value: self.of(key(value))

    def _passed_over(self, layout: Layout) -> frozenset[str]:
        names = [self._varying.get(f"{one.__module__}:{one.__qualname__}", ()) for one in layout.cls.__mro__]
        return layout.derived.union(*names)

    def _note(self, cls: type) -> None:
        self.unknown[cls] = None
