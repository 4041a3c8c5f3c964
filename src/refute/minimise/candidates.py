"""Smaller versions of a value: what to try to make a counterexample readable that is not the smallest already."""

from __future__ import annotations

import datetime
import math
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from refute.logic.terms.numerals import represented
from refute.logic.time_limit import run
from refute.types.model import ABSENT, Constructor

_OF_ITEMS = (list, tuple, deque, set, frozenset)
_ORDERED = (list, tuple, deque)
_MOST_TOGETHER = 12  # numbers of which any two are made smaller together
_PLAIN = ("a", "0")  # letters that are as good as any
_LONG = 10**6  # the weight of what is no number


class Shrinker:
    """Makes smaller versions of values that are built by given constructors."""

    def __init__(self, constructors: Mapping[Any, Constructor]) -> None:
        self._constructors = constructors

    def argument_lists(self, values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """The same arguments with some of them smaller, the greatest leaps first."""
        whole = tuple(values)
        weight = self.weight(whole)
        for make in (self._with_one_smaller(whole, tuple), self._together(whole)):
            yield from (other for other in make if self.weight(other) < weight)

    def weight(self, value: Any) -> tuple[int, int]:
        """How large a value is: its nodes and how far its numbers are from zero; then how many are negative."""
        match value:
            case bool():
                return 1 + value, 0
            case int():
                return 1 + abs(value), value < 0
            case float() | Fraction() | Decimal():
                far = _far(value)
                # few digits are what makes such a number easy to read
                return 1 + int(min(far, _LONG)), len(represented(value)) + (math.isfinite(far) and value < 0)
            case str() | bytes():
                return 1 + len(value), sum(letter not in _PLAIN for letter in value)
            case datetime.date():
                return value.day + value.month + abs(value.year - 2000), 0
        own, lesser = 1, 0
        for part in self._parts(value):
            more = self.weight(part)
            own, lesser = own + more[0], lesser + more[1]
        return own, lesser

    def integers(self, value: Any) -> list[int]:
        """Those in a value, in order; not those in sets and dicts."""
        found: list[int] = []

        def noted(number: int) -> int:
            found.append(number)
            return number

        self._replaced(value, noted)
        return found

    def smaller(self, value: Any) -> Iterator[Any]:
        """Versions of a value that are smaller, the greatest leaps first; of what cannot be built, none."""
        kind = type(value)
        if kind is bool:
            if value:
                yield False
        elif kind is int:
            yield from _integers(value)
        elif kind in (float, Fraction, Decimal):
            yield from _numbers(value, kind)
        elif kind in (str, bytes):
            yield from _texts(value)
        elif kind in (datetime.date, datetime.datetime):
            yield from (value.replace(**part) for part in ({"month": 1, "day": 1}, {"day": 1}))
        elif kind in _OF_ITEMS:
            items = list(value)
            yield from _shorter(items, kind)
            yield from _joined(items, kind)
            yield from self._with_one_smaller(items, kind)
        elif kind is dict:
            pairs = list(value.items())
            yield from _shorter(pairs, dict)
            for place, (key, item) in enumerate(pairs):
                for other in self.smaller(item):
                    yield dict([*pairs[:place], (key, other), *pairs[place + 1 :]])
        elif kind in self._constructors:
            yield from self._data(value, self._constructors[kind])

    def _parts(self, value: Any) -> Sequence[Any]:
        kind = type(value)
        if kind in _OF_ITEMS:
            return list(value)
        if kind is dict:
            return [part for pair in value.items() for part in pair]
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
                for smaller in self.smaller(part):
                    yield from _built(constructor, [*parts[:place], smaller, *parts[place + 1 :]])

    def _with_one_smaller(self, items: Sequence[Any], make: Any) -> Iterator[Any]:
        for place, item in enumerate(items):
            for smaller in self.smaller(item):
                yield make([*items[:place], smaller, *items[place + 1 :]])

    # -- numbers that depend on each other -----------------------------------------------------------------------------

    def _together(self, values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """Several integers changed at once: those that are equal, all or two nearer to zero, all moved alike."""
        numbers = self.integers(values)

        def with_some(places: Sequence[int], others: Sequence[int]) -> tuple[Any, ...]:
            changed = dict(zip(places, others, strict=True))
            left = iter([changed.get(place, number) for place, number in enumerate(numbers)])
            return tuple(self._replaced(value, lambda _: next(left)) for value in values)

        for number, often in Counter(numbers).items():
            if often > 1:
                same = [place for place, other in enumerate(numbers) if other == number]
                for smaller in _integers(number):
                    yield with_some(same, [smaller] * often)
        far = [place for place, number in enumerate(numbers) if number]
        groups = [far] if len(far) > 2 else []
        if len(far) <= _MOST_TOGETHER:
            groups += [list(pair) for pair in combinations(far, 2)]
        for group in groups:
            for step in _steps(min(abs(numbers[place]) for place in group)):
                yield with_some(group, [_nearer(numbers[place], step) for place in group])
        origins = [number for number in dict.fromkeys(numbers) if number]
        if len(numbers) > 1 and len(origins) <= _MOST_TOGETHER:
            for origin in origins:
                yield with_some(range(len(numbers)), [number - origin for number in numbers])

    def _replaced(self, value: Any, change: Callable[[int], int]) -> Any:
        """A value with other integers in place of its own, which are visited in order."""
        kind = type(value)
        if kind is int:
            return change(value)
        if kind in _ORDERED:
            return kind([self._replaced(item, change) for item in value])
        if kind in self._constructors:
            constructor = self._constructors[kind]
            parts = constructor.parts(value)
            changed = [part if part is ABSENT else self._replaced(part, change) for part in parts]
            return next(_built(constructor, changed), value)
        return value


def _built(constructor: Constructor, parts: Sequence[Any]) -> Iterator[Any]:
    """An instance, unless its constructor refuses these parts."""
    with suppress(Exception):
        yield run(constructor.build, (parts,))


def _integers(value: int) -> Iterator[int]:
    """Nearer to zero, by steps that get smaller; of two that are as near, a negative one becomes positive."""
    if value:
        yield 0
        if value < 0:
            yield -value
        for step in _steps(abs(value)):
            nearer = _nearer(value, step)
            if nearer:
                yield from (nearer, -nearer)


def _nearer(value: int, step: int) -> int:
    return value - step if value > 0 else value + step


def _steps(most: int) -> Iterator[int]:
    """The way to zero, half of it, and so on down to 1."""
    step = most
    while step:
        yield step
        step //= 2


def _numbers(value: Any, kind: Any) -> Iterator[Any]:
    """Whole numbers before others, then fewer digits."""
    if not value or not math.isfinite(_far(value)):
        return
    yield kind(0)
    if value < 0:
        yield -value
    whole = int(value)
    if whole != value:
        yield kind(whole)
        for digits in (1, 2, 3):
            with suppress(ArithmeticError):  # more digits than decimals have
                yield kind(round(value, digits))
    else:
        yield from map(kind, _integers(whole))


def _far(value: float | Fraction | Decimal) -> float:
    """How far it is from zero; infinitely, if it is no number or has no float."""
    try:
        far = abs(float(value))
    except (ValueError, OverflowError):
        return math.inf
    return far if far == far else math.inf


def _texts(value: Any) -> Iterator[Any]:
    if value:
        yield value[:0]
        if len(value) > 3:
            yield value[: len(value) // 2]
        for place in range(len(value)):
            yield value[:place] + value[place + 1 :]
        if isinstance(value, str):
            for place, letter in enumerate(value):
                if letter not in _PLAIN:
                    yield from (value[:place] + plain + value[place + 1 :] for plain in _PLAIN)


def _shorter(items: list[Any], make: Any) -> Iterator[Any]:
    half = len(items) // 2
    if half > 1:
        yield make(items[:half])
        yield make(items[half:])
    for place in range(len(items)):
        yield make([*items[:place], *items[place + 1 :]])
    if all(type(item) is int for item in items):
        for place in range(len(items)):  # numbers may stand for places: those behind it have moved
            yield make([item - (item > place) for item in [*items[:place], *items[place + 1 :]]])


def _joined(items: list[Any], make: Any) -> Iterator[Any]:
    """Two neighbours that are sequences as one."""
    for place, (item, other) in enumerate(pairwise(items)):
        if type(item) in _ORDERED and type(other) is type(item):
            yield make([*items[:place], item + other, *items[place + 2 :]])
