"""A small ring and its model."""

from __future__ import annotations

from explored.models.ring_buffer import ModelRingBuffer
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from explore_machines.programs import Modelled

ITEMS = st.integers(0, 2)


class Rings(Modelled):
    made = "RingBuffer"
    model_class = ModelRingBuffer

    @initialize(capacity=st.integers(1, 5))
    def begin(self, capacity: int) -> None:
        self.make(capacity)

    @rule(item=ITEMS)
    def append(self, item: int) -> None:
        self.both("append", item)

    @rule(items=st.lists(ITEMS, max_size=3))
    def extend(self, items: list[int]) -> None:
        self.both("extend", items)

    @rule()
    def popleft(self) -> None:
        self.both("popleft")

    @invariant()
    def is_right(self) -> None:
        self.look(self.object.items(), self.model.items())
        self.look(len(self.object), len(self.model))
