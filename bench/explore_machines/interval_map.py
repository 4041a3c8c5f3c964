"""A map of intervals and its model, over few positions and fewer values."""

from __future__ import annotations

from explored.models.interval_map import ModelIntervalMap
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from explore_machines.programs import Modelled

POSITIONS = st.integers(0, 7)


class IntervalMaps(Modelled):
    made = "IntervalMap"
    model_class = ModelIntervalMap

    @initialize()
    def begin(self) -> None:
        self.make()

    @rule(start=POSITIONS, end=POSITIONS, value=st.none() | st.integers(0, 2))
    def assign(self, start: int, end: int, value: int | None) -> None:
        self.both("assign", start, end, value)

    @invariant()
    def is_right(self) -> None:
        assert self.object.is_canonical()
        self.look([*map(self.object.get, range(-1, 9))], [*map(self.model.get, range(-1, 9))])
