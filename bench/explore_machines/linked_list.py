"""A linked list beside a list of Python's."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from explore_machines.programs import Machine

ITEMS = st.integers(0, 2)


class LinkedLists(Machine):
    @initialize()
    def make(self) -> None:
        self.list = self.call(self.module.LinkedList)
        self.items: list[int] = []

    @rule(item=ITEMS)
    def prepend(self, item: int) -> None:
        self.call(self.list.prepend, item)
        self.items.insert(0, item)

    @rule(item=ITEMS)
    def append(self, item: int) -> None:
        self.call(self.list.append, item)
        self.items.append(item)

    @rule()
    def remove_first(self) -> None:
        assert self.call(self.list.remove_first) == (self.items.pop(0) if self.items else None)

    @rule()
    def remove_last(self) -> None:
        assert self.call(self.list.remove_last) == (self.items.pop() if self.items else None)

    @invariant()
    def is_right(self) -> None:
        assert self.list.is_linked()
        self.look([*self.list], self.items)
        self.look(len(self.list), len(self.items))
