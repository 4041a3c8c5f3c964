"""Decision diagrams: a bundle of them, with all operations, over three variables."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, rule

from explore_machines.programs import Machine


class Diagrams(Machine):
    diagrams = Bundle("diagrams")

    @rule(target=diagrams, name=st.sampled_from(["true", "false"]))
    def constant(self, name: str) -> Any:
        return self.checked(name)

    @rule(target=diagrams, number=st.integers(0, 2))
    def var(self, number: int) -> Any:
        return self.checked("var", number)

    @rule(target=diagrams, diagram=diagrams)
    def not_(self, diagram: Any) -> Any:
        return self.checked("not_", diagram)

    @rule(target=diagrams, name=st.sampled_from(["and_", "or_"]), one=diagrams, other=diagrams)
    def combine(self, name: str, one: Any, other: Any) -> Any:
        return self.checked(name, one, other)

    @rule(target=diagrams, condition=diagrams, then=diagrams, otherwise=diagrams)
    def ite(self, condition: Any, then: Any, otherwise: Any) -> Any:
        return self.checked("ite", condition, then, otherwise)

    def checked(self, name: str, *arguments: Any) -> Any:
        diagram = self.call(getattr(self.module, name), *arguments)
        assert diagram.is_canonical()
        return diagram
