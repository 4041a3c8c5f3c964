"""Listing values fast, in the order of the space: nodes walked in chunks.

The order is that of `Node.unrank`. Values come in lists, so that what is nested is not a generator around each value
but one around each list; the innermost loop is a comprehension over the values of two parts. Lists of parts that are
short are kept: parts are immutable, or recipes, so all values share them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, islice
from typing import Any

from refute.spaces.nodes.node import UNIT, Built, Choice, Node, Pair, Subset, Sum, Unit
from refute.spaces.nodes.recast import Converted, Flat, Placed
from refute.spaces.nodes.recipes import cons, thaw
from refute.spaces.residuals.renaming import Extension

Chunk = Sequence[Any]
# Lists of values are kept when they are this short; longer ones are generated again each time.
_FEW = 20_000
KEPT = "list"  # what the keys of such lists begin with, in the tables of their nodes
# No chunk that is put together from two parts is longer than this.
_LONG = 8_192


def listing(node: Node, size: int, extension: Extension = (), skip: int = 0) -> Iterator[Chunk]:
    """The values of one size, without the first `skip`, in lists."""
    match node:
        case Sum():
            for part in node.in_order(size, extension)[0]:
                if skip:
                    count = part.count(size)
                    if skip >= count:
                        skip -= count
                        continue
                yield from listing(part, size, extension, skip)
                skip = 0
        case Built(build=build, inner=inner, cost=cost):
            yield from _products(inner, size - cost, extension, build, (), skip)
        case Converted(convert=convert, inner=inner):
            for chunk in listing(inner, size, extension, skip):
                yield [convert(value) for value in chunk]
        case Placed(inner=inner):
            inside = node.extension(extension)
            kept = _kept(inner, size, inside)
            if kept is not None:
                yield kept[skip:] if skip else kept
            else:
                yield from listing(inner, size, inside, skip)
        case Choice():
            values = node.in_order(extension)
            yield values[skip:] if skip else values
        case Flat(inner=inner):
            for inner_size in range(inner.most() + 1):
                if skip:
                    count = inner.count(inner_size)
                    if skip >= count:
                        skip -= count
                        continue
                if inner.count(inner_size):
                    yield from listing(inner, inner_size, extension, skip)
                skip = 0
        case Subset():
            yield from _in_chunks(_subsets(node, extension, skip))
        case _:
            yield from _products(node, size, extension, together, (), skip)


def fresh(node: Node, size: int, skip: int = 0) -> Iterator[Chunk]:
    """The same, but each value fresh in its mutable parts."""
    match node:
        case Sum():
            for part in node.in_order(size, ())[0]:
                if skip:
                    count = part.count(size)
                    if skip >= count:
                        skip -= count
                        continue
                yield from fresh(part, size, skip)
                skip = 0
        case Converted(fresh=make, inner=inner) if make is not None:
            for chunk in listing(inner, size, (), skip):
                yield [make(value) for value in chunk]
        case _:
            for chunk in listing(node, size, (), skip):
                yield [thaw(value) for value in chunk]


def _kept(node: Node, size: int, extension: Extension) -> list[Any] | None:
    """All values of one size, kept for the next time, if they are few."""
    key = (KEPT, size, extension) if extension and _depends(node) else (KEPT, size)
    kept: list[Any] | None = node.tables.get(key)
    if kept is None and node.count(size) <= _FEW:
        kept = node.tables[key] = _all(node, size, extension)
    return kept


def _all(node: Node, size: int, extension: Extension) -> list[Any]:
    """All values of one size, which are few. Classes are many and small: no generator is worth its while for one."""
    match node:
        case Sum():
            return _joined([_all(part, size, extension) for part in _parts(node, size, extension)])
        case Built(build=build, inner=inner, cost=cost):
            return _all_products(inner, size - cost, extension, build)
    return list(chain.from_iterable(listing(node, size, extension)))


def _all_products(node: Node, size: int, extension: Extension, build: Callable[..., Any]) -> list[Any]:
    """What is built from the tuples of a node, which are few."""
    match node:
        case Sum():
            return _joined([_all_products(part, size, extension, build) for part in _parts(node, size, extension)])
        case Pair(first=first, rest=rest):
            return _joined(
                [_all_pairs(node, size, taken, extension, build) for taken in range(first.least, size - rest.least + 1)]
            )
    return list(chain.from_iterable(_products(node, size, extension, build, (), 0)))


def _all_pairs(node: Pair, size: int, taken: int, extension: Extension, build: Callable[..., Any]) -> list[Any]:
    first, rest = node.first, node.rest
    if not first.count(taken) or not rest.count(size - taken):
        return []
    heads = _kept(first, taken, extension)
    assert heads is not None
    second = _second(rest)
    if rest is UNIT:
        return [build(head) for head in heads]
    if second is None:
        tails = _all(rest, size - taken, extension)
        return [build(head, *tail) for head in heads for tail in tails]
    others = _kept(second, size - taken, extension)
    assert others is not None
    return [build(head, other) for head in heads for other in others]


def _parts(node: Sum, size: int, extension: Extension) -> Sequence[Node]:
    """The parts that have values of a size, in order."""
    if node.ranks:
        return node.in_order(size, extension)[0]
    return [part for part in node.parts if part.least <= size and part.count(size)]


def _joined(lists: list[list[Any]]) -> list[Any]:
    return lists[0] if len(lists) == 1 else list(chain.from_iterable(lists))


def _depends(node: Node) -> bool:
    """Whether its values depend on the extension: whether a rank can be reached. Only known once all is discovered."""
    known: bool | None = node.tables.get("depends")
    if known is None:
        seen, ahead, known = {node}, [node], False
        while ahead and not known:
            part = ahead.pop()
            known = _has_rank(part)
            new = [inner for inner in inside_of(part) if inner not in seen]
            seen.update(new)
            ahead += new
        for part in (node,) if known else seen:
            part.tables["depends"] = known
    return known


def _has_rank(node: Node) -> bool:
    match node:
        case Choice(ranked=ranked) | Placed(ranked=ranked):
            return ranked
        case Sum(ranks=ranks):
            return bool(ranks)
    return node.tables.get("depends") is True


def inside_of(node: Node) -> Sequence[Node]:
    """The nodes that a node consists of."""
    match node:
        case Sum(parts=parts):
            return parts
        case Pair(first=first, rest=rest):
            return first, rest
        case Built(inner=inner) | Converted(inner=inner) | Flat(inner=inner) | Subset(inner=inner):
            return (inner,)
    return ()  # what is placed has an extension of its own


def _products(
    node: Node, size: int, extension: Extension, build: Callable[..., Any], prefix: tuple[Any, ...], skip: int
) -> Iterator[Chunk]:
    """What is built from the tuples of a node behind some constants."""
    if isinstance(node, Unit):
        if size == 0 and not skip:
            yield [build(*prefix)]
        return
    if isinstance(node, Sum):
        for part in node.in_order(size, extension)[0]:
            if skip:
                count = part.count(size)
                if skip >= count:
                    skip -= count
                    continue
            yield from _products(part, size, extension, build, prefix, skip)
            skip = 0
        return
    if not isinstance(node, Pair):
        for chunk in listing(node, size, extension, skip):
            yield [build(*prefix, *parts) for parts in chunk]
        return
    first = node.first
    if first.least == 0 and first.count(0) == 1 and _is_scalar(first):
        (only,) = chain.from_iterable(listing(first, 0, extension))
        yield from _products(node.rest, size, extension, build, (*prefix, only), skip)
        return
    yield from _pairs(node, size, extension, build, prefix, skip)


def _is_scalar(node: Node) -> bool:
    while isinstance(node, Sum) and len(node.parts) == 1:
        node = node.parts[0]
    return isinstance(node, Choice)


def _pairs(
    node: Pair, size: int, extension: Extension, build: Callable[..., Any], prefix: tuple[Any, ...], skip: int
) -> Iterator[Chunk]:
    """A first part of several values, each before all of the rest that goes with its size."""
    for taken in node.splits(size)[0]:
        behind = node.rest.count(size - taken)
        if skip >= node.first.count(taken) * behind:
            skip -= node.first.count(taken) * behind
            continue
        passed, skip_rest = divmod(skip, behind)
        skip = 0
        ahead = _kept(node.first, taken, extension)
        heads: Iterator[Chunk] = (
            iter((ahead[passed:],)) if ahead is not None else listing(node.first, taken, extension, passed)
        )
        for chunk in heads:
            if skip_rest:
                yield from _products(node.rest, size - taken, extension, build, (*prefix, chunk[0]), skip_rest)
                chunk, skip_rest = chunk[1:], 0
            yield from _with_rest(chunk, node.rest, size - taken, extension, build, prefix)


def _with_rest(
    heads: Chunk, rest: Node, size: int, extension: Extension, build: Callable[..., Any], prefix: tuple[Any, ...]
) -> Iterator[Chunk]:
    second = _second(rest)
    if second is None and rest is not UNIT:
        tails = _kept(rest, size, extension)
        if tails is not None and len(heads) * len(tails) <= _LONG:
            yield [build(*prefix, head, *tail) for head in heads for tail in tails]
            return
        for head in heads:
            for chunk in (tails,) if tails is not None else listing(rest, size, extension):
                yield [build(*prefix, head, *tail) for tail in chunk]
        return
    if second is None:
        yield [build(*prefix, head) for head in heads]
        return
    others = _kept(second, size, extension)
    if others is None:
        for head in heads:
            for chunk in listing(second, size, extension):
                yield [build(*prefix, head, other) for other in chunk]
        return
    step = max(1, _LONG // max(1, len(others)))
    for begin in range(0, len(heads), step):
        some = heads[begin : begin + step]
        if build is cons:
            yield [(head, *other) for head in some for other in others]
        elif build is together and not prefix:
            yield [(head, other) for head in some for other in others]
        elif prefix:
            yield [build(*prefix, head, other) for head in some for other in others]
        else:
            yield [build(head, other) for head in some for other in others]


def _second(rest: Node) -> Node | None:
    """The one part that a rest consists of."""
    while isinstance(rest, Sum) and len(rest.parts) == 1:
        rest = rest.parts[0]
    return rest.first if isinstance(rest, Pair) and rest.rest is UNIT else None


def _subsets(node: Subset, extension: Extension, skip: int) -> Iterator[tuple[Any, ...]]:
    if skip >= node.total():
        return iter(())
    places = node.places(skip)
    if node.inner.count(node.of) <= _FEW:
        pool = list(chain.from_iterable(listing(node.inner, node.of, extension)))
        return _combinations_from(pool, places)
    return _combinations_of_many(node.inner, node.of, extension, places, node.chosen)


def _combinations_from(pool: Sequence[Any], places: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """The combinations from that of some places on: first those that share all but the last place with it."""
    chosen = [pool[place] for place in places]
    for kept in reversed(range(len(places))):
        begin = places[kept] + (kept < len(places) - 1)
        for rest in combinations(pool[begin:], len(places) - kept):
            yield (*chosen[:kept], *rest)


def _combinations_of_many(
    inner: Node, of: int, extension: Extension, places: Sequence[int], chosen: int
) -> Iterator[tuple[Any, ...]]:
    """The same of a pool that is too large to be kept. After the first, `places` is empty: all that come later."""
    if chosen == 0:
        yield ()
        return
    begin, behind = places[0], places[1:]
    for place, value in enumerate(chain.from_iterable(listing(inner, of, extension, begin)), begin):
        first = [*range(place + 1, place + chosen)] if place > begin or not behind else behind
        if first and first[-1] >= inner.count(of):
            return
        for rest in _combinations_of_many(inner, of, extension, first, chosen - 1):
            yield (value, *rest)


def together(*parts: Any) -> Any:
    """Parts as they are, in a tuple."""
    return parts


def _in_chunks(values: Iterator[Any]) -> Iterator[Chunk]:
    while chunk := list(islice(values, _LONG)):
        yield chunk
