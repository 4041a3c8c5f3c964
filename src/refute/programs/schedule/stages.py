"""Stages: all combinations of arguments whose sizes, in calls, add up to a number, or the largest of which is it.

    stage 3 of union(Tree, Tree), by the sum:     sizes 0 + 2, 1 + 1, 2 + 0
                              by the maximum:     2 with 0..2, and 0..1 with 2

Each combination is in one stage, and none is held: a stage is a list of *blocks*, products of ranges of places. So a
combination has an index, and a range of indices is a part of the stage that anybody can carry out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import prod
from typing import Any

from refute.programs.calls.variants import Variant, given_to
from refute.programs.pools.constants import Place
from refute.programs.pools.instances import Origin
from refute.programs.pools.leaves import InstanceLeaf

SUM, MAXIMUM = "sum", "maximum"


@dataclass(frozen=True, slots=True)
class Block:
    """Combinations of a variant: a range of places for each of its leaves."""

    variant: Variant
    ranges: tuple[range, ...]

    @property
    def count(self) -> int:
        return prod(map(len, self.ranges))

    def places(self, index: int) -> tuple[int, ...]:
        """The combination at an index: the last leaf varies first."""
        found = []
        for one in reversed(self.ranges):
            index, place = divmod(index, len(one))
            found.append(one[place])
        return tuple(reversed(found))

    @property
    def is_unshared(self) -> bool:
        """Whether no instance in it shares anything with others, so that all can be given as they are."""
        return not any(
            leaf.at(place).companions
            for leaf, places in zip(self.variant.leaves, self.ranges, strict=True)
            if isinstance(leaf, InstanceLeaf)
            for place in places
        )

    @property
    def variant_number(self) -> int:
        return self.variant.number

    def origin(self, index: int) -> Origin:
        """The call at an index, for instances that it has made."""
        return Origin(self.variant.number, tuple(given_to(self.variant, self.places(index))))


def is_unshared(variant: Variant, places: Sequence[Place]) -> bool:
    """Whether the instances at some places share nothing with others, so that they can be given as they are."""
    return not any(
        leaf.at(place).companions
        for leaf, place in zip(variant.leaves, places, strict=True)
        if isinstance(leaf, InstanceLeaf) and isinstance(place, int)
    )


def combinations(columns: Sequence[Sequence[Any]], index: int) -> Iterator[tuple[Any, ...]]:
    """All combinations of one of each column, from an index on: the last column varies first."""
    if index == 0:
        yield from product(*columns)
        return
    if not columns or index >= prod(map(len, columns)):
        return
    first, rest = columns[0], columns[1:]
    place, inside = divmod(index, prod(map(len, rest)))
    for combination in combinations(rest, inside):
        yield (first[place], *combination)
    for later in first[place + 1 :]:
        for combination in product(*rest):
            yield (later, *combination)


class Stage:
    """The blocks of a stage, in an order that is fair: operations take turns by how much they have to do."""

    def __init__(self, number: int, blocks: Sequence[Block]) -> None:
        self.number = number
        self.blocks = tuple(block for block in blocks if block.count)
        self._ends = list(accumulate(block.count for block in self.blocks))

    def __repr__(self) -> str:
        return f"<Stage {self.number}: {self.count:,} calls in {len(self.blocks)} blocks>"

    @property
    def count(self) -> int:
        return self._ends[-1] if self._ends else 0

    def at(self, index: int) -> tuple[Block, int]:
        """The block of an index, and the index in it."""
        block = bisect_right(self._ends, index)
        return self.blocks[block], index - (self._ends[block - 1] if block else 0)

    def starting_at(self, index: int) -> Iterator[tuple[Block, int]]:
        """The blocks from an index on, each with the index at which to begin in it."""
        if index >= self.count:
            return
        first, inside = bisect_right(self._ends, index), self.at(index)[1]
        for block in self.blocks[first:]:
            yield block, inside
            inside = 0


def stage_of(number: int, variants: Sequence[Variant], grading: str, *, by_size: bool = False) -> Stage:
    """All calls that make something of so many calls, by the sum of the sizes of arguments or by the largest.
    `by_size`: optional arguments that are given count as well."""
    blocks = []
    for variant in variants:
        size = number - variant.cost - (variant.options if by_size else 0)
        if variant.sampled or size < 0 or not all(map(len, variant.leaves)):
            continue
        ranges = _by_sum(variant, size) if grading == SUM else _by_maximum(variant, size)
        blocks += [Block(variant, each) for each in ranges]
    blocks.sort(key=lambda block: block.count)  # short ones first: none starves behind a long one
    return Stage(number, blocks)


def _by_sum(variant: Variant, size: int) -> Iterator[tuple[range, ...]]:
    """The ranges of places for leaves whose sizes add up to a number."""

    def split(place: int, left: int) -> Iterator[tuple[range, ...]]:
        leaf = variant.leaves[place]
        if place == len(variant.leaves) - 1:
            if tier := leaf.tier(left):
                yield (tier,)
            return
        for own in range(left + 1):
            if tier := leaf.tier(own):
                for rest in split(place + 1, left - own):
                    yield (tier, *rest)

    if not variant.leaves:
        if size == 0:
            yield ()
        return
    yield from split(0, size)


def _by_maximum(variant: Variant, size: int) -> Iterator[tuple[range, ...]]:
    """The ranges of places for leaves the largest of which is a number: one has it, and no leaf before it does."""
    if not variant.leaves:
        if size == 0:
            yield ()
        return
    for place, leaf in enumerate(variant.leaves):
        before = tuple(one.up_to(size - 1) for one in variant.leaves[:place])
        after = tuple(one.up_to(size) for one in variant.leaves[place + 1 :])
        if (tier := leaf.tier(size)) and all(before) and all(after):
            yield (*before, tier, *after)
