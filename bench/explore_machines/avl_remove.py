"""AVL maps: some keys are put, then some are removed. Machines mix the two, and seldom have a map large enough."""

from __future__ import annotations

from typing import Any, ClassVar

from hypothesis import strategies as st

from explore_machines.programs import Property

KEYS = st.lists(st.integers(0, 15), unique=True)


class Removals(Property):
    arguments: ClassVar = {"put": KEYS, "removed": KEYS}

    def run(self, put: list[int], removed: list[int]) -> None:
        items = self.call(self.module.empty)
        for key in put:
            items = self.checked(self.call(self.module.put, key, -key, items))
        for key in removed:
            items = self.checked(self.call(self.module.remove, key, items))
        left = {*put} - {*removed}
        self.look([*items], sorted(left))
        self.look([self.module.get(key, items) for key in left], [-key for key in left])

    def checked(self, items: Any) -> Any:
        assert items.is_ordered()
        assert items.is_balanced()
        return items
