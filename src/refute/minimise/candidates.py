"""Smaller versions of a value: what to try to make a counterexample readable that is not the smallest already."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, count, pairwise
from typing import Any

from refute.logic.time_limit import run
from refute.minimise import scalars
from refute.minimise.linked import Heaps
from refute.minimise.scalars import nearer_by, smaller_scalars, steps, without_parts
from refute.types.model import ABSENT, Constructor

_OF_ITEMS = (list, tuple, deque, set, frozenset)
_ORDERED = (list, tuple, deque)
_MOST_TOGETHER = 12  # numbers of which any two are made smaller together


class Shrinker:
    """Makes smaller versions of values that are built by given constructors."""

    def __init__(self, constructors: Mapping[Any, Constructor]) -> None:
        self._constructors = constructors
        self._heaps = Heaps(constructors)

    def argument_lists(self, values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """The same arguments with some of them smaller, the greatest leaps first."""
        whole = tuple(values)
        weight = self.weight(whole)
        for make in (self._simplest(whole), self._with_one_smaller(whole, tuple), self._together(whole)):
            yield from (other for other in make if self.weight(other) < weight)

    def weight(self, value: Any) -> tuple[int, int]:
        """How large a value is: its nodes and how far its numbers are from zero; then how many are negative."""
        if not self._is_compound(value):
            return scalars.weight(value)
        own, lesser = len(self._heaps.objects(value)) if value in self._heaps else 1, 0
        for part in self._parts(value):
            more = self.weight(part)
            own, lesser = own + more[0], lesser + more[1]
        return own, lesser

    def integers(self, value: Any) -> list[int]:
        """Those in a value, in order."""
        return self._in_order(value, int)

    def scalars(self, value: Any) -> Iterator[Any]:
        """All scalars in a value."""
        if not self._is_compound(value):
            yield value
        for part in self._parts(value):
            yield from self.scalars(part)

    def smaller(self, value: Any) -> Iterator[Any]:
        """Versions of a value that are smaller, the greatest leaps first; of what cannot be built, none."""
        kind = type(value)
        if kind in _OF_ITEMS:
            items = list(value)
            yield from _shorter(items, kind)
            yield from _joined(items, kind)
            yield from self._with_one_smaller(items, kind)
        elif kind is dict:
            pairs = list(value.items())
            yield from _shorter(pairs, dict)
            for place, (key, item) in enumerate(pairs):
                others = [(key, other) for other in self.smaller(item)]
                others += [(other, item) for other in self.smaller(key) if other not in value]
                yield from (dict([*pairs[:place], pair, *pairs[place + 1 :]]) for pair in others)
        elif value in self._heaps:
            yield from self._heaps.fewer(value)
            for place, part in enumerate(self._heaps.values(value)):
                yield from (self._heaps.with_value(value, place, other) for other in self.smaller(part))
        elif kind in self._constructors:
            yield from self._data(value, self._constructors[kind])
        else:
            yield from smaller_scalars(value)

    def _is_compound(self, value: Any) -> bool:
        kind = type(value)
        return kind in _OF_ITEMS or kind is dict or kind in self._constructors

    def _parts(self, value: Any) -> Sequence[Any]:
        kind = type(value)
        if kind in _OF_ITEMS:
            return list(value)
        if kind is dict:
            return [part for pair in value.items() for part in pair]
        if value in self._heaps:
            return self._heaps.values(value)
        if kind in self._constructors:
            return [part for part in self._constructors[kind].parts(value) if part is not ABSENT]
        return ()

    def _data(self, value: Any, constructor: Constructor) -> Iterator[Any]:
        """What it contains in its own place, then itself with a smaller part."""
        parts = list(constructor.parts(value))
        yield from (part for part in parts if part is not ABSENT)
        for cls, other in self._constructors.items():
            if cls is not type(value) and len(other.fields) in (0, len(parts)):
                simplest = [0 if type(part) is int else part for part in parts]
                for fields in (parts, simplest) if other.fields else ((),):
                    yield from _built(other, fields)
        for place, part in enumerate(parts):
            if part is not ABSENT:
                if constructor.fields[place].optional:
                    yield from _built(constructor, [*parts[:place], ABSENT, *parts[place + 1 :]])
                for smaller in self.smaller(part):
                    yield from _built(constructor, [*parts[:place], smaller, *parts[place + 1 :]])

    def _with_one_smaller(self, items: Sequence[Any], make: Any) -> Iterator[Any]:
        for place, item in enumerate(items):
            for smaller in self.smaller(item):
                yield make([*items[:place], smaller, *items[place + 1 :]])

    # -- numbers that depend on each other -----------------------------------------------------------------------------

    def _simplest(self, values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """Many scalars become the simplest of their type at once: all of them, a half, a quarter, and so on."""
        for kind in (int, str, float):
            found = self._in_order(values, kind)
            places = [place for place, scalar in enumerate(found) if scalar != kind()]
            part = len(places)
            while part > 2:
                for start in range(0, len(places), part):
                    yield self._with_some(values, kind, dict.fromkeys(places[start : start + part], kind()))
                part //= 2

    def _together(self, values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """Several scalars at once: those that are equal; integers, all or two, nearer to zero; all moved alike."""
        yield from self._equal(values, int)
        yield from self._equal(values, str)
        numbers = self.integers(values)
        far = [place for place, number in enumerate(numbers) if number]
        groups = [far] if len(far) > 2 else []
        if len(far) <= _MOST_TOGETHER:
            groups += [list(pair) for pair in combinations(far, 2)]
        for group in groups:
            for step in steps(min(abs(numbers[place]) for place in group)):
                nearer = [nearer_by(numbers[place], step) for place in group]
                yield self._with_some(values, int, dict(zip(group, nearer, strict=True)))
        origins = [number for number in dict.fromkeys(numbers) if number]
        if len(numbers) > 1 and len(origins) <= _MOST_TOGETHER:
            for origin in origins:
                moved = {place: number - origin for place, number in enumerate(numbers)}
                yield self._with_some(values, int, moved)

    def _equal(self, values: tuple[Any, ...], kind: type) -> Iterator[tuple[Any, ...]]:
        """Scalars of a type that are equal, all become the same smaller one."""
        found = self._in_order(values, kind)
        for scalar, often in Counter(found).items():
            if often > 1:
                same = [place for place, other in enumerate(found) if other == scalar]
                for smaller in smaller_scalars(scalar):
                    yield self._with_some(values, kind, dict.fromkeys(same, smaller))

    def _with_some(self, values: tuple[Any, ...], kind: type, changed: Mapping[int, Any]) -> tuple[Any, ...]:
        """Values with others in place of some scalars of a type, by their place among these."""
        places = count()

        def other(scalar: Any) -> Any:
            return changed.get(next(places), scalar)

        return tuple(self._replaced(value, kind, other) for value in values)

    def _in_order(self, value: Any, kind: type) -> list[Any]:
        """The scalars of a type in a value, in order."""
        found: list[Any] = []

        def noted(scalar: Any) -> Any:
            found.append(scalar)
            return scalar

        self._replaced(value, kind, noted)
        return found

    def _replaced(self, value: Any, scalar: type, change: Callable[[Any], Any]) -> Any:
        """A value with other scalars of a type in place of its own, which are visited in order."""
        kind = type(value)
        if kind is scalar:
            return change(value)
        if kind in _OF_ITEMS:
            return kind([self._replaced(item, scalar, change) for item in value])
        if kind is dict:
            return dict([self._replaced(pair, scalar, change) for pair in value.items()])
        if value in self._heaps:
            return self._heaps.changed(value, lambda part: self._replaced(part, scalar, change))
        if kind in self._constructors:
            constructor = self._constructors[kind]
            parts = constructor.parts(value)
            changed = [part if part is ABSENT else self._replaced(part, scalar, change) for part in parts]
            return next(_built(constructor, changed), value)
        return value


def _built(constructor: Constructor, parts: Sequence[Any]) -> Iterator[Any]:
    """An instance, unless its constructor refuses these parts."""
    with suppress(Exception):
        yield run(constructor.build, (parts,))


def _shorter(items: list[Any], make: Any) -> Iterator[Any]:
    if len(items) > 1:
        yield make([])
    yield from map(make, without_parts(items))
    if all(type(item) is int for item in items):
        for place in range(len(items)):  # numbers may stand for places: those behind it have moved
            yield make([item - (item > place) for item in [*items[:place], *items[place + 1 :]]])
        for place, (item, other) in enumerate(pairwise(items)):  # or it may be their sum that matters
            yield make([*items[:place], item + other, *items[place + 2 :]])


def _joined(items: list[Any], make: Any) -> Iterator[Any]:
    """Two neighbours that are sequences as one."""
    for place, (item, other) in enumerate(pairwise(items)):
        if type(item) in _ORDERED and type(other) is type(item):
            yield make([*items[:place], item + other, *items[place + 2 :]])
