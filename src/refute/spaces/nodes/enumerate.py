"""Listing values fast, in the order of the space: nodes walked in chunks.

The order is that of `Node.unrank`. Values come in lists, so that there is a generator around each list, not
around each value. Lists of parts that are short are kept: parts are immutable, or recipes, so all values share
them.

A product is listed in *blocks*: one list for each field, of which every combination is a value. Fields whose
values are all of size 0 need no more than one block; of others, a size is chosen first, and all but the last of them
also one value after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, islice, product, starmap
from math import prod
from operator import add
from typing import Any

from refute.spaces.nodes.construction import cons, together
from refute.spaces.nodes.derived import Flat, Placed, Subset
from refute.spaces.nodes.extension import Extension
from refute.spaces.nodes.node import Built, Choice, Node, Product, Sum
from refute.spaces.nodes.recipes import thaw

Chunk = Sequence[Any]
Build = Callable[..., Any]
# Lists of values are kept when they are this short; longer ones are generated again each time.
_FEW = 20_000
KEPT = "list"  # what the keys of such lists begin with, in the tables of their nodes
# No chunk that is put together from parts is longer than this.
_LONG = 8_192


def tiers(node: Node, largest: int, extension: Extension = ()) -> list[list[Any]]:
    """All values of a node up to a size, by size."""
    return [list(chain.from_iterable(listing(node, size, extension))) for size in range(largest + 1)]


def listing(node: Node, size: int, extension: Extension = (), skip: int = 0) -> Iterator[Chunk]:
    """The values of one size, without the first `skip`, in lists."""
    match node:
        case Sum():
            for part, left in _parts_from(node, size, extension, skip):
                yield from listing(part, size, extension, left)
        case Built(build=build, inner=inner, cost=cost):
            yield from _products(inner, size - cost, extension, build, skip)
        case Placed(inner=inner):
            inside = node.extension(extension)
            kept = _kept(inner, size, inside)
            if kept is not None:
                yield kept[skip:] if skip else kept
            else:
                yield from listing(inner, size, inside, skip)
        case Choice() if size == 0:
            values = node.in_order(extension)
            yield values[skip:] if skip else values
        case Flat(inner=inner) if size == 0:
            begin = 0
            for inner_size, end in enumerate(node.ends()):
                if begin < end and skip < end:
                    yield from listing(inner, inner_size, extension, max(0, skip - begin))
                begin = end
        case Subset():
            yield from _in_chunks(_subsets(node, extension, skip) if size == node.min_size else iter(()))
        case Product():
            yield from _products(node, size, extension, together, skip)
        case _:
            yield from _in_chunks(node.unrank(size, index, extension) for index in range(skip, node.count(size)))


def fresh(node: Node, size: int, skip: int = 0) -> Iterator[Chunk]:
    """The same, but each value fresh in its mutable parts."""
    match node:
        case Sum():
            for part, left in _parts_from(node, size, (), skip):
                yield from fresh(part, size, left)
        case Built(construction=construction, inner=inner, cost=cost) if construction.fresh is not None:
            yield from _products(inner, size - cost, (), construction.fresh, skip)
        case _:
            for chunk in listing(node, size, (), skip):
                yield [thaw(value) for value in chunk]


def _parts_from(node: Sum, size: int, extension: Extension, skip: int) -> Iterator[tuple[Node, int]]:
    """The parts that have values of a size after the first `skip`, and how many to skip of each."""
    parts, ends, _ = node.in_order(size, extension)
    begin = 0
    for part, end in zip(parts, ends, strict=True):
        if skip < end:
            yield part, max(0, skip - begin)
        begin = end


# -- values that are few -----------------------------------------------------------------------------------------------


def _kept(node: Node, size: int, extension: Extension) -> Sequence[Any] | None:
    """All values of one size, kept for the next time, if they are few."""
    if type(node) is Choice and not node.ranked:
        return node.values if size == 0 else ()
    key = (KEPT, size, extension) if extension and _depends(node) else (KEPT, size)
    kept: list[Any] | None = node.tables.get(key)
    if kept is None and node.count(size) <= _FEW:
        kept = node.tables[key] = _all(node, size, extension)
    return kept


def _few(node: Node, size: int, extension: Extension) -> Sequence[Any]:
    """The same of a node that is known to have few."""
    kept = _kept(node, size, extension)
    assert kept is not None
    return kept


def _all(node: Node, size: int, extension: Extension) -> list[Any]:
    """All values of one size, which are few. Faster than a generator, as classes are many and small."""
    match node:
        case Sum():
            return _joined([_all(part, size, extension) for part in _parts(node, size, extension)])
        case Built(build=build, inner=inner, cost=cost):
            return _all_products(inner, size - cost, extension, build)
        case Product():
            return _all_products(node, size, extension, together)
    return list(chain.from_iterable(listing(node, size, extension)))


def _all_products(node: Node, size: int, extension: Extension, build: Build) -> list[Any]:
    """What is built from the tuples of a node, which are few."""
    match node:
        case Sum():
            return _joined([_all_products(part, size, extension, build) for part in _parts(node, size, extension)])
        case Product():
            return _joined([_rows(block, build, extension) for block, _ in _blocks(node, 0, size, extension, [], 0)])
    return [build(*row) for row in _all(node, size, extension)]


def _parts(node: Sum, size: int, extension: Extension) -> Sequence[Node]:
    """The parts that have values of a size, in order."""
    if node.ranks:
        return node.in_order(size, extension)[0]
    return [part for part in node.parts if part.min_size <= size and part.count(size)]


def _joined(lists: list[list[Any]]) -> list[Any]:
    return lists[0] if len(lists) == 1 else list(chain.from_iterable(lists))


def _depends(node: Node) -> bool:
    """Whether its values depend on the extension: whether a rank can be reached. Only known once all is discovered."""
    known: bool | None = node.tables.get("depends")
    if known is None:
        visited, ahead, known = {node}, [node], False
        while ahead and not known:
            part = ahead.pop()
            known = _has_rank(part)
            # what is placed has an extension of its own
            new = [inner for inner in part.inside if inner not in visited] if not isinstance(part, Placed) else []
            visited.update(new)
            ahead += new
        for part in (node,) if known else visited:
            part.tables["depends"] = known
    return known


def _has_rank(node: Node) -> bool:
    match node:
        case Choice(ranked=ranked) | Placed(ranked=ranked):
            return ranked
        case Sum(ranks=ranks):
            return bool(ranks)
    return node.tables.get("depends") is True


# -- products ----------------------------------------------------------------------------------------------------------


class _Factor:
    """The values of a field that stand at its place in a block: all of one size. Those of a tail are spliced in."""

    __slots__ = ("count", "node", "size", "tail")

    def __init__(self, node: Node, size: int, tail: bool = False) -> None:
        self.node = node
        self.size = size
        self.tail = tail
        self.count = node.count(size)

    def values(self, extension: Extension, skip: int) -> Iterator[Any]:
        kept = _kept(self.node, self.size, extension)
        if kept is not None:
            return islice(kept, skip, None)
        return chain.from_iterable(listing(self.node, self.size, extension, skip))


Block = list["_Factor | Sequence[Any]"]


def _products(
    node: Node, size: int, extension: Extension, build: Build, skip: int, before: tuple[Any, ...] = ()
) -> Iterator[Chunk]:
    """What is built from the tuples of a node, behind values that are already chosen."""
    match node:
        case Sum():
            for part, left in _parts_from(node, size, extension, skip):
                yield from _products(part, size, extension, build, left, before)
        case Product():
            for block, left in _blocks(node, 0, size, extension, [], skip):
                yield from _chunks(block, build, extension, left, before)
        case _:
            for chunk in listing(node, size, extension, skip):
                yield [build(*before, *row) for row in chunk]


def _blocks(
    node: Product, place: int, size: int, extension: Extension, chosen: Block, skip: int
) -> Iterator[tuple[Block, int]]:
    """The tuples of a size behind those already chosen, in blocks, and how many to skip of each."""
    sized = [at for at in _sized(node) if at >= place]
    if len(sized) <= 1:
        if sized or size == 0:
            yield [*chosen, *_factors(node, place, size)], skip
        return
    if place < sized[0] and node.fields[place].count(0) == 1:
        yield from _blocks(node, place + 1, size, extension, [*chosen, _Factor(node.fields[place], 0)], skip)
        return
    for taken in node.splits(place, size)[0]:
        factor, behind = _Factor(node.fields[place], taken), node.count_from(place + 1, size - taken)
        if skip >= factor.count * behind:
            skip -= factor.count * behind
        elif len(sized) == 2 and place == sized[0]:
            yield [*chosen, factor, *_factors(node, place + 1, size - taken)], skip
            skip = 0
        else:
            passed, skip = divmod(skip, behind)
            for value in factor.values(extension, passed):
                yield from _blocks(node, place + 1, size - taken, extension, [*chosen, [value]], skip)
                skip = 0


def _sized(node: Product) -> Sequence[int]:
    """The places of fields that may have values larger than 0; the tail is behind the last."""
    sized: list[int] | None = node.tables.get("sized")
    if sized is None:
        sized = node.tables["sized"] = [at for at, field in enumerate(node.inside) if not _is_scalar(field)]
    return sized


def _is_scalar(node: Node) -> bool:
    match node:
        case Choice() | Flat():
            return True
        case Sum(parts=parts):
            return all(_is_scalar(part) for part in parts)
        case Placed(inner=inner):
            return _is_scalar(inner)
    return False


def _factors(node: Product, place: int, size: int) -> Iterator[_Factor]:
    """The fields from a place on, of which one at most may have values larger than 0."""
    sized = _sized(node)
    for at in range(place, len(node.fields)):
        yield _Factor(node.fields[at], size if at in sized else 0)
    if node.tail is not None:
        yield _Factor(node.tail, size if len(node.fields) in sized else 0, tail=True)


def _chunks(
    block: Block, build: Build, extension: Extension, skip: int, before: tuple[Any, ...] = ()
) -> Iterator[Chunk]:
    """What is built from the tuples of a block, behind values that are already chosen."""
    counts = [factor.count if isinstance(factor, _Factor) else len(factor) for factor in block]
    if prod(counts) <= _LONG:
        rows = _rows([*([value] for value in before), *block], build, extension)
        yield rows[skip:] if skip else rows
        return
    first, *rest = block
    behind = prod(counts[1:])
    passed, skip = divmod(skip, behind)
    if isinstance(first, _Factor) and first.tail:
        yield from _products(first.node, first.size, extension, build, passed, before)
        return
    values = first.values(extension, passed) if isinstance(first, _Factor) else islice(first, passed, None)
    if behind > _LONG:
        for value in values:
            yield from _chunks(rest, build, extension, skip, (*before, value))
            skip = 0
        return
    while some := list(islice(values, _LONG // behind)):
        rows = _rows([*([value] for value in before), some, *rest], build, extension)
        yield rows[skip:] if skip else rows
        skip = 0


def _rows(block: Block, build: Build, extension: Extension) -> list[Any]:
    """All values of a block, which are few."""
    lists: list[Sequence[Any]] = []
    for factor in block:
        if not isinstance(factor, _Factor):
            lists.append(factor)
        elif factor.tail:
            tails = _few(factor.node, factor.size, extension)
            rows = chain.from_iterable([map(partial(add, head), tails) for head in product(*lists)])
            return list(starmap(build, rows))
        else:
            lists.append(_few(factor.node, factor.size, extension))
    if build is together:
        return list(product(*lists))
    if len(lists) == 1:
        return list(map(build, lists[0]))
    if build is cons:
        return [(first, *rest) for first in lists[0] for rest in lists[1]]
    return list(starmap(build, product(*lists)))


# -- subsets -----------------------------------------------------------------------------------------------------------


def _subsets(node: Subset, extension: Extension, skip: int) -> Iterator[tuple[Any, ...]]:
    if skip >= node.total():
        return iter(())
    places = node.places(skip)
    pool = _kept(node.inner, node.of, extension)
    if pool is not None:
        return _combinations_from(pool, places)
    return _combinations_of_many(node, extension, places, node.chosen)


def _combinations_from(pool: Sequence[Any], places: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """The combinations from that of some places on: first those that share all but the last place with it."""
    chosen = [pool[place] for place in places]
    for kept in reversed(range(len(places))):
        begin = places[kept] + (kept < len(places) - 1)
        for rest in combinations(pool[begin:], len(places) - kept):
            yield (*chosen[:kept], *rest)


def _combinations_of_many(
    node: Subset, extension: Extension, places: Sequence[int], chosen: int
) -> Iterator[tuple[Any, ...]]:
    """The same of a pool that is too large to be kept."""
    if chosen == 0:
        yield ()
        return
    begin, behind = places[0], places[1:]
    values = chain.from_iterable(listing(node.inner, node.of, extension, begin))
    for place, value in zip(range(begin, node.inner.count(node.of) - chosen + 1), values, strict=False):
        first = behind if place == begin else range(place + 1, place + chosen)
        for rest in _combinations_of_many(node, extension, first, chosen - 1):
            yield (value, *rest)


def _in_chunks(values: Iterator[Any]) -> Iterator[Chunk]:
    while chunk := list(islice(values, _LONG)):
        yield chunk
