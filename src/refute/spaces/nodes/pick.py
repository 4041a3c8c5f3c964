"""Values of a node that are found without counting it: the smallest, and some at random."""

from __future__ import annotations

from random import Random
from typing import Any

from refute.spaces.nodes.derived import Placed
from refute.spaces.nodes.extension import Extension
from refute.spaces.nodes.node import Built, Choice, Node, Product, Sum


def smallest(node: Node, extension: Extension = (), *, last: bool = False) -> Any:
    """A value of the smallest size, found without counting; of scalars the first, or the last."""
    if type(node) is Built:
        return node.build(*smallest(node.inner, extension, last=last))
    if type(node) is Product:
        values = [smallest(field, extension, last=last) for field in node.fields]
        return values if node.tail is None else [*values, *smallest(node.tail, extension, last=last)]
    if type(node) is Choice:
        return node.in_order(extension)[-1 if last else 0]
    if isinstance(node, Sum):
        if extension:
            return smallest(_first_smallest(node), extension, last=last)
        key = ("smallest", last)
        if key not in node.tables:
            node.tables[key] = smallest(_first_smallest(node), last=last)
        return node.tables[key]
    if type(node) is Placed:
        return smallest(node.inner, node.extension(extension), last=last)
    return node.unrank(node.min_size, 0, extension)


def _first_smallest(node: Sum) -> Node:
    min_size = node.min_size
    return next(part for part in node.parts if part.min_size == min_size)


def drawn(node: Node, room: int, chance: Random, extension: Extension = ()) -> tuple[Any, int]:
    """A random value of at most that size, and its size. Any may be drawn, but not uniformly."""
    match node:
        case Built(build=build, inner=inner, cost=cost):
            parts, size = drawn(inner, room - cost, chance, extension)
            return build(*parts), size + cost
        case Product(fields=fields, tail=tail):
            values: list[Any] = []
            left = room - node.min_size
            for field in fields:
                value, size = drawn(field, left + field.min_size, chance, extension)
                values.append(value)
                left -= size - field.min_size
            if tail is not None:
                rest, size = drawn(tail, left + tail.min_size, chance, extension)
                values += rest
                left -= size - tail.min_size
            return values, room - left
        case Choice():
            return chance.choice(node.in_order(extension)), 0
        case Sum():
            return drawn(_any_part(node, room, chance), room, chance, extension)
        case Placed(inner=inner):
            return drawn(inner, room, chance, node.extension(extension))
    return node.unrank(node.min_size, chance.randrange(node.count(node.min_size)), extension), node.min_size


def _any_part(node: Sum, room: int, chance: Random) -> Node:
    return chance.choice([part for part in node.parts if part.min_size <= room])
