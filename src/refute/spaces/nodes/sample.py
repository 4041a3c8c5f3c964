"""Drawing values fast: nodes compiled to closures from an index to a value.

`Node.unrank` follows the order of a space. A sample needs only that each index gives another value, so here choices
of constants are looked up in tables, in whatever order is cheapest: ranks as they are, with no regard to what they
stand for. A closure takes the index, an extension, and the place in it where rank 0 is, so that the extension of a
part is that of the whole, further on. Everything is compiled when it is first drawn.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import Any

from refute.logic.terms.term import Rank
from refute.spaces.nodes.node import UNIT, Built, Choice, Node, Pair, Sum
from refute.spaces.nodes.recast import Converted, Placed
from refute.spaces.residuals.renaming import Extension

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
        case Sum():
            return _table(_alternatives(node, size, []))
        case Choice(values=values) if not node.ranked:
            return lambda index, extension, start: values[index]
        case Choice(values=values):
            places = [value.place for value in values]
            return lambda index, extension, start: extension[start + places[index]]
        case Placed():
            return _placed(node, size)
        case Built(build=build, inner=inner, cost=cost):
            return _table(_products(inner, size - cost, build, (), []))
        case Converted(convert=convert, inner=inner):
            cells = drawing(inner, size)
            return lambda index, extension, start: convert(cells(index, extension, start))
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


def _alternatives(node: Sum, size: int, into: list[Entry]) -> list[Entry]:
    """The parts of a sum of values; constructors are looked into."""
    for part in node.parts:
        if part.least > size:
            continue
        if isinstance(part, Built):
            _products(part.inner, size - part.cost, part.build, (), into)
        elif isinstance(part, Sum):
            _alternatives(part, size, into)
        elif count := part.count(size):
            into.append((count, partial(drawing, part, size)))
    return into


def _products(node: Node, size: int, build: Build, prefix: Prefix, into: list[Entry]) -> list[Entry]:
    """The tuples of a node: one entry for each way they begin with constants."""
    if node is UNIT:
        if size == 0:
            into.append((1, partial(_constant, build, prefix)))
        return into
    for part in node.parts if isinstance(node, Sum) else (node,):
        if part.least > size:
            continue
        if isinstance(part, Pair):
            only = _single(part.first)
            if only is None:
                if count := part.count(size):
                    into.append((count, partial(_pair, part, size, build, prefix)))
            elif isinstance(part.rest, Sum) and len(part.rest.parts) > _WIDEST:
                if count := part.rest.count(size):
                    into.append((count, partial(_continued, part.rest, size, build, (*prefix, *only))))
            else:
                _products(part.rest, size, build, (*prefix, *only), into)
        elif isinstance(part, Sum):
            _products(part, size, build, prefix, into)
        elif count := part.count(size):
            into.append((count, partial(_several, part, size, build, prefix)))
    return into


def _continued(rest: Node, size: int, build: Build, prefix: Prefix) -> Draw:
    return _table(_products(rest, size, build, prefix, []))


def _single(node: Node) -> tuple[Any, ...] | None:
    """The value of a node that has only one, a scalar."""
    while isinstance(node, Sum) and len(node.parts) == 1:
        node = node.parts[0]
    return node.values if isinstance(node, Choice) and len(node.values) == 1 else None


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


def _pair(node: Pair, size: int, build: Build, prefix: Prefix) -> Draw:
    """A part of several values, then the rest: a table of the ways to share the size between them."""
    second = _second(node.rest)
    around = _around_rank(prefix)
    if second is None or around is None:
        return _pair_of_any(node, size, build, prefix)
    before, rank, after = around
    sizes, ends = node.splits(size)
    starts = [0, *ends]
    ways: list[Any] = [None] * len(sizes)

    def way(place: int) -> Any:
        taken = sizes[place]
        first, moved = _child(node.first, taken)
        other, moved_other = _child(second, size - taken)
        made = ways[place] = starts[place], second.count(size - taken), first, moved, other, moved_other
        return made

    def draw(index: int, extension: Extension, start: int) -> Any:
        place = bisect_right(ends, index)
        base, others, first, moved, other, moved_other = ways[place] or way(place)
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


def _pair_of_any(node: Pair, size: int, build: Build, prefix: Prefix) -> Draw:
    sizes, ends = node.splits(size)
    starts = [0, *ends]
    ranked = any(type(value) is Rank for value in prefix)
    ways: list[Any] = [None] * len(sizes)

    def draw(index: int, extension: Extension, start: int) -> Any:
        place = bisect_right(ends, index)
        if ways[place] is None:
            taken = sizes[place]
            tuples = _table(_products(node.rest, size - taken, _together, (), []))
            ways[place] = node.rest.count(size - taken), drawing(node.first, taken), tuples
        others, first, rest = ways[place]
        ahead, behind = divmod(index - starts[place], others)
        head = _filled(prefix, extension, start) if ranked else prefix
        return build(*head, first(ahead, extension, start), *rest(behind, extension, start))

    return draw


def _together(*parts: Any) -> Any:
    return parts


def _second(rest: Node) -> Node | None:
    """The one part that a rest consists of."""
    while isinstance(rest, Sum) and len(rest.parts) == 1:
        rest = rest.parts[0]
    return rest.first if isinstance(rest, Pair) and rest.rest is UNIT else None


def _several(node: Node, size: int, build: Build, prefix: Prefix) -> Draw:
    """Tuples of a node of some other kind."""

    def draw(index: int, extension: Extension, start: int) -> Any:
        return build(*_filled(prefix, extension, start), *node.unrank(size, index, extension[start:]))

    return draw
