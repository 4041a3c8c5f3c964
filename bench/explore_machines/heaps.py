"""Persistent heaps of either kind: a bundle of pairs, a heap and a sorted list of what is in it."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, initialize, rule

from explore_machines.programs import Machine

Pair = tuple[Any, list[int]]


class Heaps(Machine):
    heaps = Bundle("heaps")

    @initialize(target=heaps)
    def empty(self) -> Pair:
        return self.call(self.module.empty), []

    @rule(target=heaps, item=st.integers(0, 4), pair=heaps)
    def insert(self, item: int, pair: Pair) -> Pair:
        return self.checked(self.call(self.module.insert, item, pair[0]), sorted([item, *pair[1]]))

    @rule(target=heaps, one=heaps, other=heaps)
    def merge(self, one: Pair, other: Pair) -> Pair:
        return self.checked(self.call(self.module.merge, one[0], other[0]), sorted(one[1] + other[1]))

    @rule(target=heaps, pair=heaps)
    def delete_min(self, pair: Pair) -> Pair:
        return self.checked(self.call(self.module.delete_min, pair[0]), pair[1][1:])

    @rule(pair=heaps)
    def find_min(self, pair: Pair) -> None:
        heap, items = pair
        assert self.call(self.module.find_min, heap) == (items[0] if items else None)

    def checked(self, heap: Any, items: list[int]) -> Pair:
        assert heap.is_heap()
        assert not hasattr(heap, "is_leftist") or heap.is_leftist()
        self.look(sorted(heap), items)
        return heap, items
