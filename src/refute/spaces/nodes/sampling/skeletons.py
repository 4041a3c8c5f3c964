"""Drawing skeletons first: all shapes of a size alike, then the scalars in them.

Drawn uniformly, values with many scalars crowd out those with few: of lists of records with texts in them, hardly one
has three records. Here a scalar counts as one, however many there are, or as one of each of its types, so that
what is counted is constructors, lengths and which optionals are there.

>>> from refute.spaces.nodes.construction import CELL, END
>>> from refute.spaces.nodes.node import UNIT
>>> cells = Sum(Built(END, UNIT, 0))
>>> cells.add(Built(CELL, Product((Choice(tuple(range(1_000))), cells)), 1))
>>> cells.count(2), skeletons(cells, 2)
(1000000, 1)
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from random import Random
from typing import Any

from refute.logic.terms.term import Rank
from refute.spaces.nodes.derived import Flat, Placed, Subset
from refute.spaces.nodes.extension import Extension
from refute.spaces.nodes.node import Built, Choice, Node, Product, Sum

Kinds = tuple[type, ...]
Splits = tuple[list[int], list[int]]  # sizes that a field may have, and how many skeletons come up to and with each


_TRIES = 4  # for each element of a set


def skeletons(node: Node, size: int) -> int:
    """How many skeletons of a size a node has. Where classes tell scalars apart, each class has its own."""
    key = ("skeletons", size)
    count: int | None = node.tables.get(key)
    if count is None:
        count = node.tables[key] = _count(node, size) if node.min_size <= size else 0
    return count


def _count(node: Node, size: int) -> int:
    kinds = _kinds(node)
    if kinds is not None:
        return len(kinds) if size == 0 else 0
    match node:
        case Sum(parts=parts):
            return sum([skeletons(part, size) for part in parts])
        case Built(inner=inner, cost=cost):
            return skeletons(inner, size - cost)
        case Placed(inner=inner):
            return skeletons(inner, size)
        case Product():
            return _from(node, 0, size)
    return min(node.count(size), 1)


def _from(node: Product, place: int, size: int) -> int:
    """How many skeletons of a size the fields from a place on have, with the tail."""
    if place == len(node.fields):
        return int(size == 0) if node.tail is None else skeletons(node.tail, size)
    _, ends = _splits(node, place, size)
    return ends[-1] if ends else 0


def _splits(node: Product, place: int, size: int) -> Splits:
    key = ("splits of skeletons", place, size)
    table: Splits | None = node.tables.get(key)
    if table is None:
        field, min_size = node.fields[place], node.min_size_from(place + 1)
        counts = [
            (taken, here * _from(node, place + 1, size - taken))
            for taken in range(field.min_size, size - min_size + 1)
            if (here := skeletons(field, taken))
        ]
        sizes = [taken for taken, count in counts if count]
        table = node.tables[key] = (sizes, list(accumulate(count for _, count in counts if count)))
    return table


def _kinds(node: Node) -> Kinds | None:
    """The types of scalars, where a node has nothing else."""
    tables = node.tables
    if "kinds" not in tables:
        tables["kinds"] = None  # while it is looked for: a node that leads to itself is no scalar
        tables["kinds"] = _kinds_in(node)
    kinds: Kinds | None = tables["kinds"]
    return kinds


def _kinds_in(node: Node) -> Kinds | None:
    match node:
        case Choice(values=values):
            return tuple(dict.fromkeys(int if type(value) is Rank else type(value) for value in values))
        case Flat(inner=Built(construction=construction)) if construction.makes is not None:
            return (construction.makes,)
        case Placed(inner=inner):
            return _kinds(inner)
        case Sum(parts=parts) if parts:
            found: dict[type, None] = {}
            for part in parts:
                kinds = _kinds(part)
                if kinds is None:
                    return None
                found.update(dict.fromkeys(kinds))
            return tuple(found)
    return None


def draw(node: Node, size: int, random: Random, extension: Extension) -> Any:
    """A value of a size that has a skeleton, each skeleton as likely as any other."""
    kinds = _kinds(node)
    if kinds is not None:
        return _scalar(node, random.choice(kinds) if len(kinds) > 1 else kinds[0], random, extension)
    match node:
        case Sum():
            key = ("parts by skeletons", size)
            table: tuple[list[Node], list[int]] | None = node.tables.get(key)
            if table is None:
                counted = [(part, count) for part in node.parts if (count := skeletons(part, size))]
                table = [part for part, _ in counted], list(accumulate(count for _, count in counted))
                node.tables[key] = table
            parts, ends = table
            part = parts[bisect_right(ends, random.randrange(ends[-1]))] if len(parts) > 1 else parts[0]
            return draw(part, size, random, extension)
        case Built(inner=inner, build=build, cost=cost):
            return build(*draw(inner, size - cost, random, extension))
        case Placed(inner=inner):
            return draw(inner, size, random, node.extension(extension))
        case Product():
            return _tuple(node, size, random, extension)
        case Subset(inner=inner) if _kinds(inner) is not None:
            return _subset(node, random, extension)
    return node.unrank(size, random.randrange(node.count(size)), extension)


def _tuple(node: Product, size: int, random: Random, extension: Extension) -> tuple[Any, ...]:
    values = []
    for place, field in enumerate(node.fields):
        sizes, ends = _splits(node, place, size)
        taken = sizes[bisect_right(ends, random.randrange(ends[-1]))] if len(sizes) > 1 else sizes[0]
        size -= taken
        values.append(draw(field, taken, random, extension))
    return tuple(values) if node.tail is None else (*values, *draw(node.tail, size, random, extension))


def _subset(node: Subset, random: Random, extension: Extension) -> tuple[Any, ...]:
    """Different scalars. Those that are not found by chance are any."""
    found: dict[int, Any] = {}  # by their place
    for _ in range(_TRIES * node.chosen):
        scalar = draw(node.inner, 0, random, extension)
        place = node.inner.rank(scalar, extension, {})
        if place is not None:
            found[place[1]] = scalar
        if len(found) == node.chosen:
            return tuple([found[place] for place in sorted(found)])
    chosen: tuple[Any, ...] = node.unrank(node.min_size, random.randrange(node.total()), extension)
    return chosen


def _scalar(node: Node, kind: type, random: Random, extension: Extension) -> Any:
    """A scalar of a type. Texts are drawn by their length."""
    match node:
        case Sum(parts=parts):
            own = [part for part in parts if kind in (_kinds(part) or ())]
            return _scalar(random.choice(own), kind, random, extension)
        case Placed(inner=inner):
            return _scalar(inner, kind, random, node.extension(extension))
        case Choice() if node.ranked:
            return random.choice(node.in_order(extension))
        case Choice(values=values):
            return random.choice([value for value in values if type(value) is kind])
    assert isinstance(node, Flat)
    ends = node.ends()
    begins = [0, *ends]
    lengths = [length for length, end in enumerate(ends) if end > begins[length]]
    length = random.choice(lengths)
    return node.inner.unrank(length, random.randrange(ends[length] - begins[length]), extension)
