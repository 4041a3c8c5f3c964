"""An ordered dictionary and its model, with keys that share slots."""

from __future__ import annotations

from explored.models.ordered_dict import ModelOrderedDict
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from explore_machines.programs import Modelled

KEYS = st.integers(0, 11)


class OrderedDicts(Modelled):
    made = "OrderedDict"
    model_class = ModelOrderedDict

    @initialize()
    def begin(self) -> None:
        self.make()

    @rule(key=KEYS, value=st.integers(0, 1))
    def put(self, key: int, value: int) -> None:
        self.both("put", key, value)

    @rule(key=KEYS)
    def remove(self, key: int) -> None:
        self.both("remove", key)

    @rule(key=KEYS)
    def get(self, key: int) -> None:
        self.both("get", key)

    @invariant()
    def is_right(self) -> None:
        assert self.object.is_indexed()
        self.look(self.object.items(), self.model.items())
        self.look(len(self.object), len(self.model))
