"""Smaller versions of a value: what to try to make a counterexample readable that is not the smallest already."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, count, pairwise
from typing import Any

from refute.minimise import scalars
from refute.minimise.anatomy import OF_ITEMS, Anatomy, built
from refute.minimise.scalars import nearer_by, smaller_scalars, steps, without_parts
from refute.types.model import ABSENT, Constructor

Weights = dict[int, tuple[Any, tuple[int, int]]]  # by identity: a value, which has to stay alive, and its weight
_ORDERED = (list, tuple, deque)
_MOST_PAIRED = 20  # items of a sequence of which any two are left out together
_MOST_TOGETHER = 12  # numbers of which any two are made smaller together


class Shrinker:
    """Makes smaller versions of values that are built by given constructors."""

    def __init__(self, constructors: Mapping[Any, Constructor]) -> None:
        self._constructors = constructors
        self._anatomy = Anatomy(constructors)
        self._heaps = self._anatomy.heaps
        self.fresh = self._anatomy.fresh

    def argument_lists(self, values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """The same arguments with some of them smaller, the greatest leaps first."""
        whole = tuple(values)
        known: Weights = {}
        weight = self._weighed(whole, known)
        one_smaller = self._with_one_smaller(whole, tuple)
        for make in (self._simplest(whole), one_smaller, self._together(whole), self._with_two_less(whole)):
            yield from (other for other in make if self.weight(other, known) < weight)

    def weight(self, value: Any, known: Weights | None = None) -> tuple[int, int]:
        """How large a value is: its nodes and how far its numbers are from zero; then how many are negative. `known`:
        that of some parts."""
        if known and (own := known.get(id(value))) is not None:
            return own[1]
        if not self._anatomy.is_compound(value):
            return scalars.weight(value)
        return self._sum(value, [self.weight(part, known) for part in self._parts(value)])

    def _weighed(self, value: Any, known: Weights) -> tuple[int, int]:
        """How large a value is, noted with all its parts."""
        if not self._anatomy.is_compound(value):
            return scalars.weight(value)
        weight = self._sum(value, [self._weighed(part, known) for part in self._parts(value)])
        known[id(value)] = value, weight
        return weight

    def _sum(self, value: Any, parts: Sequence[tuple[int, int]]) -> tuple[int, int]:
        own = len(self._heaps.objects(value)) if value in self._heaps else 1
        return own + sum(part[0] for part in parts), sum(part[1] for part in parts)

    def integers(self, value: Any) -> list[int]:
        """Those in a value, in order."""
        return self._in_order(value, int)

    def scalars(self, value: Any) -> Iterator[Any]:
        """All scalars in a value."""
        if not self._anatomy.is_compound(value):
            yield value
        for part in self._parts(value):
            yield from self.scalars(part)

    def smaller(self, value: Any) -> Iterator[Any]:
        """Versions of a value that are smaller, the greatest leaps first; of what cannot be built, none."""
        kind = type(value)
        if kind in OF_ITEMS:
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

    def _parts(self, value: Any) -> Sequence[Any]:
        if value in self._heaps:
            return self._heaps.values(value)
        return [part for part in self._anatomy.parts(value) if part is not ABSENT]

    def _data(self, value: Any, constructor: Constructor) -> Iterator[Any]:
        """What it contains in its own place, then itself with a smaller part."""
        parts = list(constructor.parts(value))
        yield from (part for part in parts if part is not ABSENT)
        for cls, other in self._constructors.items():
            if cls is not type(value) and len(other.fields) in (0, len(parts)):
                simplest = [0 if type(part) is int else part for part in parts]
                for fields in (parts, simplest) if other.fields else ((),):
                    yield from built(other, fields)
        for place, part in enumerate(parts):
            if part is not ABSENT:
                if constructor.fields[place].optional:
                    yield from built(constructor, [*parts[:place], ABSENT, *parts[place + 1 :]])
                for smaller in self.smaller(part):
                    yield from built(constructor, [*parts[:place], smaller, *parts[place + 1 :]])

    def _with_one_smaller(self, items: Sequence[Any], make: Any) -> Iterator[Any]:
        for place, item in enumerate(items):
            for smaller in self.smaller(item):
                yield make([*items[:place], smaller, *items[place + 1 :]])

    def _with_two_less(self, value: Any) -> Iterator[Any]:
        """Without two items of a sequence inside, of which neither can go alone."""
        if not self._anatomy.is_compound(value) or value in self._heaps:
            return
        kind, parts = type(value), list(self._anatomy.parts(value))
        if kind in (list, deque) and len(parts) <= _MOST_PAIRED:
            for one, other in combinations(range(len(parts)), 2):
                yield kind([*parts[:one], *parts[one + 1 : other], *parts[other + 1 :]])
        for place, part in enumerate(parts):
            for less in self._with_two_less(part):
                with suppress(Exception):  # of a constructor
                    yield self._anatomy.rebuilt(value, [*parts[:place], less, *parts[place + 1 :]])

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
        if value in self._heaps:
            return self._heaps.changed(value, lambda part: self._replaced(part, scalar, change))
        if not self._anatomy.is_compound(value):
            return value
        parts = self._anatomy.parts(value)
        changed = [part if part is ABSENT else self._replaced(part, scalar, change) for part in parts]
        if kind in self._constructors:
            return next(built(self._constructors[kind], changed), value)
        return self._anatomy.rebuilt(value, changed)


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
