"""Anatomy: values taken apart by the constructors that built them, and put together again with other parts."""

from __future__ import annotations

import datetime
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from operator import is_
from types import NoneType
from typing import Any

from refute.logic.time_limit import run
from refute.minimise.linked import Heaps
from refute.types.data.abstract.iterators import copied
from refute.types.model import ABSENT, Constructor
from refute.types.signatures import LEFT_OUT

_UNCHANGING = (
    *(int, float, complex, str, bytes, bool, NoneType, Decimal, Fraction),
    *(datetime.date, datetime.datetime, datetime.time, datetime.timedelta),
)
OF_ITEMS = (list, tuple, deque, set, frozenset)
_HASHED = (set, frozenset)


class Anatomy:
    """Knows containers, and instances of classes that constructors are given for. Other values have no parts, nor have
    `heaps`, whose objects are not one inside the other."""

    def __init__(self, constructors: Mapping[Any, Constructor]) -> None:
        self._constructors = constructors
        self.heaps = Heaps(constructors)

    def is_compound(self, value: Any) -> bool:
        kind = type(value)
        return kind in OF_ITEMS or kind is dict or kind in self._constructors

    def parts(self, value: Any) -> Sequence[Any]:
        """The items of a container, keys and values of a dict by turns, or the fields of an instance, of which some may
        be ABSENT."""
        kind = type(value)
        if kind in OF_ITEMS:
            return list(value)
        if kind is dict:
            return [part for pair in value.items() for part in pair]
        if kind in self._constructors and value not in self.heaps:
            return self._constructors[kind].parts(value)
        return ()

    def is_hashed(self, value: Any, place: int) -> bool:
        """Whether the container looks at a part by itself: elements of sets, and keys."""
        kind = type(value)
        return kind in _HASHED or (kind is dict and place % 2 == 0)

    def rebuilt(self, value: Any, parts: Sequence[Any]) -> Any:
        """The same with other parts. Raises what a constructor raises."""
        kind = type(value)
        if kind in OF_ITEMS:
            return kind(parts)
        if kind is dict:
            return dict(zip(parts[::2], parts[1::2], strict=True))
        return self._constructors[kind].build(parts)

    def fresh(self, value: Any) -> Any:
        """A copy. Data in it that cannot change is not copied, as inputs of scopes share it as well."""
        try:
            return self._fresh(value, set())
        except _Unknown:
            return copied(value)

    def _fresh(self, value: Any, met: set[int]) -> Any:
        """`met`: the containers so far, which are copied once each."""
        kind = type(value)
        if kind in _UNCHANGING or value is LEFT_OUT or value is ABSENT:
            return value
        if kind is tuple or kind is frozenset:
            parts = [self._fresh(part, met) for part in value]
            return value if all(map(is_, parts, value)) else kind(parts)
        if kind in OF_ITEMS or kind is dict:
            if id(value) in met:
                raise _Unknown
            met.add(id(value))
            return self.rebuilt(value, [self._fresh(part, met) for part in self.parts(value)])
        constructor = self._constructors.get(kind)
        if constructor is None or not constructor.frozen or value in self.heaps:
            raise _Unknown
        if any(self._fresh(part, met) is not part for part in constructor.parts(value)):
            raise _Unknown
        return value


class _Unknown(Exception):
    """Whether a value can be changed is not known, or it is to be copied as a whole."""


def built(constructor: Constructor, parts: Sequence[Any]) -> Iterator[Any]:
    """An instance, unless its constructor refuses these parts."""
    with suppress(Exception):
        yield run(constructor.build, (parts,))
