"""Drawing values fast: nodes compiled to closures from an index to a value.

`Node.unrank` follows the order of a space. A sample needs only that each index gives another value, so here choices
of constants are looked up in tables, in whatever order is cheapest: ranks as they are, with no regard to what they
stand for. A closure takes the index, an extension, and the place in it where rank 0 is, so that the extension of a
part is that of the whole, further on. Everything is compiled when it is first drawn.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from refute.logic.terms.term import Rank
from refute.spaces.nodes.construction import together
from refute.spaces.nodes.derived import Placed
from refute.spaces.nodes.extension import Extension
from refute.spaces.nodes.node import Built, Choice, Node, Product, Sum

Draw = Callable[[int, Extension, int], Any]
Build = Callable[..., Any]
Compile = Callable[[], Draw]
Entry = tuple[int, Compile]  # how many values, and what draws one of them
Prefix = tuple[Any, ...]  # constants that are already chosen; ranks among them
# A choice of more constants than this is made on its own, not laid out with those before it in one table.
_WIDEST = 500


def drawing(node: Node, size: int) -> Draw:
    """The closure that draws the values of one size."""
    key = ("draw", size)
    draw: Draw | None = node.tables.get(key)
    if draw is None:
        draw = node.tables[key] = _compiled(node, size)
    return draw


def _compiled(node: Node, size: int) -> Draw:
    match node:
        case Sum() | Built():
            return _table(_alternatives(node, size, []))
        case Choice(values=values) if not node.ranked:
            return lambda index, extension, start: values[index]
        case Choice(values=values):
            places = [value.place for value in values]
            return lambda index, extension, start: extension[start + places[index]]
        case Placed():
            return _placed(node, size)
        case Product():
            return _table(_products(node, size, together, (), []))
    return lambda index, extension, start: node.unrank(size, index, extension[start:])


def _placed(node: Placed, size: int) -> Draw:
    inner = drawing(node.inner, size)
    if not node.ranked:
        picks = node.picks
        return lambda index, extension, start: inner(index, picks, 0)
    if node.begin >= 0:
        begin = node.begin
        return lambda index, extension, start: inner(index, extension, start + begin)
    return lambda index, extension, start: inner(index, node.extension(extension[start:]), 0)


def _table(entries: list[Entry]) -> Draw:
    """One of several, by where the index falls."""
    if len(entries) == 1:
        return entries[0][1]()
    draws: list[Draw | None] = [None] * len(entries)
    ends = list(accumulate(count for count, _ in entries))
    starts = [0, *ends]

    def draw(index: int, extension: Extension, start: int) -> Any:
        place = bisect_right(ends, index)
        one = draws[place]
        if one is None:
            one = draws[place] = entries[place][1]()
        return one(index - starts[place], extension, start)

    return draw


def _alternatives(node: Node, size: int, into: list[Entry]) -> list[Entry]:
    """The parts of a node of values, and those of constructors."""
    if node.min_size <= size:
        match node:
            case Sum(parts=parts):
                for part in parts:
                    _alternatives(part, size, into)
            case Built(inner=inner, build=build, cost=cost):
                _products(inner, size - cost, build, (), into)
            case _ if count := node.count(size):
                into.append((count, partial(drawing, node, size)))
    return into


def _products(node: Node, size: int, build: Build, prefix: Prefix, into: list[Entry]) -> list[Entry]:
    """The tuples of a node: one entry for each prefix of constants."""
    if node.min_size > size:
        return into
    match node:
        case Sum(parts=parts):
            for part in parts:
                _products(part, size, build, prefix, into)
        case Product(fields=fields, tail=tail):
            constants = _constants(fields)
            if len(constants) < len(fields) or not _is_laid_out(tail):
                if count := node.count(size):
                    into.append((count, partial(_product, node, size, build, prefix, constants)))
            elif tail is not None:
                _products(tail, size, build, (*prefix, *constants), into)
            elif size == 0:
                into.append((1, partial(_constant, build, (*prefix, *constants))))
        case _ if count := node.count(size):
            into.append((count, partial(_several, node, size, build, prefix)))
    return into


def _is_laid_out(tail: Node | None) -> bool:
    return not isinstance(tail, Sum) or len(tail.parts) <= _WIDEST


def _constants(fields: Sequence[Node]) -> Prefix:
    """The values of the first fields, as far as they have only one each, a scalar."""
    found: list[Any] = []
    for field in fields:
        if not isinstance(field, Choice) or len(field.values) != 1:
            break
        found += field.values
    return tuple(found)


def _filled(prefix: Prefix, extension: Extension, start: int) -> Prefix:
    return tuple([extension[start + value.place] if type(value) is Rank else value for value in prefix])


def _around_rank(prefix: Prefix) -> tuple[Prefix, int, Prefix] | None:
    """A prefix with one rank: what is before it, the rank, what is after it."""
    places = [place for place, value in enumerate(prefix) if type(value) is Rank]
    if len(places) != 1:
        return None
    (place,) = places
    return prefix[:place], prefix[place].place, prefix[place + 1 :]


def _constant(build: Build, prefix: Prefix) -> Draw:
    """Nothing is left to be drawn. What is built is kept: it is immutable, or a recipe."""
    if not any(type(value) is Rank for value in prefix):
        value = build(*prefix)
        return lambda index, extension, start: value
    around = _around_rank(prefix)
    if around is None:
        return lambda index, extension, start: build(*_filled(prefix, extension, start))
    before, rank, after = around
    kept: dict[Any, Any] = {}

    def draw(index: int, extension: Extension, start: int) -> Any:
        scalar = extension[start + rank]
        if scalar in kept:
            return kept[scalar]
        value = kept[scalar] = build(*before, scalar, *after)
        return value

    return draw


def _product(node: Product, size: int, build: Build, prefix: Prefix, constants: Prefix) -> Draw:
    """Fields of several values, of which the first ones have only one."""
    prefix = (*prefix, *constants)
    around = _around_rank(prefix)
    first = len(constants)
    if around is not None and len(node.fields) == first + 2 and node.tail is None:
        return _pair_behind_rank(node, first, size, build, *around)
    ranked = any(type(value) is Rank for value in prefix)

    def draw(index: int, extension: Extension, start: int) -> Any:
        left = size
        values = list(_filled(prefix, extension, start) if ranked else prefix)
        for place in range(first, len(node.fields)):
            sizes, ends = node.splits(place, left)
            chosen = bisect_right(ends, index)
            if chosen:
                index -= ends[chosen - 1]
            taken = sizes[chosen]
            left -= taken
            ahead, index = divmod(index, node.count_from(place + 1, left))
            values.append(drawing(node.fields[place], taken)(ahead, extension, start))
        if node.tail is not None:
            values += drawing(node.tail, left)(index, extension, start)
        return build(*values)

    return draw


def _pair_behind_rank(
    node: Product, place: int, size: int, build: Build, before: Prefix, rank: int, after: Prefix
) -> Draw:
    """A rank among constants, and two parts of several values: a table of how the size is divided between them."""
    sizes, ends = node.splits(place, size)
    starts = [0, *ends]
    splits: list[Any] = [None] * len(sizes)

    def split(chosen: int) -> Any:
        taken = sizes[chosen]
        first, moved = _child(node.fields[place], taken)
        other, moved_other = _child(node.fields[place + 1], size - taken)
        others = node.count_from(place + 1, size - taken)
        made = splits[chosen] = starts[chosen], others, first, moved, other, moved_other
        return made

    def draw(index: int, extension: Extension, start: int) -> Any:
        chosen = bisect_right(ends, index)
        base, others, first, moved, other, moved_other = splits[chosen] or split(chosen)
        ahead, behind = divmod(index - base, others)
        return build(
            *before,
            extension[start + rank],
            *after,
            first(ahead, extension, start + moved),
            other(behind, extension, start + moved_other),
        )

    return draw


def _child(node: Node, size: int) -> tuple[Draw, int]:
    """What draws a part, and how much further on its extension begins."""
    if isinstance(node, Placed) and node.ranked and node.begin >= 0:
        return drawing(node.inner, size), node.begin
    return drawing(node, size), 0


def _several(node: Node, size: int, build: Build, prefix: Prefix) -> Draw:
    """Tuples of a node of some other kind."""

    def draw(index: int, extension: Extension, start: int) -> Any:
        return build(*_filled(prefix, extension, start), *node.unrank(size, index, extension[start:]))

    return draw
