"""Sorted lists: a bundle of them, to which small integers are added."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, initialize, rule

from explore_machines.programs import Machine


class SortedLists(Machine):
    lists = Bundle("lists")

    @initialize(target=lists)
    def empty(self) -> Any:
        return self.call(self.module.empty)

    @rule(target=lists, item=st.integers(0, 3), items=lists)
    def add(self, item: int, items: Any) -> Any:
        added = self.call(self.module.add, item, items)
        assert added.is_sorted()
        return added
