"""Members of a node that are found without counting it: the smallest, and some that are drawn by chance."""

from __future__ import annotations

from random import Random
from typing import Any

from refute.spaces.nodes.node import UNIT, Built, Choice, Node, Pair, Sum, Unit
from refute.spaces.nodes.recast import Converted, Placed
from refute.spaces.residuals.renaming import Extension


def smallest(node: Node, extension: Extension = (), *, last: bool = False) -> Any:
    """A value of the smallest size there is, with no count of the others; of scalars the first, or the last."""
    # one for each family: asking for the very type costs a third of a pattern, as nodes are of an abstract class
    if type(node) is Built:
        return node.build(*_smallest_parts(node.inner, extension, last))
    if type(node) is Choice:
        return node.in_order(extension)[-1 if last else 0]
    if type(node) is Sum:
        if extension:
            return smallest(_first_smallest(node), extension, last=last)
        key = ("smallest", last)
        if key not in node.tables:
            node.tables[key] = smallest(_first_smallest(node), last=last)
        return node.tables[key]
    if type(node) is Converted:
        return node.convert(smallest(node.inner, extension, last=last))
    if type(node) is Placed:
        return smallest(node.inner, node.extension(extension), last=last)
    return node.unrank(node.least, 0, extension)


def _smallest_parts(node: Node, extension: Extension, last: bool) -> list[Any]:
    parts = []
    while node is not UNIT:
        if type(node) is Sum:
            node = _first_smallest(node)
        elif type(node) is Pair:
            parts.append(smallest(node.first, extension, last=last))
            node = node.rest
        else:
            return [*parts, *node.unrank(node.least, 0, extension)]
    return parts


def _first_smallest(node: Sum) -> Node:
    if len(node.parts) == 1:
        return node.parts[0]
    least = node.least
    return next(part for part in node.parts if part.least == least)


def drawn(node: Node, room: int, chance: Random, extension: Extension = ()) -> tuple[Any, int]:
    """A value of at most that size, and its size; any may be drawn, if not all alike."""
    match node:
        case Built(build=build, inner=inner, cost=cost):
            parts, size = _drawn_parts(inner, room - cost, chance, extension)
            return build(*parts), size + cost
        case Choice():
            return chance.choice(node.in_order(extension)), 0
        case Sum():
            return drawn(_any_part(node, room, chance), room, chance, extension)
        case Converted(convert=convert, inner=inner):
            value, size = drawn(inner, room, chance, extension)
            return convert(value), size
        case Placed(inner=inner):
            return drawn(inner, room, chance, node.extension(extension))
        case Pair() | Unit():
            return _drawn_parts(node, room, chance, extension)
    return node.unrank(node.least, chance.randrange(node.count(node.least)), extension), node.least


def _drawn_parts(node: Node, room: int, chance: Random, extension: Extension) -> tuple[tuple[Any, ...], int]:
    parts: list[Any] = []
    taken = 0
    while node is not UNIT:
        if isinstance(node, Sum):
            node = _any_part(node, room - taken, chance)
        elif isinstance(node, Pair):
            part, size = drawn(node.first, room - taken - node.rest.least, chance, extension)
            parts.append(part)
            taken += size
            node = node.rest
        else:
            rest, size = drawn(node, room - taken, chance, extension)
            return (*parts, *rest), taken + size
    return tuple(parts), taken


def _any_part(node: Sum, room: int, chance: Random) -> Node:
    return chance.choice([part for part in node.parts if part.least <= room])
