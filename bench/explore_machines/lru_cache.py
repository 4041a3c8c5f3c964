"""A small cache and its model, with more keys than there is room for."""

from __future__ import annotations

from explored.models.lru_cache import ModelLruCache
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from explore_machines.programs import Modelled

KEYS = st.integers(0, 3)


class Caches(Modelled):
    made = "LruCache"
    model_class = ModelLruCache

    @initialize(capacity=st.integers(0, 3))
    def begin(self, capacity: int) -> None:
        self.make(capacity)

    @rule(key=KEYS)
    def get(self, key: int) -> None:
        self.both("get", key)

    @rule(key=KEYS, value=st.integers(0, 1))
    def put(self, key: int, value: int) -> None:
        self.both("put", key, value)

    @invariant()
    def is_right(self) -> None:
        assert self.object.is_within_capacity()
        self.look([key in self.object for key in range(4)], [key in self.model for key in range(4)])
        self.look(len(self.object), len(self.model))
