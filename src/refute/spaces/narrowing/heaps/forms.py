"""Canonical forms of heaps with sets of objects: isomorphic heaps have the same.

Objects are coloured, first by their class and values, then again and again by the colours of what they point at and of
what points at them, until no colour is split. Where objects have one colour still, each of them is given one of its own
in turn, and the smallest form that results is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from refute.spaces.ground.types import Made
from refute.spaces.narrowing.heaps.heap import Content, Heap, Held, Packed, Pointer, pointers

Colours = list[int]


def canonical(heap: Heap, classes: Sequence[Made]) -> Heap:
    """The canonical form of a heap whose values are all chosen. `classes`: those of its layout."""
    begin = [(classes.index(one.made), *(_coloured(held, None) for held in one.contents)) for one in heap.things]
    return min(_forms(heap, _ranked([(number > 0, key) for number, key in enumerate(begin)])), key=_key)


def _forms(heap: Heap, colours: Colours) -> Iterable[Heap]:
    colours = _refined(heap, colours)
    often = Counter(colours)
    shared = min((colour for colour, count in often.items() if count > 1), default=None)
    if shared is None:
        yield heap.renumbered(sorted(range(len(colours)), key=colours.__getitem__))
        return
    for chosen in range(len(colours)):
        if colours[chosen] == shared:
            apart = [(colour, colour == shared and number != chosen) for number, colour in enumerate(colours)]
            yield from _forms(heap, _ranked(apart))


def _refined(heap: Heap, colours: Colours) -> Colours:
    """Colours that are split as far as what objects point at tells them apart."""
    while True:
        pointed: list[list[Any]] = [[] for _ in colours]
        for number, thing in enumerate(heap.things):
            for field, content in enumerate(thing.contents):
                for other in pointers(content):
                    pointed[other].append((colours[number], field))
        keys = [
            (colours[number], tuple(_coloured(held, colours) for held in thing.contents), sorted(pointed[number]))
            for number, thing in enumerate(heap.things)
        ]
        finer = _ranked(keys)
        if len(set(finer)) == len(set(colours)):
            return finer
        colours = finer


def _coloured(content: Content, colours: Colours | None) -> Any:
    """What a field holds, with colours in place of objects; without any, these look alike."""
    match content:
        case Pointer(number=number):
            return ("pointer", 0 if colours is None else colours[number])
        case Packed(box=box, keys=keys, parts=parts):
            inside = [_coloured(part, colours) for part in parts]
            return (box.kind, keys, tuple(sorted(inside) if box.unordered else inside))
        case Held(place=place):
            return ("value", place)


def _ranked(keys: Sequence[Any]) -> Colours:
    order = {key: rank for rank, key in enumerate(sorted(set(map(_hashable, keys))))}
    return [order[_hashable(key)] for key in keys]


def _hashable(key: Any) -> Any:
    return tuple(map(_hashable, key)) if isinstance(key, list | tuple) else key


def _key(heap: Heap) -> Any:
    return [[_coloured(held, list(range(len(heap.things)))) for held in one.contents] for one in heap.things]
