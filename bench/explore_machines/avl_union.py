"""AVL sets: unions of two sets with any keys. There is one operation to be tested, so that this is a property."""

from __future__ import annotations

from typing import Any, ClassVar

from hypothesis import strategies as st

from explore_machines.programs import Property


class Unions(Property):
    arguments: ClassVar = {"some": st.lists(st.integers(), unique=True), "others": st.lists(st.integers(), unique=True)}

    def run(self, some: list[int], others: list[int]) -> None:
        empty = self.call(self.module.empty)
        united = self.call(self.module.union, self.made(empty, some), self.made(empty, others))
        assert united.is_ordered()
        assert united.is_balanced()
        self.look([*united], sorted({*some, *others}))

    def made(self, items: Any, keys: list[int]) -> Any:
        for key in keys:
            items = self.call(self.module.add, key, items)
            assert items.is_balanced()
        return items
