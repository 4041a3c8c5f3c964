"""The body that looks at objects, after an exploration: each step is a law and the objects that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, permutations, product
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.programs.calls.variants import Variant
from refute.programs.contracts.law import LawOperation
from refute.programs.engine.resuming import Resumed
from refute.programs.pools.leaves import ConstantLeaf, InstanceLeaf
from refute.run.body import Spoken

_MOST = {1: 2_000, 2: 60, 3: 16}  # objects of a class, the smallest, for laws about so many of them
_MOST_CALLS = 3  # of an operation, with different constants

Item = tuple[Variant, tuple[int, ...]]


class Looking(Resumed):
    """Looks at the objects that there are after a call."""

    def after_call(self, last: int) -> Looking:
        self._last = last
        return self

    def start(self, index: int) -> Iterator[Any]:
        if self._exploration is None:
            self._come_to(self._last)
            assert self._exploration is not None
            self._exploration.close_early()
        self._segment = None
        self._news.clear()
        return islice(self._looks(), index, None)

    @property
    def _has_enough(self) -> bool:
        """Whether there are as many objects as are looked at."""
        exploration = self._exploration
        assert exploration is not None
        pools = [exploration.pools[cls] for cls in self._classes]
        return all(pool.count + len(pool.next) >= _MOST[1] for pool in pools)

    @cached_property
    def _classes(self) -> set[type]:
        """Those that laws are about."""
        leaves = [variant.leaves[0] for variant, _ in self._laws]
        return {cls for leaf in leaves if isinstance(leaf, InstanceLeaf) for cls in leaf.classes}

    @cached_property
    def _laws(self) -> list[tuple[Variant, int]]:
        """The laws, each with the number of objects that it is about."""
        exploration = self._exploration
        assert exploration is not None
        return [
            (variant, variant.operation.objects)
            for variant in exploration.variants
            if isinstance(variant.operation, LawOperation) and variant.number == variant.alone and not variant.sampled
        ]

    def _looks(self) -> Iterator[Item]:
        """Laws about one object first, then those about two, and about three."""
        for variant, count in sorted(self._laws, key=lambda law: law[1]):
            constants = [leaf.constants.narrow for leaf in variant.leaves[count:] if isinstance(leaf, ConstantLeaf)]
            for objects in permutations(_objects(variant.leaves[0], count), count):
                for others in islice(product(*map(range, constants)), _MOST_CALLS):
                    yield variant, (*objects, *others)

    def step(self, item: Item) -> Spoken:
        exploration = self._exploration
        assert exploration is not None
        variant, places = item
        return self._spoken(exploration.calls.look(variant, places), variant, places)


class NamingLooks(Looking):
    """Says which programs looks are the ends of, and does not look."""

    def step(self, item: Item) -> Spoken:
        return dumps((self._program(*item),))


def _objects(leaf: Any, count: int) -> Sequence[int]:
    """The places of objects: those in tiers, or else those that random calls have made."""
    assert isinstance(leaf, InstanceLeaf)
    if leaf.instances:
        return range(min(len(leaf.instances), _MOST[count]))
    return range(-1, -1 - min(len(leaf.sampled), _MOST[count]), -1)
