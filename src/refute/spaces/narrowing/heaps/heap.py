"""Heaps as data: objects by number, and what each of their fields holds.

The first object is the root; the others are numbered in the order in which they are met from there, field by field.
So isomorphic heaps are equal:

    0  Ring   first → 1
    1  Node   value ·   next → 2   prev → 2
    2  Node   value ·   next → 1   prev → 1

Where there are sets of objects, which have no order, `forms` finds the numbers.

A value that no condition has looked at is left open, so that one heap stands for a family.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from refute.spaces.ground.types import Made
from refute.spaces.narrowing.heaps.layout import Box, Domain, Layout, Reference, Slot, Values
from refute.spaces.nodes.node import Place
from refute.spaces.nodes.recipes import thaw


@dataclass(frozen=True, slots=True)
class Held:
    """A value of a domain, at a place; None: any of them."""

    domain: Domain
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Pointer:
    number: int


@dataclass(frozen=True, slots=True)
class Packed:
    """A container, with the keys of a dict."""

    box: Box
    keys: tuple[Place, ...]
    parts: tuple[Content, ...]


Content = Held | Pointer | Packed
OPEN = -1  # in a shape: a value


@dataclass(frozen=True, slots=True)
class Thing:
    """An object of a heap."""

    made: Made
    contents: tuple[Content, ...]


class Heap:
    """Objects, the root first."""

    def __init__(self, things: Sequence[Thing]) -> None:
        self.things = things

    def in_order(self) -> Heap:
        """The same, numbered in the order in which objects are met."""
        order, numbers = [0], {0: 0}
        for number in order:  # which grows
            for content in self.things[number].contents:
                for other in pointers(content):
                    if other not in numbers:
                        numbers[other] = len(order)
                        order.append(other)
        return self.renumbered(order)

    def renumbered(self, order: Sequence[int]) -> Heap:
        """The same with its objects in this order."""
        numbers = {number: place for place, number in enumerate(order)}
        things = [self.things[number] for number in order]
        return Heap([Thing(one.made, tuple(_moved(held, numbers) for held in one.contents)) for one in things])

    @cached_property
    def shape(self) -> tuple[Any, ...]:
        """All but the values."""
        return tuple((one.made, tuple(map(_shape, one.contents))) for one in self.things)

    @cached_property
    def leaves(self) -> list[Held]:
        """The values, in order."""
        return [leaf for one in self.things for content in one.contents for leaf in _leaves(content)]

    @property
    def open(self) -> list[Held]:
        return [leaf for leaf in self.leaves if leaf.place is None]

    def built(self, parts: Sequence[Any]) -> Any:
        """The root of a new heap, with these as the values that are open."""
        return self.objects(parts)[0]

    def objects(self, parts: Sequence[Any]) -> list[Any]:
        """The objects of a new heap, with these as the values that are open.

        The last object is made first. What it points at that is not there yet, it gets when all are.
        """
        made: list[Any] = [None] * len(self.things)
        steps, later = self._plan
        for number, build, fillers in steps:
            made[number] = build([None if fill is None else fill(made, parts) for fill in fillers])
        for number, name, fill in later:
            setattr(made[number], name, fill(made, parts))
        return made

    @cached_property
    def _plan(self) -> tuple[list[_Step], list[tuple[int, str, Fill]]]:
        """How objects are made, the last one first; and what is assigned to them afterwards."""
        places = iter(range(len(self.open)))
        steps: list[_Step] = []
        later: list[tuple[int, str, Fill]] = []
        for number, thing in enumerate(self.things):
            fillers: list[Fill | None] = []
            for name, content in zip(thing.made.constructor.names, thing.contents, strict=True):
                fill = _filling(content, places)
                is_there = all(other > number for other in pointers(content))
                fillers.append(fill if is_there else None)
                if not is_there:
                    later.append((number, name, fill))
            steps.append((number, thing.made.constructor.build, fillers))
        return steps[::-1], later


Fill = Callable[[Sequence[Any], Sequence[Any]], Any]  # from the objects and the open values to what a field holds
_Step = tuple[int, Callable[[Sequence[Any]], Any], list["Fill | None"]]


def _filling(content: Content, places: Iterator[int]) -> Fill:
    """What fills a field. `places` are those of the open values from here on."""
    match content:
        case Pointer(number=number):
            return lambda made, parts: made[number]
        case Held(place=None):
            at = next(places)
            return lambda made, parts: parts[at]
        case Held(domain=domain, place=(int(), int()) as place):
            value = domain.value(place)
            return lambda made, parts: thaw(value)
        case Packed(box=box, keys=keys, parts=inside):
            fillers = [_filling(part, places) for part in inside]
            known = [] if box.keys is None else [box.keys.value(key) for key in keys]
            return lambda made, parts: box.filled(map(thaw, known), [fill(made, parts) for fill in fillers])
    raise AssertionError(content)


def read(layout: Layout, root: Any) -> tuple[Heap, list[Any]] | None:
    """A real object as a heap, and its values in order; None if it has another layout."""
    objects, numbers = [root], {id(root): 0}
    classes = {made.constructor.cls: made for made in layout.classes}
    things: list[Thing] = []
    values: list[Any] = []

    def content_of(slot: Slot, value: Any) -> Content | None:
        for one in slot:
            match one:
                case Reference(made=made) if type(value) is made.constructor.cls:
                    if id(value) not in numbers:
                        numbers[id(value)] = len(objects)
                        objects.append(value)
                    return Pointer(numbers[id(value)])
                case Box():
                    inside = one.parts(value)
                    if inside is not None:
                        keys, parts = inside
                        slots = one.elements if one.fixed else one.elements * len(parts)
                        contents = [content_of(slot, part) for slot, part in zip(slots, parts, strict=True)]
                        found = tuple(content for content in contents if content is not None)
                        return Packed(one, keys, found) if len(found) == len(parts) else None
        domain = next((one.domain for one in slot if isinstance(one, Values)), None)
        if domain is None:
            return None
        values.append(value)
        return Held(domain)

    for value in objects:  # which grows
        made = classes.get(type(value))
        if made is None:
            return None
        parts = made.constructor.parts(value)
        contents = [content_of(slot, part) for slot, part in zip(layout.slots(made), parts, strict=True)]
        found = tuple(content for content in contents if content is not None)
        if len(found) < len(parts):
            return None
        things.append(Thing(made, found))
    return Heap(things), values


def placed(heap: Heap, values: Sequence[Any]) -> Heap | None:
    """A heap with the places of its values; None if one of them is not in its domain."""
    found = [leaf.domain.find(value) for leaf, value in zip(heap.leaves, values, strict=True)]
    if None in found:
        return None
    places = iter(found)
    return Heap([Thing(one.made, tuple(_at(held, places) for held in one.contents)) for one in heap.things])


def _at(content: Content, places: Iterator[Place | None]) -> Content:
    match content:
        case Held(domain=domain):
            return Held(domain, next(places))
        case Packed(box=box, keys=keys, parts=parts):
            return Packed(box, keys, tuple(_at(part, places) for part in parts))
    return content


def pointers(content: Content) -> Iterator[int]:
    match content:
        case Pointer(number=number):
            yield number
        case Packed(parts=parts):
            for part in parts:
                yield from pointers(part)


def _leaves(content: Content) -> Iterator[Held]:
    match content:
        case Held():
            yield content
        case Packed(parts=parts):
            for part in parts:
                yield from _leaves(part)


def _moved(content: Content, numbers: dict[int, int]) -> Content:
    match content:
        case Pointer(number=number):
            return Pointer(numbers[number])
        case Packed(box=box, keys=keys, parts=parts):
            moved = [_moved(part, numbers) for part in parts]
            if box.unordered:
                moved.sort(key=lambda part: next(pointers(part)))
            return Packed(box, keys, tuple(moved))
    return content


def _shape(content: Content) -> Any:
    match content:
        case Pointer(number=number):
            return number
        case Packed(box=box, keys=keys, parts=parts):
            return (box.kind, keys, tuple(map(_shape, parts)))
    return OPEN
