"""Smaller versions of a value: what to try to make a counterexample that was drawn at random readable."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from refute.types.model import ABSENT, Constructor

_OF_ITEMS = (list, tuple, deque, set, frozenset)


class Shrinker:
    """Makes smaller versions of values that are built by given constructors."""

    def __init__(self, constructors: Mapping[Any, Constructor]) -> None:
        self._constructors = constructors

    def argument_lists(self, values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """The same arguments with one of them smaller, the greatest leaps first."""
        yield from self._with_one_smaller(tuple(values), tuple)

    def smaller(self, value: Any) -> Iterator[Any]:
        """Versions of a value that are smaller, the greatest leaps first; of what cannot be built, none."""
        kind = type(value)
        if kind is bool:
            if value:
                yield False
        elif kind is int:
            yield from _numbers(value)
        elif kind in (str, bytes):
            yield from _texts(value)
        elif kind in _OF_ITEMS:
            items = list(value)
            yield from self._shorter(items, kind)
            yield from self._with_one_smaller(items, kind)
        elif kind is dict:
            pairs = list(value.items())
            yield from self._shorter(pairs, dict)
            for place, (key, item) in enumerate(pairs):
                for other in self.smaller(item):
                    yield dict([*pairs[:place], (key, other), *pairs[place + 1 :]])
        elif kind in self._constructors:
            yield from self._data(value, self._constructors[kind])

    def _data(self, value: Any, constructor: Constructor) -> Iterator[Any]:
        """What it contains in its own place, then itself with a smaller part."""
        parts = list(constructor.parts(value))
        for part in parts:
            if type(part) in self._constructors:
                yield part
        for cls, other in self._constructors.items():
            if not other.fields and cls is not type(value):
                yield other.build(())
        for place, part in enumerate(parts):
            if part is not ABSENT:
                for smaller in self.smaller(part):
                    with suppress(Exception, SystemExit):  # a constructor that refuses: not that one then
                        yield constructor.build([*parts[:place], smaller, *parts[place + 1 :]])

    def _shorter(self, items: list[Any], make: Any) -> Iterator[Any]:
        half = len(items) // 2
        if half > 1:
            yield make(items[:half])
            yield make(items[half:])
        for place in range(len(items)):
            yield make([*items[:place], *items[place + 1 :]])

    def _with_one_smaller(self, items: Sequence[Any], make: Any) -> Iterator[Any]:
        for place, item in enumerate(items):
            for smaller in self.smaller(item):
                yield make([*items[:place], smaller, *items[place + 1 :]])


def _numbers(value: int) -> Iterator[int]:
    """Nearer to zero; of two that are as near, a negative one becomes positive."""
    if value:
        yield 0
        if value < 0:
            yield -value
        half = value // 2 if value > 0 else -(-value // 2)
        if half:
            yield half
        yield value - 1 if value > 0 else value + 1


def _texts(value: Any) -> Iterator[Any]:
    if value:
        yield value[:0]
        if len(value) > 3:
            yield value[: len(value) // 2]
        for place in range(len(value)):
            yield value[:place] + value[place + 1 :]
